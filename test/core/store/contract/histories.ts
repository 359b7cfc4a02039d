/** Many concurrent callers on one store, and random histories that are compared with a model. */
import { setImmediate as turn } from 'node:timers/promises'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { listAll } from '../../../../lib/core/store/list.ts'
import type { Store, SwapNext } from '../../../../lib/core/store/store.ts'
import { update } from '../../../../lib/core/store/update.ts'
import { runs } from '../../../helpers/run/sampled.ts'
import { freshKey, next, type Subject } from './subject.ts'

export function describeConcurrency(subject: Subject): void {
  test('8 updaters at once on one counter lose nothing', async () => {
    const { store, another } = subject()
    const handles = await Promise.all(Array.from({ length: 8 }, () => another()))
    const key = freshKey()
    const seen = await Promise.all(handles.map(handle => countUp(handle, key, 10)))
    expect((await store.read(key)).record?.value).toBe('80')
    expect(seen.flat().sort((one, two) => one - two)).toEqual(
      Array.from({ length: 80 }, (_, index) => index + 1),
    )
    await Promise.all(handles.map(handle => handle.close()))
  })

  test('of many that create one record exactly one gets done', async () => {
    const { another } = subject()
    const handles = await Promise.all(Array.from({ length: 8 }, () => another()))
    const key = freshKey()
    const answers = await Promise.all(
      handles.map((handle, index) => handle.swap(key, undefined, next(`${index}`))),
    )
    const winners = answers.flatMap(({ done }, index) => (done ? [`${index}`] : []))
    expect(winners).toHaveLength(1)
    expect(answers.map(({ record }) => record?.value)).toEqual(answers.map(() => winners[0]))
    await Promise.all(handles.map(handle => handle.close()))
  })
}

/** Adds one `times` times, and returns the value of the counter after each addition. */
async function countUp(store: Store, key: string, times: number): Promise<number[]> {
  const seen: number[] = []
  for (let count = 0; count < times; count += 1) {
    const counted = await update<number, number>(
      store,
      {
        key,
        format: { parse: Number, format: String },
        transition: (current = 0) => ({ write: current + 1, result: current + 1 }),
      },
      { sleep: () => turn() },
    )
    seen.push(counted)
  }
  return seen
}

/** The next step of one of several actors. Each actor uses the facts that it saw last, which may be out of date. */
type Step =
  | {
      readonly kind: 'read' | 'swap' | 'repeat' | 'remove'
      readonly actor: number
      readonly key: number
      readonly open: boolean
    }
  | { readonly kind: 'list' }

const steps = fc.array(
  fc.oneof(
    {
      weight: 9,
      arbitrary: fc.record({
        kind: fc.constantFrom<'read' | 'swap' | 'repeat' | 'remove'>('read', 'swap', 'repeat', 'remove'),
        actor: fc.nat({ max: 2 }),
        key: fc.nat({ max: 1 }),
        open: fc.boolean(),
      }),
    },
    { weight: 1, arbitrary: fc.constant<Step>({ kind: 'list' }) },
  ),
  { minLength: 5, maxLength: 40 },
)

export function describeModel(subject: Subject, examples: number): void {
  test('any history of swaps and removals by several actors is that of the model', async () => {
    await fc.assert(
      fc.asyncProperty(steps, async history => {
        const play = createPlay(subject().store)
        for (const step of history) await play(step)
      }),
      { numRuns: runs(examples) },
    )
  })
}

interface Known {
  expected: string | undefined
  last?: { key: string; expected: string | undefined; next: SwapNext }
}

/** Plays steps on the store and on the model, and compares every answer. */
function createPlay(store: Store): (step: Step) => Promise<void> {
  const prefix = `${freshKey()}/`
  const records = new Map<string, { value: string; version: string }>()
  const open = new Set<string>()
  const written = new Set<string>()
  const actors = new Map<string, Known>()
  let count = 0

  async function swap(key: string, expected: string | undefined, wanted: SwapNext) {
    const repeated = written.has(key + wanted.version)
    const done = repeated || records.get(key)?.version === expected
    if (done && !repeated) {
      records.set(key, { value: wanted.value, version: wanted.version })
      if (wanted.open) open.add(key)
      else open.delete(key)
    }
    if (done) written.add(key + wanted.version)
    const answer = await store.swap(key, expected, wanted)
    expect({ done: answer.done, record: answer.record }).toEqual({ done, record: records.get(key) })
  }

  return async step => {
    if (step.kind === 'list') {
      const listed = (await listAll(store, prefix)).records.map(({ key, ...record }) => [key, record])
      expect(listed).toEqual([...records].sort(([one], [two]) => (one < two ? -1 : 1)))
      return expect((await store.keys(prefix, { open: true })).keys).toEqual([...open].sort())
    }
    const key = `${prefix}${step.key}`
    const known: Known = actors.get(`${step.actor} ${key}`) ?? { expected: undefined }
    actors.set(`${step.actor} ${key}`, known)
    if (step.kind === 'read') {
      const { record } = await store.read(key)
      expect(record).toEqual(records.get(key))
      known.expected = record?.version
    } else if (step.kind === 'swap') {
      count += 1
      known.last = { key, expected: known.expected, next: { ...next(`${count}`), open: step.open } }
      await swap(known.last.key, known.last.expected, known.last.next)
    } else if (step.kind === 'repeat' && known.last) {
      await swap(known.last.key, known.last.expected, known.last.next)
    } else if (step.kind === 'remove' && known.expected !== undefined) {
      const done = records.get(key)?.version === known.expected
      if (done) records.delete(key)
      if (done) open.delete(key)
      expect((await store.remove(key, known.expected)).done).toBe(done)
    }
  }
}
