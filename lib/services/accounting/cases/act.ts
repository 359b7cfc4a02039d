/** Each kind of case has its own texts for an act that failed or whose outcome is unknown (`ActTexts`). */
import { ACTS, type actTexts, because, type Refusal, type Text } from '../../../core/claims/act-words.ts'
import { actOnce, type OnceAct, type OnceDeps, type OnceReport } from '../../../core/claims/once.ts'
import type { Claim } from '../../../core/claims/stored-records.ts'
import type { NotSent } from '../../../core/claims/transitions/request.ts'
import { doneOrphaned, doneUnstored } from '../../../core/claims/unstored.ts'
import { CLAIM_REASONS, REFUSALS } from '../../../core/claims/words.ts'
import { AppError, failureOf } from '../../../core/errors.ts'
import { isPhraseOf, phrase } from '../../../core/language/catalogue.ts'
import { quotedReason } from '../../../core/language/outside.ts'
import { phraseError, restatePhrase } from '../../../core/language/phrase-error.ts'
import { english } from '../../../core/language/text.ts'
import type { Phrase, Reason, Value } from '../../../core/phrase.ts'
import { effectOf } from '../../../core/remote/effect.ts'
import { sentencesOf } from '../../../core/remote/sentences.ts'
import { SAID } from '../remote/words.ts'
import type { ActWords, CaseKind } from './cases.ts'

export interface ActTexts extends Omit<ReturnType<typeof actTexts>, 'refusals'> {
  readonly name: string
  readonly settle: Reason
  /** A sentence such as `the case "receipt 1" is deal 7`. */
  readonly is: (id: number) => Phrase
  readonly several: (ids: string) => Text
  /** The error if an earlier attempt made the effect `id`. Without this text, the effect counts as this attempt's. */
  readonly foundEarlier?: (id: number) => Text
  /** The remedy if the attempt that made `id` had lost its claim. `stored` is the effect that the case has. */
  readonly orphaned: (id: number, stored?: number) => { readonly remedy: Phrase; readonly other?: number }
}

export type Refusals<Result, Decision extends NotSent> = Readonly<
  Record<Decision, (claim: Claim<Result>) => Refusal & { readonly id?: number | undefined }>
>

type Ended<Result> = Exclude<OnceReport<Result>, { readonly end: 'not_sent' }>

interface ActDeps<Result> extends OnceDeps<Result>, Pick<CaseKind<Result, unknown>, 'note'> {
  readonly words: ActWords<Result>
}

/**
 * Does the act of a case at most once. If `isFound` is true, the service already had the effect, so nothing was sent.
 * @throws AppError `conflict` if the service has the effect but another attempt may have made it, or if this attempt no
 * longer has the claim; `store_unavailable` if the act is done but kura could not store that; also every error of
 * actOnce and of the client. The client's error has the case's state in its details: a `refused` act may be sent again, an `unknown`
 * act must not
 */
export async function actOnCase<Result>(
  act: Omit<OnceAct<Result>, 'name' | 'hadNoEffect' | 'reasonOf' | 'note'>,
  texts: ActTexts,
  deps: ActDeps<Result>,
): Promise<
  | {
      readonly end: 'done'
      readonly id: number
      readonly isFound: boolean
      readonly reason: Reason | undefined
    }
  | Exclude<OnceReport<Result>, Ended<Result>>
> {
  const { words, note } = deps
  const { name } = texts
  const report = await actOnce<Result>(
    {
      ...act,
      name,
      hadNoEffect: error => effectOf(error) === 'none',
      reasonOf: reasonOfFailure,
      note({ state, result, reason, isOrphaned }) {
        if (state === 'claimed') return
        note(words.event, {
          [words.noun]: name,
          state,
          ...(result && { [words.id]: words.idOf(result) }),
          ...(reason !== undefined && { reason: loggedReason(reason) }),
          ...(isOrphaned && { orphaned: true }),
        })
      },
    },
    deps,
  )
  if (report.end === 'not_sent') return report
  if (report.outcome.state === 'review') return waiting(report, { cannot: texts.cannot })
  if (report.outcome.state !== 'done') throw undone(report, texts, words)
  const id = words.idOf(report.outcome.result)
  const error = doneElsewhere(report, { ...texts, id }, words)
  if (error) throw error
  return { end: 'done', id, isFound: report.found !== undefined, reason: report.outcome.reason }
}

