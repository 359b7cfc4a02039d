/** An exploration continues only from new states, and repeats no code. It finds the same endings as without this. */
import { expect, test } from 'vitest'
import type { Fault } from '../moves.ts'
import { createSimulatedStore } from '../store.ts'
import type { World } from '../world.ts'
import { worldNamed } from '../worlds.ts'
import { explore } from './explore.ts'

const rows: { world: string; faults: number; preemptions: number; kinds: Fault[] }[] = [
  { world: 'refused acts', faults: 1, preemptions: 0, kinds: ['unanswered', 'late', 'sleeps'] },
  { world: 'acts that were done before', faults: 1, preemptions: 0, kinds: ['lost', 'sleeps'] },
  { world: 'acts whose claim is lost', faults: 0, preemptions: 1, kinds: [] },
  { world: 'channels', faults: 1, preemptions: 0, kinds: ['unanswered'] },
  { world: 'messages', faults: 1, preemptions: 0, kinds: ['sleeps'] },
]

test.each(rows)('in $world: $kinds', async ({ world, kinds, faults, preemptions }) => {
  const bounds = { faults, preemptions, steps: 1, kinds }
  const [few, all] = [recording(worldNamed(world)), recording(worldNamed(world))]
  const merged = await explore(few.world, { bounds })
  const repeated = await explore(all.world, { bounds, repeats: true })
  expect([merged.complete, repeated.complete]).toEqual([true, true])
  expect(repeated.executions).toBeGreaterThan(merged.executions)
  expect(few.endings).toEqual(all.endings)
  // the schedule of a failure is played again by code that has not run before
  const last = [...few.endings].at(-1)
  const { failure } = await explore(recording(worldNamed(world), last).world, { bounds })
  expect(failure?.broken).toBe(last)
})

test('an answer that a sleeper has got already distinguishes two states', async () => {
  const world: World = {
    name: 'a sleeper',
    steps: [1_000],
    begin(simulation) {
      const sum = simulation.share({ number: 0 })
      simulation.actor('mei', () =>
        simulation.point({ actor: 'mei', label: 'writes 1', run: () => write(1) }),
      )
      simulation.actor('hana', async () => {
        const read = () => sum.number
        const seen = await simulation.point({ actor: 'hana', label: 'reads', faults: ['sleeps'], run: read })
        await simulation.point({ actor: 'hana', label: 'writes', run: () => write(seen + 2) })
      })
      const write = (number: number) => {
        sum.number = number
      }
      const brokenAtEnd = () => (sum.number === 2 ? 'what mei wrote is lost' : undefined)
      return { broken: () => undefined, brokenAtEnd, ending: () => [] }
    },
  }
  const bounds = { faults: 1, preemptions: 0, steps: 1 }
  const { failure } = await explore(world, { bounds })
  expect(failure?.broken).toBe('what mei wrote is lost')
})

test('of two actors with the same past only one does the same swap', async () => {
  const world: World = {
    name: 'twins',
    steps: [],
    begin(simulation) {
      const store = createSimulatedStore(simulation)
      const done = simulation.share<string[]>([])
      for (const actor of ['hana', 'ken'])
        simulation.actor(actor, async () => {
          const next = { value: actor, version: `of ${actor}`, durable: true }
          const answer = await store.of(actor).swap('key', undefined, next)
          if (answer.done) simulation.change(() => done.push(actor))
        })
      const brokenAtEnd = () => (done.length === 1 ? undefined : `${done.length} are done`)
      return { broken: () => undefined, brokenAtEnd, ending: () => [] }
    },
  }
  const { failure } = await explore(world, { bounds: { faults: 0, preemptions: 1, steps: 0 } })
  expect(failure).toBeUndefined()
})

test('a swap is repeated under its name, whatever a process has forgotten', async () => {
  const world: World = {
    name: 'a forgetful process',
    steps: [],
    begin(simulation) {
      const store = createSimulatedStore(simulation).of('hana')
      const done = simulation.share<boolean[]>([])
      const swap = (key: string) =>
        store.swap(key, undefined, { value: key, version: `of ${key}`, durable: true })
      simulation.actor('hana', async () => {
        const what = await simulation.choose('hana', ['writes', 'thinks'], '')
        if (what === 'writes') await swap('first').catch(() => undefined)
        simulation.begins('')
        await store.read('first')
        const answer = await swap('second').catch(() => swap('second'))
        simulation.change(() => done.push(answer.done))
      })
      const broken = () => (done.includes(false) ? 'its own swap is not done' : undefined)
      return { broken, brokenAtEnd: () => undefined, ending: () => [] }
    },
  }
  const bounds = { faults: 1, preemptions: 0, steps: 0, kinds: ['unanswered' as const] }
  const { failure } = await explore(world, { bounds })
  expect(failure).toBeUndefined()
})

/** Returns a world that records its endings, and in which one of them is a broken promise. */
function recording(world: World, forbidden?: string): { world: World; endings: Set<string> } {
  const endings = new Set<string>()
  const begin: World['begin'] = simulation => {
    const play = world.begin(simulation)
    const brokenAtEnd = () => {
      const ending = play.ending().join('\n')
      endings.add(ending)
      return ending === forbidden ? ending : play.brokenAtEnd()
    }
    return { ...play, brokenAtEnd }
  }
  return { world: { ...world, begin }, endings }
}
