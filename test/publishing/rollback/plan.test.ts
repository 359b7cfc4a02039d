import { appendFile, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { listChoices, planRollback } from '../../../lib/publishing/rollback/plan.ts'
import type { TestPublisher } from '../../helpers/publishing/release.ts'
import { temporaryPublisher } from '../../helpers/publishing/temporary-publisher.ts'
import { commit, FIRST, git, publisherWithHistory, SECOND } from './world.ts'

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
      name: 'a payload with a file that git does not have, in a checkout that shows none of these',
      break: async ({ dir, payloadDir }: TestPublisher) => {
        git(dir, 'config', 'status.showUntrackedFiles', 'no')
        await writeFile(join(payloadDir, 'new'), '')
      },
      want: { code: 'conflict', message: expect.stringContaining('"payload/new"') },
    },
    ...['--assume-unchanged', '--skip-worktree'].map(flag => ({
      name: `a payload with a file that git does not look at (${flag})`,
      break: async ({ dir }: TestPublisher) => void git(dir, 'update-index', flag, 'payload/d'),
      want: { code: 'conflict', message: expect.stringContaining('"payload/d"') },
    })),
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