/** The report of an attempt that sent nothing, because a person has to look first. */
function waiting<Result>(
  report: Ended<Result>,
  { cannot }: Pick<ActTexts, 'cannot'>,
): Extract<OnceReport<Result>, { readonly end: 'not_sent' }> {
  if (report.end === 'unstored') throw report.cause
  const { claim } = report
  if (report.end === 'orphaned' || !claim)
    throw phraseError('conflict', phrase(REFUSALS.otherOperation, { cannot }), {
      hint: phrase(REFUSALS.again),
    })
  return { end: 'not_sent', decision: 'review', claim: { ...claim, seenAt: claim.steps.at(-1)?.at ?? 0 } }
}

function undone<Result>(
  { end, outcome, found, error }: Ended<Result>,
  { name, cannot, nothing, doubt, several }: ActTexts,
  { noun, idOf }: ActWords<Result>,
): unknown {
  const state = end === 'unstored' ? 'unknown' : outcome.state
  const details = { [noun]: name, state }
  if (found) return conflict(several(found.map(idOf).join(', ')), details)
  if (!(error instanceof AppError)) return error
  const why = error.phrase ?? error.message
  return state === 'unknown'
    ? restatePhrase(error, because(doubt.message, why), {
        hint: doubt.hint,
        details,
      })
    : restatePhrase(error, phrase(ACTS.failed, { cannot, nothing, why }), { details })
}

/** Returns an error if an earlier attempt did the act, or if this attempt's claim does not say that the act is done. */
function doneElsewhere<Result>(
  report: Ended<Result>,
  { name, id, settle, is, foundEarlier, orphaned }: ActTexts & { readonly id: number },
  words: ActWords<Result>,
): AppError | undefined {
  const details = { [words.noun]: name, [words.id]: id }
  if (report.end === 'unstored') return doneUnstored(is(id), { remedy: settle, details, cause: report.cause })
  if (report.found && foundEarlier) return conflict(foundEarlier(id), details)
  if (report.end !== 'orphaned') return undefined
  const { result } = report.claim ?? {}
  const { remedy, ...other } = orphaned(id, result && words.idOf(result))
  return doneOrphaned(is(id), { remedy, details: { ...details, ...other } })
}

export function refuseAct<Result, Decision extends NotSent>(
  { decision, claim }: { readonly decision: Decision; readonly claim: Claim<Result> },
  { name, cannot, refusals }: ActTexts & { readonly refusals: Refusals<Result, Decision> },
  words: ActWords<Result>,
): AppError {
  const { why, hint, id } = refusals[decision](claim)
  return conflict(
    { message: because(cannot, why), hint },
    {
      [words.noun]: name,
      decision,
      state: claim.state,
      ...(id !== undefined && { [words.id]: id }),
      ...(decision === 'in_progress' && { until: new Date(claim.until).toISOString() }),
    },
  )
}

function conflict({ message, hint }: Text, details: AppError['details']): AppError {
  return phraseError('conflict', message, { hint, details })
}

/** The service may quote what a person wrote, so its text is shown with the case and never logged. */
function reasonOfFailure(error: unknown): Reason {
  if (!(error instanceof AppError)) return phrase(CLAIM_REASONS.unexpectedFault)
  const failure = failureOf(error)
  if (effectOf(error) !== 'none' || !Array.isArray(error.details['messages'])) return failure
  const sentences = sentencesOf(error)
  return phrase(SAID.refusal, { reason: quotedReason(failure), words: { items: sentences, by: 'semicolon' } })
}

function loggedReason(reason: Reason): string {
  return english(isPhraseOf(SAID.refusal, reason) ? ownWords(reason.values['reason']) : reason)
}

function ownWords(value: Value | undefined): Reason {
  return typeof value === 'object' && 'id' in value ? value : ''
}
