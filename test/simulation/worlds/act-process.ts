/** What a process or a person of the world of bare acts does, by the project's own code. */
import type { Claim } from '../../../lib/core/claims/claim.ts'
import { type Claims, createClaims, type NamedClaim } from '../../../lib/core/claims/claims.ts'
import { actOnce, type OnceAct, type OnceReport } from '../../../lib/core/claims/once.ts'
import { AppError } from '../../../lib/core/errors.ts'
import type { Fault } from '../moves.ts'
import type { Simulation } from '../simulation.ts'
import type { SimulatedStore } from '../store.ts'

export const CASE = 'case 1'
export const KEY = 'claim/act/case%201'
/** Milliseconds after which no commit of a lost call is expected any more. */
export const LATENESS = 600_000

/** An effect at the remote; the result of an act is its id. */
export interface Effect {
  readonly id: number
  readonly body: string
  deleted?: 'through kura' | 'by hand'
}

/** What the world remembers of an attempt, to compare with what is stored and logged. */
export interface Attempt {
  readonly body: string
  /** Its call was begun. */
  sent?: true
  /** What made it fail: an error of kura's own, of the remote, or of the code. */
  failure?: 'own' | 'refused' | 'foreign'
  /** What it set aside and did not take back. */
  reserved?: boolean
  /** The states of the log; `stray` for an orphaned effect. */
  readonly notes: string[]
  report?: OnceReport<number>
}

export interface ActStage {
  readonly simulation: Simulation
  readonly store: SimulatedStore
  readonly effects: Effect[]
  /** Why a person has to look before a body is sent. */
  readonly flags: readonly string[]
  readonly attempts: Map<string, Attempt>
  /** The bodies that a person has seen and released. */
  readonly released: string[]
  /** How many of the effects are not the company's own, so that nobody has to know them. */
  readonly foreign: number
  /** The remote's list is not complete, and does not have the effects. */
  readonly hides: boolean
  /** The remote refuses the first call. */
  refuses: boolean
  /** What is broken by what somebody was told. */
  readonly lies: string[]
}

export type Task =
  | 'requests'
  /** Requests without a query of the remote before. */
  | 'requests blindly'
  | 'corrects'
  | 'releases'
  | 'frees'
  | 'resolves'
  | 'confirms'
  | 'deletes'
  | 'deletes by hand'
  /** Deletes the effect of the first orphan on the remote's own pages, and says so. */
  | 'drops'

export const living = (effects: readonly Effect[]) => effects.filter(({ deleted }) => deleted === undefined)

interface Process {
  readonly actor: string
  readonly number: number
  readonly claims: Claims<number>
  readonly stage: ActStage
}

/** A process of its own for each task; `number` tells it from the actor's others. */
export async function perform(task: Task, actor: string, number: number, stage: ActStage): Promise<void> {
  const { simulation, store } = stage
  const timing = { clock: simulation.clockOf(actor), sleep: simulation.waitOf(actor), random: () => 0.5 }
  const parseResult = (stored: unknown) => Number(stored)
  const claims = createClaims<number>({ store: store.of(actor), kind: 'act', parseResult }, timing)
  const process: Process = { actor, number, claims, stage }
  if (task === 'requests') return request('a', process)
  if (task === 'requests blindly') return request('a', process, false)
  if (task === 'corrects') return request('b', process)
  await decide(task, process)
}

async function request(body: string, process: Process, queries = true): Promise<void> {
  const { actor, number, claims, stage } = process
  const operation = `${actor}-${number}`
  const attempt: Attempt = { body, notes: [] }
  stage.attempts.set(operation, attempt)
  // a body that is not given is not stored
  const querying: Pick<OnceAct<number>, 'body' | 'query'> = { body, query: () => query(process) }
  const act: OnceAct<number> = {
    name: CASE,
    digest: body,
    ...(queries && querying),
    by: actor,
    flags: stage.flags,
    operation,
    note: ({ state, stray }) => void attempt.notes.push(stray ? 'stray' : state),
    reserve: async () => {
      attempt.reserved = true
    },
    withdraw: async () => {
      attempt.reserved = false
    },
    send: lease => send(body, { attempt, guard: lease.guard }, process),
    hadNoEffect: () => attempt.failure === 'refused',
  }
  const clock = stage.simulation.clockOf(actor)
  const report = await actOnce(act, { claims, newId: () => operation, clock })
  attempt.report = report
  stage.simulation.tell(actor, `is told: ${report.end === 'not_sent' ? report.decision : report.end}`)
}

