/** The decisions of a person about a bare act, and how the claims have to treat these decisions. */
import { ONCE_DONE, viewClaim } from '../../../../lib/core/claims/claim.ts'
import type { NamedClaim } from '../../../../lib/core/claims/claims.ts'
import type { Claim } from '../../../../lib/core/claims/stored-records.ts'
import { CLAIM_REASONS } from '../../../../lib/core/claims/words.ts'
import { AppError } from '../../../../lib/core/errors.ts'
import { phrase } from '../../../../lib/core/language/catalogue.ts'
import {
  type ActStage,
  CASE,
  calling,
  type Effect,
  FREED_BECAUSE,
  KEY,
  LATENESS,
  lie,
  living,
  type Process,
  processOf,
  request,
  settleAgain,
  type Task,
  takeBack,
} from './process.ts'

const MINUTE = 60_000
const FREED = ['unknown', 'review', 'gone'] as const

/** The facts that a person saw before they decided. */
interface Sight {
  readonly task: Task
  readonly seen: NamedClaim<number>['claim']
  /** The effects that a query found after the person had read the claim. */
  readonly there: readonly number[]
}

/** Does a task in a new process. */
export async function perform(task: Task, actor: string, number: number, stage: ActStage): Promise<void> {
  const process = processOf(actor, number, stage)
  const doing: Partial<Record<Task, () => Promise<void>>> = {
    requests: () => request('a', process),
    'requests blindly': () => request('a', process, false),
    corrects: () => request('b', process),
    'takes back': () => takeBack('a', process),
    'takes back with another body': () => takeBack('b', process),
    'settles again': () => settleAgain(process),
    'loses the claim': () =>
      stage.simulation.look(actor, () => {
        stage.facts.isLost = true
        stage.store.lose(KEY)
      }),
  }
  const does = doing[task] ?? (() => decide(task, process).catch(leaveUnanswered))
  await does()
}

/** Ignores the error of a remote that does not answer a person, because this breaks no promise. */
function leaveUnanswered(error: unknown): void {
  if (!/secret words/.test(String(error))) throw error
}

/** A person reads the claim, queries the remote, thinks for any time, and decides about what they saw. */
async function decide(task: Task, process: Process): Promise<void> {
  const { actor, number, claims, stage } = process
  const { simulation } = stage
  const existed = await simulation.look(actor, () => stage.store.record(KEY) !== undefined)
  const read = await claims.read(CASE)
  const there = await calling(
    actor,
    { label: 'GET', detail: '', run: () => living(stage.effects).map(({ id }) => id) },
    stage,
  )
  const seen = read ?? { ...NONE, seenAt: simulation.now }
  await simulation.choose(actor, ['decides'], JSON.stringify([number, task, existed, seen, there]))
  const sight: Sight = { task, seen, there }
  try {
    const claim = await carryOut(sight, process)
    const broken = claim && brokenAcceptance(claim, sight)
    if (broken) lie(`${actor} ${task}: ${broken}`, stage)
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    const broken = await simulation.look(actor, () => brokenRefusal(error, sight, { existed, stage }))
    if (broken) lie(`${actor} ${task}: ${broken}`, stage)
    throw error
  }
}

const NONE: Claim<number> = {
  state: 'unknown',
  name: CASE,
  digest: '',
  operation: 'none',
  until: 0,
  flags: [],
  steps: [],
}

/** Carries out the decision. Returns the claim in which it is stored; undefined if there was nothing to decide. */
async function carryOut({ task, seen, there }: Sight, process: Process): Promise<Claim<number> | undefined> {
  const { actor, claims, stage } = process
  const { simulation, released } = stage
  const basis: NamedClaim<number> = { name: CASE, claim: seen }
  const [first] = there
  switch (task) {
    case 'releases':
      if (seen.body !== undefined) simulation.change(() => released.push(seen.body ?? ''))
      return claims.release(basis, { person: actor })
    case 'frees':
      if (first !== undefined) return undefined
      return claims.free(basis, { person: actor, reason: FREED_BECAUSE, settling: LATENESS, from: FREED })
    case 'resolves':
      return first === undefined ? undefined : claims.resolve(basis, { result: first, by: actor })
    case 'confirms': {
      if (seen.result === undefined) return undefined
      const isThere = there.includes(seen.result)
      return claims.confirm(basis, { by: actor, isThere, settling: LATENESS })
    }
    case 'deletes': {
      const claim = await claims.remove(basis, { by: actor })
      const run = () => remove(seen.result, 'through kura', stage)
      await calling(actor, { label: 'DELETE', detail: `${seen.result}`, run }, stage)
      return claim
    }
    case 'deletes by hand':
      simulation.change(() => remove(first, 'by hand', stage))
      return undefined
    default:
      return drop(seen, process)
  }
}

