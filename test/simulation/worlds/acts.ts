/**
 * A bare act that happens once, without a service around it: every transition of a claim can be asked for at any moment, with
 * what was seen long ago. A service checks much of that before it asks; here only the claims themselves keep the promises.
 */
import { LEASE } from '../../../lib/core/claims/lease.ts'
import type { OnceReport } from '../../../lib/core/claims/once.ts'
import type { Play, World } from '../explore.ts'
import type { Simulation } from '../simulation.ts'
import { createSimulatedStore } from '../store.ts'
import { brokenIndex } from '../stored-claim.ts'
import {
  type ActStage,
  type Attempt,
  CASE,
  KEY,
  LATENESS,
  living,
  perform,
  type Task,
} from './act-process.ts'
import { told } from './told.ts'

export interface ActsOptions {
  readonly name: string
  /** What Hana's program does, one after the other. */
  readonly hana: readonly Task[]
  /** What Mei may do, and how many things at most. */
  readonly mei: readonly Task[]
  readonly moves?: number
  readonly flags?: readonly string[]
  /** The bodies of the effects that are at the remote before the story begins. */
  readonly there?: readonly string[]
  /** Which of them the stored claim has as orphans; it is done, with the first effect that is none. */
  readonly orphans?: readonly number[]
  readonly hides?: boolean
  readonly refuses?: boolean
}

export function actsWorld(options: ActsOptions): World {
  const begin = (simulation: Simulation) => beginActs(simulation, options)
  return { name: options.name, steps: [LEASE + 1, LEASE + 1 + LATENESS], begin }
}

function beginActs(simulation: Simulation, options: ActsOptions): Play {
  const { hana, mei, moves = 1, flags = [], there = [], orphans, hides = false, refuses = false } = options
  const store = createSimulatedStore(simulation)
  const stage: ActStage = {
    simulation,
    store,
    effects: there.map((body, index) => ({ id: index + 1, body })),
    flags,
    attempts: new Map(),
    released: [],
    foreign: orphans ? 0 : there.length,
    hides,
    refuses,
    lies: [],
  }
  if (orphans) store.put(KEY, JSON.stringify(withOrphans(there.length, orphans)), { open: true })
  const { effects, attempts, released, lies } = stage
  simulation.worldState.push(() =>
    JSON.stringify([effects, [...attempts], released, lies, stage.refuses], (_key, value) =>
      value instanceof Error ? `${value}` : value,
    ),
  )
  simulation.actor('hana', async () => {
    for (const [count, task] of hana.entries())
      await told(simulation, 'hana', perform(task, 'hana', count, stage))
  })
  simulation.actor('mei', async () => {
    for (let count = 0; count < moves; count++) {
      const what = await simulation.choose('mei', [...mei, 'leaves'], `${count}`)
      if (what === 'leaves') return
      await told(simulation, 'mei', perform(what, 'mei', count, stage)).catch(error => {
        // the remote did not answer a person
        if (!/secret words/.test(String(error))) throw error
      })
    }
  })
  return {
    broken: () =>
      brokenRemote(stage, there.length) ?? lies[0] ?? brokenReports(stage) ?? brokenIndex(store, KEY),
    brokenAtEnd: () => brokenCase(stage) ?? brokenRecord(stage) ?? brokenNotes(stage),
    ending: () => [`claim: ${store.records().get(KEY) ?? 'none'}`, `remote: ${JSON.stringify(effects)}`],
  }
}

function withOrphans(count: number, orphans: readonly number[]) {
  const own = Array.from({ length: count }, (_, index) => index + 1).find(id => !orphans.includes(id))
  return {
    state: 'done',
    name: CASE,
    digest: 'a',
    body: 'a',
    operation: 'earlier',
    until: 0,
    flags: [],
    result: own,
    steps: [{ state: 'done', at: 0, by: 'earlier' }],
    strays: orphans.map(result => ({ operation: `orphan ${result}`, at: 0, by: 'earlier', result })),
  }
}

interface Stored {
  readonly state: string
  readonly operation?: string
  readonly body?: string
  readonly result?: number
  readonly reason?: unknown
  readonly strays?: readonly { operation: string; result?: number }[]
  readonly steps?: readonly { state: string; by: string; reason?: unknown }[]
}

function claimOf({ store }: ActStage): Stored {
  return JSON.parse(store.records().get(KEY) ?? '{"state":"none"}')
}

/** What the attempts made: never two effects, and none of a body that nobody has released. */
function brokenRemote({ effects, flags, released }: ActStage, before: number): string | undefined {
  const made = effects.filter(({ id }) => id > before)
  if (living(made).length > 1) return `the remote has ${living(made).length} effects of one case`
  if (before === 1 && living(effects).length > 1) return 'the act was sent although its effect was there'
  const unseen = flags.length > 0 && made.find(({ body }) => !released.includes(body))
  return unseen ? `the body ${unseen.body} was sent, and nobody has released it` : undefined
}

