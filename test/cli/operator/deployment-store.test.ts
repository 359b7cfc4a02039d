import { expect, test } from 'vitest'
import { registerAccounting } from '../../../lib/cli/commands/accounting/index.ts'
import { registerApi } from '../../../lib/cli/operator/api.ts'
import { refuseOtherStore } from '../../../lib/cli/operator/deployment-store.ts'
import { readConfig } from '../../../lib/core/config/config.ts'
import { runCommand } from '../../helpers/run-command.ts'

const DATABASE = { UPSTASH_REDIS_REST_URL: 'https://db.example', UPSTASH_REDIS_REST_TOKEN: 'token' }
const DEPLOYED = { KURA_URL: 'https://kura.example' }

test.each([
  ['the local host with its store', { KURA_URL: 'http://127.0.0.1:3000' }, undefined],
  ['no address', {}, undefined],
  ['a deployment with its database', { ...DEPLOYED, ...DATABASE }, undefined],
  ['a deployment without a database', DEPLOYED, 'settings_missing'],
  ['a deployment and a store of this machine', { ...DEPLOYED, KURA_STORE_FILE: '/x.db' }, 'settings_missing'],
])('refuseOtherStore(): %s', (_name, env, code) => {
  const refused = () => refuseOtherStore({ env, config: readConfig(env) })
  if (code) expect(refused).toThrow(expect.objectContaining({ code }))
  else expect(refused).not.toThrow()
})

test.each([
  [registerAccounting, ['accounting', 'authorize', '--local']],
  [registerAccounting, ['accounting', 'token']],
  [registerAccounting, ['accounting', 'recover', '--line', '{}']],
  [registerApi, ['api', 'GET', 'admin/devices', '--local']],
])('%o refuses %o for a deployment without its store', async (register, words) => {
  const env = { ...DEPLOYED, KURA_SECRETS: `1:${Buffer.alloc(32).toString('base64url')}` }
  await expect(runCommand(register, words, { env })).rejects.toThrow(
    'Cannot act for https://kura.example with the store of this machine',
  )
})
