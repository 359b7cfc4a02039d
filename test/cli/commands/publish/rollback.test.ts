import { execFileSync } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { rollbackCommand } from '../../../../lib/cli/commands/publish/rollback.ts'
import type { TestPublisher } from '../../../helpers/publishing/release.ts'
import { temporaryPublisher } from '../../../helpers/publishing/temporary-publisher.ts'
import { type CommandDeps, runCommand } from '../../../helpers/run-command.ts'

const IDENTITY = ['-c', 'user.name=test', '-c', 'user.email=test@example.com', '-c', 'commit.gpgsign=false']

async function twoReleases(): Promise<TestPublisher> {
  const publisher = await temporaryPublisher()
  const git = (...words: string[]) => execFileSync('git', [...IDENTITY, ...words], { cwd: publisher.dir })
  git('init', '-q')
  for (const files of [{ a: 'one' }, { a: 'three', b: 'b' }]) {
    await publisher.publish(files)
    git('add', 'payload', 'payload.json', 'release')
    git('commit', '-qm', 'release')
  }
  return publisher
}

function rollback({ dir }: TestPublisher, ...words: string[]) {
  return rollbackWith({}, { dir }, ...words)
}

function rollbackWith(deps: CommandDeps, { dir }: Pick<TestPublisher, 'dir'>, ...words: string[]) {
  const env = { KURA_RELEASE_DIR: 'release', KURA_KEY_DIR: 'keys' }
  return runCommand(rollbackCommand(), ['rollback', '--payload', 'payload', ...words], {
    ...deps,
    cwd: dir,
    env,
  })
}

test('kura rollback lists the releases with their commits', async () => {
  const { out } = await rollback(await twoReleases())
  expect(out).toMatch(
    /^release 2 {2}2026-01-01 09:00 \+09:00 {2}commit [0-9a-f]{9}\nrelease 1 {2}2026-01-01 09:00 \+09:00 {2}commit [0-9a-f]{9}\n$/,
  )
})

test('kura rollback VERSION shows what would change, and changes nothing', async () => {
  const publisher = await twoReleases()
  const { out } = await rollback(publisher, '1')
  expect(out).toBe(
    'payload/a\npayload/b\n' +
      'nothing is changed without --write; it would publish the files of release 1 again\n',
  )
  expect(JSON.parse((await rollback(publisher, '1', '--json')).out)).toEqual({
    published: false,
    from: 1,
    commit: expect.stringMatching(/^[0-9a-f]{40}$/),
    paths: ['payload/a', 'payload/b'],
  })
})

test('kura rollback VERSION --write publishes, and says what to commit', async () => {
  const publisher = await twoReleases()
  const { out, err } = await rollback(publisher, '1', '--write')
  expect(out).toContain('published release 3: 1 file')
  expect(out).toContain(`commit ${publisher.releaseDir} and deploy\n`)
  expect(out).toContain(`"${publisher.payloadDir}" has the files of release 1 again: commit it too\n`)
  expect(err).toContain('the host was not asked')
})

test('kura rollback refuses a version that is no number', async () => {
  await expect(rollback(await twoReleases(), 'one')).rejects.toMatchObject({ code: 'usage' })
})

test('kura rollback ends at Ctrl-C, and leaves the payload as it was', async () => {
  const publisher = await twoReleases()
  const stopped = AbortSignal.abort(new Error('stopped'))
  await expect(rollbackWith({ signal: stopped }, publisher, '1', '--write')).rejects.toThrow('stopped')
  expect(await readFile(join(publisher.payloadDir, 'a'), 'utf8')).toBe('three')
})
