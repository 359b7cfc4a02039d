import { expect, test } from 'vitest'
import { practiceEnvironment } from '../../../../lib/cli/commands/start/environment.ts'
import { temporaryDirectory } from '../../../helpers/temporary-directory.ts'

const GIVEN = {
  PATH: '/bin',
  KURA_URL: 'https://kura.example',
  KURA_LANGUAGE: 'ja',
  UPSTASH_REDIS_REST_TOKEN: 'token',
  ACCOUNTING_CLIENT_ID: 'own',
  ACCOUNTING_WRITES: 'on',
  REGISTRAR_TOKEN: '',
}

test.each([
  { live: false, used: ['PATH', 'KURA_LANGUAGE'], unused: 4 },
  { live: true, used: ['PATH', 'KURA_LANGUAGE', 'ACCOUNTING_CLIENT_ID', 'ACCOUNTING_WRITES'], unused: 2 },
])('with live remotes $live the practice world uses $used', async ({ live, used, unused }) => {
  const practice = practiceEnvironment(GIVEN, { cwd: await temporaryDirectory(), live })
  expect(Object.keys(practice.env)).toEqual(used)
  expect(practice.unused).toHaveLength(unused)
  expect(practice.hasRemotes).toBe(true)
})

test.each([
  ['for one run', '', ['KURA_PAUSED']],
  ['in .env, for the deployment', 'KURA_PAUSED=on\n', []],
])('KURA_PAUSED %s', async (_where, text, used) => {
  const cwd = await temporaryDirectory({ '.env': text })
  const { env } = practiceEnvironment({ KURA_PAUSED: 'on' }, { cwd, live: true })
  expect(Object.keys(env)).toEqual(used)
})
