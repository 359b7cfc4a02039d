/**
 * One receipt is one deal: whatever two people send, photograph again, register, correct, decline and release in their
 * browsers, whatever programs send meanwhile, and in whatever order, the books have it at most once, unless a person
 * has stated that two similar deals belong to two receipts.
 */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { ALL_PERMISSIONS } from '../../../services/accounting/deals/world.ts'
import { ACTS, browsersOf, DAY, type Receipt, type World } from './one-deal-world.ts'
import { servedConsole } from './world.ts'

type Act = keyof typeof ACTS
type Move = readonly [act: Act, name: 'a' | 'b' | 'c']

const move: fc.Arbitrary<Move> = fc.tuple(
  fc.constantFrom(...(Object.keys(ACTS) as Act[])),
  fc.constantFrom('a', 'b', 'c'),
)

/** Reads moves such as `sendPhoto a, correct b`. */
const moves = (text: string) => text.split(', ').map(word => word.split(' ') as unknown as Move)

/** Each row is a run: what Mei and Ken do at the same time, one pair after the other. */
const EXAMPLES: readonly (readonly string[])[] = [
  // a case waits because a similar one is being sent, which is a deal when the first case is released
  ['program a, program b', 'program a, release b'],
  // a photograph that waits is taken again, corrected and released
  ['sendPhotoThatWaits a, sendPhotoThatWaits b', 'correct a, sendPhoto c', 'release a, release b'],
  // a row of a table waits; its correction has another number
  ['sendTableThatWaits a, sendTable b', 'sendTable c, correct a', 'release a, sayItsOwn b'],
]

/** Returns how many deals of the receipt the books have. */
function dealsOf({ amount: whole }: Receipt, { sandbox }: World): number {
  const deals = [...sandbox.company.deals.values()]
  return deals.filter(({ issue_date: day, amount }) => day === DAY && amount === whole).length
}

const STORIES: readonly (readonly [what: string, moves: string, deals: number])[] = [
  ['a photograph that is taken again', 'sendPhoto a, sendPhoto b', 1],
  ['one that is left out', 'sendPhoto a, leaveOut b, sendPhoto a', 1],
  ['one of which a person says that it is another', 'sendPhoto a, sayItsOwn b', 2],
  ['one that waits and is corrected', 'sendPhotoThatWaits a, correct a', 1],
  ['one that waits beside a new one', 'sendPhotoThatWaits a, sendPhoto b', 0],
  ['the waiting one is declined', 'sendTableThatWaits a, decline a, sendPhoto b', 1],
  ['corrected beside a deal', 'programWaits a, program b, correct a', 0],
  ['released as another', 'sendPhoto a, program b, release b', 2],
]

test('each story ends with its number of deals', async () => {
  const world = await servedConsole({ permissions: ALL_PERMISSIONS })
  const [mei, ken = mei] = await browsersOf(world)
  if (!mei || !ken) throw new TypeError('two browsers')
  const ended: [string, number][] = []
  for (const [run, [what, told]] of STORIES.entries()) {
    const receipt = { run, amount: 7000 + run }
    for (const [at, [act, name]] of moves(told).entries())
      await ACTS[act](at % 2 === 0 ? mei : ken, { ...receipt, name: `${name}-${run}` })
    ended.push([what, dealsOf(receipt, world)])
  }
  expect(ended).toEqual(STORIES.map(([what, , deals]) => [what, deals]))
})

test('at most one deal, in any order and from two browsers at once', { timeout: 120_000 }, async () => {
  const world = await servedConsole({ permissions: ALL_PERMISSIONS })
  const [mei, ken] = await browsersOf(world)
  if (!mei || !ken) throw new TypeError('two browsers')
  let run = 0
  await fc.assert(
    fc.asyncProperty(fc.array(fc.tuple(move, move), { minLength: 2, maxLength: 5 }), async pairs => {
      const receipt = { run: ++run, amount: 700 + run }
      let two = 0
      for (const pair of pairs) {
        const acts = pair.map(([act, name], at) =>
          ACTS[act](at === 0 ? mei : ken, { ...receipt, name: `${name}-${run}` }),
        )
        for (const outcome of await Promise.allSettled(acts)) {
          if (outcome.status === 'rejected') throw outcome.reason
          two += outcome.value ? 1 : 0
        }
      }
      expect(dealsOf(receipt, world)).toBeLessThanOrEqual(1 + two)
    }),
    { numRuns: 8, examples: EXAMPLES.map(pairs => [pairs.map(pair => moves(pair) as [Move, Move])]) },
  )
})
