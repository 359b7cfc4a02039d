/**
 * The steps of an authorization by a link, as pure transitions over its record. Every request may come twice, late,
 * from another tab or after a crash; each transition says what happens then.
 *
 *   issued -> opened -> exchanging -> received -> keeping -> kept
 *                    -> dropped    -> failed   -> dropped -> dropped
 *
 * Invariants: only the browser that opened the link can continue; a code is exchanged by one call at a time; a pair is
 * kept only after `keeping` was stored, and only the person's answer stores it; a record that has ended does not change
 * again.
 */
import type { Reason } from '../../../../core/phrase.ts'
import type { Decision, Transition } from '../../../../core/store/update.ts'
import type { UserCompany } from '../company.ts'
import { type At, type Link, STEP_LIFE, type Step } from './link.ts'

/** Why a browser's request is refused; a refused request changes nothing. */
export type Refusal = 'not_valid' | 'other_browser' | 'other_state'

export type Refused = { readonly refused: Refusal }

/** The digest of the secret in the cookie of the browser that sends the request. */
interface From {
  readonly browser: string
}

/** Returns the record with its next `step`. */
function goOn<R>(link: Link, step: Step, now: number, result: R): Decision<Link, R> {
  return { write: { ...link, step, until: now + STEP_LIFE }, ttl: STEP_LIFE, result }
}

function keep<R>(result: R): Decision<Link, R> {
  return { keep: true, result }
}

/**
 * Returns the record if this browser opened the link, else the refusal. If no browser has opened the link, the request
 * is refused too.
 */
function ownLink(
  link: Link | undefined,
  { browser }: From,
  now: number,
): { readonly link: Link; readonly step: Exclude<Step, { at: 'issued' }> } | Refused {
  if (!link || now >= link.until || link.step.at === 'issued') return { refused: 'not_valid' }
  return link.step.browser === browser ? { link, step: link.step } : { refused: 'other_browser' }
}

/** Stores a new link. An id is never used twice. */
export function issueLink(
  terms: Pick<Link, 'keyid' | 'client' | 'redirectUri' | 'named'>,
): Transition<Link, { until: number }> {
  return (_none, now) => {
    const until = now + STEP_LIFE
    return { write: { ...terms, until, step: { at: 'issued' } }, ttl: STEP_LIFE, result: { until } }
  }
}

export type Opening = From & Pick<At<'opened'>, 'state' | 'secret'>

/**
 * What the browser does next. `go`: it is sent to the service with this secret, for the `first` time or again. `begun`:
 * it has already taken that step.
 */
export type Opened = Refused | { readonly go: string; readonly first: boolean } | { readonly begun: true }

/**
 * Binds a link to the first browser that opens it. If that browser opens the link again, it is sent to the service with
 * the same state.
 */
export function openLink({ browser, state, secret }: Opening): Transition<Link, Opened> {
  return (link, now) => {
    if (!link || now >= link.until) return keep({ refused: 'not_valid' as const })
    if (link.step.at === 'issued')
      return goOn(link, { at: 'opened', browser, state, secret }, now, { go: secret, first: true })
    if (link.step.browser !== browser) return keep({ refused: 'other_browser' as const })
    return keep(link.step.at === 'opened' ? { go: link.step.secret, first: false } : { begun: true as const })
  }
}

export interface Claim extends From {
  /** The digest of the state that the service returned. */
  readonly state: string
  readonly operation: string
  /** Milliseconds for which no other request may exchange the code. */
  readonly lease: number
}

export type Claimed = Refused | { readonly go: At<'exchanging'> } | { readonly begun: true }

/**
 * Claims the exchange of a code for one operation. An exchange that was interrupted may be tried again: the service
 * accepts a code only once, so if the code was spent already, the service refuses it.
 */
export function claimExchange({ browser, state, operation, lease }: Claim): Transition<Link, Claimed> {
  return (stored, now) => {
    const own = ownLink(stored, { browser }, now)
    if ('refused' in own) return keep(own)
    const { link, step } = own
    if (step.at !== 'opened' && step.at !== 'exchanging') return keep({ begun: true as const })
    if (step.state !== state) return keep({ refused: 'other_state' as const })
    if (step.at === 'exchanging' && now < step.lease) return keep({ begun: true as const })
    const { secret } = step
    const next = {
      at: 'exchanging',
      browser,
      state,
      secret,
      operation,
      askedAt: now,
      lease: now + lease,
    } as const
    return goOn(link, next, now, { go: next })
  }
}

