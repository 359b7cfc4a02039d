/** kura creates no deal if the service has one with the case's reference, and repeats the call only after a 401. */
import { actDigest } from '../../../core/claims/claims.ts'
import { HeldError } from '../../../core/claims/held.ts'
import type { Lease, OnceDeps } from '../../../core/claims/once.ts'
import type { Queried } from '../../../core/claims/query.ts'
import type { Claim } from '../../../core/claims/stored-records.ts'
import { CLAIM_REASONS } from '../../../core/claims/words.ts'
import { phrase } from '../../../core/language/catalogue.ts'
import { quotedReason } from '../../../core/language/outside.ts'
import { english, saidReason } from '../../../core/language/text.ts'
import type { Phrase, Reason } from '../../../core/phrase.ts'
import type { Store } from '../../../core/store/store.ts'
import type { UpdateOptions } from '../../../core/store/update.ts'
import { actOnCase, refuseAct } from '../cases/act.ts'
import type { AccountingClient } from '../remote/client.ts'
import type { Deal, DealBody } from '../remote/deal-schema.ts'
import { daysAfter } from '../taxes/issue-date.ts'
import { type Alike, alikeOf, flagsOf, seenIds, unseen, withoutWaiting } from './cases/alike.ts'
import { type CaseDeps, foundByBody, otherCasesFound } from './cases/of-deal.ts'
import { bodyAsStored } from './cases/saved.ts'
import { DEAL_WORDS, dealTexts } from './cases/words.ts'
import { differenceOf } from './compare.ts'
import type { RegisteredDeal } from './schema.ts'

export interface SendDeps extends OnceDeps<RegisteredDeal>, CaseDeps {
  readonly store: Store
  /** Set only by tests. */
  readonly updates?: UpdateOptions | undefined
}

export interface DealAttempt {
  readonly caseName: string
  /** The body to send; absent if a person has to correct the request first. `flags` is not empty then. */
  readonly body?: DealBody | undefined
  /** The request, which identifies the attempt if there is no body. */
  readonly asked?: unknown
  /** The operation of the case in review that this attempt replaces. */
  readonly corrects?: string | undefined
  /** The ids of similar deals and cases that a person has seen. The attempt waits if the deal looks like any other. */
  readonly seen: readonly string[]
  readonly flags: readonly Reason[]
  readonly client: AccountingClient
  readonly by: string
}

export type Sent =
  /** `differs` says how the stored deal differs from the body that was sent. */
  | {
      readonly state: 'done'
      readonly deal: number
      readonly differs?: ReturnType<typeof saidReason>
      readonly held?: undefined
    }
  /** `held` are the flags that the claim has beside those of the attempt. */
  | { readonly state: 'review'; readonly operation: string; readonly held?: readonly Phrase[] }

const A_YEAR = 366

/**
 * Sends the deal of a case, unless a person has to check it first.
 * @throws AppError `conflict` if the case was sent before (with its deal, if that is known) or is being sent; and as
 * actOnCase does
 */
export async function sendOnce(given: DealAttempt, deps: SendDeps): Promise<Sent> {
  const { caseName, flags, by, asked, corrects, seen } = given
  const body = await bodyAsStored(caseName, given.body, deps)
  const attempt = { ...given, body }
  const text = JSON.stringify(body ?? { asked: attempt.asked })
  const texts = dealTexts(caseName)
  const acted = await actOnCase<RegisteredDeal>(
    {
      digest: actDigest(text),
      body: body && text,
      by,
      flags,
      asked: asked === undefined ? undefined : JSON.stringify(asked),
      corrects,
      declinedWaits: true,
      alike: seen,
      foundBy: body && foundByBody(body, caseName),
      async query(claim, texts) {
        const { others, ...queried } = await queryBefore(attempt, { claim, texts }, deps)
        if (others.length > 0) throw new HeldError({ flags: flagsOf(others), alike: seenIds(others) })
        return queried
      },
      send: lease => create(attempt, lease),
    },
    texts,
    { ...deps, words: DEAL_WORDS },
  )
  if (acted.end === 'done')
    return { state: 'done', deal: acted.id, ...(acted.reason && { differs: saidReason(acted.reason) }) }
  const { decision, claim } = acted
  if (decision === 'review') {
    const known = flags.map(flag => english(flag))
    const held = claim.flags.filter(flag => !known.includes(english(flag))).map(quotedReason)
    return { state: 'review', operation: claim.operation, ...(held.length > 0 && { held }) }
  }
  throw refuseAct({ decision, claim }, texts, DEAL_WORDS)
}

async function create({ client, caseName, body }: DealAttempt, lease: Lease<RegisteredDeal>) {
  const complete = completeBody(caseName, body)
  const created = await client.createDeal(complete, lease.guard)
  const result = { company: complete.company_id, deal: created.id }
  return { state: 'done', result, reason: differenceOf(complete, created) } as const
}

/**
 * Searches a year if an earlier attempt's outcome is unknown. `texts` are the records of cases that look like this one.
 */
async function queryBefore(
  { client, caseName, body, seen }: DealAttempt,
  { claim, texts }: { readonly claim: Claim<RegisteredDeal>; readonly texts: readonly string[] },
  deps: SendDeps,
): Promise<Queried<RegisteredDeal> & { readonly others: readonly Alike[] }> {
  const { steps, releasedBy, alike = [] } = claim
  const complete = completeBody(caseName, body)
  const compared = { caseName, body: complete }
  const claims = await otherCasesFound(complete, { caseName, texts }, deps)
  const { deals, ...earlier } = await dealsWithin(0, { client, body: complete })
  const lost = steps.some(({ state }) => state === 'unknown')
  if (lost && earlier.found.length === 0) {
    const { deals: _, ...all } = await queryAllDeals(client, complete)
    if (all.found.length > 0) return { ...all, others: [] }
  }
  if (earlier.found.length > 0) return { ...earlier, others: [] }
  const others = unseen(alikeOf(compared, { claims, deals }), [...alike, ...seen])
  return { ...earlier, others: releasedBy === undefined ? others : withoutWaiting(others) }
}

function completeBody(caseName: string, body: DealBody | undefined): DealBody {
  if (body) return body
  throw new TypeError(`the case "${caseName}" was let go without a body`)
}

interface QueriedDeals extends Queried<RegisteredDeal> {
  readonly deals: readonly Deal[]
}

/** Searches the body's date first, then a year around it, because a person may have corrected the date. */
export async function queryDeals(client: AccountingClient, body: DealBody): Promise<QueriedDeals> {
  const looked = await dealsWithin(0, { client, body })
  return looked.found.length > 0 ? looked : queryAllDeals(client, body)
}

/** Searches from a year before the body's date to a year after it. */
export function queryAllDeals(client: AccountingClient, body: DealBody): Promise<QueriedDeals> {
  return dealsWithin(A_YEAR, { client, body })
}

async function dealsWithin(
  days: number,
  { client, body }: { client: AccountingClient; body: DealBody },
): Promise<QueriedDeals> {
  const { company_id: companyId, issue_date: date, ref_number: reference } = body
  const span = { from: daysAfter(date, -days), until: daysAfter(date, days) }
  const deals = await client.deals({ companyId, ...span })
  const own = deals.filter(deal => deal.refNumber === reference)
  return {
    found: own.map(({ id }) => ({ company: companyId, deal: id })),
    complete: true,
    several: phrase(CLAIM_REASONS.severalDeals, { ids: own.map(({ id }) => String(id)) }),
    deals,
  }
}
