/** The tasks of processes and people in the world of bare acts, done by the project's own code. */
import { type Claims, createClaims } from '../../../../lib/core/claims/claims.ts'
import { LEASE } from '../../../../lib/core/claims/lease.ts'
import { actOnce, type OnceAct, type OnceReport } from '../../../../lib/core/claims/once.ts'
import { AppError } from '../../../../lib/core/errors.ts'
import type { Fault } from '../../moves.ts'
import type { Simulation } from '../../simulation.ts'
import type { SimulatedStore } from '../../store.ts'

export const CASE = 'case 1'
export const KEY = 'claim/act/case%201'
/** The reason with which a person frees an act. */
export const FREED_BECAUSE = 'looked'
/** Milliseconds after which a lost call is not expected to take effect any more. */
export const LATENESS = 600_000

/** An effect at the remote; the result of an act is its id. */
export interface Effect {
  readonly id: number
  readonly body: string
  deleted?: 'through kura' | 'by hand'
}

/** The facts that the world remembers about an attempt, to compare them with the store and the log. */
export interface Attempt {
  readonly operation: string
  readonly body: string
  /** Its call was begun. */
  sent?: true
  /** Why the attempt failed: its guard, the remote, the network, or a query without an answer. */
  failure?: 'own' | 'refused' | 'foreign' | 'unread' | undefined
  /** Whether the attempt has reserved something that it did not withdraw. */
  reserved?: boolean
  /** The states in the log; `stray` for an orphaned effect. */
  notes: readonly string[]
  /** The report of the attempt; errors in it are texts. */
  report?: OnceReport<number>
  /** The text of the error with which the attempt's call failed. */
  readonly words?: string | undefined
}

/** The facts about a world of acts that change. */
interface Facts {
  /** Whether the remote refuses the first call. */
  refuses: boolean
  /** Whether the claim was lost with the store. */
  isLost: boolean
}

export interface ActStage {
  readonly simulation: Simulation
  readonly store: SimulatedStore
  readonly effects: Effect[]
  /** The reasons why a person has to review a body before it is sent. */
  readonly flags: readonly string[]
  /** The attempts by their operations, in their order. */
  readonly attempts: Record<string, Attempt>
  /** The bodies that a person has reviewed and released. */
  readonly released: string[]
  /** The number of effects that are not the company's; no record needs to mention them. */
  readonly foreign: number
  /** Whether the remote's list is incomplete and lacks the effects. */
  readonly hides: boolean
  readonly facts: Facts
  /** The promises that were broken by wrong answers to an actor. */
  readonly lies: string[]
}

export type Task =
  | 'requests'
  /** Requests the act without a query of the remote first. */
  | 'requests blindly'
  | 'corrects'
  | 'releases'
  | 'frees'
  | 'resolves'
  | 'confirms'
  | 'deletes'
  | 'deletes by hand'
  /** Deletes the effect of the first orphan on the remote's own pages, and then says so to kura. */
  | 'drops'
  /** Stores that the freed attempt did have its effect: takes the claim back, and settles it. */
  | 'takes back'
  | 'takes back with another body'
  /** Stores the outcome of the first attempt again. */
  | 'settles again'
  /** The store loses the claim. */
  | 'loses the claim'

export const living = (effects: readonly Effect[]) => effects.filter(({ deleted }) => deleted === undefined)

export interface Process {
  readonly actor: string
  readonly number: number
  readonly claims: Claims<number>
  readonly stage: ActStage
}

/** Creates a process for a task; `number` distinguishes it from the actor's other processes. */
export function processOf(actor: string, number: number, stage: ActStage): Process {
  const { simulation, store } = stage
  const timing = { clock: simulation.clock, sleep: simulation.waitOf(actor), random: () => 0.5 }
  const parseResult = (stored: unknown) => Number(stored)
  const claims = createClaims<number>({ store: store.of(actor), kind: 'act', parseResult }, timing)
  return { actor, number, claims, stage }
}

