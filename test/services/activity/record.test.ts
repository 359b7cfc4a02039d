import { describe, expect, test } from 'vitest'
import type { AnsweredWrite } from '../../../lib/core/http/handler.ts'
import { type Act, entryLine, parseEntry } from '../../../lib/services/activity/entry.ts'
import { createActivityRecord, recordServedRelease } from '../../../lib/services/activity/record.ts'
import { changedSettings, recordSettings } from '../../../lib/services/activity/settings-seen.ts'
import { createMemoryStore } from '../../helpers/memory-store.ts'

describe('record', () => {
  const CALL = { body: new Uint8Array(), params: {}, trace: { id: 'r' } }

  test('a release is recorded when it is first seen, and again if it comes back after another', async () => {
    const store = createMemoryStore()
    const acts: Act[] = []
    const activity = { record: async (act: Act) => void acts.push(act) }
    for (const [at, release] of ['a', 'a', 'b', 'b', 'a'].entries())
      await recordServedRelease({ release, version: at, by: 'cron', request: 'r' }, { store, activity })
    expect(acts.map(({ what }) => what)).toEqual([
      { release: 'a', version: 0 },
      { release: 'b', version: 2 },
      { release: 'a', version: 4 },
    ])
  })

  test('an entry names the approval of its caller, or the one that the endpoint has noted', async () => {
    const store = createMemoryStore()
    const activity = createActivityRecord({ store: () => store, now: () => 0, note: () => undefined })
    const caller = { keyid: 'passkey:0123', name: 'Mei', scopes: [] }
    for (const [approval, noted] of [['a', undefined], [undefined, 'b'], []])
      await activity.recordWrite({
        call: { caller: { ...caller, ...(approval && { approval }) }, url: new URL('https://k/'), ...CALL },
        route: { method: 'POST', path: '/api/x', scope: 'approve', handle: async () => new Response() },
        status: 200,
        notes: noted ? { approval: noted } : {},
      } as unknown as AnsweredWrite)
    const { entries } = await activity.page({ limit: 10 })
    expect(entries.map(({ approval, what }) => [approval, what])).toEqual([
      ['a', {}],
      ['b', {}],
      [undefined, {}],
    ])
    const lines = entries.map(({ digest, ...entry }) => entryLine(entry))
    expect(lines.map(line => line.includes('"approval"'))).toEqual([true, true, false])
    expect(lines.map(parseEntry)).toEqual(entries.map(({ digest, ...entry }) => entry))
  })
})

describe('settings-seen', () => {
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
    expect(Object.values(settings)).toEqual([
      expect.stringMatching(/^.{4}$/),
      expect.stringMatching(/^.{4}$/),
    ])
    expect(settings).not.toEqual((await stored(other)).settings)
  })
})
