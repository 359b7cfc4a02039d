import { describe, expect, test } from 'vitest'
import { type KnownNotice, NOTICE_KINDS } from '../../../lib/app/notice-kinds.ts'
import { CLAIM_REASONS } from '../../../lib/core/claims/words.ts'
import { phrase } from '../../../lib/core/language/catalogue.ts'
import { phraseError } from '../../../lib/core/language/phrase-error.ts'
import { createNotices, type NoticesDeps, type Outlet } from '../../../lib/services/notices/notices.ts'
import type { OutletName } from '../../../lib/services/notices/stored-records.ts'
import { createMemoryStore, OUTAGE } from '../../helpers/memory-store.ts'
import { ENGLISH } from '../../helpers/notice-words.ts'

const exposed = (host: string, owner = 'a'): KnownNotice => ({
  key: `${owner}/${host}`,
  step: '1',
  kind: 'exposure_open',
  facts: { url: host, open: ['.env'], at: '2026-06-15T00:00:00Z' },
})
const unknown = (domain: string, owner = 'a'): KnownNotice => ({
  key: `${owner}/${domain}`,
  step: '1',
  kind: 'purchase_unknown',
  facts: { domain },
})

const OPEN = 'A host is open to strangers'
const UNKNOWN = 'It is not known whether a domain was bought'

/** An outlet that notes each message once by its name. */
function outletTo(out: Map<string, string>, name: OutletName = 'chat'): Outlet {
  return {
    name,
    cap: 2000,
    async send({ name, text }) {
      out.set(name, text)
      return { state: 'sent' }
    },
  }
}

function world(changes: Partial<NoticesDeps> = {}) {
  const clock = { now: 1_800_000_000_000, ticks: 0 }
  const store = createMemoryStore({ now: () => clock.now })
  const raised: KnownNotice[] = [exposed('x')]
  const out = new Map<string, string>()
  const deps: NoticesDeps = {
    store,
    rules: [{ owner: 'a', read: async () => [...raised] }],
    kinds: NOTICE_KINDS,
    mayStore: true,
    locale: ENGLISH,
    clock: () => clock.ticks,
    timeBudget: 25_000,
    outlets: () => [outletTo(out)],
    ...changes,
  }
  const titles = () => [...out.values()].map(text => text.split('\n')[0])
  return { clock, store, raised, out, titles, deps, notices: createNotices(deps) }
}

