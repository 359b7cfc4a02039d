/** A call with an effect is sent again only if a 401 means that the token has expired (document 1, Errors). */
import { ACCOUNTING_REQUEST_ID } from '../../../core/config/accounting.ts'
import { phrase } from '../../../core/language/catalogue.ts'
import { phraseError } from '../../../core/language/phrase-error.ts'
import type { CallSpec } from '../../../core/remote/call.ts'
import type { RemoteProfile } from '../../../core/remote/profile.ts'
import { createRemote } from '../../../core/remote/remote.ts'
import type { RemoteDeps } from '../../../core/remote/send.ts'
import { REMOTE_REASONS } from '../../../core/remote/words.ts'
import {
  accountItemsCall,
  companiesCall,
  createDealCall,
  createPartnerCall,
  type DealFilter,
  dealCall,
  dealsCall,
  deleteDealCall,
  deletePartnerCall,
  itemsCall,
  type JournalFilter,
  journalFileCall,
  journalStatusCall,
  LARGEST_PAGE,
  partnerCall,
  partnersCall,
  type ReceiptFilter,
  type ReceiptUpload,
  type RecordOf,
  receiptCall,
  receiptFileCall,
  receiptsCall,
  requestJournalCall,
  sectionsCall,
  stopPartnerCall,
  tagsCall,
  taxCodesCall,
  uploadReceiptCall,
  userCall,
  walletablesCall,
} from './calls.ts'
import type { Deal, DealBody } from './deal-schema.ts'
import { readErrorBody, wordsFor } from './errors.ts'
import { createSession, type SessionDeps } from './session.ts'
import { SAID } from './words.ts'

export const PROFILE: RemoteProfile = {
  name: 'accounting',
  title: phrase(REMOTE_REASONS.accounting),
  requestIdHeader: ACCOUNTING_REQUEST_ID,
  timeouts: { read: 20_000, act: 20_000 },
  limit: 10_000_000,
  passesStatus: true,
  limitsEndpoints: true,
  retryAfterHeaders: ['retry-after', 'x-ratelimit-reset'],
  readErrorBody,
  wordsFor,
}

export interface ClientDeps extends RemoteDeps, SessionDeps {
  /** Milliseconds for sending a file, shorter than the function's life; 50,000 by default. */
  readonly fileTimeout?: number
}

const FILE_TIMEOUT = 50_000

/**
 * Returns a client for the work of one request. Its methods reject with AppError: `remote_refused`,
 * `permission_missing`, `limited`, `reauthorize` (with the service's status), `remote_answer` (a 5xx, or a reply of
 * another form), `remote_unreachable`, `remote_silent`, and what the token source throws.
 */
export function createAccountingClient(deps: ClientDeps) {
  const { fileTimeout = FILE_TIMEOUT } = deps
  const { call, relay, open } = createRemote(PROFILE, createSession(deps), deps)
  return {
    /** The end of this client's function, on the clock. */
    deadline: deps.deadline,
    /** Sends a call unchanged. A success with JSON or without content (204) is returned unchanged too. */
    relay,
    companies: () => call(companiesCall()),
    user: () => call(userCall()),
    accountItems: (companyId: number) => call(accountItemsCall(companyId)),
    /** Rejects with `permission_missing` if the application may not read tax codes. */
    taxCodes: (companyId: number) => call(taxCodesCall(companyId)),
    /** The call is repeated only after a 401. `before` is the last check before the call is sent. */
    createDeal: (body: DealBody, before?: CallSpec['before']) => call({ ...createDealCall(body), before }),
    deal: (record: RecordOf) => call(dealCall(record)),
    deals: (filter: DealFilter) => allPages(offset => call(dealsCall(filter, offset))),
    deleteDeal: (record: RecordOf) => call(deleteDealCall(record)),
    requestJournal: (filter: JournalFilter) => call(requestJournalCall(filter)),
    journalStatus: (record: RecordOf) => call(journalStatusCall(record)),
    /** The response is read as a stream. */
    journalFile: (record: RecordOf) => open(journalFileCall(record, fileTimeout)),
    partner: (record: RecordOf) => call(partnerCall(record)),
    createPartner: (body: Readonly<Record<string, unknown>>, before?: CallSpec['before']) =>
      call({ ...createPartnerCall(body), before }),
    stopPartner: (partner: RecordOf & { name: string }) => call(stopPartnerCall(partner)),
    deletePartner: (record: RecordOf) => call(deletePartnerCall(record)),
    walletables: (companyId: number) => call(walletablesCall(companyId)),
    partners: (companyId: number) => untilShortPage(offset => call(partnersCall(companyId, offset))),
    /** The lists of items, sections and tags also have those that are not in use. */
    items: (companyId: number) => untilShortPage(offset => call(itemsCall(companyId, offset))),
    sections: (companyId: number) => call(sectionsCall(companyId)),
    tags: (companyId: number) => untilShortPage(offset => call(tagsCall(companyId, offset))),
    uploadReceipt: (upload: ReceiptUpload, before?: CallSpec['before']) =>
      call({ ...uploadReceiptCall(upload), before }),
    receipt: (record: RecordOf) => call(receiptCall(record)),
    /** The response is read as a stream. */
    receiptFile: (record: RecordOf) => open(receiptFileCall(record, fileTimeout)),
    /** Reads, from all pages, the files that were uploaded on the days of the filter. */
    receipts: (filter: ReceiptFilter) => untilShortPage(offset => call(receiptsCall(filter, offset))),
  }
}
export type AccountingClient = ReturnType<typeof createAccountingClient>

/** `total` counts the deals on all pages. */
interface DealsPage {
  readonly deals: readonly Deal[]
  readonly total: number
}

/** The times that the listing is read from the start while deals keep being deleted. */
const ATTEMPTS = 5

/**
 * Reads the listing again after a deletion, because a deletion moves deals to earlier offsets: some would be missed.
 * @throws AppError `remote_answer` if deals keep being deleted
 */
export async function allPages(page: (offset: number) => Promise<DealsPage>): Promise<Deal[]> {
  for (let attempt = 1; attempt <= ATTEMPTS; attempt++) {
    const deals = await readThrough(page)
    if (deals) return deals
  }
  throw phraseError('remote_answer', phrase(SAID.dealsMoved, { attempts: String(ATTEMPTS) }), {
    hint: phrase(SAID.inAMoment),
  })
}

async function readThrough(page: (offset: number) => Promise<DealsPage>): Promise<Deal[] | undefined> {
  const deals = new Map<number, Deal>()
  let offset = 0
  let highest = 0
  for (;;) {
    const { deals: found, total } = await page(offset)
    if (total < highest) return undefined
    highest = total
    for (const deal of found) deals.set(deal.id, deal)
    offset += found.length
    if (found.length === 0 || offset >= total) return [...deals.values()]
  }
}

/** Reads a listing that states no total number. The first page that is not full is the last one. */
async function untilShortPage<T extends { readonly id: number }>(
  page: (offset: number) => Promise<readonly T[]>,
): Promise<T[]> {
  const records = new Map<number, T>()
  for (let offset = 0; ; offset += LARGEST_PAGE) {
    const found = await page(offset)
    for (const record of found) records.set(record.id, record)
    if (found.length < LARGEST_PAGE) return [...records.values()]
  }
}
