import { readdir, symlink } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { takeLock } from '../../lib/core/disk/lock.ts'
import { DEFAULT_RELEASE_DIR } from '../../lib/core/release/default-folder.ts'
import { countSignatures, sha256 } from '../../lib/core/release/envelope.ts'
import { readRoot } from '../../lib/core/release/root.ts'
import { manifestSchema } from '../../lib/core/release/schema.ts'
import { bundleLimit, refuseTooHeavy, weightText, weightWarnings } from '../../lib/publishing/build/weight.ts'
import { addRootKey, rotateRoot } from '../../lib/publishing/keys/roots.ts'
import { readPublished } from '../../lib/publishing/published.ts'
import { TEST_NOW } from '../helpers/publishing/release.ts'
import { temporaryPublisher } from '../helpers/publishing/temporary-publisher.ts'
import { temporaryDirectory } from '../helpers/temporary-directory.ts'
import { problemsOf, pseudoRandom } from './publish-world.ts'

const DAY = 86_400_000

describe('publishRelease()', () => {
  test('signs a manifest of the payload that the root verifies', async () => {
    const publisher = await temporaryPublisher({ index: { heading: '# 共有' } })
    const { manifest, release, reason } = await publisher.publish({
      'a b.md': '# A\n',
      'c.bin': Buffer.from([0xff]),
    })
    expect(reason).toBe('first')
    expect(manifest).toEqual({
      v: 1,
      version: 1,
      created: '2026-01-01T00:00:00.000Z',
      expires: '2026-04-01T00:00:00.000Z',
      index: { path: 'MEMORY.md', heading: '# 共有' },
      files: [
        { path: 'a b.md', size: 4, sha256: sha256('# A\n'), title: 'A' },
        { path: 'c.bin', size: 1, sha256: sha256(Buffer.from([0xff])) },
      ],
    })
    const published = await readPublished(publisher.releaseDir)
    const envelope = published?.envelope ?? { signed: '', signatures: [] }
    expect(sha256(envelope.signed)).toBe(release)
    expect(manifestSchema.parse(JSON.parse(envelope.signed))).toEqual(manifest)
    expect(countSignatures('release', envelope, readRoot(await publisher.root()).root)).toBe(1)
    expect(await problemsOf(publisher)).toEqual([])
  })

  test('tells what changed, and gives the next version', async () => {
    const publisher = await temporaryPublisher()
    await publisher.publish({ a: 'a', b: 'b', c: 'c' })
    const { manifest, changes, reason } = await publisher.publish({ b: 'b', c: 'other', d: 'd' })
    expect(reason).toBe('changed')
    expect(manifest.version).toBe(2)
    expect(changes.added.map(({ path }) => path)).toEqual(['d'])
    expect(changes.changed.map(({ after }) => after.path)).toEqual(['c'])
    expect(changes.removed.map(({ path }) => path)).toEqual(['a'])
  })

  test('refuses a payload without files, unless that is asked for or the release before has none', async () => {
    const publisher = await temporaryPublisher()
    await expect(publisher.publish({})).rejects.toThrow('Cannot publish the payload: it has no file')
    await publisher.publish({ a: 'a' })
    await expect(publisher.publish({})).rejects.toMatchObject({ hint: expect.stringContaining('--empty') })
    const { manifest } = await publisher.publish({}, { empty: true })
    expect(manifest.files).toEqual([])
    expect(await problemsOf(publisher)).toEqual([])
    expect(await publisher.publish({}, { force: true })).toMatchObject({ manifest: { version: 3 } })
    expect(await publisher.publish({ b: 'b' })).toMatchObject({ manifest: { version: 4 } })
  })

  test('makes no release if nothing changed, and needs no key to say so', async () => {
    const publisher = await temporaryPublisher()
    const first = await publisher.publish({ a: 'a' })
    const before = await readdir(publisher.releaseDir)
    const keys = { dir: join(publisher.dir, 'no keys'), passphrase: async () => undefined }
    const second = await publisher.publish({ a: 'a' }, { keys, now: TEST_NOW + DAY })
    expect(second).toMatchObject({ reason: undefined, release: first.release, manifest: { version: 1 } })
    expect(await readdir(publisher.releaseDir)).toEqual(before)
  })

  test.each([
    { name: 'it is forced', options: { force: true }, want: { version: 2, reason: 'forced' } },
    {
      name: 'it expires soon',
      options: { now: TEST_NOW + 61 * DAY },
      want: { version: 2, reason: 'expires soon' },
    },
    {
      name: 'the host is ahead',
      options: { liveVersion: async () => 7 },
      want: { version: 8, reason: 'live is newer' },
    },
    {
      name: 'the host has none',
      options: { liveVersion: async () => undefined, force: true },
      want: { version: 2, reason: 'forced' },
    },
    {
      name: '--after is given',
      options: { after: 40, force: true },
      want: { version: 41, reason: 'forced' },
    },
  ])('publishes an unchanged payload again if $name', async ({ options, want }) => {
    const publisher = await temporaryPublisher()
    await publisher.publish({ a: 'a' })
    const { manifest, reason } = await publisher.publish({ a: 'a' }, options)
    expect({ version: manifest.version, reason }).toEqual(want)
  })

  test('refuses a version that a host has made up, which would leave none for the next release', async () => {
    const publisher = await temporaryPublisher()
    const liveVersion = async () => Number.MAX_SAFE_INTEGER - 1
    await expect(publisher.publish({ a: 'a' }, { liveVersion })).rejects.toMatchObject({ code: 'conflict' })
    expect((await publisher.publish({ a: 'a' })).manifest.version).toBe(1)
  })

  test('continues if the host cannot be asked, and says so', async () => {
    const publisher = await temporaryPublisher()
    const failed = new Error('no route')
    const { live, manifest } = await publisher.publish(
      { a: 'a' },
      { liveVersion: () => Promise.reject(failed) },
    )
    expect(live).toEqual({ asked: true, failed })
    expect(manifest.version).toBe(1)
  })

  test('has the given lifetime', async () => {
    const publisher = await temporaryPublisher()
    const { manifest } = await publisher.publish({ a: 'a' }, { days: 7 })
    expect(Date.parse(manifest.expires) - TEST_NOW).toBe(7 * DAY)
  })

  test('is signed by as many keys as the root asks for', async () => {
    const publisher = await temporaryPublisher()
    await addRootKey({ ...publisher, now: TEST_NOW, threshold: 2 })
    await publisher.publish({ a: 'a' })
    const published = await readPublished(publisher.releaseDir)
    expect(published?.envelope.signatures).toHaveLength(2)
    expect(await problemsOf(publisher)).toEqual([])
  })

  test('brings a rotated root to the devices, though the payload did not change', async () => {
    const publisher = await temporaryPublisher()
    await publisher.publish({ a: 'a' })
    const { root } = await rotateRoot({ ...publisher, now: TEST_NOW })
    expect(await problemsOf(publisher)).toEqual([
      'Cannot deploy the release: release 1 is not signed by root 2',
    ])
    const { reason, manifest } = await publisher.publish({ a: 'a' })
    expect({ reason, version: manifest.version }).toEqual({ reason: 'root', version: 2 })
    expect(readRoot(await publisher.root()).root).toEqual(root)
    expect(await problemsOf(publisher)).toEqual([])
  })

  test.each([
    { name: 'a bad payload', files: { 'a?': 'a' }, options: {}, code: 'payload_invalid' },
    {
      name: 'a missing key',
      files: { a: 'a' },
      options: { keys: { dir: '/nowhere', passphrase: async () => undefined } },
      code: 'release_key',
    },
  ])('writes nothing if there is $name', async ({ files, options, code }) => {
    const publisher = await temporaryPublisher()
    await publisher.publish({ old: 'old' })
    const before = await readdir(publisher.releaseDir)
    await expect(publisher.publish(files, options)).rejects.toMatchObject({ code })
    expect(await readdir(publisher.releaseDir)).toEqual(before)
  })

  test('says to create a root if there is none', async () => {
    const publisher = await temporaryPublisher()
    const releaseDir = join(publisher.dir, 'other')
    await expect(publisher.publish({ a: 'a' }, { releaseDir })).rejects.toMatchObject({
      code: 'root_invalid',
      hint: expect.stringContaining('kura root init'),
    })
  })

  test('refuses an expired root, even if nothing changed, and takes the one that replaces it', async () => {
    const publisher = await temporaryPublisher()
    await publisher.publish({ a: 'a' })
    const now = TEST_NOW + 365 * DAY
    const before = await readdir(publisher.releaseDir)
    await expect(publisher.publish({ a: 'a' }, { now })).rejects.toMatchObject({
      code: 'root_invalid',
      message: 'Cannot publish: root 1 expired on 2027-01-01T00:00:00.000Z',
      hint: expect.stringContaining('kura root rotate'),
    })
    expect(await readdir(publisher.releaseDir)).toEqual(before)
    await rotateRoot({ ...publisher, now })
    expect(await publisher.publish({ a: 'a' }, { now })).toMatchObject({ reason: 'root', warnings: [] })
  })

  test('warns if the root expires before the release, whether or not one is made', async () => {
    const publisher = await temporaryPublisher({ rootDays: 80 })
    const warnings = [expect.stringMatching(/^root 1 expires on .*, before release 1 does/)]
    expect(await publisher.publish({ a: 'a' })).toMatchObject({ reason: 'first', warnings })
    expect(await publisher.publish({ a: 'a' })).toMatchObject({ reason: undefined, warnings })
  })

  test('says how near the release is to what the host deploys, and refuses one beyond it', async () => {
    const publisher = await temporaryPublisher()
    const files = { a: pseudoRandom(2_000_000, 1) }
    const outcome = await publisher.publish(files, { bundleLimit: 20_000_000 })
    expect(outcome).toMatchObject({ weight: { limit: 20_000_000 }, warnings: [] })
    const bytes = outcome.weight?.bytes ?? 0
    expect(weightText({ bytes, limit: 250_000_000 })).toMatch(
      /^4\.\d MB of the 250\.0 MB that the host deploys$/,
    )

    const before = await readdir(publisher.releaseDir)
    const refused = publisher.publish(files, { bundleLimit: bytes + 4_999_999, force: true })
    await expect(refused).rejects.toMatchObject({
      code: 'payload_invalid',
      message: expect.stringMatching(/^Cannot publish: the release has 4\.\d MB, and the host deploys/),
      hint: expect.stringContaining('KURA_RELEASE_DIR'),
    })
    expect(await readdir(publisher.releaseDir)).toEqual(before)

    // a release folder outside the deployments has no limit
    expect(await publisher.publish(files, { force: true })).toMatchObject({ weight: { limit: undefined } })
  })

  test('warns from four fifths of what the host deploys', async () => {
    const limit = 250_000_000
    expect(weightWarnings({ bytes: 200_000_000, limit })).toEqual([])
    expect(weightWarnings({ bytes: 200_000_001, limit })).toEqual([
      'the release has 200.0 MB of the 250.0 MB that the host deploys: keep large files elsewhere',
    ])
    expect(weightWarnings({ bytes: 900_000_000, limit: undefined })).toEqual([])
    expect(() => refuseTooHeavy({ bytes: 245_000_000, limit }, 'publish')).not.toThrow()
    expect(() => refuseTooHeavy({ bytes: 245_000_001, limit }, 'deploy')).toThrow('Cannot deploy')
    expect(bundleLimit(DEFAULT_RELEASE_DIR)).toBe(limit)
    expect(bundleLimit('/somewhere/else')).toBeUndefined()

    // a path through a link names the same folder
    const link = join(await temporaryDirectory(), 'distribution')
    await symlink(dirname(DEFAULT_RELEASE_DIR), link)
    expect(bundleLimit(join(link, basename(DEFAULT_RELEASE_DIR)))).toBe(limit)
  })

  test('waits for no one: a second publisher is refused while the first one works', async () => {
    const publisher = await temporaryPublisher()
    const lock = await takeLock(publisher.releaseDir)
    if (!lock.held) throw new Error('the lock is not free')
    const pending = publisher.publish({ a: 'a' })
    await expect(pending).rejects.toMatchObject({
      code: 'conflict',
      message: expect.stringContaining(String(process.pid)),
    })
    await lock.release()
    expect((await publisher.publish({ a: 'a' })).reason).toBe('first')
  })
})