export async function request(body: string, process: Process, queries = true): Promise<void> {
  const { actor, number, claims, stage } = process
  const operation = `${actor}-${number}`
  const words = queries ? undefined : 'words of its own'
  const attempt: Attempt = { operation, body, notes: [], words }
  state(attempt, {}, stage)
  // an act without a query gives no body, so its claim stores none
  const querying: Pick<OnceAct<number>, 'body' | 'query'> = { body, query: () => query(attempt, process) }
  const act: OnceAct<number> = {
    name: CASE,
    digest: body,
    ...(queries ? querying : { reasonOf: () => 'words of its own' }),
    by: actor,
    flags: stage.flags,
    operation,
    note: change =>
      state(attempt, { notes: [...attempt.notes, change.isOrphaned ? 'orphaned' : change.state] }, stage),
    reserve: async () => state(attempt, { reserved: true }, stage),
    withdraw: async () => state(attempt, { reserved: false }, stage),
    send: lease => send(body, { attempt, guard: lease.guard }, process),
    hadNoEffect: () => attempt.failure === 'refused',
  }
  const clock = stage.simulation.clock
  const report = await actOnce(act, { claims, newId: () => operation, clock })
  state(attempt, { report }, stage)
  stage.simulation.tell(actor, `is told: ${report.end === 'not_sent' ? report.decision : report.end}`)
}

/** States facts about an attempt, also to the world. */
function state(attempt: Attempt, facts: Partial<Attempt>, { simulation, attempts }: ActStage): void {
  Object.assign(attempt, facts)
  const text = JSON.stringify(attempt, (_key, value) => (value instanceof Error ? `${value}` : value))
  simulation.change(() => {
    attempts[attempt.operation] = JSON.parse(text)
  })
}

/** Sends the body. The text of the remote's own error must not be in any record. */
async function send(
  body: string,
  { attempt, guard }: { attempt: Attempt; guard: () => Promise<void> },
  { actor, stage }: Process,
) {
  try {
    await guard()
    state(attempt, { sent: true }, stage)
    const id = await calling(actor, { label: 'POST', detail: body, run: () => create(body, stage) }, stage)
    if (id === undefined) state(attempt, { failure: 'refused' }, stage)
    if (id === undefined) throw new Error('secret words of the remote')
    return { state: 'done' as const, result: id }
  } catch (error) {
    state(attempt, { failure: attempt.failure ?? (error instanceof AppError ? 'own' : 'foreign') }, stage)
    const run = () => undefined
    if (attempt.failure === 'foreign')
      await stage.simulation.point({ actor, label: 'gives the call up', faults: ['sleeps'], run })
    throw error
  }
}

function create(body: string, stage: ActStage): number | undefined {
  if (stage.facts.refuses) {
    stage.facts.refuses = false
    return undefined
  }
  return stage.effects.push({ id: stage.effects.length + 1, body })
}

/** Records that an actor got a wrong answer. */
export function lie(broken: string, { simulation, lies }: ActStage): void {
  simulation.change(() => lies.push(broken))
}

/** Does the same as a daily run that finds the effect of an attempt whose claim was freed. */
export async function takeBack(digest: string, { actor, claims, stage }: Process): Promise<void> {
  const seen = await claims.read(CASE)
  if (seen?.state !== 'refused') return
  const { operation } = seen
  const act = { digest, operation, by: actor, lease: LEASE, flags: [] }
  const { decision, claim } = await claims.request(CASE, act)
  const isOwn = claim.operation === operation && claim.digest === digest && claim.state === 'claimed'
  if ((decision === 'send') !== isOwn)
    lie(`${actor} is told ${decision}, and the claim is ${claim.state} with ${claim.digest}`, stage)
  if (decision !== 'send') return
  const [result = 0] = await stage.simulation.look(actor, () => living(stage.effects).map(({ id }) => id))
  await claims.settle(CASE, { operation, outcome: { state: 'done', result }, by: actor })
}

export async function settleAgain({ actor, claims, stage }: Process): Promise<void> {
  const [first] = await stage.simulation.look(actor, () => Object.values(stage.attempts))
  const { operation = 'none', report } = first ?? {}
  if (!report || report.end === 'not_sent') return
  const { outcome, found } = report
  await claims.settle(CASE, { operation, outcome, by: actor, found: found !== undefined })
}

async function query(attempt: Attempt, { actor, stage }: Process) {
  const run = () => living(stage.effects).map(({ id }) => id)
  state(attempt, { failure: 'unread' }, stage)
  const found = await calling(actor, { label: 'GET', detail: '', run }, stage)
  if (stage.hides) return { found: [], complete: false }
  state(attempt, { failure: undefined }, stage)
  return { found, complete: true }
}

const READING: readonly Fault[] = ['lost', 'dies', 'sleeps']
const ACTING: readonly Fault[] = ['lost', 'unanswered', 'late', 'dies', 'sleeps']

interface Called<T> {
  readonly label: string
  readonly detail: string
  run(): T
}

export function calling<T>(
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
    content: () => detail,
    run,
  })
}
