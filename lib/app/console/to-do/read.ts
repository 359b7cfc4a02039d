/** Reads open items by the services' own endpoints, for the person of a session. */
import { AppError, hasCode } from '../../../core/errors.ts'
import { readPages } from '../../../core/http/pages.ts'
import { accountingContract } from '../../../services/accounting/contract.ts'
import type { CaseReport } from '../../../services/accounting/deals/case-report.ts'
import { createNames, type RecordKind, type RecordNames } from '../../../services/accounting/lists/names.ts'
import { chatContract } from '../../../services/chat/contract.ts'
import { registrarContract } from '../../../services/registrar/contract.ts'
import type { ItemKind } from '../../open-items/pages.ts'
import { clientOf } from '../client.ts'
import type { SignedInCall } from '../page.ts'
import { dealView } from './deal.ts'
import type { ItemView } from './item.ts'
import { messageView, purchaseView, receiptView } from './others.ts'

/** What reading an item needs of a page's call. */
export type ReadCall = Pick<SignedInCall, 'core' | 'view'>

/** Returns an item as its page shows it. @throws AppError `not_found`; the errors of the endpoints */
export async function readItem(kind: ItemKind, name: string, call: ReadCall): Promise<ItemView> {
  const { view } = call
  switch (kind) {
    case 'deal': {
      const report = await clientOf(accountingContract, call).case({ params: { case: name } })
      return dealView(report, report.body && (await namesOf([report], call)), view)
    }
    case 'receipt':
      return receiptView(
        await clientOf(accountingContract, call).receipt({ params: { receipt: name } }),
        view,
      )
    case 'purchase':
      return purchaseView(
        await clientOf(registrarContract, call).purchase({ params: { domain: name } }),
        view,
      )
    case 'message':
      return messageView(await messageNamed(name, call), view)
  }
}

async function messageNamed(name: string, call: ReadCall) {
  const client = clientOf(chatContract, call)
  for await (const { messages } of readPages(query => client.messages({ query }))) {
    const found = messages.find(message => message.case === name)
    if (found) return found
  }
  throw new AppError('not_found', `Cannot find "${name}" among the messages of unknown outcome`)
}

/** Asks the remote of an item again, and returns whether the item is settled now. */
export async function lookAgain(kind: ItemKind, name: string, call: ReadCall): Promise<boolean> {
  if (kind === 'deal')
    return (await clientOf(accountingContract, call).resolveCase({ params: { case: name } })).state === 'done'
  if (kind === 'receipt') {
    const { state } = await clientOf(accountingContract, call).resolveReceipt({ params: { receipt: name } })
    return state === 'done'
  }
  const client = clientOf(registrarContract, call)
  const { operation } = await client.purchase({ params: { domain: name } })
  return (await client.resolve({ params: { domain: name }, body: { operation } })).state !== 'unknown'
}

/**
 * Returns the names of the records in the bodies of these cases, which are of one company. Undefined while the service
 * does not answer: then numbers are shown.
 */
async function namesOf(reports: readonly CaseReport[], call: ReadCall): Promise<RecordNames | undefined> {
  const bodies = reports.flatMap(({ body }) => body ?? [])
  const company = bodies[0]?.company_id
  if (company === undefined) return undefined
  const kinds: RecordKind[] = [
    'account item',
    'tax code',
    ...(bodies.some(body => body.partner_id) ? (['partner'] as const) : []),
    ...(bodies.some(body => body.payments) ? (['walletable'] as const) : []),
  ]
  try {
    return await createNames({ api: clientOf(accountingContract, call), company }).load(kinds)
  } catch (error) {
    if (hasCode(error, ...NO_NAMES)) return undefined
    throw error
  }
}

/** Why names cannot be read at the moment; what is stored is shown without them. */
const NO_NAMES = [
  'remote_unreachable',
  'remote_silent',
  'remote_answer',
  'remote_refused',
  'limited',
  'reauthorize',
  'token_busy',
  'permission_missing',
] as const

/** The kinds of deals that a table can show, and which cases each has. */
export const DEAL_TABLES = {
  deal_review: ({ state, body, proposal }: CaseReport) =>
    state === 'review' && body !== undefined && proposal === undefined,
  deal_proposed: ({ state, body, proposal }: CaseReport) =>
    state === 'review' && body !== undefined && proposal !== undefined,
  deal_incorrect: ({ state, body }: CaseReport) => state === 'review' && body === undefined,
  deal_unknown: ({ state }: CaseReport) => state === 'unknown',
  deal_unsettled: ({ state }: CaseReport) => state === 'unknown',
  deal_gone: ({ state }: CaseReport) => state === 'gone',
} as const
export type DealTable = keyof typeof DEAL_TABLES

export function isDealTable(text: string | undefined): text is DealTable {
  return text !== undefined && Object.hasOwn(DEAL_TABLES, text)
}

/** The most rows of a table: a statement lists no more. */
export const MOST_ROWS = 50

/**
 * Returns the newest open deals, for the cards of the list; none if the person may not read them, or the service is not
 * set up.
 */
export async function openDeals(call: ReadCall): Promise<ItemView[]> {
  try {
    const { cases } = await clientOf(accountingContract, call).cases({ query: { limit: String(MOST_ROWS) } })
    const names = await namesOf(cases, call)
    return cases.map(report => dealView(report, names, call.view))
  } catch (error) {
    if (hasCode(error, 'scope_missing', 'settings_missing')) return []
    throw error
  }
}

/** Returns one page of the open deals of a kind. */
export async function readDeals(
  table: DealTable,
  after: string | undefined,
  call: ReadCall,
): Promise<{ readonly deals: readonly ItemView[]; readonly next?: string | undefined }> {
  const query = { limit: String(MOST_ROWS), ...(after !== undefined && { after }) }
  const { cases, next } = await clientOf(accountingContract, call).cases({ query })
  const fitting = cases.filter(DEAL_TABLES[table])
  const names = await namesOf(fitting, call)
  return { deals: fitting.map(report => dealView(report, names, call.view)), next }
}