async function drop({ strays = [] }: Claim<number>, { claims, stage }: Process): Promise<undefined> {
  const [orphan] = strays
  if (orphan?.result === undefined) return undefined
  stage.simulation.change(() => remove(orphan.result, 'by hand', stage))
  await claims.dropOrphaned(CASE, [orphan.operation])
  return undefined
}

function remove(id: number | undefined, how: NonNullable<Effect['deleted']>, { effects }: ActStage): void {
  const effect = living(effects).find(other => other.id === id)
  if (effect) effect.deleted = how
}

/** Returns the broken promise if a decision was stored in another attempt or state than the person saw. */
function brokenAcceptance(claim: Claim<number>, { task, seen, there }: Sight): string | undefined {
  const [last, before] = [claim.steps.at(-1), claim.steps.at(-2)]
  if (claim.operation !== seen.operation) return 'it is stored in another attempt'
  if (task === 'frees' && before?.state !== seen.state) return `it was ${before?.state}, seen ${seen.state}`
  if (task !== 'confirms') return undefined
  const isThere = seen.result !== undefined && there.includes(seen.result)
  const isSettled = seen.seenAt >= settledAt(seen) && claim.steps.length <= seen.steps.length + 1
  if (!isThere && claim.state !== 'gone') return `the effect is not there, and the claim is ${claim.state}`
  if (isThere && isSettled && claim.state !== 'done')
    return `the effect is there, and the claim is ${claim.state}`
  const reason = JSON.stringify(last?.reason ?? '')
  if (last?.state === 'gone' && !reason.includes(phrase(CLAIM_REASONS.deleted).id))
    return 'it is gone without the reason'
  if (
    `${before?.state} ${last?.state}` === 'removing done' &&
    !reason.includes(phrase(CLAIM_REASONS.found).id)
  )
    return 'it was found without the reason'
  return undefined
}

const settledAt = ({ steps }: Claim<number>) => (steps.at(-1)?.at ?? 0) + LATENESS

/**
 * Returns the broken promise if a decision was refused although everything was as the person had seen it, or if a
 * refusal does not say how long to wait.
 */
function brokenRefusal(
  { code, message }: AppError,
  sight: Sight,
  { existed, stage }: { existed: boolean; stage: ActStage },
): string | undefined {
  if (code !== 'conflict') return undefined
  if (existed && !stage.facts.isLost && message.includes('not known'))
    return 'is told that the case is not known'
  const record = stage.store.record(KEY)
  return brokenWait(message, sight, stage) ?? (isDue(sight, record) ? `is refused: ${message}` : undefined)
}

/**
 * Returns the broken promise if the wait that a refusal names is neither the wait that is left now nor the wait that
 * was left when the person looked.
 */
function brokenWait(message: string, { seen }: Sight, { simulation }: ActStage): string | undefined {
  const [, count, plural] = /wait (\S+) more minute(s?)/.exec(message) ?? []
  if (count === undefined || seen.state !== 'unknown') return undefined
  const [least = 0, most = 0] = [simulation.now, seen.seenAt].map(at =>
    Math.ceil((settledAt(seen) - at) / MINUTE),
  )
  const isLeft = Number(count) >= Math.max(1, least) && Number(count) <= most
  return isLeft && (plural === 's') === (count !== '1') ? undefined : `is told: ${message}`
}

const textOf = ({ operation, steps }: Claim<number>) => JSON.stringify([operation, steps])

/** Whether the decision has to be accepted with the present record. */
function isDue({ task, seen, there }: Sight, now: string | undefined): boolean {
  if (now === undefined) return false
  const current: Claim<number> = JSON.parse(now)
  const isSame = textOf(viewClaim(current, seen.seenAt)) === textOf(seen)
  const isOnceDone =
    [seen, current].every(({ state }) => ONCE_DONE.includes(state)) && current.operation === seen.operation
  switch (task) {
    case 'releases':
      return isSame && seen.state === 'review'
    case 'frees':
      if (seen.state === 'unknown') return isSame && seen.seenAt >= settledAt(seen)
      return isSame && FREED.some(state => state === seen.state)
    case 'resolves':
      return isSame && ['unknown', 'done'].includes(seen.state)
    case 'confirms':
      return isOnceDone && (isSame || (seen.result !== undefined && !there.includes(seen.result)))
    case 'deletes':
      return isOnceDone
    default:
      return false
  }
}
