/** The errors of a deal that is not sent (again): a message for people, and the state of the case for programs. */
import type { Claim } from '../../../core/claims/claim.ts'
import type { NotSent } from '../../../core/claims/transitions/request.ts'
import { doneOrphaned, doneUnstored } from '../../../core/claims/unstored.ts'
import { AppError, restate } from '../../../core/errors.ts'
import { english } from '../../../core/language/text.ts'
import type { RegisteredDeal } from './schema.ts'

type DealClaim = Claim<RegisteredDeal>
type Refused = Exclude<NotSent, 'review'>

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
    why: `it was requested with another body before, and is ${result ? `deal ${result.deal}` : state}`,
    hint: 'another receipt is another case; kura accounting list cases shows the state of this one',
  }),
  in_progress: ({ until }) => ({
    why: `another call is sending it, until ${new Date(until).toISOString()} at the latest`,
    hint: 'try again after that',
  }),
  gone: ({ state, result }, name) => ({
    why:
      state === 'gone'
        ? `its deal ${result?.deal} was deleted at the service`
        : `its deal ${result?.deal} is being deleted at the service`,
    hint:
      state === 'gone'
        ? `to register it again: kura settle ${JSON.stringify(name)}`
        : `ask the service again: kura settle ${JSON.stringify(name)}`,
  }),
  unknown: ({ reason }, name) => ({
    why: `its deal may have been created: ${reason && english(reason)}`,
    hint: `look for it at the service: kura settle ${JSON.stringify(name)}`,
  }),
}

/** The error for a caller who did not get the claim. */
export function refuseCase(name: string, decision: Refused, claim: DealClaim): AppError {
  const { why, hint } = REFUSALS[decision](claim, name)
  return new AppError('conflict', `Cannot register the case "${name}": ${why}`, {
    hint,
    details: {
      case: name,
      decision,
      state: claim.state,
      ...(claim.result && { deal: claim.result.deal }),
      ...(decision === 'in_progress' && { until: new Date(claim.until).toISOString() }),
    },
  })
}

/** The error of a failed call, with the state in which the case is now. */
export function sendingFailed(name: string, state: 'refused' | 'unknown', cause: unknown): unknown {
  if (!(cause instanceof AppError)) return cause
  const unknown = state === 'unknown'
  const message = unknown
    ? `Cannot tell whether the deal of the case "${name}" was created: ${cause.message}`
    : `Cannot register the case "${name}", nothing was created: ${cause.message}`
  const hint = unknown ? `do not send it again: kura settle ${JSON.stringify(name)} looks for it` : cause.hint
  return restate(cause, { message, hint, details: { case: name, state } })
}

/** The error if the service has the deal of the case already: an earlier attempt created it. */
export function foundEarlier(name: string, deal: number): AppError {
  return new AppError('conflict', `Cannot register the case "${name}" again: the service has deal ${deal}`, {
    hint: `look at it: kura accounting show ${deal}; another receipt is another case`,
    details: { case: name, deal },
  })
}

/** The error if the service has several deals of the case: a person has to choose one. */
export function foundSeveral(name: string, found: readonly RegisteredDeal[]): AppError {
  const ids = found.map(({ deal }) => deal).join(', ')
  return new AppError('conflict', `Cannot register the case "${name}" again: the service has deals ${ids}`, {
    hint: `delete all but one (kura accounting delete), then: kura settle ${JSON.stringify(name)}`,
    details: { case: name, state: 'unknown' },
  })
}

/**
 * The error if the deal was created but its id could not be stored: the case is unknown, and resolving the case finds
 * the deal.
 */
export function dealUnstored(name: string, deal: number, cause: unknown): AppError {
  return doneUnstored(`the case "${name}" is deal ${deal}`, {
    remedy: `kura settle ${JSON.stringify(name)}`,
    details: { case: name, deal },
    cause,
  })
}

/**
 * The error if the deal was created but its case belongs to another attempt by now: two deals may carry the reference
 * of the case.
 */
export function dealOrphaned(name: string, deal: number, claim: DealClaim | undefined): AppError {
  const other = claim?.result && claim.result.deal !== deal ? claim.result.deal : undefined
  const both =
    other === undefined ? `deal ${deal}` : `the deals ${other} and ${deal}, of which one is too many`
  return doneOrphaned(`the case "${name}" is deal ${deal}`, {
    remedy: `look at ${both}: kura accounting list cases shows what is known`,
    details: { case: name, deal, ...(other !== undefined && { other }) },
  })
}
