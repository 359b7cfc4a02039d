/** A publisher and the check of its release. */
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { brotliCompressSync, brotliDecompressSync } from 'node:zlib'
import { expect } from 'vitest'
import { type CheckReport, checkRelease } from '../../../lib/publishing/check/check.ts'
import { TEST_NOW, type TestPublisher, type TestPublisherOptions } from '../../helpers/publishing/release.ts'
import { temporaryPublisher } from '../../helpers/publishing/temporary-publisher.ts'

const FILES = { 'a.md': '# A\n', 'b.bin': Buffer.from([0xff, 0xfe]) }

export async function published(options: TestPublisherOptions = {}): Promise<TestPublisher> {
  const publisher = await temporaryPublisher(options)
  await publisher.publish(FILES)
  return publisher
}

export function check(
  { payloadDir, releaseDir }: TestPublisher,
  { now = TEST_NOW, production = false }: { now?: number; production?: boolean } = {},
): Promise<CheckReport> {
  return checkRelease({ payloadDir, releaseDir, now, production })
}

/** The only file of the release whose name begins with `prefix`. */
export async function fileOf({ releaseDir }: TestPublisher, prefix: string): Promise<string> {
  const names = (await readdir(releaseDir)).filter(name => name.startsWith(prefix))
  expect(names).toHaveLength(1)
  return join(releaseDir, names[0] ?? '')
}

export async function edit(file: string, change: (text: string) => string): Promise<void> {
  const compressed = file.endsWith('.br')
  const bytes = await readFile(file)
  const text = (compressed ? brotliDecompressSync(bytes) : bytes).toString()
  const changed = change(text)
  expect(changed).not.toBe(text)
  await writeFile(file, compressed ? brotliCompressSync(changed) : changed)
}
