/**
 * The law on electronic books demands a search by ranges of days and amounts, by partner, by file, and by combinations.
 * The service filters only by day and partner, so kura reads its pages, up to a limit, and filters by the rest.
 */
import { foldName } from '../../../core/language/nearest-name.ts'
import { signedEffect } from '../deals/compare.ts'
import type { Yen } from '../fields/amount.ts'
import { type CompanySource, DEALS_PAGE, readDealPages, type ServiceDeal } from './pages.ts'

export interface DealSearch {
  /** The first and the last day, YYYY-MM-DD, both included. */
  readonly from?: string | undefined
  readonly until?: string | undefined
  readonly partner?: number | undefined
  /** The bounds of the amount in whole yen, both included. */
  readonly least?: Yen | undefined
  readonly most?: Yen | undefined
  readonly file?: 'with' | 'without' | undefined
  /** The id of an attached file, or a part of the file's description. */
  readonly word?: string | undefined
}

export interface FoundDeals {
  /** The found deals, the last registered one first. */
  readonly deals: readonly ServiceDeal[]
  /** The number of deals read for this result; `total` counts all deals of the days and the partner. */
  readonly read: number
  readonly total: number
  readonly next: number | undefined
}

const MOST_READ = 1000

/** @throws AppError as the endpoint does */
export async function findDeals(
  source: CompanySource,
  search: DealSearch,
  { offset, limit }: { readonly offset: number; readonly limit: number },
): Promise<FoundDeals> {
  const tests = testsOf(search)
  const size = tests.length > 0 ? DEALS_PAGE : limit
  const found: ServiceDeal[] = []
  const seen = new Set<number>()
  const isNext = (deal: ServiceDeal) => !seen.has(deal.id) && tests.every(isFit => isFit(deal))
  let [next, total] = [offset, 0]
  for await (const page of readDealPages(source, filterOf(search), { offset, size })) {
    next = page.at
    total = page.total
    for (const deal of page.deals) {
      if (found.length === limit) break
      next += 1
      if (isNext(deal)) found.push(deal)
      seen.add(deal.id)
    }
    if (found.length === limit || seen.size >= MOST_READ) break
  }
  return { deals: found, read: seen.size, total, next: next < total ? next : undefined }
}

function filterOf({ from, until, partner }: DealSearch) {
  return {
    ...(from !== undefined && { start_issue_date: from }),
    ...(until !== undefined && { end_issue_date: until }),
    ...(partner !== undefined && { partner_id: String(partner) }),
  }
}

/** Returns the conditions that the service cannot check. */
function testsOf({ least, most, file, word }: DealSearch): ((deal: ServiceDeal) => boolean)[] {
  const folded = word === undefined ? undefined : foldName(word)
  return [
    ...(least === undefined && most === undefined ? [] : [isWithin({ least, most })]),
    ...(file === undefined ? [] : [(deal: ServiceDeal) => filesOf(deal).length > 0 === (file === 'with')]),
    ...(folded === undefined ? [] : [(deal: ServiceDeal) => filesOf(deal).some(isNamed(folded))]),
  ]
}

/**
 * The service stores a paid refund with the opposite type and sign. So without a negative bound, signs do not count:
 * 2,200 finds an expense and a refund of 2,200. With a negative bound, an expense of -2,200 is found in both forms.
 */
function isWithin({ least, most }: DealSearch): (deal: ServiceDeal) => boolean {
  const from: number = least ?? Number.NEGATIVE_INFINITY
  const until: number = most ?? Number.POSITIVE_INFINITY
  const isIn = (amount: number) => amount >= from && amount <= until
  const isSigned = [least, most].some(bound => bound !== undefined && bound < 0)
  return deal => (isSigned ? [deal.amount, signedEffect(deal)] : [Math.abs(deal.amount)]).some(isIn)
}

type AttachedFile = NonNullable<ServiceDeal['receipts']>[number]

function isNamed(folded: string): (file: AttachedFile) => boolean {
  return ({ id, description }) => String(id) === folded || foldName(description ?? '').includes(folded)
}

export function filesOf({ receipts }: ServiceDeal): readonly AttachedFile[] {
  return (receipts ?? []).filter(({ status }) => status !== 'deleted')
}
