import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { encodeDelta } from '../../../lib/core/release/delta/format.ts'
import { sha256 } from '../../../lib/core/release/envelope.ts'
import { type DiskChanges, openDisk } from '../../../lib/device/disk/disk.ts'
import { STAGING, stagedPath } from '../../../lib/device/disk/layout.ts'
import { rebuild } from '../../../lib/device/fetch/rebuild.ts'
import { openStaging } from '../../../lib/device/fetch/staging.ts'
import { temporaryDirectory } from '../../helpers/temporary-directory.ts'

const SIZE = 150_000
const OLD = Buffer.from(Uint8Array.from({ length: SIZE }, (_, index) => (index * 31) % 251))
const NEW = Buffer.from(OLD).reverse()

/** Counts the pieces of each content that is written. */
function counting(pieces: number[]): (changes: DiskChanges) => DiskChanges {
  return changes => ({
    ...changes,
    write: (path, data, options) =>
      changes.write(
        path,
        typeof data === 'string' || data instanceof Uint8Array ? data : counted(data),
        options,
      ),
  })

  async function* counted(data: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
    for await (const piece of data) {
      pieces.push(piece.length)
      yield piece
    }
  }
}

test('a delta that makes a file byte by byte is written in few pieces', async () => {
  const dir = await temporaryDirectory()
  await mkdir(join(dir, STAGING), { recursive: true })
  await writeFile(join(dir, 'a.bin'), OLD)
  const pieces: number[] = []
  const disk = openDisk(dir, { intercept: counting(pieces) })
  const content = { sha256: sha256(NEW), size: SIZE, path: 'a.bin' }
  const staging = await openStaging([content], { disk, stamps: new Map() })
  const backwards = Array.from({ length: SIZE }, (_, index) => ({ offset: SIZE - 1 - index, length: 1 }))
  const made = await rebuild(
    content,
    { from: sha256(OLD), fromSize: SIZE, delta: encodeDelta(backwards) },
    {
      disk,
      staging,
      holders: new Map([[sha256(OLD), 'a.bin']]),
      fetchDelta: async () => false,
      warnings: [],
    },
  )
  expect(made).toBe(true)
  expect(pieces).toEqual([65_536, 65_536, SIZE - 2 * 65_536])
  expect((await readFile(join(dir, stagedPath(content.sha256)))).equals(NEW)).toBe(true)
})