const DECIDED: Readonly<Record<string, readonly string[]>> = {
  already_done: ['done'],
  in_progress: ['claimed'],
  unknown: ['unknown'],
  review: ['review'],
  gone: ['removing', 'gone'],
  conflict: ['claimed', 'unknown', 'done'],
}

/** What a caller is told fits the claim that it is told of, and its own body. */
function brokenReports({ attempts }: ActStage): string | undefined {
  for (const [operation, attempt] of attempts) {
    const broken = brokenReport(operation, attempt)
    if (broken) return broken
  }
  return undefined
}

function brokenReport(operation: string, { body, report }: Attempt): string | undefined {
  if (report?.end === 'not_sent') {
    const { decision, claim } = report
    if (!DECIDED[decision]?.includes(claim.state))
      return `${operation} is told ${decision}, and the claim is ${claim.state}`
    const isOther = decision === 'conflict'
    const sameBody = claim.digest === body
    return isOther === sameBody && ['conflict', 'already_done'].includes(decision)
      ? `${operation} is told ${decision} of ${sameBody ? 'the same' : 'another'} body`
      : undefined
  }
  if (!report || report.end === 'unstored' || !report.claim) return undefined
  const isOwn = report.claim.operation === operation
  if (isOwn !== (report.end === 'stored'))
    return `${operation} is told ${report.end}, and the claim is that of ${report.claim.operation}`
  return undefined
}

/** A record claims no more than is known. What is deleted by hand nobody knows until somebody looks. */
function brokenCase(stage: ActStage): string | undefined {
  const { state, result, strays = [] } = claimOf(stage)
  if (state === 'claimed' || state === 'unknown') return undefined
  const own = state === 'done' || state === 'removing' ? result : undefined
  const known = [own, ...strays.map(stray => stray.result)]
  const doubted = strays.some(stray => stray.result === undefined)
  const unowned = living(stage.effects).find(({ id }) => id > stage.foreign && !known.includes(id))
  if (unowned && !doubted) return `the case is ${state}, and the remote has its effect ${unowned.id}`
  const effect = stage.effects.find(({ id }) => id === result)
  if (state === 'done' && (!effect || effect.deleted === 'through kura'))
    return `the case is effect ${result}, which is not there`
  if (state === 'gone' && effect && effect.deleted === undefined)
    return `the case is gone, and the remote has its effect ${result}`
  return undefined
}

/** How the own attempt of the claim ended, against what is stored of it. */
function brokenRecord(stage: ActStage): string | undefined {
  const { state, operation = '', reason, strays = [], steps = [] } = claimOf(stage)
  const attempt = stage.attempts.get(operation)
  const text = JSON.stringify([reason ?? null, ...steps.map(step => step.reason ?? null)])
  if (text.includes('secret words')) return 'the record has words that are not kura’s'
  if (new Set(strays.map(stray => stray.operation)).size < strays.length) return 'an orphan is stored twice'
  for (const stray of strays) {
    const known = stage.attempts.get(stray.operation)
    if (known && !known.sent) return `${stray.operation} sent nothing, and has an orphaned effect`
    if (known?.failure === 'refused') return `${stray.operation} was refused, and has an orphaned effect`
  }
  if (attempt?.report?.end !== 'stored') return undefined
  const own = steps.at(-1)?.by === operation.split('-')[0]
  return own ? brokenEnd(state, { text, attempt, several: stage.effects.length > 1 }) : undefined
}

function brokenEnd(
  state: string,
  { text, attempt, several }: { text: string; attempt: Attempt; several: boolean },
): string | undefined {
  const { sent, failure, reserved } = attempt
  if (state === 'unknown' && !sent && !several) return 'nothing was sent, and the case is unknown'
  if (state === 'unknown' && failure === 'refused') return 'the remote refused, and the case is unknown'
  if (state === 'refused' && failure === 'foreign') return 'the outcome is not known, and the case is refused'
  if (state === 'refused' && reserved) return 'the case is refused, and what was set aside was not taken back'
  if (state === 'refused' && failure === 'own' && text.includes('unexpectedFault'))
    return 'the record lacks the words of kura’s own refusal'
  return undefined
}

/** The log has what is stored. */
function brokenNotes(stage: ActStage): string | undefined {
  const { state, operation = '', strays = [] } = claimOf(stage)
  for (const [name, { notes, report }] of stage.attempts) {
    const isOrphan = strays.some(stray => stray.operation === name)
    const isNoted = notes.includes('stray')
    if (report?.end === 'orphaned' && report.claim && isOrphan !== isNoted && !isDropped(report))
      return `${name} ${isOrphan ? 'has an orphaned effect that the log lacks' : 'has no orphaned effect, and the log has one'}`
    if (notes.includes('review') && report?.end === 'not_sent' && report.decision !== 'review')
      return `the log has a review of ${name}`
  }
  const asked = stage.attempts.get(operation)
  if (state === 'review' && asked?.report && asked.notes.length === 0) return 'the log lacks the review'
  return undefined
}

/** Somebody may have dealt with it since. */
function isDropped(report: OnceReport<number>): boolean {
  return report.end === 'orphaned' && report.claim?.strays?.length === 0
}
