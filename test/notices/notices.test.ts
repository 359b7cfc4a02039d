import { describe, expect, test } from 'vitest'
import type { Notice } from '../../lib/notices/notice.ts'
import { createNotices, type NoticesDeps } from '../../lib/notices/notices.ts'
import { createMemoryStore, OUTAGE } from '../helpers/memory-store.ts'

function world(changes: Partial<NoticesDeps> = {}) {
  const clock = { now: 1_800_000_000_000 }
  const store = createMemoryStore({ now: () => clock.now })
  const raised: Notice[] = [{ key: 'a/x', step: '1', text: 'do x' }]
  /** What was sent, each name once, as the outlet promises. */
  const out = new Map<string, string>()
  const deps: NoticesDeps = {
    store,
    rules: [{ owner: 'a', read: async () => [...raised] }],
    mayStore: true,
    outlet: () => ({
      name: 'chat',
      async send({ name, text }) {
        out.set(name, text)
        return { sent: true }
      },
    }),
    ...changes,
  }
  return { clock, store, raised, out, deps, notices: createNotices(deps) }
}

describe('notices', () => {
  test('are sent once, listed with their times, and closed by themselves', async () => {
    const { notices, raised, out } = world()
    expect(await notices.run()).toMatchObject({ outlet: 'chat', open: 1, told: 1, waiting: [], failed: [] })
    expect(await notices.run()).toMatchObject({ open: 1, told: 0 })
    expect(await notices.list()).toMatchObject({
      notices: [{ key: 'a/x', owner: 'a', told: expect.any(String) }],
    })
    raised.length = 0
    expect(await notices.run()).toMatchObject({ told: 1 })
    expect([...out.values()]).toEqual(['do x', 'over: do x'])
    expect(await notices.list()).toEqual({ notices: [], failed: [] })
  })

  test('an owner whose rule fails delays no other and closes nothing', async () => {
    const { deps, out } = world()
    await createNotices(deps).run()
    const broken = { owner: 'a', read: () => Promise.reject(new Error('it is down')) }
    const other = { owner: 'b', read: async () => [{ key: 'b/y', step: '1', text: 'do y' }] }
    const run = await createNotices({ ...deps, rules: [broken, other] }).run()
    expect(run).toMatchObject({ open: 2, told: 1, failed: [{ owner: 'a', reason: 'it is down' }] })
    expect([...out.values()]).toEqual(['do x', 'do y'])
  })

  test('what could not be sent stays due, with the reason', async () => {
    const { deps, out } = world()
    const outlet = () => ({ name: 'chat' as const, send: () => Promise.reject(new Error('limited')) })
    expect(await createNotices({ ...deps, outlet }).run()).toMatchObject({
      told: 0,
      waiting: [{ key: 'a/x', reason: 'limited' }],
    })
    await createNotices(deps).run()
    expect(out.size).toBe(1)
  })

  test('listing sends nothing, and a preview stores nothing', async () => {
    const { deps, out, store } = world()
    await createNotices({ ...deps, mayStore: false }).list()
    expect([out.size, store.calls.swap]).toEqual([0, 0])
  })

  test('nothing is sent while the store is down', async () => {
    const { notices, store, out } = world()
    store.failure = { ...OUTAGE, error: new Error('down') }
    await expect(notices.run()).rejects.toThrow('down')
    expect(out.size).toBe(0)
  })

  test('the next run continues one that ends between any two steps, and no name is sent with two texts', async () => {
    for (let at = 1; at < 12; at++) {
      const { deps, out, raised } = world()
      raised.push({ key: 'a/y', step: '1', text: 'do y' })
      let steps = 0
      const step = async <T>(work: Promise<T>): Promise<T> => {
        const result = await work
        steps += 1
        if (steps >= at) throw new Error('killed')
        return result
      }
      const { store } = deps
      const mortal = {
        ...store,
        swap: (...given: Parameters<typeof store.swap>) => step(store.swap(...given)),
      }
      const outlet = () => ({
        ...deps.outlet(),
        send: (message: never) => step(deps.outlet().send(message)),
      })
      await createNotices({ ...deps, store: mortal, outlet })
        .run()
        .catch(() => undefined)
      await createNotices(deps).run()
      expect([...out.values()].sort(), `killed at step ${at}`).toEqual(['do x', 'do y'])
    }
  })
})
