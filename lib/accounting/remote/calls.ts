/** The calls that kura itself makes of the accounting service, as data; the proxy passes on others (`routes/proxy-rows.ts`). */
import type { z } from 'zod'
import type { WireCall } from './api.ts'
import {
  accountItemsReply,
  companiesReply,
  type DealBody,
  dealReply,
  dealsReply,
  type JournalEncoding,
  journalReply,
  noReply,
  partnerReply,
  taxCodesReply,
  userReply,
} from './schema.ts'

export const companiesCall = (): WireCall<z.infer<typeof companiesReply>> => ({
  method: 'GET',
  path: '/companies',
  reply: companiesReply,
})

export const userCall = (): WireCall<z.infer<typeof userReply>> => ({
  method: 'GET',
  path: '/users/me',
  query: { companies: 'true' },
  reply: userReply,
})

export const accountItemsCall = (companyId: number): WireCall<z.infer<typeof accountItemsReply>> => ({
  method: 'GET',
  path: '/account_items',
  query: { company_id: companyId },
  reply: accountItemsReply,
})

export const taxCodesCall = (companyId: number): WireCall<z.infer<typeof taxCodesReply>> => ({
  method: 'GET',
  path: `/taxes/companies/${companyId}`,
  reply: taxCodesReply,
})

export const createDealCall = (body: DealBody): WireCall<z.infer<typeof dealReply>> => ({
  method: 'POST',
  path: '/deals',
  json: body,
  reply: dealReply,
})

/** A record of a company. */
export interface RecordOf {
  readonly companyId: number
  readonly id: number
}

export const dealCall = ({ companyId, id }: RecordOf): WireCall<z.infer<typeof dealReply>> => ({
  method: 'GET',
  path: `/deals/${id}`,
  query: { company_id: companyId },
  reply: dealReply,
})

/** Which deals; dates are YYYY-MM-DD, both included. */
export interface DealFilter {
  readonly companyId: number
  readonly from?: string
  readonly until?: string
  readonly type?: 'income' | 'expense'
}

/** The most deals that a page holds. */
export const DEALS_PAGE = 100

export const dealsCall = (
  { companyId, from, until, type }: DealFilter,
  offset: number,
): WireCall<z.infer<typeof dealsReply>> => ({
  method: 'GET',
  path: '/deals',
  query: {
    company_id: companyId,
    start_issue_date: from,
    end_issue_date: until,
    type,
    offset,
    limit: DEALS_PAGE,
  },
  reply: dealsReply,
})

export const deleteDealCall = ({ companyId, id }: RecordOf): WireCall<undefined> => ({
  method: 'DELETE',
  path: `/deals/${id}`,
  query: { company_id: companyId },
  reply: noReply,
})

/** Which journal; dates are YYYY-MM-DD, both included. */
export interface JournalFilter {
  readonly companyId: number
  readonly from: string
  readonly until: string
  readonly encoding?: JournalEncoding
}

export const requestJournalCall = (filter: JournalFilter): WireCall<z.infer<typeof journalReply>> => ({
  method: 'GET',
  path: '/journals',
  query: {
    company_id: filter.companyId,
    download_type: 'generic_v2',
    start_date: filter.from,
    end_date: filter.until,
    encoding: filter.encoding,
  },
  reply: journalReply,
  once: true,
})

export const journalStatusCall = ({ companyId, id }: RecordOf): WireCall<z.infer<typeof journalReply>> => ({
  method: 'GET',
  path: `/journals/reports/${id}/status`,
  query: { company_id: companyId },
  reply: journalReply,
})

export const journalFileCall = ({ companyId, id }: RecordOf): WireCall => ({
  method: 'GET',
  path: `/journals/reports/${id}/download`,
  query: { company_id: companyId },
  reply: noReply,
})

export const partnerCall = ({ companyId, id }: RecordOf): WireCall<z.infer<typeof partnerReply>> => ({
  method: 'GET',
  path: `/partners/${id}`,
  query: { company_id: companyId },
  reply: partnerReply,
})

/** The service wants the name with every change. */
export const stopPartnerCall = ({
  companyId,
  id,
  name,
}: RecordOf & { name: string }): WireCall<z.infer<typeof partnerReply>> => ({
  method: 'PUT',
  path: `/partners/${id}`,
  json: { company_id: companyId, name, available: false },
  reply: partnerReply,
})

export const deletePartnerCall = ({ companyId, id }: RecordOf): WireCall<undefined> => ({
  method: 'DELETE',
  path: `/partners/${id}`,
  query: { company_id: companyId },
  reply: noReply,
})
