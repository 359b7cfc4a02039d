import { expect, test } from 'vitest'
import { changedSettings, recordSettings } from '../../../lib/services/activity/settings-seen.ts'
import { createMemoryStore } from '../../helpers/memory-store.ts'

const BY = 'hana:admin:1'
const NOTHING = { added: [], changed: [], removed: [] }

test('changes since the last record are named, and only of settings', async () => {
  const store = createMemoryStore({ now: () => 0 })
  const env = {
    KURA_URL: 'https://kura.example',
    REGISTRAR_CAP_DAY: '5000',
    HOME: '/root',
    CHAT_GUILD_ID: '',
  }
  const first = { ...NOTHING, added: ['KURA_URL', 'REGISTRAR_CAP_DAY'] }
  expect(await changedSettings(env, store)).toEqual(first)
  expect(await recordSettings({ env, by: BY }, store)).toEqual(first)
  const at = new Date(0).toISOString()
  expect(await changedSettings(env, store)).toEqual({ ...NOTHING, by: BY, at })
  const next = { REGISTRAR_CAP_DAY: '9000', CRON_SECRET: 'x' }
  const change = { added: ['CRON_SECRET'], changed: ['REGISTRAR_CAP_DAY'], removed: ['KURA_URL'] }
  expect(await changedSettings(next, store)).toEqual({ ...change, by: BY, at })
  expect(await recordSettings({ env: next, by: BY }, store)).toEqual(change)
  expect(await recordSettings({ env: next, by: BY }, store)).toEqual(NOTHING)
})

test('neither a value nor what would find it is stored', async () => {
  const [one, other] = [createMemoryStore(), createMemoryStore()]
  const env = { CRON_SECRET: 'a-very-secret-value', REGISTRAR_PURCHASES: 'on' }
  const stored = async (store: typeof one) => {
    await recordSettings({ env, by: BY }, store)
    return JSON.parse((await store.read('activity/settings')).record?.value ?? '')
  }
  const { settings } = await stored(one)
  expect(JSON.stringify(settings)).not.toContain('secret-value')
  expect(Object.values(settings)).toEqual([expect.stringMatching(/^.{4}$/), expect.stringMatching(/^.{4}$/)])
  expect(settings).not.toEqual((await stored(other)).settings)
})