describe('notices', () => {
  test('are sent once, listed with their times, and closed by themselves', async () => {
    const { notices, raised, out } = world()
    expect(await notices.run()).toEqual({
      open: 1,
      outlets: [{ outlet: 'chat', messages: 1, told: 1, waiting: [] }],
      failed: [],
    })
    expect(await notices.run()).toMatchObject({ open: 1, outlets: [{ messages: 0, told: 0 }] })
    expect(await notices.list()).toMatchObject({
      notices: [
        {
          key: 'a/x',
          owner: 'a',
          urgency: 'exposure',
          told: expect.any(String),
          text: 'A host is open to strangers: x, .env, probed on 15 June 2026',
          command: 'kura probe x --report',
        },
      ],
    })
    raised.length = 0
    expect(await notices.run()).toMatchObject({ outlets: [{ told: 1 }] })
    expect([...out.values()]).toEqual([
      expect.stringMatching(/^A host is open to strangers\n- x, \.env/),
      'Over:\n- No longer open to strangers: x',
    ])
    expect(await notices.list()).toEqual({ notices: [], failed: [] })
  })

  test('are listed with the most urgent first', async () => {
    const { notices, raised } = world()
    raised.unshift(unknown('y.com'))
    expect((await notices.list()).notices.map(({ key }) => key)).toEqual(['a/x', 'a/y.com'])
  })

  test('an overview has one line for each kind, without what somebody has dealt with', async () => {
    const { notices, raised } = world()
    raised.push(unknown('y.com'), unknown('z.com'), unknown('done.com'), unknown('left.com'))
    await notices.run()
    await notices.done({ key: 'a/done.com', step: '1', by: 'Mei' })
    expect(await notices.overview({ leftOut: key => key === 'a/left.com', locale: ENGLISH })).toEqual({
      lines: [
        'A host is open to strangers: x, .env, probed on 15 June 2026',
        'It is not known whether 2 domains were bought: y.com; z.com',
      ],
      failed: [],
    })
  })

  test('a run for one owner sends its messages, whatever their keys begin with, and no others', async () => {
    const rules = [
      { owner: 'enrolments', read: async () => [unknown('y.com', 'admin')] },
      { owner: 'admin', read: async () => [exposed('x', 'admin')] },
    ]
    const { deps, titles } = world({ rules })
    const outlets = () => [
      { ...outletTo(new Map()), send: async () => ({ state: 'unknown', reason: '' }) as const },
    ]
    await createNotices({ ...deps, outlets }).run()
    const run = await createNotices(deps).run({ only: 'enrolments' })
    expect(run.outlets).toMatchObject([{ messages: 1, told: 1 }])
    expect(titles()).toEqual([UNKNOWN])
  })

  test('an owner whose rule fails delays no other and closes nothing', async () => {
    const { deps, titles } = world()
    await createNotices(deps).run()
    const broken = { owner: 'a', read: () => Promise.reject(new Error('it is down')) }
    const lost = phrase(CLAIM_REASONS.claimLost)
    const worded = { owner: 'c', read: () => Promise.reject(phraseError('conflict', lost)) }
    const other = { owner: 'b', read: async () => [unknown('y.com', 'b')] }
    const run = await createNotices({ ...deps, rules: [broken, worded, other] }).run()
    expect(run).toMatchObject({
      open: 2,
      outlets: [{ told: 1 }],
      failed: [
        { owner: 'a', reason: 'it is down' },
        { owner: 'c', reason: lost },
      ],
    })
    expect(titles()).toEqual([OPEN, UNKNOWN])
  })

  const fates: { name: string; fate: () => ReturnType<Outlet['send']>; sameName: boolean }[] = [
    { name: 'rejects', fate: () => Promise.reject(new Error('limited')), sameName: true },
    { name: 'does not know', fate: async () => ({ state: 'unknown', reason: 'limited' }), sameName: true },
    { name: 'has not sent', fate: async () => ({ state: 'not_sent', reason: 'limited' }), sameName: false },
  ]
  test.each(fates)('what an outlet $name stays due, with the reason', async ({ fate, sameName }) => {
    const { deps, out } = world()
    const names: string[] = []
    const failing = {
      ...outletTo(out),
      send: ({ name }: { name: string }) => {
        names.push(name)
        return fate()
      },
    }
    expect(await createNotices({ ...deps, outlets: () => [failing] }).run()).toMatchObject({
      outlets: [{ told: 0, waiting: [{ keys: ['a/x'], reason: 'limited' }] }],
    })
    await createNotices(deps).run()
    expect([...out.keys()].map(name => names.includes(name))).toEqual([sameName])
  })

  test('an outlet that hangs or fails neither delays nor repeats what the other is told', async () => {
    const { deps, out } = world()
    let answer: () => void = () => undefined
    const hanging: Outlet = {
      ...outletTo(new Map(), 'webhook'),
      send: () => new Promise((_, reject) => (answer = () => reject(new Error('no answer')))),
    }
    const run = createNotices({ ...deps, outlets: () => [hanging, outletTo(out)] }).run()
    await expect.poll(() => out.size).toBe(1)
    answer()
    expect((await run).outlets).toMatchObject([
      { outlet: 'webhook', told: 0, waiting: [{ reason: 'no answer' }] },
      { outlet: 'chat', told: 1, waiting: [] },
    ])
    const hooked = new Map<string, string>()
    const again = await createNotices({
      ...deps,
      outlets: () => [outletTo(hooked, 'webhook'), outletTo(out)],
    }).run()
    expect(again.outlets).toMatchObject([{ told: 1 }, { told: 0 }])
    expect([out.size, hooked.size]).toEqual([1, 1])
  })

  test('a run that takes too long ends with the most urgent told, and the next one tells the rest', async () => {
    const { deps, raised, titles, clock, out } = world()
    raised.unshift(unknown('y.com'))
    const slow: Outlet = {
      ...outletTo(out),
      async send(message) {
        clock.ticks += 30_000
        return outletTo(out).send(message)
      },
    }
    const run = await createNotices({ ...deps, outlets: () => [slow] }).run()
    expect(run.outlets).toMatchObject([{ told: 1, waiting: [{ keys: ['a/y.com'] }] }])
    expect(titles()).toEqual([OPEN])
    raised.push(unknown('z.com'))
    await createNotices(deps).run()
    expect(titles()).toEqual([OPEN, 'It is not known whether 2 domains were bought'])
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

  test('the next run continues one that ends between any two steps, and tells each once', async () => {
    for (let at = 1; at < 12; at++) {
      const { deps, out, raised, titles } = world()
      raised.push(unknown('y.com'))
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
      const outlet: Outlet = { ...outletTo(out), send: message => step(outletTo(out).send(message)) }
      await createNotices({ ...deps, store: mortal, outlets: () => [outlet] })
        .run()
        .catch(() => undefined)
      raised.push(unknown('z.com'))
      await createNotices(deps).run()
      const text = [...out.values()].join('\n')
      for (const domain of ['y.com', 'z.com'])
        expect(text.split(`settle ${domain}`), `killed at step ${at}`).toHaveLength(2)
      expect(
        titles().filter(title => title === OPEN),
        `killed at step ${at}`,
      ).toEqual([OPEN])
    }
  })
})
