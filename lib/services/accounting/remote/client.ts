/**
 * The client of the accounting service. Every call carries an access token. If a 401 means that the token has expired,
 * the call is sent once more with the next token. Only in this case is a call with an effect sent again: a call that
 * got a 401 had no effect (document 1, Errors).
 */
import { ACCOUNTING_REQUEST_ID } from '../../../core/config/accounting.ts'
import { phrase } from '../../../core/language/catalogue.ts'
import { phraseError } from '../../../core/language/phrase-error.ts'
import type { CallSpec } from '../../../core/remote/call.ts'
import type { JsonReply } from '../../../core/remote/fetch-json.ts'
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
import type {
  AccountItem,
  Company,
  Group,
  JournalReport,
  Partner,
  Receipt,
  TaxCode,
  User,
  Walletable,
} from './schema.ts'
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
  /** The time-out of a file transfer in milliseconds, shorter than the function's life; 50,000 by default. */
  readonly fileTimeout?: number
}

const FILE_TIMEOUT = 50_000

/**
 * The client's methods. Each rejects with AppError: `remote_refused`, `permission_missing`, `limited`, `reauthorize`
 * (with the service's status), `remote_answer` (a 5xx, or a reply of another form), `remote_unreachable`,
 * `remote_silent`, and what the token source throws.
 */
export interface AccountingClient {
  /** The time on the clock at which the function of this client ends. */
  readonly deadline?: number | undefined
  /**
   * Sends a call unchanged, and returns the service's reply unchanged if the reply is a success with JSON or without
   * content (204).
   */
  relay(call: CallSpec): Promise<JsonReply>
  companies(): Promise<Company[]>
  user(): Promise<User>
  accountItems(companyId: number): Promise<AccountItem[]>
  /** The company's own tax codes. Rejects with `permission_missing` if the application may not read them. */
  taxCodes(companyId: number): Promise<TaxCode[]>
  /** The call is repeated only after a 401. `before` is the last check before it is sent. */
  createDeal(body: DealBody, before?: CallSpec['before']): Promise<Deal>
  deal(record: RecordOf): Promise<Deal>
  /** All deals that match the filter, from all pages. */
  deals(filter: DealFilter): Promise<Deal[]>
  deleteDeal(record: RecordOf): Promise<void>
  requestJournal(filter: JournalFilter): Promise<JournalReport>
  journalStatus(record: RecordOf): Promise<JournalReport>
  /** Requests the file of an uploaded report; the response is read as a stream. */
  journalFile(record: RecordOf): Promise<Response>
  partner(record: RecordOf): Promise<Partner>
  /** The call is repeated only after a 401. `before` runs immediately before it is sent, and may refuse it. */
  createPartner(body: Readonly<Record<string, unknown>>, before?: CallSpec['before']): Promise<Partner>
  stopPartner(partner: RecordOf & { name: string }): Promise<Partner>
  deletePartner(record: RecordOf): Promise<void>
  /** The bank accounts, credit cards and other wallets from which deals are paid. */
  walletables(companyId: number): Promise<Walletable[]>
  /** All partners, including those that are deactivated. */
  partners(companyId: number): Promise<Partner[]>
  /** All items, sections and memo tags of the company, also those that are not in use. */
  items(companyId: number): Promise<Group[]>
  sections(companyId: number): Promise<Group[]>
  tags(companyId: number): Promise<Group[]>
  /** The call is repeated only after a 401. `before` is the last check before it is sent. */
  uploadReceipt(upload: ReceiptUpload, before?: CallSpec['before']): Promise<Receipt>
  receipt(record: RecordOf): Promise<Receipt>
  /** Requests the content of a file of the file box; the response is read as a stream. */
  receiptFile(record: RecordOf): Promise<Response>
  /** Lists the files that were uploaded on the days of the filter, from all pages. */
  receipts(filter: ReceiptFilter): Promise<Receipt[]>
}

/** A client for the work of one request. */
export function createAccountingClient(deps: ClientDeps): AccountingClient {
  const { fileTimeout = FILE_TIMEOUT } = deps
  const { call, relay, open } = createRemote(PROFILE, createSession(deps), deps)
  return {
    deadline: deps.deadline,
    relay,
    journalFile: record => open(journalFileCall(record, fileTimeout)),
    companies: () => call(companiesCall()),
    user: () => call(userCall()),
    accountItems: companyId => call(accountItemsCall(companyId)),
    taxCodes: companyId => call(taxCodesCall(companyId)),
    createDeal: (body, before) => call({ ...createDealCall(body), before }),
    deal: record => call(dealCall(record)),
    deals: filter => allPages(offset => call(dealsCall(filter, offset))),
    deleteDeal: record => call(deleteDealCall(record)),
    requestJournal: filter => call(requestJournalCall(filter)),
    journalStatus: record => call(journalStatusCall(record)),
    partner: record => call(partnerCall(record)),
    createPartner: (body, before) => call({ ...createPartnerCall(body), before }),
    stopPartner: partner => call(stopPartnerCall(partner)),
    deletePartner: record => call(deletePartnerCall(record)),
    walletables: companyId => call(walletablesCall(companyId)),
    partners: companyId => untilShortPage(LARGEST_PAGE, offset => call(partnersCall(companyId, offset))),
    items: companyId => untilShortPage(LARGEST_PAGE, offset => call(itemsCall(companyId, offset))),
    sections: companyId => call(sectionsCall(companyId)),
    tags: companyId => untilShortPage(LARGEST_PAGE, offset => call(tagsCall(companyId, offset))),
    uploadReceipt: (upload, before) => call({ ...uploadReceiptCall(upload), before }),
    receipt: record => call(receiptCall(record)),
    receiptFile: record => open(receiptFileCall(record, fileTimeout)),
    receipts: filter => untilShortPage(LARGEST_PAGE, offset => call(receiptsCall(filter, offset))),
  }
}

/** A page of a listing of deals, and the number of deals on all pages. */
interface DealsPage {
  readonly deals: readonly Deal[]
  readonly total: number
}

/** The maximum number of times that the listing is read from the start if deals keep being deleted. */
const ATTEMPTS = 5

/**
 * The deals of the listing, each once. A deal that is created during the reading moves other deals to later offsets, so
 * that they are read twice. A deletion moves them to earlier offsets, so that they would be missed; after a deletion,
 * the listing is read again from the start.
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

/** The deals of all pages; undefined if their total number shrank meanwhile. */
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

/** All records of a listing without a total number: the first page that is not full is the last one. */
async function untilShortPage<T extends { readonly id: number }>(
  size: number,
  page: (offset: number) => Promise<readonly T[]>,
): Promise<T[]> {
  const records = new Map<number, T>()
  for (let offset = 0; ; offset += size) {
    const found = await page(offset)
    for (const record of found) records.set(record.id, record)
    if (found.length < size) return [...records.values()]
  }
}
