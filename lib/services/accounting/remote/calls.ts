/** The calls that kura itself makes to the accounting service. The proxy (`routes/proxy.ts`) passes on other calls. */
import type { CallOf } from '../../../core/remote/call.ts'
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

export const companiesCall = (): CallOf<typeof companiesReply> => ({
  method: 'GET',
  path: '/companies',
  reply: companiesReply,
})

export const userCall = (): CallOf<typeof userReply> => ({
  method: 'GET',
  path: '/users/me',
  query: { companies: 'true' },
  reply: userReply,
})

export const accountItemsCall = (companyId: number): CallOf<typeof accountItemsReply> => ({
  method: 'GET',
  path: '/account_items',
  query: { company_id: companyId },
  reply: accountItemsReply,
})

export const taxCodesCall = (companyId: number): CallOf<typeof taxCodesReply> => ({
  method: 'GET',
  path: `/taxes/companies/${companyId}`,
  reply: taxCodesReply,
})

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

export const dealCall = ({ companyId, id }: RecordOf): CallOf<typeof dealReply> => ({
  method: 'GET',
  path: `/deals/${id}`,
  query: { company_id: companyId },
  reply: dealReply,
})

/** The filter of a listing of deals; dates are YYYY-MM-DD, both included. */
export interface DealFilter {
  readonly companyId: number
  readonly from?: string
  readonly until?: string
  readonly type?: 'income' | 'expense'
}

const DEALS_PAGE = 100

export const dealsCall = (
  { companyId, from, until, type }: DealFilter,
  offset: number,
): CallOf<typeof dealsReply> => ({
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

export const deleteDealCall = ({ companyId, id }: RecordOf): CallOf<typeof noReply> => ({
  method: 'DELETE',
  path: `/deals/${id}`,
  query: { company_id: companyId },
  reply: noReply,
})

/** The range of days that a journal covers; dates are YYYY-MM-DD, both included. */
export interface JournalFilter {
  readonly companyId: number
  readonly from: string
  readonly until: string
  readonly encoding?: JournalEncoding
}

/** This GET starts a job at the service, so it is repeated only after a 401. */
export const requestJournalCall = (filter: JournalFilter): CallOf<typeof journalReply> => ({
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
  repeatable: false,
})

export const journalStatusCall = ({ companyId, id }: RecordOf): CallOf<typeof journalReply> => ({
  method: 'GET',
  path: `/journals/reports/${id}/status`,
  query: { company_id: companyId },
  reply: journalReply,
})

export const journalFileCall = ({ companyId, id }: RecordOf, timeout: number): CallOf<typeof noReply> => ({
  method: 'GET',
  path: `/journals/reports/${id}/download`,
  query: { company_id: companyId },
  reply: noReply,
  timeout,
})

export const walletablesCall = (companyId: number): CallOf<typeof walletablesReply> => ({
  method: 'GET',
  path: '/walletables',
  query: { company_id: companyId },
  reply: walletablesReply,
})

export const partnerCall = ({ companyId, id }: RecordOf): CallOf<typeof partnerReply> => ({
  method: 'GET',
  path: `/partners/${id}`,
  query: { company_id: companyId },
  reply: partnerReply,
})

export const createPartnerCall = (body: Readonly<Record<string, unknown>>): CallOf<typeof partnerReply> => ({
  method: 'POST',
  path: '/partners',
  json: body,
  reply: partnerReply,
})

/** The maximum number of records on a page of any listing except that of deals. */
export const LARGEST_PAGE = 3000

export const partnersCall = (companyId: number, offset: number): CallOf<typeof partnersReply> => ({
  method: 'GET',
  path: '/partners',
  query: { company_id: companyId, offset, limit: LARGEST_PAGE },
  reply: partnersReply,
})

export const itemsCall = (companyId: number, offset: number): CallOf<typeof itemsReply> => ({
  method: 'GET',
  path: '/items',
  query: { company_id: companyId, offset, limit: LARGEST_PAGE },
  reply: itemsReply,
})

/** The service gives all sections at once. */
export const sectionsCall = (companyId: number): CallOf<typeof sectionsReply> => ({
  method: 'GET',
  path: '/sections',
  query: { company_id: companyId },
  reply: sectionsReply,
})

export const tagsCall = (companyId: number, offset: number): CallOf<typeof tagsReply> => ({
  method: 'GET',
  path: '/tags',
  query: { company_id: companyId, offset, limit: LARGEST_PAGE },
  reply: tagsReply,
})

export interface ReceiptUpload {
  readonly companyId: number
  /** The file to upload, with a name and a media type. */
  readonly file: File
  /** The file's description, at most 255 characters. */
  readonly description: string
  readonly metadata?: ReceiptMetadata | undefined
}

/**
 * The facts by which the law on electronic books wants a file to be found (day, amount, partner), and the kind of
 * document, under the names of the accounting service. The service reads a missing fact from the file itself.
 */
export interface ReceiptMetadata {
  readonly receipt_metadatum_issue_date?: string | undefined
  readonly receipt_metadatum_amount?: string | undefined
  readonly receipt_metadatum_partner_name?: string | undefined
  readonly document_type?: string | undefined
  readonly qualified_invoice?: string | undefined
}

/** The time-out of an upload in milliseconds; no call with an effect may take longer. */
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

/** The filter of a listing of files, by the day of their upload; dates are YYYY-MM-DD, both included. */
export interface ReceiptFilter {
  readonly companyId: number
  readonly from: string
  readonly until: string
  /** Set to list only the files that a deal has. */
  readonly isInDeal?: boolean
}

export const receiptsCall = (
  { companyId, from, until, isInDeal }: ReceiptFilter,
  offset: number,
): CallOf<typeof receiptsReply> => ({
  method: 'GET',
  path: '/receipts',
  query: {
    company_id: companyId,
    start_date: from,
    end_date: until,
    category: isInDeal ? 'with_deal' : undefined,
    offset,
    limit: LARGEST_PAGE,
  },
  reply: receiptsReply,
})

export const receiptCall = ({ companyId, id }: RecordOf): CallOf<typeof receiptReply> => ({
  method: 'GET',
  path: `/receipts/${id}`,
  query: { company_id: companyId },
  reply: receiptReply,
})

export const receiptFileCall = ({ companyId, id }: RecordOf, timeout: number): CallOf<typeof noReply> => ({
  method: 'GET',
  path: `/receipts/${id}/download`,
  query: { company_id: companyId },
  reply: noReply,
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