export type Exchanged =
  | { readonly grant: string }
  /** The exchange failed. `unsent`: nothing was sent, so the code can still be sent. */
  | { readonly reason: Reason; readonly unsent: boolean }

/** Stores how the exchange of `operation` ended; nothing changes if another operation is exchanging the code. */
export function endExchange(operation: string, exchanged: Exchanged): Transition<Link, undefined> {
  return (link, now) => {
    if (link?.step.at !== 'exchanging' || link.step.operation !== operation) return keep(undefined)
    return goOn(link, stepAfter(link.step, exchanged), now, undefined)
  }
}

function stepAfter(step: At<'exchanging'>, exchanged: Exchanged): Step {
  const { browser, state, secret, operation, askedAt } = step
  if ('grant' in exchanged) return { at: 'received', browser, operation, askedAt, grant: exchanged.grant }
  if (exchanged.unsent) return { at: 'opened', browser, state, secret }
  return { at: 'failed', browser, reason: exchanged.reason }
}

/**
 * Ends the link, because the service sent the person back without a code. The result `denied` means that this request
 * ended it.
 */
export function denyLink({
  browser,
  state,
}: From & { state: string }): Transition<Link, Refused | { readonly denied: boolean }> {
  return (stored, now) => {
    const own = ownLink(stored, { browser }, now)
    if ('refused' in own) return keep(own)
    const { link, step } = own
    if (step.at !== 'opened') return keep({ denied: false })
    if (step.state !== state) return keep({ refused: 'other_state' as const })
    return goOn(link, { at: 'dropped', browser, why: 'denied' }, now, { denied: true })
  }
}

/** Stores the companies to which a received pair may belong, when they are known. */
export function addCompanies(
  operation: string,
  companies: readonly UserCompany[],
): Transition<Link, undefined> {
  return (link, now) => {
    if (link?.step.at !== 'received' || link.step.operation !== operation) return keep(undefined)
    return goOn(link, { ...link.step, companies: [...companies] }, now, undefined)
  }
}

/** The decision on a received pair: to keep it, or to drop it. */
export type Answer =
  /** `replaces`: the operation of the authorization in use, which the new one replaces. */
  | { readonly keep: UserCompany; readonly replaces?: string | undefined }
  | { readonly drop: 'declined' }
  | { readonly drop: 'foreign' }

/**
 * Stores the person's answer, or kura's own decision to drop the pair of another company. Only the first answer counts:
 * after it, the pair is being kept or is dropped. The result says whether this answer counted.
 */
export function answerLink(operation: string, answer: Answer): Transition<Link, boolean> {
  return (link, now) => {
    if (link?.step.at !== 'received' || link.step.operation !== operation) return keep(false)
    const { companies, ...received } = link.step
    if ('keep' in answer) {
      const { keep: company, replaces } = answer
      return goOn(link, { ...received, at: 'keeping', company, replaces }, now, true)
    }
    const { browser } = received
    const why = answer.drop
    const dropped = { at: 'dropped', browser, why, ...(companies && { companies }) } as const
    return goOn(link, dropped, now, true)
  }
}

/** Stores that the pair of `operation` is stored, or was stored and has been refreshed since. */
export function settleKept(
  operation: string,
  { company, generation }: Pick<At<'kept'>, 'company' | 'generation'>,
): Transition<Link, boolean> {
  return (link, now) => {
    if (link?.step.at !== 'keeping' || link.step.operation !== operation) return keep(false)
    const { browser } = link.step
    return goOn(link, { at: 'kept', browser, company, generation }, now, true)
  }
}

/**
 * Makes the page ask the person again, because kura has begun to use another company since the answer. The pair is not
 * kept yet, so the result is `false`.
 */
export function askAgain(operation: string): Transition<Link, boolean> {
  return (link, now) => {
    if (link?.step.at !== 'keeping' || link.step.operation !== operation) return keep(false)
    const { company, replaces: _, ...received } = link.step
    return goOn(link, { ...received, at: 'received', companies: [company] }, now, false)
  }
}

/**
 * Drops a pair that was to be kept, because another authorization was stored after the person's answer. The result says
 * whether the pair was dropped.
 */
export function dropReplaced(operation: string): Transition<Link, boolean> {
  return (link, now) => {
    if (link?.step.at !== 'keeping' || link.step.operation !== operation) return keep(false)
    return goOn(link, { at: 'dropped', browser: link.step.browser, why: 'replaced' }, now, true)
  }
}

/** Returns the record if this browser opened the link. */
export function ownRecord(link: Link | undefined, from: From, now: number): Link | Refused {
  const own = ownLink(link, from, now)
  return 'refused' in own ? own : own.link
}
