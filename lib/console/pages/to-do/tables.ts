import type { Waiting } from '../../../core/claims/waiting.ts'
import type { ReplyOf } from '../../../core/http/contract.ts'
import { type AccountingContract, accountingContract } from '../../../services/accounting/contract.ts'
import type { CaseReport } from '../../../services/accounting/deals/cases/report.ts'
import { isOfDelivery } from '../../../services/chat/delivery/cases.ts'
import { type RegistrarReply, registrarContract } from '../../../services/registrar/contract.ts'
import { ENDED } from '../../../services/registrar/lists/waiting.ts'
import { clientOf } from '../../client.ts'
import { pageOf } from '../../frame/lists.ts'
import type { PersonCall } from '../../page.ts'
import type { ItemView } from './item.ts'
import { drawnRows, SOURCES } from './read.ts'

/** The maximum number of rows of a table, because a statement may not list more items. */
export const MOST_ROWS = 50

interface TablePage {
  readonly items: readonly ItemView[]
  readonly next?: string | undefined
}

type ReadTable = (after: string | undefined, call: PersonCall) => Promise<TablePage>

function query(after: string | undefined) {
  return { limit: String(MOST_ROWS), ...(after !== undefined && { after }) }
}

function deals(fits: (report: CaseReport) => boolean): ReadTable {
  return async (after, call) => {
    const { cases, next } = await clientOf(accountingContract, call).cases({ query: query(after) })
    return { items: await drawnRows(cases.filter(fits).map(SOURCES.deal(call).of), call), next }
  }
}

function receipts(
  fits: (report: ReplyOf<AccountingContract, 'receipts'>['receipts'][number]) => boolean,
): ReadTable {
  return async (after, call) => {
    const { receipts, next } = await clientOf(accountingContract, call).receipts({ query: query(after) })
    return { items: await drawnRows(receipts.filter(fits).map(SOURCES.receipt(call).of), call), next }
  }
}

function purchases(fits: (report: RegistrarReply<'purchases'>['orders'][number]) => boolean): ReadTable {
  return async (after, call) => {
    const { orders } = await clientOf(registrarContract, call).purchases({ query: {} })
    return paged(orders.filter(fits).map(SOURCES.purchase(call).of), after, call)
  }
}

function notices(kind: string): ReadTable {
  return async (after, call) => {
    const open = await SOURCES.notice(call).open()
    return paged(
      open.filter(({ report }) => report.kind === kind),
      after,
      call,
    )
  }
}

async function paged(
  items: readonly Waiting[],
  after: string | undefined,
  call: PersonCall,
): Promise<TablePage> {
  const { some, next } = pageOf(items, { after, most: MOST_ROWS })
  return { items: await drawnRows(some, call), next }
}

const isUnknown = ({ state }: { readonly state: string }) => state === 'unknown'
const isGone = ({ state }: { readonly state: string }) => state === 'gone'
const isTwice = ({ strays = [] }: { readonly strays?: readonly unknown[] | undefined }) => strays.length > 0
const hasOpenMail = ({ verification }: RegistrarReply<'purchase'>) => verification?.state === 'open'

/** The tables for the kinds of notices about deals, files, purchases or messages. */
const TABLES: Readonly<Record<string, ReadTable>> = {
  deal_review: deals(({ state, body, proposal }) => state === 'review' && body !== undefined && !proposal),
  deal_proposed: deals(({ state, body, proposal }) => state === 'review' && body !== undefined && !!proposal),
  deal_incorrect: deals(({ state, body }) => state === 'review' && body === undefined),
  deal_unknown: deals(isUnknown),
  deal_unsettled: deals(isUnknown),
  deal_gone: deals(isGone),
  deal_removing: deals(({ state }) => state === 'removing'),
  deal_twice: deals(isTwice),
  receipt_unknown: receipts(isUnknown),
  receipt_gone: receipts(isGone),
  receipt_twice: receipts(isTwice),
  purchase_unknown: purchases(isUnknown),
  order_ended: purchases(({ state }) => ENDED.includes(state)),
  email_unconfirmed: purchases(hasOpenMail),
  email_overdue: purchases(hasOpenMail),
  async message_unknown(after, call) {
    const open = await SOURCES.message(call).open()
    return paged(
      open.filter(({ name }) => isOfDelivery(name)),
      after,
      call,
    )
  },
}

/** Reads the table for a kind. For a kind outside of `TABLES`, the rows are its notices; an unknown kind has none. */
export function readTable(kind: string, after: string | undefined, call: PersonCall): Promise<TablePage> {
  const read = Object.hasOwn(TABLES, kind) ? TABLES[kind] : undefined
  return (read ?? notices(kind))(after, call)
}
