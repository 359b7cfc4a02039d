import { execFileSync } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { overriddenFolders, publisherFolders } from '../../../../lib/cli/commands/publish/release-dir.ts'
import { rollbackCommand } from '../../../../lib/cli/commands/publish/rollback.ts'
import type { CliContext } from '../../../../lib/cli/context.ts'
import { readConfig } from '../../../../lib/core/config/config.ts'
import { DEFAULT_RELEASE_DIR } from '../../../../lib/core/release/default-folder.ts'
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

const SET = { KURA_RELEASE_DIR: '/set/release', KURA_KEY_DIR: '/set/keys' }

const rows = [
  { name: 'nothing is said', env: {}, options: {}, want: [DEFAULT_RELEASE_DIR, undefined] },
  { name: 'the settings name them', env: SET, options: {}, want: ['/set/release', '/set/keys'] },
  {
    name: 'options come before settings',
    env: SET,
    options: { release: 'mine', keys: '/my/keys' },
    want: ['/project/mine', '/my/keys'],
  },
  {
    name: 'the settings of npm start never decide where a company publishes',
    env: SET,
    given: {},
    options: {},
    want: [DEFAULT_RELEASE_DIR, undefined],
  },
  {
    name: 'what the environment sets comes before the settings of npm start',
    env: SET,
    given: { KURA_KEY_DIR: '/own/keys' },
    options: {},
    want: [DEFAULT_RELEASE_DIR, '/own/keys'],
  },
  {
    name: '--development publishes for the local host',
    env: SET,
    options: { development: true },
    want: ['/project/.kura/release', '.kura/keys'],
  },
]

test.each(rows)('publisherFolders(): $name', ({ env, given, options, want }) => {
  const context = { env, given, config: readConfig(env), cwd: '/project' } as unknown as CliContext
  const { releaseDir, keyDir } = publisherFolders(context, options)
  expect([releaseDir, keyDir]).toEqual(want)
})

test.each([
  [SET, { development: true }, ['KURA_RELEASE_DIR', 'KURA_KEY_DIR']],
  [SET, { development: true, keys: '/my/keys' }, ['KURA_RELEASE_DIR']],
  [{}, { development: true }, []],
  [SET, {}, []],
])('overriddenFolders() %o %o', (given, options, want) => {
  expect(overriddenFolders({ env: SET, given }, options)).toEqual(want)
})
