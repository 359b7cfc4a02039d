/** The calls that kura itself makes. Other calls go through the proxy (`routes/proxy.ts`). */
import type * as z from 'zod'
import type { CallOf, CallSpec } from '../../../core/remote/call.ts'
import { type DealBody, dealReply, dealsReply } from './deal-schema.ts'
import {
  accountItemsReply,
  companiesReply,
  itemsReply,
  type JournalEncoding,
  journalReply,
  noReply,
  partnerReply,
  partnersReply,
  receiptReply,
  receiptsReply,
  sectionsReply,
  tagsReply,
  taxCodesReply,
  userReply,
  walletablesReply,
} from './schema.ts'

function get<T>(path: string, query: NonNullable<CallSpec['query']>, reply: z.ZodType<T>): CallSpec<T> {
  return { method: 'GET', path, query, reply }
}

export const companiesCall = () => get('/companies', {}, companiesReply)
export const userCall = () => get('/users/me', { companies: 'true' }, userReply)
export const accountItemsCall = (companyId: number) =>
  get('/account_items', { company_id: companyId }, accountItemsReply)
export const taxCodesCall = (companyId: number) => get(`/taxes/companies/${companyId}`, {}, taxCodesReply)

export const createDealCall = (body: DealBody): CallOf<typeof dealReply> => ({
  method: 'POST',
  path: '/deals',
  json: body,
  reply: dealReply,
})

export interface RecordOf {
  readonly companyId: number
  readonly id: number
}

export const dealCall = ({ companyId, id }: RecordOf) =>
  get(`/deals/${id}`, { company_id: companyId }, dealReply)

/** Dates are YYYY-MM-DD. The deals of both days are included. */
export interface DealFilter {
  readonly companyId: number
  readonly from?: string
  readonly until?: string
}

const DEALS_PAGE = 100

export const dealsCall = ({ companyId, from, until }: DealFilter, offset: number) => {
  const days = { start_issue_date: from, end_issue_date: until }
  return get('/deals', { company_id: companyId, ...days, offset, limit: DEALS_PAGE }, dealsReply)
}

export const deleteDealCall = ({ companyId, id }: RecordOf): CallOf<typeof noReply> => ({
  method: 'DELETE',
  path: `/deals/${id}`,
  query: { company_id: companyId },
  reply: noReply,
})

/** Dates are YYYY-MM-DD. Both days are included. */
export interface JournalFilter {
  readonly companyId: number
  readonly from: string
  readonly until: string
  readonly encoding?: JournalEncoding
}

/** This GET starts a job at the service, so it is repeated only after a 401. */
export const requestJournalCall = ({ companyId, from, until, encoding }: JournalFilter) => {
  const about = { company_id: companyId, download_type: 'generic_v2' }
  const query = { ...about, start_date: from, end_date: until, encoding }
  return { ...get('/journals', query, journalReply), repeatable: false }
}

export const journalStatusCall = ({ companyId, id }: RecordOf) =>
  get(`/journals/reports/${id}/status`, { company_id: companyId }, journalReply)

export const journalFileCall = ({ companyId, id }: RecordOf, timeout: number) => ({
  ...get(`/journals/reports/${id}/download`, { company_id: companyId }, noReply),
  timeout,
})

export const walletablesCall = (companyId: number) =>
  get('/walletables', { company_id: companyId }, walletablesReply)
export const partnerCall = ({ companyId, id }: RecordOf) =>
  get(`/partners/${id}`, { company_id: companyId }, partnerReply)

export const createPartnerCall = (body: Readonly<Record<string, unknown>>): CallOf<typeof partnerReply> => ({
  method: 'POST',
  path: '/partners',
  json: body,
  reply: partnerReply,
})

/** The largest page of every listing except that of deals. */
export const LARGEST_PAGE = 3000

export const partnersCall = (companyId: number, offset: number) =>
  get('/partners', { company_id: companyId, offset, limit: LARGEST_PAGE }, partnersReply)
export const itemsCall = (companyId: number, offset: number) =>
  get('/items', { company_id: companyId, offset, limit: LARGEST_PAGE }, itemsReply)

/** The listing of sections has no pages. */
export const sectionsCall = (companyId: number) => get('/sections', { company_id: companyId }, sectionsReply)

export const tagsCall = (companyId: number, offset: number) =>
  get('/tags', { company_id: companyId, offset, limit: LARGEST_PAGE }, tagsReply)

export interface ReceiptUpload {
  readonly companyId: number
  readonly file: File
  /** At most 255 characters. */
  readonly description: string
  readonly metadata?: ReceiptMetadata | undefined
}

/**
 * Facts by which the law on electronic books demands to find a file. The service reads a missing fact from the file.
 */
export interface ReceiptMetadata {
  readonly receipt_metadatum_issue_date?: string | undefined
  readonly receipt_metadatum_amount?: string | undefined
  readonly receipt_metadatum_partner_name?: string | undefined
  readonly document_type?: string | undefined
  readonly qualified_invoice?: string | undefined
}

/** Milliseconds for an upload. No call with an effect may take longer. */
const UPLOAD_TIMEOUT = 30_000

export const uploadReceiptCall = (upload: ReceiptUpload): CallOf<typeof receiptReply> => ({
  method: 'POST',
  path: '/receipts',
  multipart: {
    company_id: String(upload.companyId),
    description: upload.description,
    ...filled(upload.metadata ?? {}),
    receipt: upload.file,
  },
  reply: receiptReply,
  timeout: UPLOAD_TIMEOUT,
})

function filled(metadata: ReceiptMetadata): Record<string, string> {
  const entries = Object.entries(metadata).filter(([, value]) => value !== undefined)
  return Object.fromEntries(entries) as Record<string, string>
}

/** `from` and `until` are the days of the upload, YYYY-MM-DD, both included. */
export interface ReceiptFilter {
  readonly companyId: number
  readonly from: string
  readonly until: string
  readonly isInDeal?: boolean
}

export const receiptsCall = ({ companyId, from, until, isInDeal }: ReceiptFilter, offset: number) => {
  const days = { start_date: from, end_date: until }
  const category = isInDeal ? 'with_deal' : undefined
  const query = { company_id: companyId, ...days, category, offset, limit: LARGEST_PAGE }
  return get('/receipts', query, receiptsReply)
}

export const receiptCall = ({ companyId, id }: RecordOf) =>
  get(`/receipts/${id}`, { company_id: companyId }, receiptReply)

export const receiptFileCall = ({ companyId, id }: RecordOf, timeout: number) => ({
  ...get(`/receipts/${id}/download`, { company_id: companyId }, noReply),
  timeout,
})

/** The service requires the partner's name with every change. */
export const stopPartnerCall = ({
  companyId,
  id,
  name,
}: RecordOf & { name: string }): CallOf<typeof partnerReply> => ({
  method: 'PUT',
  path: `/partners/${id}`,
  json: { company_id: companyId, name, available: false },
  reply: partnerReply,
})

export const deletePartnerCall = ({ companyId, id }: RecordOf): CallOf<typeof noReply> => ({
  method: 'DELETE',
  path: `/partners/${id}`,
  query: { company_id: companyId },
  reply: noReply,
})
