import { expect, test } from 'vitest'
import type { CliContext } from '../../../lib/cli/context.ts'
import { publisherFolders } from '../../../lib/cli/publish/release-dir.ts'
import { readConfig } from '../../../lib/config.ts'
import { DEFAULT_RELEASE_DIR } from '../../../lib/release/default-folder.ts'

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
    development: true,
    options: {},
    want: [DEFAULT_RELEASE_DIR, undefined],
  },
  {
    name: '--development publishes for the local host',
    env: SET,
    development: true,
    options: { development: true },
    want: ['/project/.kura/release', '.kura/keys'],
  },
]

test.each(rows)('publisherFolders(): $name', ({ env, options, development = false, want }) => {
  const context = { config: readConfig(env), cwd: '/project', development } as CliContext
  const { releaseDir, keyDir } = publisherFolders(context, options)
  expect([releaseDir, keyDir]).toEqual(want)
})
