import type { Described, Settled, Waiting, WaitingSource } from '../../../core/claims/waiting.ts'
import { AppError, hasCode } from '../../../core/errors.ts'
import { replyTo } from '../../../core/http/client.ts'
import { mapConcurrently } from '../../../core/work/concurrency.ts'
import { accountingContract } from '../../../services/accounting/contract.ts'
import type { AlikeDeal } from '../../../services/accounting/lists/deal-rows.ts'
import { type DealSource, dealSource } from '../../../services/accounting/lists/waiting-deals.ts'
import { firstSource } from '../../../services/accounting/lists/waiting-first.ts'
import { type ReceiptSource, receiptSource } from '../../../services/accounting/lists/waiting-receipts.ts'
import { adminContract } from '../../../services/admin/contract.ts'
import { type Notice, noticeSource } from '../../../services/admin/waiting.ts'
import { messageSource } from '../../../services/chat/acts/waiting.ts'
import { chatContract } from '../../../services/chat/contract.ts'
import { registrarContract } from '../../../services/registrar/contract.ts'
import { type PurchaseSource, purchaseSource } from '../../../services/registrar/lists/waiting.ts'
import { clientOf, sendOf } from '../../client.ts'
import { type ItemKind, itemOfNotice } from '../../frame/addresses.ts'
import type { PersonCall } from '../../page.ts'
import { picturesOfCases } from '../accounting/receipts/file.ts'
import { drawn, type ItemView } from './item.ts'

interface Sources extends Record<ItemKind, (call: PersonCall) => Pick<WaitingSource, 'find'>> {
  deal(call: PersonCall): DealSource
  receipt(call: PersonCall): ReceiptSource
  purchase(call: PersonCall): PurchaseSource
  message(call: PersonCall): WaitingSource
  notice(call: PersonCall): WaitingSource<Waiting & { readonly report: Notice }>
}

export const SOURCES: Sources = {
  deal: call => dealSource({ ...booksOf(call), person: call.view.session.person.name }),
  first: call => firstSource({ ...booksOf(call), deals: SOURCES.deal(call) }),
  receipt: call => receiptSource(booksOf(call)),
  purchase: call => purchaseSource({ client: clientOf(registrarContract, call) }),
  message: call => messageSource({ client: clientOf(chatContract, call) }),
  notice: call => noticeSource(clientOf(adminContract, call)),
}

function booksOf(call: PersonCall) {
  return { api: clientOf(accountingContract, call), now: call.core.now }
}

/** @throws AppError `not_found`, and the errors of the endpoints */
export async function readItem(kind: ItemKind, name: string, call: PersonCall): Promise<ItemView> {
  const [item] = await readItems(kind, [name], call)
  if (item) return item
  throw new AppError('not_found', `Cannot find "${name}" among the open items`)
}

/** Leaves out items that no longer exist, and reads data that the items share only once. */
export async function readItems(
  kind: ItemKind,
  names: readonly string[],
  call: PersonCall,
): Promise<ItemView[]> {
  const items = await foundItems(SOURCES[kind](call), names)
  const described = await mapConcurrently(items, async item => ({ item, shown: await item.describe() }))
  const cases = described.flatMap(({ shown }) => twinsIn(shown))
  const pictures = await picturesOfCases(cases, { store: call.core.store(), view: call.view })
  return described.map(({ item, shown }) => drawn(item, shown, { view: call.view, pictures }))
}

function twinsIn(shown: Described & { readonly alike?: readonly AlikeDeal[] }): string[] {
  return (shown.alike ?? []).flatMap(({ case: name }) => name ?? [])
}

async function foundItems<Item>(
  source: { find(name: string): Promise<Item | undefined> },
  names: readonly string[],
): Promise<Item[]> {
  const found = await Promise.all(names.map(name => source.find(name).catch(solvedMeanwhile)))
  return found.flatMap(item => item ?? [])
}

function solvedMeanwhile(error: unknown): undefined {
  if (!hasCode(error, 'not_found')) throw error
}

/** The items as rows, read without a search for deals that look the same. */
export function drawnRows(
  items: readonly (Waiting & { describe(how: { readonly compares: boolean }): Promise<Described> })[],
  { view }: PersonCall,
): Promise<ItemView[]> {
  return Promise.all(items.map(async item => drawn(item, await item.describe({ compares: false }), { view })))
}

/** The notices about an item; empty if the person may not read notices. */
export async function noticesAbout(
  item: Pick<ItemView, 'kind' | 'name'>,
  call: PersonCall,
): Promise<Notice[]> {
  const open = await SOURCES.notice(call).open().catch(mayNotRead)
  return open
    .map(({ report }) => report)
    .filter(({ key }) => {
      const { kind, name } = itemOfNotice(key)
      return kind === item.kind && name === item.name
    })
}

function mayNotRead(error: unknown): [] {
  if (hasCode(error, 'scope_missing')) return []
  throw error
}

export interface Looked extends Settled {
  readonly title: string
}

/** Asks the remote again about an item. @throws AppError `not_found` if no remote can settle it */
export async function lookAgain(kind: ItemKind, name: string, call: PersonCall): Promise<Looked> {
  const item = await SOURCES[kind](call).find(name)
  if (!item?.look) throw new AppError('not_found', `Cannot ask a service about "${name}"`)
  const settled = item.look.settled(await replyTo(item.look.request, sendOf(call)))
  const [shown] = await drawnRows([item], call)
  return { ...settled, title: shown?.title ?? name }
}

/** The deals with these names; empty if the person may not read deals, or if the service is not set up. */
export async function knownDeals(names: readonly string[], call: PersonCall): Promise<ItemView[]> {
  try {
    return await drawnRows(await foundItems(SOURCES.deal(call), names), call)
  } catch (error) {
    if (hasCode(error, 'scope_missing', 'settings_missing')) return []
    throw error
  }
}
