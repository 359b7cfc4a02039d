import { beforeEach, describe, expect, test } from 'vitest'
import { createCalendar } from '../../../lib/registrar/spending/calendar.ts'
import { createPurse, type Purse } from '../../../lib/registrar/spending/ledger.ts'
import { createMemoryStore, type MemoryStore, OUTAGE } from '../../helpers/memory-store.ts'

const NOW = Date.UTC(2026, 5, 15, 3)
const limits = {
  caps: { order: 2_000, day: 2_000, month: 2_000 },
  calendar: createCalendar('UTC'),
  until: NOW,
}
const asked = { operation: 'op', domain: 'a.com', cents: 1_500, years: 1, autoRenew: false }

let store: MemoryStore
let purse: Purse
beforeEach(() => {
  store = createMemoryStore({ now: () => NOW })
  purse = createPurse({ store, team: 'team' }, { deadline: 0 })
})

describe('the purse', () => {
  test('keeps what was reserved, spent and freed', async () => {
    await purse.reserve(asked, limits)
    expect(await purse.find('op')).toMatchObject({ cents: 1_500, state: 'reserved', at: NOW })
    await purse.spend('op')
    expect(await purse.find('op')).toMatchObject({ state: 'spent' })
    await purse.free('op')
    expect((await purse.read()).spending.reserves).toEqual([])
  })

  test('two at once do not pass the cap together', async () => {
    const both = [
      purse.reserve(asked, limits),
      purse.reserve({ ...asked, operation: 'two', domain: 'b.com' }, limits),
    ]
    const outcomes = await Promise.allSettled(both)
    expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  })

  test('nothing is reserved once the claim is past its time', async () => {
    await expect(purse.reserve(asked, { ...limits, until: NOW - 1 })).rejects.toThrow(/its claim ran out/)
    expect(await purse.find('op')).toBeUndefined()
  })

  test('a change that changes nothing is not written', async () => {
    await purse.free('other')
    await purse.spend('other')
    expect(store.calls.swap).toBe(0)
  })

  test('teams have records of their own', async () => {
    await purse.reserve(asked, limits)
    expect(await createPurse({ store, team: 'team/2' }).find('op')).toBeUndefined()
  })

  test('a store that is down is said to be', async () => {
    store.failure = OUTAGE
    await expect(purse.reserve(asked, limits)).rejects.toMatchObject({ code: 'store_unavailable' })
  })
})
