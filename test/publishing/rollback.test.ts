import { execFileSync } from 'node:child_process'
import { appendFile, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { listReleases, planRollback, rollBack } from '../../lib/publishing/rollback.ts'
import { createTestPublisher, type TestPublisher } from '../helpers/publishing/release.ts'
import { copiedPublisher } from '../helpers/publishing/temporary-publisher.ts'

const IDENTITY = ['-c', 'user.name=test', '-c', 'user.email=test@example.com', '-c', 'commit.gpgsign=false']
const git = (cwd: string, ...words: string[]) =>
  execFileSync('git', [...IDENTITY, ...words], { cwd, stdio: 'pipe', encoding: 'utf8' })
const commit = (cwd: string) => {
  git(cwd, 'add', '-A', '.')
  git(cwd, 'commit', '-qm', 'release')
}

const FIRST = { 'a.md': '# One\n', 'docs/b.bin': new Uint8Array([0, 13, 10, 255]), 'c [1]': 'c', 名前: 'n' }
const SECOND = { 'a.md': '# Two\n', docs: 'a file in the place of a folder', d: 'd' }
const SETTINGS = JSON.stringify({ index: { path: 'INDEX.md', heading: '# Files' } })

let original: TestPublisher
beforeAll(async () => {
  original = await createTestPublisher()
  git(original.dir, 'init', '-q', '-b', 'main')
  await writeFile(join(original.dir, '.gitignore'), 'keys/\n*.ignored\n')
  await writeFile(join(original.dir, 'payload.json'), SETTINGS)
  await original.publish(FIRST)
  commit(original.dir)
  await writeFile(join(original.dir, 'payload.json'), '{}')
  await original.publish(SECOND)
  commit(original.dir)
})

async function payloadOf({ payloadDir }: TestPublisher): Promise<Record<string, string>> {
  const entries = await readdir(payloadDir, { recursive: true, withFileTypes: true })
  const files = entries.filter(entry => entry.isFile()).map(entry => join(entry.parentPath, entry.name))
  const rows = files.map(async file => [file.slice(payloadDir.length + 1), await readFile(file, 'latin1')])
  return Object.fromEntries(await Promise.all(rows))
}

const publishNothing = async () => undefined

describe('listReleases()', () => {
  test('lists the releases with the commits that added them, the newest first', async () => {
    const [second, first] = git(original.dir, 'log', '--format=%H').split('\n')
    expect(await listReleases(original.releaseDir)).toMatchObject([
      { version: 2, commit: second },
      { version: 1, commit: first },
    ])
  })
})

describe('rollBack()', () => {
  test('gives the payload and its settings back to the publication', async () => {
    const publisher = await copiedPublisher(original)
    const published = vi.fn(async () => expect(Object.keys(await payloadOf(publisher))).toHaveLength(4))
    await rollBack(1, publisher, published)
    expect(published).toHaveBeenCalledOnce()
    expect((await payloadOf(publisher))['docs/b.bin']).toBe('\0\r\n\xff')
    expect(await readFile(join(publisher.dir, 'payload.json'), 'utf8')).toBe(SETTINGS)
  })

  test('leaves the payload and its settings as they were if publishing fails', async () => {
    const publisher = await copiedPublisher(original)
    const failing = () => rollBack(1, publisher, () => Promise.reject(new Error('stopped')))
    await expect(failing()).rejects.toThrow('stopped')
    expect(await payloadOf(publisher)).toEqual(SECOND)
    expect(git(publisher.dir, 'status', '--porcelain')).toBe('')
  })

  test('refuses a commit that lacks a file as it was signed', async () => {
    const publisher = await copiedPublisher(original)
    await publisher.publish({ a: 'signed' })
    await publisher.write({ a: 'SIGNED' })
    commit(publisher.dir)
    await publisher.publish({ a: 'four' })
    commit(publisher.dir)
    await expect(rollBack(3, publisher, publishNothing)).rejects.toMatchObject({
      code: 'release_missing',
      message: expect.stringMatching(/release 3: commit [0-9a-f]{9} does not have "a" as it was signed$/),
    })
    expect(await payloadOf(publisher)).toEqual({ a: 'four' })
  })
})

describe('planRollback()', () => {
  const uncommitted = (path: string) => ({
    code: 'conflict',
    message: `Cannot change the payload: "${path}" is not committed as it is`,
  })
  const without = (reason: string) => ({ code: 'usage', message: expect.stringContaining(reason) })

  test.each<{
    name: string
    act: (publisher: TestPublisher) => unknown
    version?: number
    want: { code: string; message: string }
  }>([
    {
      name: 'a release that git does not have',
      act: () => undefined,
      version: 3,
      want: { code: 'not_found', message: 'Cannot roll back to release 3: git has 1 to 2' },
    },
    {
      name: 'a change that is not committed',
      act: ({ payloadDir }) => appendFile(join(payloadDir, 'd'), 'more'),
      want: uncommitted('payload/d'),
    },
    {
      name: 'a file that git does not have, in a checkout that shows none of these',
      act: async ({ dir, payloadDir }) => {
        git(dir, 'config', 'status.showUntrackedFiles', 'no')
        await writeFile(join(payloadDir, 'new'), '')
      },
      want: uncommitted('payload/new'),
    },
    {
      name: 'a file that git ignores',
      act: ({ payloadDir }) => writeFile(join(payloadDir, 'x.ignored'), ''),
      want: uncommitted('payload/x.ignored'),
    },
    {
      name: 'a file that git assumes to be unchanged',
      act: ({ dir }) => git(dir, 'update-index', '--assume-unchanged', 'payload/d'),
      want: uncommitted('payload/d'),
    },
    {
      name: 'a file that git skips',
      act: ({ dir }) => git(dir, 'update-index', '--skip-worktree', 'payload/docs'),
      want: uncommitted('payload/docs'),
    },
    {
      name: 'settings that are not committed',
      act: ({ dir }) => writeFile(join(dir, 'payload.json'), '{ }'),
      want: uncommitted('payload.json'),
    },
    {
      name: 'a folder without git',
      act: ({ dir }) => rm(join(dir, '.git'), { recursive: true }),
      want: without('not a git repository'),
    },
    {
      name: 'a machine without git',
      act: () => {
        vi.stubEnv('PATH', '/nowhere')
        onTestFinished(() => void vi.unstubAllEnvs())
      },
      want: without('git is not installed'),
    },
    {
      name: 'a shallow clone',
      act: async ({ dir }) => {
        const head = git(dir, 'rev-parse', 'HEAD')
        await writeFile(join(dir, '.git', 'shallow'), head)
      },
      want: without('the clone is shallow'),
    },
  ])('refuses $name', async ({ act, version = 1, want }) => {
    const publisher = await copiedPublisher(original)
    await act(publisher)
    await expect(planRollback(publisher, version)).rejects.toMatchObject(want)
  })
})
