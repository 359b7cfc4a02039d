/** Asks the person whether kura keeps a received pair of tokens, and applies the answer. */
import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Reason } from '../../../../core/phrase.ts'
import { authorizationOf, companyInUse } from '../authorize/authorization.ts'
import { companiesOf } from '../authorize/code-grant.ts'
import type { CheckedCompany, Company, UserCompany } from '../company.ts'
import { readCredential } from '../deps.ts'
import type { Credential } from '../schema.ts'
import { type BrowserDeps, changeLink, readLink, refusalOf, type Visit } from './deps.ts'
import { checkFor, keepGrant, noteOutcome } from './keep.ts'
import { type At, digestOf, type Link } from './link.ts'
import { openGrant } from './receive.ts'
import { addCompanies, answerLink, ownRecord, type Refusal } from './transitions.ts'

/**
 * Why a request is refused. `stale`: the answer belongs to another question; `no_cookie`: the browser does not keep
 * cookies.
 */
export interface RefusedView {
  readonly kind: 'refused'
  readonly why: Refusal | 'stale' | 'no_cookie'
}

/** What the page shows. */
export type View =
  | RefusedView
  /**
   * `not_back`: the person is still at the service. `waiting`: another request is exchanging the code. Otherwise an
   * exchange was interrupted.
   */
  | { readonly kind: 'not_back' | 'waiting' | 'interrupted' }
  | Question
  /** The pair of tokens is not kept: it gives access neither to the company in use nor to the one that was named. */
  | {
      readonly kind: 'foreign'
      readonly companies: readonly UserCompany[]
      readonly current: Company | undefined
      readonly named: string | undefined
    }
  | { readonly kind: 'kept'; readonly company: UserCompany }
  | { readonly kind: 'denied' | 'declined' | 'replaced' }
  | { readonly kind: 'failed'; readonly reason: Reason }

export interface Question {
  readonly kind: 'ask'
  readonly why: CheckedCompany['kind']
  readonly company: UserCompany
  readonly current: Company | undefined
  /** The operation of the authorization in use, which the new one would replace. */
  readonly replaces: string | undefined
  /** A token, by which kura checks that an answer belongs to this question and comes from this browser. */
  readonly token: string
  /** The time until which the question can be answered, in milliseconds since the epoch. */
  readonly until: number
}

/**
 * Returns what the page shows now in this browser.
 * @throws AppError `store_unavailable`, and as the service refuses or fails
 */
export async function viewOf(visit: Visit, deps: BrowserDeps): Promise<View> {
  const { link, now } = await readLink(visit.id, deps)
  const refused = await refusalOf(link, visit, deps)
  if (refused) return { kind: 'refused', why: refused }
  const own = ownRecord(link, { browser: digestOf(visit.secret) }, now)
  if ('refused' in own) return { kind: 'refused', why: own.refused }
  return viewOfStep(visit, { link: own, now }, deps)
}

interface Found {
  readonly link: Link
  readonly now: number
}

async function viewOfStep(visit: Visit, { link, now }: Found, deps: BrowserDeps): Promise<View> {
  const { step } = link
  switch (step.at) {
    case 'issued':
    case 'opened':
      return { kind: 'not_back' }
    case 'exchanging':
      return { kind: now < step.lease ? 'waiting' : 'interrupted' }
    case 'received':
      return step.companies
        ? questionOf(visit, { link, step, companies: step.companies }, deps)
        : identify(visit, step, deps)
    case 'keeping':
      return (await keepGrant(visit, { link, step }, deps))
        ? { kind: 'kept', company: step.company }
        : viewOf(visit, deps)
    case 'kept':
      return { kind: 'kept', company: step.company }
    case 'dropped':
      return step.why === 'foreign' ? foreignOf(link, step.companies ?? [], deps) : { kind: step.why }
    case 'failed':
      return { kind: 'failed', reason: step.reason }
  }
}

/** Asks the service for the companies to which the pair gives access. The pair is not kept yet. */
async function identify(
  visit: Visit,
  { operation, grant }: At<'received'>,
  deps: BrowserDeps,
): Promise<View> {
  const companies = await companiesOf(openGrant(visit.id, grant, deps), deps)
  await changeLink(visit.id, addCompanies(operation, companies), deps)
  return viewOf(visit, deps)
}

interface Received {
  readonly link: Link
  readonly step: At<'received'>
  readonly companies: readonly UserCompany[]
}

/**
 * Returns the question for the person. If the pair is for another company and must not be kept, it is dropped without a
 * question.
 */
async function questionOf(
  visit: Visit,
  { link, step, companies }: Received,
  deps: BrowserDeps,
): Promise<View> {
  const { credential } = await readCredential(deps)
  const check = checkFor(link, companies, credential)
  if (!check) {
    const first = await changeLink(visit.id, answerLink(step.operation, { drop: 'foreign' }), deps)
    if (first) noteOutcome(visit, 'foreign', companies[0])
    return foreignOf(link, companies, deps)
  }
  const { kind: why, company } = check
  const current = knownCompany(credential)
  const replaces = authorizationOf(credential)?.operation
  const question = [step.operation, why, company.id, replaces].join(' ')
  return { kind: 'ask', why, company, current, replaces, token: tokenOf(visit, question), until: link.until }
}

function knownCompany(credential: Credential | undefined): Company | undefined {
  const current = companyInUse(credential)
  return current === 'unknown' ? undefined : current
}

async function foreignOf(
  { named }: Link,
  companies: readonly UserCompany[],
  deps: BrowserDeps,
): Promise<View> {
  const { credential } = await readCredential(deps)
  return { kind: 'foreign', companies, current: knownCompany(credential), named }
}

/** Returns the token of a question: only this browser can produce it, and each question has a different one. */
function tokenOf({ id, secret }: Visit, question: string): string {
  return createHmac('sha256', secret).update(`kura/authorize/v1\n${id}\n${question}`).digest('base64url')
}

/** The person's answer as the form sent it. */
export interface Reply {
  readonly token: string
  readonly answer: 'keep' | 'drop'
}

/**
 * Keeps or drops the pair, as the person answered, once. An answer that does not belong to the open question changes
 * nothing.
 */
export async function answerQuestion(
  visit: Visit,
  { token, answer }: Reply,
  deps: BrowserDeps,
): Promise<RefusedView | undefined> {
  const view = await viewOf(visit, deps)
  if (view.kind === 'refused') return view
  // the answer was repeated: the page shows the result of the first answer
  if (view.kind !== 'ask') return undefined
  if (!isSame(token, view.token)) return { kind: 'refused', why: 'stale' }
  const { link } = await readLink(visit.id, deps)
  if (link?.step.at !== 'received') return undefined
  const { operation } = link.step
  const { company, replaces } = view
  const decided = answer === 'keep' ? { keep: company, replaces } : ({ drop: 'declined' } as const)
  const first = await changeLink(visit.id, answerLink(operation, decided), deps)
  if (first && answer === 'drop') noteOutcome(visit, 'declined', company)
  // the record now says `keeping`: `viewOf` stores the pair, either here or, if this process dies, at the next request
  if (answer === 'keep') await viewOf(visit, deps)
  return undefined
}

function isSame(one: string, other: string): boolean {
  const [given, expected] = [Buffer.from(digestOf(one)), Buffer.from(digestOf(other))]
  return timingSafeEqual(given, expected)
}
