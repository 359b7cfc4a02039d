/** Only changed parts travel: the real publisher's deltas reach a device from the real function over real HTTP. */
import { cp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { brotliCompressSync, brotliDecompressSync, constants } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { openReleaseFolder } from '../../../lib/core/release/folder/folder.ts'
import { cutUpdate, encodeUpdate, splitUpdate } from '../../../lib/core/release/update/body.ts'
import { sync } from '../../../lib/device/sync/sync.ts'
import { filesOf } from '../../helpers/device/device.ts'
import { startRealHost } from '../../helpers/device/real-host.ts'
import { useDeviceProcess } from '../../helpers/device/run-process.ts'
import { dictionary } from '../../helpers/publishing/dictionary.ts'
import { type PayloadMap, TEST_NOW, type TestPublisher } from '../../helpers/publishing/release.ts'
import { count, drawn, sampled } from '../../helpers/run/sampled.ts'
import { temporaryDirectory } from '../../helpers/temporary-directory.ts'

const PATH = 'dictionaries/読み方.tsv'
/** A change takes fewer bytes of the answer's body than this; the whole file takes more than 100,000. */
const SMALL = 2_000

function payload(version: number): PayloadMap {
  return { 'a.md': '# A\n', [PATH]: dictionary(version) }
}

/** The releases from the second to the last. */
const payloads = (last: number) => Array.from({ length: last - 1 }, (_, index) => payload(index + 2))

const run = useDeviceProcess()

test.each(drawn([1, 2, 5], 2))('a device that is %d releases behind gets the change alone', async behind => {
  const { run, dir, publishAll } = await startRealHost(payload(1))
  await run()
  await publishAll(...payloads(1 + behind))
  const result = await run()
  expect(result).toMatchObject({
    release: 1 + behind,
    requests: 2,
    warnings: [],
    changes: { updated: [PATH] },
  })
  expect(result.bytes).toBeLessThan(SMALL)
  expect(await filesOf(dir)).toMatchObject(payload(1 + behind))
})

test('a device that is six releases behind gets the whole', async () => {
  const { run, dir, publishAll } = await startRealHost(payload(1))
  await run()
  await publishAll(...payloads(7))
  const result = await run()
  expect(result).toMatchObject({ release: 7, warnings: [] })
  expect(result.bytes).toBeGreaterThan(50_000)
  expect(await filesOf(dir)).toMatchObject(payload(7))
})

test('a fresh clone of the release folder is enough to publish the next delta', async () => {
  const { publisher, run, publishAll } = await startRealHost(payload(1))
  await run()
  await publishAll(payload(2))
  const clone = join(await temporaryDirectory(), 'release')
  await cp(publisher.releaseDir, clone, { recursive: true })
  await rm(publisher.releaseDir, { recursive: true })
  await cp(clone, publisher.releaseDir, { recursive: true })
  await publisher.publish(payload(3))
  expect((await run()).bytes).toBeLessThan(SMALL)
})

test('a file that was renamed and changed is made from the one before', async () => {
  const { publisher, run, dir } = await startRealHost(payload(1))
  await run()
  const files = { 'a.md': '# A\n', 'words/kana.tsv': dictionary(2) }
  await publisher.publish(files)
  const result = await run()
  expect(result).toMatchObject({ changes: { added: ['words/kana.tsv'], removed: [PATH] } })
  expect(result.bytes).toBeLessThan(SMALL)
  expect(await filesOf(dir)).toMatchObject(files)
})

test('of two changed files the damaged one is fetched whole, and of the other only the change', async () => {
  const files = (version: number) => ({
    'big.tsv': dictionary(version, 'x'),
    'other.tsv': dictionary(version, 'y').toUpperCase(),
  })
  const { publisher, run, dir } = await startRealHost(files(2))
  await run()
  await publisher.publish(files(3))
  // no answer was prepared, so the host computes one, and compresses it fast
  const whole = brotliCompressSync(files(3)['big.tsv'], {
    params: { [constants.BROTLI_PARAM_QUALITY]: 4 },
  }).length
  await writeFile(join(dir, 'big.tsv'), 'damaged')
  const result = await run()
  expect(result).toMatchObject({ warnings: [], replaced: [{ path: 'big.tsv' }] })
  expect(result.bytes).toBeGreaterThan(whole * 0.9)
  expect(result.bytes).toBeLessThan(whole * 1.1)
  expect(await filesOf(dir)).toMatchObject(files(3))
})

type Bend = (
  delta: Buffer,
  head: { text: { is: string }; deltas: [{ bytes: number; sha256?: string }] },
) => Buffer

/**
 * Changes the prepared answer to a device with the previous release. If a `sha256` is given, the delta with it is left
 * out.
 */
async function bendUpdate(publisher: TestPublisher, bend: Bend): Promise<void> {
  const { updates = [] } = openReleaseFolder(publisher.releaseDir).current().pointer
  const file = join(publisher.releaseDir, updates[1]?.name ?? '')
  const split = splitUpdate(brotliDecompressSync(await readFile(file)))
  const head = JSON.parse(String(split?.line))
  const { text, blobs } = cutUpdate(head, split?.rest ?? new Uint8Array(0))
  const [delta = new Uint8Array(0)] = blobs
  const bent = bend(Buffer.from(delta), head)
  const isHere = head.deltas[0].sha256 === undefined
  if (isHere) head.deltas[0].bytes = bent.length
  await writeFile(file, brotliCompressSync(encodeUpdate({ head, text, blobs: isHere ? [bent] : [] })))
}

describe('a delta that is wrong is replaced by the whole, once, and a person is told', () => {
  const wrong = [
    { name: 'a bit flipped in its text', bend: (delta: Buffer) => flipped(delta, delta.indexOf('変更') + 1) },
    { name: 'a bit flipped in its first number', bend: (delta: Buffer) => flipped(delta, 0) },
    { name: 'cut short', bend: (delta: Buffer) => delta.subarray(0, -2) },
    { name: 'empty', bend: () => Buffer.alloc(0) },
    { name: 'claiming a huge output', bend: () => Buffer.from([0, 0xff, 0xff, 0xff, 0xff, 0x7f, 0]) },
    {
      name: 'repeating the old file for ever',
      bend: () => Buffer.from(Array(3_000).fill([0, 0xff, 0x7f, 0, 0, 0xff, 0x7f, 0xff, 0xff, 1]).flat()),
    },
  ]
  test.each(drawn(wrong, 2))('$name', async ({ bend }) => {
    const { publisher, run, dir, publishAll } = await startRealHost(payload(1))
    await run()
    await publishAll(payload(2))
    await bendUpdate(publisher, bend)
    const result = await run()
    expect(result).toMatchObject({
      release: 2,
      installed: 2,
      requests: 3,
      warnings: [`"${PATH}" could not be made from the file before and its changes, and was fetched whole`],
    })
    expect(await filesOf(dir)).toMatchObject(payload(2))
    expect(await readdir(join(dir, '.kura/staging'))).toEqual([])
  })
})

test('a delta that claims to be larger than its file is not requested: it could fill the disk', async () => {
  const { publisher, run, dir, publishAll } = await startRealHost(payload(1))
  await run()
  await publishAll(payload(2))
  await bendUpdate(publisher, (delta, head) => {
    Object.assign(head.deltas[0], { sha256: 'f'.repeat(64), bytes: Number.MAX_SAFE_INTEGER })
    return delta
  })
  const result = await run()
  expect(result).toMatchObject({ release: 2, installed: 2, requests: 3 })
  expect(result.warnings).toEqual([
    `"${PATH}" could not be made from the file before and its changes, and was fetched whole`,
  ])
  expect(await filesOf(dir)).toMatchObject(payload(2))
})

function flipped(bytes: Buffer, at: number): Buffer {
  const copy = Buffer.from(bytes)
  copy[at] = (copy[at] ?? 0) ^ 4
  return copy
}

test('a list of files that cannot be made from the one before is fetched whole', async () => {
  const { publisher, run, dir, publishAll } = await startRealHost(payload(1))
  await run()
  await publishAll(payload(2))
  await bendUpdate(publisher, (delta, head) => {
    head.text.is = 'same'
    return delta
  })
  const { updates = [] } = openReleaseFolder(publisher.releaseDir).current().pointer
  expect(updates).toHaveLength(2)
  // the head's lengths are right, but its text is another one
  const result = await run()
  expect(result).toMatchObject({
    release: 2,
    warnings: ['the list of files could not be made from the one before and was fetched whole'],
  })
  expect(await filesOf(dir)).toMatchObject(payload(2))
})

test('a run that is killed at any change of the disk, or in the middle of a delta, is finished by the next one', {
  timeout: 120_000,
}, async () => {
  const { dir, run: first, publishAll } = await startRealHost(payload(1))
  await first()
  await publishAll(payload(2))
  const before = await filesOf(dir)
  const copyOf = async () => {
    const copy = join(await temporaryDirectory(), 'device')
    await cp(dir, copy, { recursive: true })
    return copy
  }
  const { said } = await run(await copyOf())
  const changes = Array.from({ length: said?.count ?? 0 }, (_, index) => index)
  let middle = 0
  for (const killAt of sampled(changes, 6)) {
    const copy = await copyOf()
    expect(await run(copy, { killAt })).toMatchObject({ signal: 'SIGKILL' })
    const staged = await readdir(join(copy, '.kura/staging'))
    if (staged.some(name => name.endsWith('.made'))) {
      middle += 1
      expect(await filesOf(copy)).toEqual(before)
    }
    const result = await sync(copy, { now: () => TEST_NOW })
    expect(result, `change ${killAt}`).toMatchObject({ release: 2, installed: 2, indexed: 2 })
    expect(await filesOf(copy)).toMatchObject(payload(2))
  }
  expect(middle).toBeGreaterThan(count({ few: -1, all: 0 }))
})
