import type { Client } from '../../../core/http/client.ts'
import type { GivenQuery, ReplyOf } from '../../../core/http/contract.ts'
import type { AccountingContract } from '../contract.ts'

export interface CompanySource {
  readonly api: Client<AccountingContract>
  readonly company: number
}

/** The size of a page of partners or items. `DEALS_PAGE` is the size of a page of deals. */
const PAGE = 3000
export const DEALS_PAGE = 100

export type Partner = ReplyOf<AccountingContract, 'partners'>['partners'][number]
export type Item = ReplyOf<AccountingContract, 'items'>['items'][number]
export type ServiceDeal = ReplyOf<AccountingContract, 'deals'>['deals'][number]

/** With `keyword`, only partners whose code, names or shortcuts contain the keyword. */
export function readPartners(
  { api, company }: CompanySource,
  { keyword }: { keyword?: string | undefined } = {},
): AsyncGenerator<readonly Partner[]> {
  const words = keyword === undefined ? {} : { keyword }
  return readPages(PAGE, async page => {
    const { partners } = await api.partners({ query: { company_id: String(company), ...words, ...page } })
    return partners
  })
}

export function readItems({ api, company }: CompanySource): AsyncGenerator<readonly Item[]> {
  return readPages(PAGE, async page => {
    const { items } = await api.items({ query: { company_id: String(company), ...page } })
    return items
  })
}

export type DealFilter = Pick<
  GivenQuery<AccountingContract, 'deals'>,
  'type' | 'status' | 'start_issue_date' | 'end_issue_date' | 'partner_id' | 'account_item_id'
>

/** Yields the newest registration first, and each deal only once. */
export async function* readDeals(
  source: CompanySource,
  filter: DealFilter,
): AsyncGenerator<readonly ServiceDeal[]> {
  const seen = new Set<number>()
  for await (const { deals } of readDealPages(source, filter, { offset: 0, size: DEALS_PAGE })) {
    yield deals.filter(({ id }) => !seen.has(id))
    for (const { id } of deals) seen.add(id)
  }
}

export interface DealPage {
  readonly at: number
  readonly deals: readonly ServiceDeal[]
  /** The number of deals on all pages. An empty page ends the list, whatever number the service states. */
  readonly total: number
}

/**
 * Misses no deal, but may yield one twice, because a deal that is created meanwhile moves the others to later offsets.
 * Deletions move them to earlier offsets, so the reading steps back by as many as the total has lost.
 */
export async function* readDealPages(
  { api, company }: CompanySource,
  filter: DealFilter,
  { offset, size }: { readonly offset: number; readonly size: number },
): AsyncGenerator<DealPage> {
  const about = { company_id: String(company), ...filter, limit: String(size) }
  let before = 0
  for (let at = offset; ; ) {
    const { deals, meta } = await api.deals({ query: { ...about, offset: String(at) } })
    const lost = before - meta.total_count
    before = meta.total_count
    if (lost > 0) {
      at = Math.max(0, at - lost)
      continue
    }
    yield { at, deals, total: deals.length === 0 ? at : meta.total_count }
    at += deals.length
    if (deals.length === 0 || at >= meta.total_count) return
  }
}

async function* readPages<T>(
  size: number,
  read: (page: { offset: string; limit: string }) => Promise<readonly T[]>,
): AsyncGenerator<readonly T[]> {
  for (let offset = 0; ; offset += size) {
    const page = await read({ offset: String(offset), limit: String(size) })
    if (page.length > 0) yield page
    if (page.length < size) return
  }
}
