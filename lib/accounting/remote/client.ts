/**
 * The accounting service in our words. kura asks with one access token; the service answers, and where the token source
 * takes a 401 for an expired token, the call is sent once more with the next one: the only repetition of a call that has
 * an effect, for a 401 has none (document 1, Errors). Every other failure is a coded error with the service's request
 * id; a token stands in none. `WITHOUT_EFFECT` in `errors.ts` lists the codes that leave the books as they were.
 */
import type { JsonReply } from '../../http/fetch-json.ts'
import type { RemoteCall } from '../../http/trace.ts'
import {
  type ApiParts,
  openFile,
  type SendOptions,
  sendCall,
  type TokenSource,
  type WireCall,
} from './api.ts'
import {
  accountItemsCall,
  companiesCall,
  createDealCall,
  type DealFilter,
  dealCall,
  dealsCall,
  deleteDealCall,
  deletePartnerCall,
  type JournalFilter,
  journalFileCall,
  journalStatusCall,
  partnerCall,
  type RecordOf,
  requestJournalCall,
  stopPartnerCall,
  taxCodesCall,
  userCall,
} from './calls.ts'
import { type Answered, errorCodes, judge, unreadable } from './errors.ts'
import { allPages } from './pages.ts'
import type { AccountItem, Company, Deal, DealBody, JournalReport, Partner, TaxCode, User } from './schema.ts'

export interface ClientParts extends ApiParts {
  readonly tokens: TokenSource
}

export interface ClientOptions {
  /** Hears of each call; a trace's `remote`. */
  readonly observe?: ((call: RemoteCall) => void) | undefined
  /** When the function ends, on the clock: no refresh is begun that might not be over by then. */
  readonly deadline?: number | undefined
}

/**
 * Every method rejects with AppError: `remote_refused`, `permission_missing`, `limited`, `reauthorize` (with the
 * service's status), `remote_answer` (a 5xx, or another shape), `remote_unreachable`, `remote_silent`, and what the
 * token source throws.
 */
export interface AccountingClient {
  /** Sends a call as it is and gives the service's answer as it is, where it is a success. */
  relay(call: WireCall): Promise<JsonReply>
  companies(): Promise<Company[]>
  user(): Promise<User>
  accountItems(companyId: number): Promise<AccountItem[]>
  /** The company's own listing; `permission_missing` where the application may not read it. */
  taxCodes(companyId: number): Promise<TaxCode[]>
  /** Creates one deal a call; never repeated after anything but a 401. */
  createDeal(body: DealBody): Promise<Deal>
  deal(record: RecordOf): Promise<Deal>
  /** All deals that match, over all pages. */
  deals(filter: DealFilter): Promise<Deal[]>
  deleteDeal(record: RecordOf): Promise<void>
  requestJournal(filter: JournalFilter): Promise<JournalReport>
  journalStatus(record: RecordOf): Promise<JournalReport>
  /** The file of an uploaded report, as it comes. */
  journalFile(record: RecordOf): Promise<Response>
  partner(record: RecordOf): Promise<Partner>
  stopPartner(partner: RecordOf & { name: string }): Promise<Partner>
  deletePartner(record: RecordOf): Promise<void>
}

/** A client for one request's work. */
export function createAccountingClient(parts: ClientParts, options: ClientOptions = {}): AccountingClient {
  const surroundings = { parts, options }
  const relay = (wire: WireCall) => exchange(wire, surroundings)
  const call = async <T>(wire: WireCall<T>): Promise<T> => readReply(wire, await relay(wire))
  return {
    relay,
    companies: () => call(companiesCall()),
    user: () => call(userCall()),
    accountItems: companyId => call(accountItemsCall(companyId)),
    taxCodes: companyId => call(taxCodesCall(companyId)),
    createDeal: body => call(createDealCall(body)),
    deal: record => call(dealCall(record)),
    deals: filter => allPages(offset => call(dealsCall(filter, offset))),
    deleteDeal: record => call(deleteDealCall(record)),
    requestJournal: filter => call(requestJournalCall(filter)),
    journalStatus: record => call(journalStatusCall(record)),
    journalFile: record => fetchFile(journalFileCall(record), surroundings),
    partner: record => call(partnerCall(record)),
    stopPartner: partner => call(stopPartnerCall(partner)),
    deletePartner: record => call(deletePartnerCall(record)),
  }
}

interface ClientSurroundings {
  readonly parts: ClientParts
  readonly options: ClientOptions
}

async function exchange(wire: WireCall, { parts, options }: ClientSurroundings): Promise<JsonReply> {
  const answered = await withToken({ parts, options }, async send => ({
    reply: await sendCall(wire, { parts, ...send }),
    token: send.token,
  }))
  const error = judge(wire, answered)
  if (error) throw error
  return answered.reply
}

async function fetchFile(wire: WireCall, { parts, options }: ClientSurroundings): Promise<Response> {
  const answered = await withToken({ parts, options }, async send => ({
    ...(await openFile(wire, { parts, ...send })),
    token: send.token,
  }))
  if ('file' in answered) return answered.file
  throw judge(wire, answered) ?? unreadable(wire, answered.reply)
}

/** Sends with an access token, and once more where the token source has another one after a 401. */
async function withToken<A extends Answered | { readonly file: Response }>(
  { parts, options }: ClientSurroundings,
  send: (options: SendOptions) => Promise<A>,
): Promise<A> {
  const token = await parts.tokens.accessToken(options)
  const answer = await send({ token, observe: options.observe })
  if (!('reply' in answer) || answer.reply.status !== 401) return answer
  const rejected = { token, codes: errorCodes(answer.reply.body) }
  const next = await parts.tokens.accessToken({ ...options, rejected })
  return next === token ? answer : send({ token: next, observe: options.observe })
}

function readReply<T>(wire: WireCall<T>, reply: JsonReply): T {
  const parsed = wire.reply.safeParse(reply.body)
  if (!parsed.success) throw unreadable(wire, reply, parsed.error)
  return parsed.data
}
