/**
 * A publisher may be stopped at any point: until the pointer is written, the folder has the whole old release, then the
 * whole new one.
 */
import { execFile } from 'node:child_process'
import { cp, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { isOwnName, referredNames } from '../../lib/core/release/catalog.ts'
import { openReleaseFolder } from '../../lib/core/release/folder/folder.ts'
import { openReleaseDisk, type ReleaseDisk } from '../../lib/publishing/build/release-writer.ts'
import { checkRelease } from '../../lib/publishing/check/check.ts'
import { publishRelease } from '../../lib/publishing/publish.ts'
import {
  createTestPublisher,
  TEST_NOW,
  type TestPublisher,
  writePayload,
} from '../helpers/publishing/release.ts'
import { sampled } from '../helpers/run/sampled.ts'

const run = promisify(execFile)
const CHILD = join(import.meta.dirname, 'publish-and-die.ts')
/** Enough files that the list of changed files is shorter than the list of all. */
const SAME = Object.fromEntries(
  Array.from({ length: 12 }, (_, index) => [`same/${index}.md`, `# ${index}\n`]),
)
/** The next release no longer has the large file. */
const OLD = { ...SAME, 'a.md': '# old\n', 'large.txt': 'large '.repeat(12_000) }
const NEW = { ...SAME, 'a.md': '# new\n' }
/**
 * Changes of the folder: manifest, page, three prepared answers, catalog and pointer are written; two old
 * answers, the old page and the old catalog are removed.
 */
const ACTS = 11
/** A time after every release of these tests. */
const CHECKED = Date.parse('2026-01-03T00:00:00Z')
const POINTER_ACT = 6
/** The warning if old content cannot be removed. */
const OLD_CONTENT = expect.stringMatching(
  /^the release folder has \d files? of another release: run kura publish/,
)

let publisher: TestPublisher

beforeAll(async () => {
  publisher = await createTestPublisher()
  await publisher.publish(OLD)
  await publisher.write(NEW)
})
afterAll(() => publisher.remove())

/** Returns a copy of the publisher: release 1 is in place, and the new payload waits. */
async function copyOfPublisher(): Promise<string> {
  const dir = await mkdtemp(join(tmpdir(), 'kura-crash-'))
  onTestFinished(() => rm(dir, { recursive: true, force: true }))
  await cp(publisher.dir, dir, { recursive: true })
  return dir
}

/** The version in the folder, if the release matches the payload of that version. */
async function wholeVersion(dir: string): Promise<number> {
  const releaseDir = join(dir, 'release')
  const { problems, manifest } = await checkRelease({
    payloadDir: join(dir, 'payload'),
    releaseDir,
    now: CHECKED,
    production: false,
  })
  expect(problems.map(({ code }) => code).filter(code => code !== 'payload_unpublished')).toEqual([])
  return manifest?.version ?? 0
}

async function publishAgain(dir: string): Promise<void> {
  await publishRelease({
    payloadDir: join(dir, 'payload'),
    releaseDir: join(dir, 'release'),
    keys: { dir: join(dir, 'keys'), passphrase: async () => undefined },
    now: TEST_NOW,
    force: true,
  })
  const snapshot = openReleaseFolder(join(dir, 'release')).current()
  const referred = referredNames(snapshot.pointer, await snapshot.stored())
  const own = (await readdir(join(dir, 'release'))).filter(isOwnName)
  expect(new Set(own)).toEqual(referred)
}

describe('an act on the release folder that fails', () => {
  test.each(
    sampled(
      Array.from({ length: ACTS }, (_, act) => ({ act })),
      3,
    ),
  )('act $act', async ({ act }) => {
    const dir = await copyOfPublisher()
    const disk = openReleaseDisk(join(dir, 'release'))
    let acts = 0
    const failing = async (work: () => Promise<void>) => {
      acts += 1
      if (acts > act) throw new Error('disk full')
      await work()
    }
    const broken: ReleaseDisk = {
      ...disk,
      write: (name, data) => failing(() => disk.write(name, data)),
      remove: name => failing(() => disk.remove(name)),
    }
    const payloadDir = join(dir, 'payload')
    const keys = { dir: join(dir, 'keys'), passphrase: async () => undefined }
    const pending = publishRelease({
      payloadDir,
      releaseDir: join(dir, 'release'),
      keys,
      now: TEST_NOW,
      disk: broken,
    })
    if (act <= POINTER_ACT) await expect(pending).rejects.toThrow('disk full')
    else await expect(pending).resolves.toMatchObject({ warnings: [OLD_CONTENT] })
    expect(await wholeVersion(dir)).toBe(act <= POINTER_ACT ? 1 : 2)
    await publishAgain(dir)
    expect(await wholeVersion(dir)).toBe(act <= POINTER_ACT ? 2 : 3)
  })

  test.each(
    sampled(
      Array.from({ length: POINTER_ACT }, (_, act) => ({ act })),
      3,
    ),
  )('act $act once, before the pointer is written, leaves the folder as it was', async ({ act }) => {
    const dir = await copyOfPublisher()
    const releaseDir = join(dir, 'release')
    const before = await readdir(releaseDir)
    const disk = openReleaseDisk(releaseDir)
    let acts = 0
    const write: ReleaseDisk['write'] = async (name, data) => {
      if (acts++ === act) throw new Error('disk full')
      await disk.write(name, data)
    }
    const keys = { dir: join(dir, 'keys'), passphrase: async () => undefined }
    const payloadDir = join(dir, 'payload')
    const pending = publishRelease({ payloadDir, releaseDir, keys, now: TEST_NOW, disk: { ...disk, write } })
    await expect(pending).rejects.toThrow('disk full')
    expect(await readdir(releaseDir)).toEqual(before)
  })

  test('old content that cannot be removed is told, also if nothing has changed', async () => {
    const dir = await copyOfPublisher()
    const releaseDir = join(dir, 'release')
    await writePayload(join(dir, 'payload'), OLD)
    await writeFile(join(releaseDir, `page-${'0'.repeat(64)}.json.br`), 'old')
    const disk = openReleaseDisk(releaseDir)
    const outcome = await publishRelease({
      payloadDir: join(dir, 'payload'),
      releaseDir,
      keys: { dir: join(dir, 'keys'), passphrase: async () => undefined },
      now: TEST_NOW,
      disk: { ...disk, remove: () => Promise.reject(new Error('in use')) },
    })
    expect(outcome).toMatchObject({ reason: undefined, warnings: [OLD_CONTENT] })
  })

  test('there are no more acts than these', async () => {
    const dir = await copyOfPublisher()
    const { stdout } = await run(process.execPath, [CHILD, dir, 'none'])
    expect(Number(stdout)).toBe(ACTS)
    expect(await wholeVersion(dir)).toBe(2)
  })
})

describe('a publisher that is killed', () => {
  const cases = [
    ...Array.from({ length: ACTS }, (_, act) => ({ act, when: 'middle', want: act <= POINTER_ACT ? 1 : 2 })),
    { act: POINTER_ACT, when: 'after', want: 2 },
    { act: ACTS - 1, when: 'after', want: 2 },
  ]

  test.each(sampled(cases, 3))(
    '$when act $act leaves release $want whole, and the next one can publish',
    async ({ act, when, want }) => {
      const dir = await copyOfPublisher()
      await expect(run(process.execPath, [CHILD, dir, String(act), when])).rejects.toMatchObject({
        signal: 'SIGKILL',
      })
      expect(await wholeVersion(dir)).toBe(want)
      await publishAgain(dir)
      expect(await wholeVersion(dir)).toBe(want + 1)
    },
  )
})

test('old content that a killed publisher has left is told, and removed by a publish without changes', async () => {
  const dir = await copyOfPublisher()
  const releaseDir = join(dir, 'release')
  await expect(run(process.execPath, [CHILD, dir, String(POINTER_ACT), 'after'])).rejects.toMatchObject({
    signal: 'SIGKILL',
  })
  const check = () =>
    checkRelease({ payloadDir: join(dir, 'payload'), releaseDir, now: CHECKED, production: false })
  expect(await check()).toMatchObject({
    problems: [],
    warnings: ['the release folder has 4 files of another release: run kura publish, which removes them'],
  })
  const outcome = await publishRelease({
    payloadDir: join(dir, 'payload'),
    releaseDir,
    keys: { dir: join(dir, 'keys'), passphrase: async () => undefined },
    now: TEST_NOW,
  })
  expect(outcome.reason).toBeUndefined()
  expect(await check()).toMatchObject({ problems: [], warnings: [], manifest: { version: 2 } })
})

test('the payload of the old release is what the check compares with', async () => {
  const dir = await copyOfPublisher()
  await writePayload(join(dir, 'payload'), OLD)
  const { problems } = await checkRelease({
    payloadDir: join(dir, 'payload'),
    releaseDir: join(dir, 'release'),
    now: CHECKED,
    production: false,
  })
  expect(problems).toEqual([])
})
