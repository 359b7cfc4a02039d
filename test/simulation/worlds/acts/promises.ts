/** The promises about an act that happens once, checked against the remote, the store and the log of a world. */
import type { OnceReport } from '../../../../lib/core/claims/once.ts'
import type { Claim } from '../../../../lib/core/claims/stored-records.ts'
import { CLAIM_REASONS } from '../../../../lib/core/claims/words.ts'
import { phrase } from '../../../../lib/core/language/catalogue.ts'
import { type ActStage, type Attempt, FREED_BECAUSE, KEY, living } from './process.ts'

type Stored = Pick<Claim<number>, 'operation' | 'result' | 'reason' | 'flags' | 'steps' | 'strays'> & {
  readonly state: string
}

const NONE: Stored = { state: 'none', operation: 'none', flags: [], steps: [] }

function claimOf({ store }: ActStage): Stored {
  const text = store.record(KEY)
  return text === undefined ? NONE : JSON.parse(text)
}

/**
 * Returns a promise that is broken at this moment. `before` is the number of effects that were at the remote before the
 * story.
 */
export function brokenNow(stage: ActStage, before: number): string | undefined {
  return brokenRemote(stage, before) ?? stage.lies[0] ?? brokenReports(stage)
}

/** Returns a promise that is broken after all actors have ended. */
export function brokenFinally(stage: ActStage): string | undefined {
  return brokenCase(stage) ?? brokenSteps(stage) ?? brokenRecord(stage) ?? brokenNotes(stage)
}

/** Checks the effects of the attempts: there are never two, and none has a body that no person has released. */
function brokenRemote({ effects, flags, released }: ActStage, before: number): string | undefined {
  const made = effects.filter(({ id }) => id > before)
  if (living(made).length > 1) return `the remote has ${living(made).length} effects of one case`
  if (before === 1 && living(effects).length > 1) return 'the act was sent although its effect was there'
  const unseen = flags.length > 0 && made.find(({ body }) => !released.includes(body))
  return unseen ? `the body ${unseen.body} was sent, and nobody has released it` : undefined
}

function brokenReports({ attempts }: ActStage): string | undefined {
  for (const [operation, attempt] of Object.entries(attempts)) {
    const { report } = attempt
    if (!report) continue
    const broken =
      report.end === 'not_sent'
        ? brokenDecision(report, attempt.body)
        : (brokenOutcome(report, attempt) ??
          (report.end === 'unstored' ? undefined : brokenEnd(report, operation)))
    if (broken) return `${operation} ${broken}`
  }
  return undefined
}

type Report<End> = Extract<OnceReport<number>, { end: End }>

const DECIDED: Readonly<Record<string, readonly string[]>> = {
  already_done: ['done'],
  in_progress: ['claimed'],
  unknown: ['unknown'],
  review: ['review'],
  gone: ['removing', 'gone'],
  conflict: ['claimed', 'unknown', 'done'],
}

/** Checks that a decision fits the claim that was returned with it, and the caller's body. */
function brokenDecision({ decision, claim }: Report<'not_sent'>, body: string): string | undefined {
  if (!DECIDED[decision]?.includes(claim.state)) return `is told ${decision}, and the claim is ${claim.state}`
  const sameBody = claim.digest === body
  if ((decision === 'conflict') === sameBody && ['conflict', 'already_done'].includes(decision))
    return `is told ${decision} of ${sameBody ? 'the same' : 'another'} body`
  if (decision === 'in_progress' && claim.seenAt > claim.until)
    return 'is told in_progress, and the lease is over'
  if (decision === 'review' && sameBody && claim.releasedBy !== undefined)
    return 'is told review, and its body is released'
  return undefined
}

/** Checks that the outcome states no more than the attempt can know. */
function brokenOutcome(
  { outcome, found = [], error }: Report<'stored' | 'orphaned' | 'unstored'>,
  { sent, words }: Attempt,
): string | undefined {
  if (outcome.state === 'done' && found.length > 1) return 'is done by one of several effects'
  if (outcome.state === 'unknown' && !sent && found.length === 0) return 'sent nothing, and is told unknown'
  if (words !== undefined && error !== undefined && outcome.state !== 'done' && outcome.reason !== words)
    return 'is told another reason than its own'
  return undefined
}

/** Checks that the claim at the end of an attempt has the attempt's outcome. */
function brokenEnd(
  { end, outcome, claim }: Report<'stored' | 'orphaned'>,
  operation: string,
): string | undefined {
  if (!claim) return undefined
  const isOwn = claim.operation === operation
  if (isOwn !== (end === 'stored')) return `is told ${end}, and the claim is that of ${claim.operation}`
  if (isOwn && ['claimed', 'review'].includes(claim.state))
    return `has ended, and the claim is ${claim.state}`
  if (isOwn && outcome.state === 'done' && claim.result === undefined)
    return `is done, and the claim is ${claim.state} without a result`
  const orphan = claim.strays?.find(stray => stray.operation === operation)
  const result = outcome.state === 'done' ? outcome.result : undefined
  if (orphan && (orphan.result !== result || (orphan.reason === undefined) === (result === undefined)))
    return `is ${outcome.state}, and its orphaned effect is stored otherwise`
  return undefined
}