/** The remote's own error has words that no record may have. */
async function send(
  body: string,
  { attempt, guard }: { attempt: Attempt; guard: () => Promise<void> },
  { actor, stage }: Process,
) {
  try {
    await guard()
    attempt.sent = true
    const id = await calling(actor, { label: 'POST', detail: body, run: () => create(body, stage) }, stage)
    if (id === undefined) attempt.failure = 'refused'
    if (id === undefined) throw new Error('secret words of the remote')
    return { state: 'done' as const, result: id }
  } catch (error) {
    attempt.failure ??= error instanceof AppError ? 'own' : 'foreign'
    throw error
  }
}

function create(body: string, stage: ActStage): number | undefined {
  if (stage.refuses) {
    stage.refuses = false
    return undefined
  }
  return stage.effects.push({ id: stage.effects.length + 1, body })
}

async function query({ actor, stage }: Process): Promise<{ found: number[]; complete: boolean }> {
  const run = () => living(stage.effects).map(({ id }) => id)
  const found = await calling(actor, { label: 'GET', detail: '', run }, stage)
  return stage.hides ? { found: [], complete: false } : { found, complete: true }
}

const READING: readonly Fault[] = ['lost', 'dies', 'sleeps']
const ACTING: readonly Fault[] = ['lost', 'unanswered', 'late', 'dies', 'sleeps']

interface Called<T> {
  readonly label: string
  readonly detail: string
  run(): T
}

function calling<T>(
  actor: string,
  { label, detail, run }: Called<T>,
  { simulation }: ActStage,
): Promise<Awaited<T>> {
  const faults = label === 'GET' ? READING : ACTING
  const failure = () => new Error('secret words of the network')
  return simulation.point({
    actor,
    label,
    faults,
    failure,
    lateness: LATENESS - 1,
    detail: () => detail,
    run,
  })
}

/** A person reads the claim, asks the remote, thinks for as long as they like, and decides about what they saw. */
async function decide(task: Task, process: Process): Promise<void> {
  const { actor, number, claims, stage } = process
  const { effects, simulation, store, released } = stage
  const existed = store.records().has(KEY)
  const none: Claim<number> = {
    state: 'unknown',
    name: CASE,
    digest: '',
    operation: 'none',
    until: 0,
    flags: [],
    steps: [],
  }
  const seen = (await claims.read(CASE)) ?? { ...none, seenAt: simulation.now }
  const there = await calling(
    actor,
    { label: 'GET', detail: '', run: () => living(effects).map(({ id }) => id) },
    stage,
  )
  await simulation.choose(actor, ['decides'], JSON.stringify([number, task, seen, there]))
  const looked: NamedClaim<number> = { name: CASE, claim: seen }
  const [first] = there
  const doing: Partial<Record<Task, () => Promise<unknown>>> = {
    releases: () => {
      if (seen.body !== undefined) released.push(seen.body)
      return claims.release(looked, { person: actor })
    },
    frees: async () => {
      const from = ['unknown', 'review', 'gone'] as const
      if (first === undefined)
        await claims.free(looked, { person: actor, reason: 'looked', settling: LATENESS, from })
    },
    resolves: async () => {
      if (first !== undefined) await claims.resolve(looked, { result: first, by: actor })
    },
    confirms: async () => {
      if (seen.result === undefined) return
      const isThere = there.includes(seen.result)
      await claims.confirm(looked, { by: actor, isThere, settling: LATENESS })
    },
    deletes: async () => {
      await claims.remove(looked, { by: actor })
      const run = () => remove(seen.result, 'through kura', stage)
      await calling(actor, { label: 'DELETE', detail: `${seen.result}`, run }, stage)
    },
    'deletes by hand': async () => remove(first, 'by hand', stage),
    drops: async () => {
      const [orphan] = seen.strays ?? []
      if (orphan?.result === undefined) return
      remove(orphan.result, 'by hand', stage)
      await claims.dropOrphaned(CASE, [orphan.operation])
    },
  }
  await doing[task]?.().catch((error: unknown) => {
    if (existed && error instanceof AppError && error.message.includes('not known'))
      stage.lies.push(`${actor} is told that the case is not known`)
    throw error
  })
}

function remove(id: number | undefined, how: NonNullable<Effect['deleted']>, { effects }: ActStage): void {
  const effect = living(effects).find(other => other.id === id)
  if (effect) effect.deleted = how
}
