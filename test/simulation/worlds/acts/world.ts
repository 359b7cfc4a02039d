/**
 * A bare act that happens once, without a service. Actors can call every transition of a claim at any moment, even with
 * facts that are out of date. A service would check much before such a call; here the claims alone have to keep the
 * promises.
 */
import { LEASE } from '../../../../lib/core/claims/lease.ts'
import type { Simulation } from '../../simulation.ts'
import { createSimulatedStore } from '../../store.ts'
import { brokenIndex } from '../../stored-claim.ts'
import type { Play, World } from '../../world.ts'
import { told } from '../told.ts'
import { perform } from './decisions.ts'
import { type ActStage, CASE, KEY, LATENESS, type Task } from './process.ts'
import { brokenFinally, brokenNow } from './promises.ts'

export interface ActsOptions {
  readonly name: string
  /** Hana's tasks, in order. */
  readonly hana: readonly Task[]
  /** The tasks that Mei may do, and how many of them at most. */
  readonly mei: readonly Task[]
  readonly moves?: number
  readonly flags?: readonly string[]
  /** The bodies of the effects that are at the remote before the story begins. */
  readonly there?: readonly string[]
  /** The stored claim of an earlier attempt. Its own effect is the first that is not orphaned. */
  readonly before?: Before
  readonly hides?: boolean
  readonly refuses?: boolean
}

export interface Before {
  readonly state: 'done' | 'unknown' | 'refused'
  /** The indices of the orphaned effects. */
  readonly orphans?: readonly number[]
}

export function actsWorld(options: ActsOptions): World {
  const begin = (simulation: Simulation) => beginActs(simulation, options)
  return { name: options.name, steps: [LEASE + 1, LEASE + 1 + LATENESS], begin }
}

function beginActs(simulation: Simulation, options: ActsOptions): Play {
  const { hana, mei, moves = 1, flags = [], there = [], before, hides = false, refuses = false } = options
  const store = createSimulatedStore(simulation)
  const stage: ActStage = {
    simulation,
    store,
    effects: simulation.share(there.map((body, index) => ({ id: index + 1, body }))),
    flags,
    attempts: simulation.share({}),
    released: simulation.share([]),
    foreign: before && (before.orphans || before.state !== 'refused') ? 0 : there.length,
    hides,
    facts: simulation.share({ refuses, isLost: false }),
    lies: simulation.share([]),
  }
  if (before) putClaim(before, there.length, stage)
  const { effects } = stage
  simulation.actor('hana', async () => {
    for (const [count, task] of hana.entries()) {
      simulation.begins(`${count}`)
      await told(simulation, 'hana', perform(task, 'hana', count, stage))
    }
  })
  simulation.actor('mei', async () => {
    for (let count = 0; count < moves; count++) {
      const what = await simulation.choose('mei', [...mei, 'leaves'], `${count}`)
      if (what === 'leaves') return
      await told(simulation, 'mei', perform(what, 'mei', count, stage))
    }
  })
  return {
    broken: () => brokenNow(stage, there.length) ?? brokenIndex(store, KEY),
    brokenAtEnd: () => brokenFinally(stage),
    ending: () => [`claim: ${store.record(KEY) ?? 'none'}`, `remote: ${JSON.stringify(effects)}`],
  }
}

/** The settling time of an unknown act: half a minute. */
const SETTLES_AFTER = 30_000

function putClaim({ state, orphans = [] }: Before, count: number, { simulation, store }: ActStage): void {
  const own = Array.from({ length: count }, (_, index) => index + 1).find(id => !orphans.includes(id))
  const at = simulation.now - LATENESS + SETTLES_AFTER
  const claim = {
    state,
    name: CASE,
    digest: 'a',
    body: 'a',
    operation: 'earlier',
    until: 0,
    flags: [],
    ...(state === 'done' && { result: own }),
    steps: [{ state, at, by: 'earlier' }],
    ...(orphans.length > 0 && {
      strays: orphans.map(result => ({ operation: `orphan ${result}`, at, by: 'earlier', result })),
    }),
  }
  store.put(KEY, JSON.stringify(claim), { open: state === 'unknown' || orphans.length > 0 })
}