/**
 * Checks that a record states no more than kura knows. If an effect was deleted by hand, kura does not know this before
 * a query.
 */
function brokenCase(stage: ActStage): string | undefined {
  const { state, result, strays = [] } = claimOf(stage)
  if (state === 'claimed' || state === 'unknown' || stage.facts.isLost) return undefined
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

/** Pairs of steps of which the second cannot follow the first. */
const IMPOSSIBLE = ['done done', 'gone gone', 'refused unknown', 'refused refused', 'claimed claimed']

/** Checks that the recorded steps can follow each other, and have reasons. */
function brokenSteps(stage: ActStage): string | undefined {
  const { state, steps, flags } = claimOf(stage)
  if (state === 'review' && flags.length === 0) return 'the case is in review, and nothing asks for one'
  const bodies = new Set(Object.values(stage.attempts).map(({ body }) => body))
  const words = [...stage.flags, phrase(CLAIM_REASONS.released).id]
  for (const [index, step] of steps.entries()) {
    const before = steps[index - 1]?.state
    const reason = JSON.stringify(step.reason ?? '')
    if (IMPOSSIBLE.includes(`${before} ${step.state}`)) return `the record says ${before}, ${step.state}`
    if (step.state === 'claimed' && step.reason !== undefined) return 'a claimed step has a reason'
    if (step.state === 'review' && !words.some(word => reason.includes(word)))
      return 'the review has no reason'
    const isAgain = before === 'review' && step.state === 'review' && !reason.includes(words.at(-1) ?? '')
    if (isAgain && bodies.size === 1) return 'the review of a body began again'
  }
  return undefined
}

/** Checks how the claim's own attempt ended against the stored outcome. */
function brokenRecord(stage: ActStage): string | undefined {
  const { state, operation, reason, strays = [], steps } = claimOf(stage)
  const attempt = stage.attempts[operation]
  const text = JSON.stringify([reason ?? null, ...steps.map(step => step.reason ?? null)])
  if (text.includes('secret words')) return 'the record has words that are not kura’s'
  if (new Set(strays.map(stray => stray.operation)).size < strays.length) return 'an orphan is stored twice'
  for (const stray of strays) {
    const known = stage.attempts[stray.operation]
    if (known && !known.sent) return `${stray.operation} sent nothing, and has an orphaned effect`
    if (known?.failure === 'refused') return `${stray.operation} was refused, and has an orphaned effect`
  }
  if (attempt?.report?.end !== 'stored') return undefined
  const last = steps.at(-1)
  const own = last?.by === operation.split('-')[0] && last?.reason !== FREED_BECAUSE
  const several = stage.effects.length > 1
  return own ? brokenReason(state, { text: JSON.stringify(reason ?? null), attempt, several }) : undefined
}

function brokenReason(
  state: string,
  { text, attempt, several }: { text: string; attempt: Attempt; several: boolean },
): string | undefined {
  const { sent, failure, reserved } = attempt
  if (state === 'unknown' && !sent && !several) return 'nothing was sent, and the case is unknown'
  if (state === 'unknown' && failure === 'refused') return 'the remote refused, and the case is unknown'
  if (state === 'refused' && failure === undefined) return 'nothing failed, and the case is refused'
  if (state === 'refused' && failure === 'foreign') return 'the outcome is not known, and the case is refused'
  if (state === 'refused' && reserved) return 'the case is refused, and what was set aside was not taken back'
  if (state === 'refused' && failure === 'own' && text.includes('unexpectedFault'))
    return 'the record lacks the words of kura’s own refusal'
  return undefined
}

/** Checks that the log has the same as the store. */
function brokenNotes(stage: ActStage): string | undefined {
  const { state, operation, strays = [] } = claimOf(stage)
  for (const [name, { notes, report }] of Object.entries(stage.attempts)) {
    const isOrphan = strays.some(stray => stray.operation === name)
    const isNoted = notes.includes('orphaned')
    if (report?.end === 'orphaned' && report.claim && isOrphan !== isNoted && !isDropped(report))
      return `${name} ${isOrphan ? 'has an orphaned effect that the log lacks' : 'has no orphaned effect, and the log has one'}`
    if (notes.includes('review') && report?.end === 'not_sent' && report.decision !== 'review')
      return `the log has a review of ${name}`
  }
  const asked = stage.attempts[operation]
  if (state === 'review' && asked?.report && asked.notes.length === 0) return 'the log lacks the review'
  return undefined
}

/** Whether the orphaned effect is no longer stored, because a person or a query may have dealt with it. */
function isDropped(report: OnceReport<number>): boolean {
  return report.end === 'orphaned' && report.claim?.strays?.length === 0
}
