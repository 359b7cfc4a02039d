import { describe, expect, test } from 'vitest'
import { createExpiries } from '../../../../lib/services/registrar/orders/expiries.ts'
import { createMemoryStore } from '../../../helpers/memory-store.ts'
import { DAY } from '../../../helpers/remotes/registrar.ts'

const START = Date.UTC(2026, 5, 15, 3)

function createWorld() {
  const clock = { now: START }
  const store = createMemoryStore({ now: () => clock.now })
  const expiries = createExpiries({ store, team: 'team/1' })
  const woken: string[] = []
  return {
    clock,
    store,
    expiries,
    woken,
    wake: () => expiries.wake(async domains => void woken.push(...domains)),
    /** The first day that was not looked at. */
    first: async () => (await store.read('registrar/expiry/team%2F1')).record?.value,
    /** The days that are kept. */
    days: async () => (await store.keys('registrar/expiry/team%2F1/')).keys.map(key => key.slice(-10)),
  }
}

describe('the ends of registrations', () => {
  test('are kept by their day in UTC, each domain once', async () => {
    const { expiries, days } = createWorld()
    for (const domain of ['a.com', 'b.com', 'a.com']) await expiries.add(domain, START + 2 * DAY)
    await expiries.add('c.com', Date.UTC(2026, 5, 18) - 1)
    await expiries.add('d.com', Date.UTC(2026, 5, 18))
    expect(await days()).toEqual(['2026-06-17', '2026-06-18'])
    expect(await expiries.coming(START, START + 2 * DAY)).toEqual(['a.com', 'b.com', 'c.com'])
    expect(await expiries.coming(START, START + 3 * DAY)).toEqual(['a.com', 'b.com', 'c.com', 'd.com'])
    expect(await expiries.coming(START, START + DAY)).toEqual([])
  })

  test('wake their domains once their day is over, and are forgotten', async () => {
    const { clock, expiries, woken, wake, first, days } = createWorld()
    await wake()
    expect(await first()).toBeUndefined()
    await expiries.add('a.com', START + 2 * DAY)
    await expiries.add('b.com', START + 3 * DAY)
    clock.now = START + 2 * DAY
    await wake()
    expect(woken).toEqual([])
    clock.now = START + 3 * DAY
    await wake()
    expect(woken).toEqual(['a.com'])
    expect(await first()).toBe('2026-06-18')
    expect(await days()).toEqual(['2026-06-18'])
    await wake()
    expect(woken).toEqual(['a.com'])
  })

  test('are kept until their domains were woken', async () => {
    const { clock, expiries, woken, wake } = createWorld()
    await expiries.add('a.com', START)
    clock.now = START + DAY
    await expect(expiries.wake(() => Promise.reject(new Error('no store')))).rejects.toThrow('no store')
    await wake()
    expect(woken).toEqual(['a.com'])
  })

  test('of days on which nobody looked are not passed over by a registration that is added later', async () => {
    const { clock, expiries, woken, wake } = createWorld()
    await expiries.add('a.com', START + DAY)
    clock.now = START + 5 * DAY
    await expiries.add('b.com', START + 9 * DAY)
    await wake()
    expect(woken).toEqual(['a.com'])
  })

  test('of more than 400 days are woken by the next look', async () => {
    const { clock, expiries, woken, wake, first } = createWorld()
    await expiries.add('a.com', START)
    await expiries.add('b.com', START + 399 * DAY)
    await expiries.add('c.com', START + 400 * DAY)
    clock.now = START + 500 * DAY
    await wake()
    expect(woken).toEqual(['a.com', 'b.com'])
    expect(await first()).toBe('2027-07-20')
    await wake()
    expect(woken).toEqual(['a.com', 'b.com', 'c.com'])
  })

  test('stay looked at if a look that began earlier ends later', async () => {
    const { clock, expiries, wake, first } = createWorld()
    await expiries.add('a.com', START)
    clock.now = START + DAY
    await expiries.wake(async () => {
      clock.now = START + 2 * DAY
      await wake()
    })
    expect(await first()).toBe('2026-06-17')
  })
})
