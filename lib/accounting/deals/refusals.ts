/** Why a case is not sent (again), in words for a person and with its state for a program. */
import type { Claim, Verdict } from '../../claims/claim.ts'
import { AppError } from '../../errors.ts'
import type { RegisteredDeal } from './schema.ts'

type DealClaim = Claim<RegisteredDeal>
type Refused = Exclude<Verdict<RegisteredDeal>['verdict'], 'send' | 'review'>

interface Refusal {
  readonly why: string
  readonly hint: string
}

const REFUSALS: Readonly<Record<Refused, (claim: DealClaim, name: string) => Refusal>> = {
  already_done: ({ result }) => ({
    why: `it is registered already, as deal ${result?.deal}`,
    hint: 'another receipt is another case',
  }),
  conflict: ({ state, result }) => ({
    why: `it was asked for with another body before, and is ${result ? `deal ${result.deal}` : state}`,
    hint: 'another receipt is another case; kura accounting cases shows what is known of this one',
  }),
  in_progress: ({ until }) => ({
    why: `another call is sending it, until ${new Date(until).toISOString()} at the latest`,
    hint: 'ask again after that',
  }),
  unknown: ({ reason }, name) => ({
    why: `whether its deal was created is not known: ${reason}`,
    hint: `look for it at the service: kura accounting resolve ${JSON.stringify(name)}`,
  }),
}

/** The refusal of a claim that was not given to the caller. */
export function refuseCase(name: string, verdict: Refused, claim: DealClaim): AppError {
  const { why, hint } = REFUSALS[verdict](claim, name)
  return new AppError('conflict', `Cannot register the case "${name}": ${why}`, {
    hint,
    details: { case: name, state: claim.state, ...(claim.result && { deal: claim.result.deal }) },
  })
}

/** A call that failed, with what that means for its case. */
export function sendingFailed(name: string, state: 'refused' | 'unknown', cause: unknown): unknown {
  if (!(cause instanceof AppError)) return cause
  const { code, status, details } = cause
  const unknown = state === 'unknown'
  const message = unknown
    ? `Cannot tell whether the deal of the case "${name}" was created: ${cause.message}`
    : `Cannot register the case "${name}", nothing was created: ${cause.message}`
  const hint = unknown
    ? `do not send it again: kura accounting resolve ${JSON.stringify(name)} looks for it`
    : cause.hint
  return new AppError(code, message, {
    ...(hint !== undefined && { hint }),
    ...(status !== undefined && { status }),
    details: { ...details, case: name, state },
    cause,
  })
}

/** The deal exists, and its case could not be told so: the case counts as unknown, and resolving it finds the deal. */
export function doneUnstored(name: string, deal: number, cause: unknown): AppError {
  return new AppError(
    'store_unavailable',
    `Cannot store that the case "${name}" is deal ${deal}: it was created at the service`,
    {
      hint: `when the store is back: kura accounting resolve ${JSON.stringify(name)}`,
      details: { case: name, deal },
      cause,
    },
  )
}
