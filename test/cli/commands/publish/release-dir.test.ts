import { expect, test } from 'vitest'
import { overriddenFolders, publisherFolders } from '../../../../lib/cli/commands/publish/release-dir.ts'
import type { CliContext } from '../../../../lib/cli/context.ts'
import { readConfig } from '../../../../lib/core/config/config.ts'
import { DEFAULT_RELEASE_DIR } from '../../../../lib/core/release/default-folder.ts'

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
