/** A schedule is replayed by the names of its moves. Most names still apply after the code has changed. */
import { expect, test } from 'vitest'
import { explore } from './exploration/explore.ts'
import { replay } from './replay.ts'
import type { World } from './world.ts'

/** The calls of an actor that adds one to a number. */
type Call = 'reads' | 'looks' | 'waits' | 'writes' | 'adds'

/** A world in which two actors add to the same number. */
function addingWorld(calls: readonly Call[]): World {
  return {
    name: 'adding',
    steps: [1_000],
    begin(simulation) {
      const sum = simulation.share({ number: 0 })
      for (const actor of ['hana', 'mei'])
        simulation.actor(actor, async () => {
          let seen = 0
          for (const label of calls) {
            const after = seen + 1
            const made: Record<Call, () => number | undefined> = {
              reads: () => sum.number,
              looks: () => undefined,
              waits: () => undefined,
              writes() {
                sum.number = after
                return undefined
              },
              adds() {
                sum.number += 1
                return undefined
              },
            }
            seen =
              (await simulation.point({ actor, label, idle: label === 'waits', run: made[label] })) ?? seen
          }
        })
      return {
        broken: () => undefined,
        brokenAtEnd: () => (sum.number < 2 ? `two callers have made ${sum.number}` : undefined),
        ending: () => [`number: ${sum.number}`],
      }
    },
  }
}

const BROKEN = 'BROKEN: two callers have made 1'
const rows: { name: string; found: Call[]; now: Call[]; last: string; leftOut: number }[] = [
  { name: 'the same code', found: ['reads', 'writes'], now: ['reads', 'writes'], last: BROKEN, leftOut: 0 },
  {
    name: 'code with a new call',
    found: ['reads', 'writes'],
    now: ['looks', 'reads', 'looks', 'writes', 'looks'],
    last: BROKEN,
    leftOut: 0,
  },
  {
    name: 'code without a call',
    found: ['looks', 'reads', 'looks', 'writes'],
    now: ['reads', 'writes'],
    last: BROKEN,
    leftOut: 4,
  },
  { name: 'code that was mended', found: ['reads', 'writes'], now: ['adds'], last: 'number: 2', leftOut: 4 },
]

test.each(rows)('a schedule is played by $name', async ({ found, now, last, leftOut }) => {
  const bounds = { faults: 0, preemptions: 1, steps: 0 }
  const { failure } = await explore(addingWorld(found), { bounds })
  expect(failure?.broken).toBe('two callers have made 1')
  const story = await replay(addingWorld(now), failure?.schedule ?? [])
  expect(story.at(-1)).toBe(last)
  expect(story.filter(line => line.includes('is not possible'))).toHaveLength(leftOut)
})

test('a call that is new is made before time passes', async () => {
  const schedule = ['hana: starts', 'hana: reads', 'time: 1 s', 'hana: waits', 'hana: writes']
  const before = await replay(addingWorld(['reads', 'waits', 'writes']), schedule)
  const now = await replay(addingWorld(['reads', 'looks', 'waits', 'writes']), schedule)
  const looked = now.filter(line => line.includes('hana: looks'))
  expect(looked).toHaveLength(1)
  expect(now.filter(line => !looked.includes(line))).toEqual(before)
})

test('everybody at work goes on to the end if something was different', async () => {
  const schedule = ['hana: starts', 'hana: reads']
  expect(await replay(addingWorld(['reads', 'adds']), schedule)).toContain('number: 0')
  expect(await replay(addingWorld(['looks', 'reads', 'adds']), schedule)).toContain('number: 1')
})
