import { execFileSync } from 'node:child_process'
import { appendFile, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { checkRelease } from '../../../lib/publishing/check.ts'
import { listChoices, planRollback, rollBack } from '../../../lib/publishing/rollback/rollback.ts'
import { openReleaseFolder } from '../../../lib/release/folder.ts'
import { type PayloadMap, TEST_NOW, type TestPublisher } from '../../helpers/publishing/release.ts'
import { temporaryPublisher } from '../../helpers/publishing/temporary-publisher.ts'

const IDENTITY = ['-c', 'user.name=test', '-c', 'user.email=test@example.com', '-c', 'commit.gpgsign=false']
const git = (cwd: string, ...words: string[]) =>
  execFileSync('git', [...IDENTITY, ...words], { cwd, stdio: 'pipe' })
const commit = (cwd: string, message: string) => {
  git(cwd, 'add', '-A', '.')
  git(cwd, 'commit', '-qm', message)
}

/** A publisher whose folder is a git checkout, with a commit for each release. */
async function publisherWithHistory(releases: readonly PayloadMap[]): Promise<TestPublisher> {
  const publisher = await temporaryPublisher()
  git(publisher.dir, 'init', '-q', '-b', 'main')
  await writeFile(join(publisher.dir, '.gitignore'), 'keys/\n*.ignored\n')
  for (const [index, files] of releases.entries()) {
    await publisher.publish(files)
    commit(publisher.dir, `release ${index + 1}`)
  }
  return publisher
}

const FIRST = { 'a.md': '# One\n', 'docs/b.bin': new Uint8Array([0, 13, 10, 255]), c: 'c' }
const SECOND = { 'a.md': '# Two\n', docs: 'a file in the place of a folder', d: 'd' }

async function payloadOf({ payloadDir }: TestPublisher): Promise<Record<string, string>> {
  const entries = await readdir(payloadDir, { recursive: true, withFileTypes: true })
  const files = entries.filter(entry => entry.isFile()).map(entry => join(entry.parentPath, entry.name))
  const rows = files.map(async file => [file.slice(payloadDir.length + 1), await readFile(file, 'latin1')])
  return Object.fromEntries(await Promise.all(rows))
}

const optionsOf = ({ payloadDir, releaseDir, keys }: TestPublisher) => ({
  payloadDir,
  releaseDir,
  keys,
  now: TEST_NOW,
})

describe('rollBack()', () => {
  test('publishes the files of an earlier release as a version above all others', async () => {
    const publisher = await publisherWithHistory([FIRST, SECOND])
    const plan = await planRollback(publisher, 1)
    const { manifest, reason } = await rollBack(plan, { ...optionsOf(publisher), liveVersion: async () => 7 })
    expect({ reason, version: manifest.version }).toEqual({ reason: 'changed', version: 8 })
    expect(manifest.files.map(({ path }) => path)).toEqual(['a.md', 'c', 'docs/b.bin'])
    expect(manifest.files.map(({ sha256 }) => sha256)).toEqual(
      plan.manifest.files.map(({ sha256 }) => sha256),
    )
    expect(await payloadOf(publisher)).toEqual({ 'a.md': '# One\n', 'docs/b.bin': '\0\r\n\xff', c: 'c' })
    const { problems } = await checkRelease({ ...optionsOf(publisher), production: false })
    expect(problems).toEqual([])
  })

  test('leaves the signature of what it takes back, and no other', async () => {
    const large = (text: string) => ({ 'large.txt': text.repeat(20_000) })
    const publisher = await publisherWithHistory([large('first'), large('second')])
    const { manifest: second } = await planRollback(publisher, 2)
    await rollBack(await planRollback(publisher, 1), optionsOf(publisher))
    const { signatures = {} } = await openReleaseFolder(publisher.releaseDir).current().stored()
    expect(Object.keys(signatures)).toEqual(second.files.map(({ sha256 }) => sha256))
    const report = await checkRelease({ ...optionsOf(publisher), production: false })
    expect(report).toMatchObject({ problems: [], warnings: [] })
  })

  test('can be rolled back itself', async () => {
    const publisher = await publisherWithHistory([FIRST, SECOND])
    await rollBack(await planRollback(publisher, 1), optionsOf(publisher))
    commit(publisher.dir, 'rolled back')
    const { manifest } = await rollBack(await planRollback(publisher, 2), optionsOf(publisher))
    expect(manifest.version).toBe(4)
    expect(await payloadOf(publisher)).toEqual(SECOND)
  })

  test('brings back the index, the program and the leftovers of the release, and no other setting', async () => {
    const publisher = await publisherWithHistory([])
    const settings = join(publisher.dir, 'payload.json')
    const old = {
      index: { path: 'INDEX.md', heading: '# Files' },
      program: 'kura.mjs',
      allow: ['.editorconfig'],
    }
    await writeFile(settings, JSON.stringify(old))
    await publisher.publish({ 'kura.mjs': '1', '.editorconfig': '' })
    commit(publisher.dir, 'one')
    await writeFile(settings, JSON.stringify({ allow: ['.other'] }))
    await publisher.publish({ a: 'a' })
    commit(publisher.dir, 'two')
    const { manifest } = await rollBack(await planRollback(publisher, 1), optionsOf(publisher))
    expect(JSON.parse(await readFile(settings, 'utf8'))).toEqual({
      ...old,
      allow: ['.other', '.editorconfig'],
    })
    expect(manifest.index).toEqual(old.index)
    expect(manifest.files.find(({ program }) => program)?.path).toBe('kura.mjs')
  })

  test('leaves payload, settings and release as they were if publishing fails', async () => {
    const publisher = await publisherWithHistory([FIRST, SECOND])
    const plan = await planRollback(publisher, 1)
    await rm(publisher.keys.dir, { recursive: true })
    await expect(rollBack(plan, optionsOf(publisher))).rejects.toMatchObject({ code: 'release_key' })
    expect(await payloadOf(publisher)).toEqual(SECOND)
    expect(String(git(publisher.dir, 'status', '--porcelain'))).toBe('')
    expect(openReleaseFolder(publisher.releaseDir).current().pointer.version).toBe(2)
  })

  test('says nothing changed if the release has the files of the current one', async () => {
    const publisher = await publisherWithHistory([FIRST, SECOND])
    const { reason } = await rollBack(await planRollback(publisher, 2), optionsOf(publisher))
    expect(reason).toBeUndefined()
  })
})

describe('planRollback()', () => {
  test('changes nothing', async () => {
    const publisher = await publisherWithHistory([FIRST, SECOND])
    const { changes } = await planRollback(publisher, 1)
    expect(changes.added.map(({ path }) => path)).toEqual(['c', 'docs/b.bin'])
    expect(changes.removed.map(({ path }) => path)).toEqual(['d', 'docs'])
    expect(String(git(publisher.dir, 'status', '--porcelain'))).toBe('')
  })

  test('takes the payload from a commit after that of the release', async () => {
    const publisher = await publisherWithHistory([])
    await publisher.publish(FIRST)
    git(publisher.dir, 'add', 'release')
    git(publisher.dir, 'commit', '-qm', 'the release alone')
    commit(publisher.dir, 'the payload')
    await publisher.publish(SECOND)
    commit(publisher.dir, 'two')
    expect((await planRollback(publisher, 1)).forward.write.size).toBe(3)
  })

  test.each([
    {
      name: 'a release that git does not have',
      break: async () => undefined,
      version: 3,
      want: { code: 'not_found', message: 'Cannot roll back to release 3: git has 1 to 2' },
    },
    {
      name: 'a payload with a change that is not committed',
      break: ({ payloadDir }: TestPublisher) => appendFile(join(payloadDir, 'd'), 'more'),
      want: { code: 'conflict', message: expect.stringContaining('"payload/d" is not committed as it is') },
    },
    {
      name: 'a payload with a file that git does not have',
      break: ({ payloadDir }: TestPublisher) => writeFile(join(payloadDir, 'new'), ''),
      want: { code: 'conflict', message: expect.stringContaining('"payload/new"') },
    },
    {
      name: 'a payload with a file that git ignores',
      break: ({ payloadDir }: TestPublisher) => writeFile(join(payloadDir, 'x.ignored'), ''),
      want: { code: 'conflict', message: expect.stringContaining('"payload/x.ignored"') },
    },
    {
      name: 'settings that are not committed',
      break: ({ dir }: TestPublisher) => writeFile(join(dir, 'payload.json'), '{ }'),
      want: { code: 'conflict', message: expect.stringContaining('"payload.json"') },
    },
    {
      name: 'a checkout without git',
      break: ({ dir }: TestPublisher) => rm(join(dir, '.git'), { recursive: true }),
      want: {
        code: 'usage',
        message: expect.stringMatching(/^Cannot read the history of ".*release": (?!git is not installed)/),
      },
    },
    {
      name: 'a payload that is not there',
      break: ({ payloadDir }: TestPublisher) => rm(payloadDir, { recursive: true }),
      want: {
        code: 'usage',
        message: expect.stringMatching(/^Cannot read the history of ".*payload": (?!git is not installed)/),
      },
    },
    {
      name: 'a machine without git',
      break: async () => {
        vi.stubEnv('PATH', '/nowhere')
        onTestFinished(() => {
          vi.unstubAllEnvs()
        })
      },
      want: { code: 'usage', message: expect.stringContaining('git is not installed') },
    },
    {
      name: 'a release that no root of the folder signed',
      break: async (publisher: TestPublisher) => {
        const other = await temporaryPublisher()
        await writeFile(
          join(publisher.releaseDir, 'roots.json'),
          await readFile(join(other.releaseDir, 'roots.json')),
        )
      },
      want: { code: 'release_invalid', message: expect.stringContaining('no root of this folder signed it') },
    },
  ])('refuses $name', async ({ break: breakIt, version = 1, want }) => {
    const publisher = await publisherWithHistory([FIRST, SECOND])
    await breakIt(publisher)
    await expect(planRollback(publisher, version)).rejects.toMatchObject(want)
  })

  test('refuses a shallow clone', async () => {
    const publisher = await publisherWithHistory([FIRST, SECOND])
    const clone = join(publisher.dir, 'clone')
    git(publisher.dir, 'clone', '-q', '--depth', '1', `file://${publisher.dir}`, clone)
    const folders = { payloadDir: join(clone, 'payload'), releaseDir: join(clone, 'release') }
    await expect(planRollback(folders, 1)).rejects.toMatchObject({
      code: 'usage',
      message: expect.stringContaining('the clone is shallow'),
      hint: expect.stringContaining('git fetch --unshallow'),
    })
  })

  test('refuses a release whose files git does not have as they were signed', async () => {
    const publisher = await publisherWithHistory([])
    await publisher.publish({ a: 'signed' })
    await publisher.write({ a: 'SIGNED' })
    commit(publisher.dir, 'other bytes of the same length')
    await publisher.publish(SECOND)
    commit(publisher.dir, 'two')
    await expect(planRollback(publisher, 1)).rejects.toMatchObject({
      code: 'release_missing',
      message: 'Cannot roll back to release 1: "a" in git is not what was signed',
    })
  })
})

test('listChoices() lists the releases in git, the newest first, and why one is no choice', async () => {
  const publisher = await publisherWithHistory([FIRST])
  await publisher.publish({ a: 'never committed' })
  await mkdir(join(publisher.dir, 'elsewhere'))
  git(publisher.dir, 'add', 'release')
  git(publisher.dir, 'commit', '-qm', 'the release alone')
  await publisher.publish(SECOND)
  commit(publisher.dir, 'three')
  expect(await listChoices(publisher, 9)).toMatchObject([
    { version: 3, files: 3, problem: undefined },
    { version: 2, files: undefined, problem: expect.stringContaining('git does not have all files') },
    { version: 1, files: 3, problem: undefined },
  ])
  expect(await listChoices(publisher, 1)).toHaveLength(1)
})
