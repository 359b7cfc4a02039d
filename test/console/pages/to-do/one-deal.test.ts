/**
 * One receipt is one deal: whatever two people send, register, correct, decline and release through the handlers of the
 * books, and in whatever order, the books have it at most once unless a person has said that these are two.
 */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { DEAL, servedConsole } from './world.ts'

type World = Awaited<ReturnType<typeof servedConsole>>

const LINE = { account_item: '消耗品費', tax_code: 136, amount: 700, description: 'tea' }
const NAMES = ['a', 'b', 'c'] as const
const DAY = '2026-06-02'

/** What a person or a program may do; a day in the future makes a deal wait. */
const ACTS = {
  register: ({ post }: World, name: string) =>
    post('/deals?mode=write', { ...DEAL, issue_date: DAY, details: [LINE], case: name }),
  wait: ({ post }: World, name: string) =>
    post('/deals?mode=write', { ...DEAL, issue_date: '2027-06-02', details: [LINE], case: name }),
  importRow: ({ post }: World, name: string) => {
    const deal = { case: name, issue_date: DAY, details: [LINE], apart: [] }
    return post('/imports?mode=write', { company_id: DEAL.company_id, deals: [deal] })
  },
  async correct({ post, ask }: World, name: string) {
    const { body } = await ask(`/cases/${name}`)
    const corrects = body.operation ?? 'none'
    return post('/deals?mode=write', { ...DEAL, issue_date: DAY, details: [LINE], case: name, corrects })
  },
  async release({ post, ask }: World, name: string) {
    const { body } = await ask(`/cases/${name}`)
    if (body.state !== 'review' || body.body?.issue_date !== DAY) return
    // a person who reads a flag about a deal and releases this one has said that these are two
    if (body.flags.some((flag: string) => flag.startsWith('the service has'))) return
    await post(`/cases/${name}/release?mode=write`, { person: 'Mei', operation: body.operation })
  },
  async decline({ post, ask }: World, name: string) {
    const { body } = await ask(`/cases/${name}`)
    await post(`/cases/${name}/free`, { person: 'Mei', reason: 'twice', operation: body.operation ?? 'none' })
  },
} as const

const acts = Object.keys(ACTS) as (keyof typeof ACTS)[]
type Move = [keyof typeof ACTS, (typeof NAMES)[number]]
const move = fc.tuple(fc.constantFrom(...acts), fc.constantFrom(...NAMES))

/** A case waits because of one that is being sent; when it is released, that one has become a deal. */
const SENT_MEANWHILE: [Move, Move][] = [
  [
    ['register', 'a'],
    ['register', 'b'],
  ],
  [
    ['register', 'a'],
    ['release', 'b'],
  ],
]

test('at most one deal, in any order and by two people at once', { timeout: 120_000 }, async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.tuple(move, move), { minLength: 2, maxLength: 5 }), async pairs => {
      const world = await servedConsole()
      for (const pair of pairs) await Promise.allSettled(pair.map(([act, name]) => ACTS[act](world, name)))
      const deals = [...world.sandbox.company.deals.values()]
      expect(deals.filter(({ issue_date: day }) => day === DAY).length).toBeLessThan(2)
    }),
    { numRuns: 12, examples: [[SENT_MEANWHILE]] },
  )
})
