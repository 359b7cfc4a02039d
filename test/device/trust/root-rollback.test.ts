/** A device that has seen a newer root never again trusts the keys of an older one; the syncs are real. */
import { readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { createDevice, enrol, STILL, type TestDevice } from '../../helpers/device/device.ts'
import { type Files, HOST_NOW, type TestRelease } from '../../helpers/device/publisher.ts'

const FILES = { 'a.md': 'A' }
const STOLEN = { 'a.md': 'of the thief' }

/** A device with release 10 of root 1, whose key was stolen. The publisher has made root 2 and release `version`. */
async function stolenKey({ version, files = { 'a.md': 'B' } }: { version: number; files?: Files }) {
  const device = await createDevice(FILES)
  const [...retired] = device.publisher.keys
  device.publish(10, FILES)
  await device.sync()
  const forge = (forged: number): TestRelease =>
    device.publisher.release({ version: forged, files: STOLEN, keys: retired })
  const second = device.publisher.rotate()
  const next = device.publisher.release({ version, files })
  return { device, forge, second, next }
}

/** Sets the answers of the host from now on. */
function serve(
  { host }: TestDevice,
  { roots, release }: Pick<TestDevice['host'], 'roots' | 'release'>,
): void {
  host.roots = roots
  host.release = release
}

async function expectForgedRefused(device: TestDevice, forged: TestRelease, content: string): Promise<void> {
  serve(device, { roots: [], release: forged })
  expect(await device.failure()).toMatchObject({
    code: 'release_rejected',
    message: 'Cannot accept the release: it is signed by 0 of the keys of root 2, expected 1',
  })
  expect(await device.read('a.md')).toBe(content)
}

describe('a host that hands out root 2, withholds it again and hands out what the retired key signed', () => {
  test.each([
    { name: 'root 2 came with an older version', version: 5 },
    { name: 'root 2 came with a newer version', version: 11 },
  ])('is refused: $name, which was installed', async ({ version }) => {
    const { device, forge, second, next } = await stolenKey({ version })
    serve(device, { roots: [second], release: next })
    expect(await device.sync()).toMatchObject({ release: version, warnings: [] })
    for (const forged of [forge(11), forge(1_000_001)]) await expectForgedRefused(device, forged, 'B')
  })

  test('is refused: root 2 came with a release that was refused', async () => {
    const { device, forge, second } = await stolenKey({ version: 11 })
    serve(device, { roots: [second], release: forge(12) })
    await device.failure()
    await expectForgedRefused(device, forge(1_000_001), 'A')
  })

  test('is refused: root 2 came with a root 3 that nobody signed', async () => {
    const { device, forge, second } = await stolenKey({ version: 11 })
    const foreign = device.publisher.rotate({ signedByPrevious: false })
    serve(device, { roots: [second, foreign], release: forge(12) })
    expect(await device.failure()).toMatchObject({ code: 'root_invalid' })
    await expectForgedRefused(device, forge(12), 'A')
  })

  test('is refused: the state was lost meanwhile', async () => {
    const { device, forge, second, next } = await stolenKey({ version: 11 })
    serve(device, { roots: [second], release: next })
    await device.sync()
    await rm(join(device.dir, '.kura/state.json'))
    await expectForgedRefused(device, forge(1_000_001), 'B')
  })
})

test('a device that took version 1,000,000 of a thief recovers by the next root', async () => {
  const { device, forge, second, next } = await stolenKey({ version: 11 })
  serve(device, { roots: [], release: forge(1_000_000) })
  await device.sync()
  expect(await device.read('a.md')).toBe('of the thief')
  serve(device, { roots: [second], release: next })
  expect(await device.sync()).toMatchObject({ release: 11, changed: 1 })
  expect(await device.files()).toMatchObject({ 'a.md': 'B' })
  await expectForgedRefused(device, forge(1_000_001), 'B')
})

test('a newest root that has expired is stored, installs nothing, and leads to the next one', async () => {
  const { device, forge, second } = await stolenKey({ version: 11 })
  const third = device.publisher.rotate({ expires: HOST_NOW - 1 })
  serve(device, {
    roots: [second, third],
    release: device.publisher.release({ version: 12, files: { 'a.md': 'C' } }),
  })
  expect(await device.failure()).toMatchObject({ code: 'release_expired' })
  expect(await device.read('a.md')).toBe('A')
  serve(device, { roots: [], release: forge(1_000_001) })
  expect(await device.failure()).toMatchObject({ code: 'release_rejected' })
  const fourth = device.publisher.rotate()
  const release = device.publisher.release({ version: 12, files: { 'a.md': 'D' } })
  serve(device, { roots: [fourth], release })
  expect(await device.sync()).toMatchObject({ release: 12, changed: 1 })
})

test('an installation that fails restores the files, not the root', async () => {
  const { device, forge, second, next } = await stolenKey({ version: 11 })
  serve(device, { roots: [second], release: next })
  const broken = await device.failure({
    intercept: changes => ({
      ...changes,
      rename: (from, to) =>
        to === 'MEMORY.md' || to === 'a.md'
          ? Promise.reject(Object.assign(new Error('EIO: i/o error, rename'), { code: 'EIO' }))
          : changes.rename(from, to),
    }),
  })
  expect(broken).toMatchObject({ code: 'device_write' })
  await expectForgedRefused(device, forge(1_000_001), 'A')
})

describe('root.json', () => {
  test('is not there while the root of the credentials is the newest one', async () => {
    const device = await createDevice(FILES)
    await device.sync()
    await expect(device.read('.kura/root.json')).rejects.toThrow('ENOENT')
  })

  test.each(['', '{}', '{"pinned":'])(
    'that is damaged (%j) is told, and no older root takes its place',
    async text => {
      const { device, forge, second, next } = await stolenKey({ version: 11 })
      serve(device, { roots: [second], release: next })
      await device.sync()
      await writeFile(join(device.dir, '.kura/root.json'), text)
      serve(device, { roots: [], release: forge(1_000_001) })
      expect(await device.failure()).toMatchObject({
        code: 'root_invalid',
        message: expect.stringContaining('.kura/root.json": it is damaged'),
        hint: expect.stringContaining('enrol the device again'),
      })
      expect(await device.read('a.md')).toBe('B')
    },
  )

  test('whose root is not validly signed is damaged', async () => {
    const { device, second, next } = await stolenKey({ version: 11 })
    serve(device, { roots: [second], release: next })
    await device.sync()
    const path = join(device.dir, '.kura/root.json')
    const kept = JSON.parse(await readFile(path, 'utf8'))
    await writeFile(path, JSON.stringify({ ...kept, root: { ...kept.root, signatures: [] } }))
    expect(await device.failure()).toMatchObject({ code: 'root_invalid' })
  })

  test('of an earlier enrolment does not count', async () => {
    const { device, second, next } = await stolenKey({ version: 11 })
    serve(device, { roots: [second], release: next })
    await device.sync()
    const other = await createDevice({ 'a.md': 'other' })
    await enrol(device.dir, { url: other.host.url, root: other.publisher.root })
    expect(await device.sync(STILL)).toMatchObject({ release: 1, changed: 1 })
  })
})
