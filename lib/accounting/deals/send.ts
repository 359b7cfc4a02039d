/**
 * Sending a deal once. What always holds: the claim of its case is stored before the service is asked; it is sent by the
 * one caller whose claim was stored, and once, for only a 401 (which has no effect) is ever repeated; a deal that carries
 * the case's reference already is taken for the case's own instead of being created again; and what became of it is
 * stored, or told to the caller where it cannot be.
 */
import type { Outcome } from '../../claims/claim.ts'
import { actDigest, type Claims } from '../../claims/claims.ts'
import { AppError } from '../../errors.ts'
import type { Noted } from '../../http/trace.ts'
import { effectOf } from '../../remote/effect.ts'
import type { AccountingClient } from '../remote/client.ts'
import type { Deal, DealBody } from '../remote/schema.ts'
import { daysAfter } from '../taxes/issue-date.ts'
import { doneUnstored, refuseCase, sendingFailed } from './refusals.ts'
import type { RegisteredDeal } from './schema.ts'

export interface SendParts {
  readonly claims: Claims<RegisteredDeal>
  /** Names an operation; never the same twice. */
  readonly newId: () => string
  /** Milliseconds that a function may live: a claim outlives the function that made it. */
  readonly maxDuration: number
  /** A line of the log for each change of a case's state. */
  readonly note: (event: string, facts: Readonly<Record<string, Noted>>) => void
}

/** What is to be sent. */
export interface DealAttempt {
  readonly caseName: string
  /** Absent where a person has to correct the request first: then there is a flag. */
  readonly body?: DealBody | undefined
  /** What was asked, where there is no body to tell two requests apart by. */
  readonly asked?: unknown
  /** Why a person has to look first; empty where nobody has to. */
  readonly flags: readonly string[]
  readonly client: AccountingClient
  /** The name of the key that asks. */
  readonly by: string
}

interface CompleteAttempt extends DealAttempt {
  readonly body: DealBody
  /** What became of an earlier attempt was not known: its deal may be there, with the date that it had. */
  readonly lost: boolean
}

export type Sent =
  | { readonly state: 'done'; readonly deal: number }
  /** Nothing was sent: a person has to look at the operation. */
  | { readonly state: 'review'; readonly operation: string }

const A_YEAR = 366

/** Milliseconds by which a claim outlives the function that made it. */
const GRACE = 5_000

/**
 * Sends the deal of a case, unless a person has to look at it first.
 * @throws AppError `conflict` where the case was sent before (with its deal, where that is known); the client's error
 * with the case's state among its details: `refused` may be asked again, `unknown` must not
 */
export async function sendOnce(attempt: DealAttempt, parts: SendParts): Promise<Sent> {
  const { caseName, body, flags, by } = attempt
  const operation = parts.newId()
  const text = JSON.stringify(body ?? { asked: attempt.asked })
  const { verdict, claim } = await parts.claims.request(caseName, {
    digest: actDigest(text),
    ...(body && { body: text }),
    operation,
    by,
    lease: parts.maxDuration + GRACE,
    flags,
  })
  if (verdict === 'review') {
    parts.note('deal', { case: caseName, state: 'review' })
    return { state: 'review', operation: claim.operation }
  }
  if (verdict !== 'send') throw refuseCase(caseName, verdict, claim)
  if (!body) throw new TypeError(`the case "${caseName}" was let go without a body`)
  const lost = claim.steps.some(({ state }) => state === 'unknown')
  return perform({ ...attempt, body, lost }, { operation, parts })
}

async function perform(
  attempt: CompleteAttempt,
  { operation, parts }: { operation: string; parts: SendParts },
): Promise<Sent> {
  const { caseName, by } = attempt
  const { outcome, error } = await create(attempt)
  const facts = outcome.state === 'done' ? { deal: outcome.result.deal } : { reason: outcome.reason }
  parts.note('deal', { case: caseName, state: outcome.state, ...facts })
  const settled = await parts.claims
    .settle(caseName, { operation, outcome, by })
    .catch((cause: unknown) => ({ cause }))
  if (outcome.state !== 'done')
    throw sendingFailed(caseName, 'cause' in settled ? 'unknown' : outcome.state, error)
  if ('cause' in settled) throw doneUnstored(caseName, outcome.result.deal, settled.cause)
  if (error !== undefined) throw error
  return { state: 'done', deal: outcome.result.deal }
}

interface Created {
  readonly outcome: Outcome<RegisteredDeal>
  /** What the caller is told instead of the deal. */
  readonly error?: unknown
}

/** Looks for the deal, and creates it where it is not there. */
async function create({ client, body, caseName, lost }: CompleteAttempt): Promise<Created> {
  const company = body.company_id
  const looked = lost ? dealsOfReference(client, body) : dealsWithin(0, { client, body })
  const earlier = await looked.catch((error: unknown) => ({ error }))
  if ('error' in earlier)
    return { outcome: { state: 'refused', reason: reasonOf(earlier.error) }, error: earlier.error }
  if (earlier.length > 0) return takeEarlier(earlier, { company, caseName })
  try {
    const { id } = await client.createDeal(body)
    return { outcome: { state: 'done', result: { company, deal: id } } }
  } catch (error) {
    const state = effectOf(error) === 'none' ? 'refused' : 'unknown'
    return { outcome: { state, reason: reasonOf(error) }, error }
  }
}

/** A claim was lost (a restored store) or freed too early: the deal that is there is the case's own. */
function takeEarlier(
  deals: readonly Deal[],
  { company, caseName }: { company: number; caseName: string },
): Created {
  const [found] = deals
  const ids = idsOf(deals)
  const error = new AppError(
    'conflict',
    `Cannot register the case "${caseName}" again: the service has deal ${ids}`,
    {
      details: { case: caseName, ...(found && { deal: found.id }) },
    },
  )
  if (deals.length === 1 && found)
    return { outcome: { state: 'done', result: { company, deal: found.id } }, error }
  return { outcome: { state: 'unknown', reason: `several deals carry its reference: ${ids}` }, error }
}

/**
 * The deals that carry the body's reference: of its day, or where none does, of a year around it, for the date may have
 * been corrected since. Over all pages: the service has no filter for a reference.
 */
export async function dealsOfReference(client: AccountingClient, body: DealBody): Promise<Deal[]> {
  const found = await dealsWithin(0, { client, body })
  return found.length > 0 ? found : dealsWithin(A_YEAR, { client, body })
}

/** So many days before the body's own and after it. */
async function dealsWithin(
  days: number,
  { client, body }: { client: AccountingClient; body: DealBody },
): Promise<Deal[]> {
  const { company_id: companyId, issue_date: date, ref_number: reference } = body
  const span = { from: daysAfter(date, -days), until: daysAfter(date, days) }
  const deals = await client.deals({ companyId, ...span })
  return deals.filter(deal => deal.refNumber === reference)
}

/** Ids for a message. */
export function idsOf(deals: readonly Deal[]): string {
  return deals.map(({ id }) => id).join(', ')
}

function reasonOf(error: unknown): string {
  return error instanceof AppError ? error.message : 'an unexpected fault, see the log'
}
