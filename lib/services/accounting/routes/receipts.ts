import type { ReplyOf } from '../../../core/http/contract.ts'
import { pageOf } from '../../../core/http/pages.ts'
import { Answer, type EndpointCall, type Handlers } from '../../../core/http/serve.ts'
import type { Trace } from '../../../core/http/trace.ts'
import type { Store } from '../../../core/store/store.ts'
import { uncheckedFormat, update } from '../../../core/store/update.ts'
import { type CaseKind, existingCase, freeByPerson, newestPage, settleByQuery } from '../cases/cases.ts'
import type { AccountingContract } from '../contract.ts'
import { leaveOut } from '../imports/left-out.ts'
import { ENDPOINTS, withinLimits } from '../imports/pause.ts'
import { registerDeals } from '../imports/register.ts'
import { showDeals } from '../imports/show.ts'
import { RECEIPT_WORDS } from '../receipts/case-words.ts'
import { listOpenReceipts, reportReceipt } from '../receipts/report.ts'
import type { OwnReceipt, ReceiptReport, StoredReceipt } from '../receipts/schema.ts'
import { queryReceipt, type ReceiptDeps, showReceipt, uploadReceipt } from '../receipts/upload.ts'
import { type AccountingDeps, caseCall, dealCall } from './deps.ts'
import { requestIdOf } from './exchange.ts'
import { recordOf } from './record-of.ts'

type Name = keyof AccountingContract['endpoints']
type Call<N extends Name> = EndpointCall<AccountingContract, N>
type Reply<N extends Name> = ReplyOf<AccountingContract, N>

export function receiptHandlers(deps: () => AccountingDeps) {
  return {
    importDeals: call => importMany(call, deps()),
    leaveOut: call => leaveOutMany(call, deps()),
    uploadReceipt: call => upload(call, deps()),
    receipts: call => list(call, deps()),
    ownReceipts: async ({ caller }) => ({ receipts: await readOwn(caller.name, deps().store) }),
    file: call => sendFile(call, deps()),
    receipt: async ({ params }) =>
      reportReceipt(await existingCase(params.receipt, { claims: deps().receipts, words: RECEIPT_WORDS })),
    resolveReceipt: call => settleByQuery(caseCall(call.params.receipt, call, deps()), receiptCases(deps())),
    freeReceipt: call =>
      freeByPerson(caseCall(call.params.receipt, call, deps()), call.body, receiptCases(deps())),
  } satisfies Partial<Handlers<AccountingContract>>
}

async function importMany(call: Call<'importDeals'>, deps: AccountingDeps): Promise<Reply<'importDeals'>> {
  const { company_id, deals } = call.body
  const deal = await dealCall(company_id, call, deps)
  if (call.mode === 'write') return noteDeals(await registerDeals(deals, deal, deps), call.trace)
  return withinLimits(deal.companyId, () => showDeals(deals, deal, deps), {
    ...deps,
    endpoints: ENDPOINTS.drafts,
  })
}

/** Notes the state of each case, because one call registers many deals. */
function noteDeals(
  reply: Extract<Reply<'importDeals'>, { mode: 'write' }>,
  trace: Trace,
): Extract<Reply<'importDeals'>, { mode: 'write' }> {
  for (const { case: name, state, deal } of reply.deals)
    trace.note(`case ${name}`, deal === undefined ? state : `${state}, deal ${deal}`)
  return reply
}

async function leaveOutMany(call: Call<'leaveOut'>, deps: AccountingDeps): Promise<Reply<'leaveOut'>> {
  const { company_id, doubles } = call.body
  const { companyId, by } = await dealCall(company_id, call, deps)
  for (const { case: name, double: id } of doubles) await leaveOut(companyId, { case: name, id, by }, deps)
  return { leftOut: doubles.length }
}

async function upload(
  call: Call<'uploadReceipt'>,
  deps: AccountingDeps,
): Promise<Reply<'uploadReceipt'> | Answer<Reply<'uploadReceipt'>>> {
  const { query, body, mode } = call
  const deal = await dealCall(query.company_id, call, deps)
  const { name, issue_date, amount, partner, document_type, qualified_invoice } = query
  const metadata = {
    receipt_metadatum_issue_date: issue_date,
    receipt_metadatum_amount: amount,
    receipt_metadatum_partner_name: partner,
    document_type,
    qualified_invoice,
  }
  const file = { name, bytes: body, metadata }
  if (mode !== 'write') return showReceipt(file, deal, deps)
  const uploaded = await withinLimits(deal.companyId, () => uploadReceipt(file, deal, deps), {
    ...deps,
    endpoints: ENDPOINTS.files,
  })
  call.trace.note('receipt', uploaded.receipt)
  const { receipt, id, size } = uploaded
  await addOwn(call.caller.name, { receipt, id, name, size }, deps.store)
  return new Answer(uploaded, { status: uploaded.uploaded ? 201 : 200 })
}

async function list({ query }: Call<'receipts'>, { receipts }: AccountingDeps): Promise<Reply<'receipts'>> {
  const open = await listOpenReceipts(receipts)
  const { entries, next } = newestPage(open, pageOf(query), ({ receipt }) => receipt)
  return { receipts: [...entries], ...(next !== undefined && { next }) }
}

/** Types of files in which a browser runs nothing. */
const KNOWN_TYPES = ['image/jpeg', 'image/png', 'application/pdf']

async function sendFile(call: Call<'file'>, deps: AccountingDeps): Promise<Response> {
  const { client, record } = await recordOf(call, deps)
  const { body, headers } = await client.receiptFile(record)
  const type = headers.get('content-type') ?? ''
  return new Response(body, {
    headers: {
      'content-type': KNOWN_TYPES.includes(type) ? type : 'application/octet-stream',
      'cache-control': 'no-store',
      ...requestIdOf(headers),
    },
  })
}

const KEPT = 30 * 86_400_000
const MOST = 50

const format = uncheckedFormat<readonly OwnReceipt[]>()

/** Adds a file to the caller's list. A file that is sent again moves to the front. The list is not durable. */
export function addOwn(caller: string, file: Omit<OwnReceipt, 'at'>, store: Store): Promise<void> {
  return update<readonly OwnReceipt[], void>(store, {
    key: keyOf(caller),
    format,
    transition(current = [], now) {
      const others = recent(current, now).filter(({ receipt }) => receipt !== file.receipt)
      const added = { ...file, at: new Date(now).toISOString() }
      return { write: [added, ...others].slice(0, MOST), ttl: KEPT, result: undefined }
    },
  })
}

export async function readOwn(caller: string, store: Store): Promise<OwnReceipt[]> {
  const { record, now } = await store.read(keyOf(caller))
  return recent((record && format.parse(record.value)) ?? [], now)
}

function recent(files: readonly OwnReceipt[], now: number): OwnReceipt[] {
  return files.filter(({ at }) => now - Date.parse(at) < KEPT)
}

function keyOf(caller: string): string {
  return `accounting/own-receipts/${encodeURIComponent(caller)}`
}

/** The case kind for uploads. None of its acts uploads anything. */
export function receiptCases(deps: ReceiptDeps): CaseKind<StoredReceipt, ReceiptReport> {
  return {
    claims: deps.receipts,
    words: RECEIPT_WORDS,
    queries: {
      find: (claim, client) => queryReceipt(claim, client, deps),
      findAll: (claim, client) => queryReceipt(claim, client, deps),
      isThere: async ({ company, receipt }, client) =>
        (await client.receipt({ companyId: company, id: receipt })).status !== 'deleted',
    },
    report: reportReceipt,
    note: deps.note,
  }
}
