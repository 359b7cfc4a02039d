/** Reads open items from the services' endpoints, for the person of a session. */

import { AppError, hasCode } from '../../../core/errors.ts'
import type { ReplyOf } from '../../../core/http/contract.ts'
import { readPages } from '../../../core/http/pages.ts'
import { mapConcurrently } from '../../../core/work/concurrency.ts'
import { accountingContract } from '../../../services/accounting/contract.ts'
import type { CaseReport } from '../../../services/accounting/deals/cases/report.ts'
import { kindsOf } from '../../../services/accounting/lists/deal-rows.ts'
import { createNames, type RecordNames } from '../../../services/accounting/lists/names.ts'
import { adminContract } from '../../../services/admin/contract.ts'
import { chatContract, type MessageReport } from '../../../services/chat/contract.ts'
import { registrarContract } from '../../../services/registrar/contract.ts'
import { clientOf } from '../../client.ts'
import { type ItemKind, itemOfNotice } from '../../frame/addresses.ts'
import type { SignedInCall } from '../../page.ts'
import { picturesOfCases } from '../accounting/receipts/file.ts'
import type { AlikeDeal } from '../accounting/twins.ts'
import { dealView } from './deal.ts'
import { firstView } from './first-deal.ts'
import type { ItemView } from './item.ts'
import { messageView, noticeView, purchaseView, receiptView } from './others.ts'

/** The parts of a page's call that are needed to read an item. */
export type ReadCall = Pick<SignedInCall, 'core' | 'view'>

type Notice = ReplyOf<typeof adminContract, 'notices'>['notices'][number]

/**
 * Returns an item as its page shows it.
 * @throws AppError `not_found`, and the errors of the endpoints
 */
export async function readItem(kind: ItemKind, name: string, call: ReadCall): Promise<ItemView> {
  const [item] = await readItems(kind, [name], call)
  if (item) return item
  throw new AppError('not_found', `Cannot find "${name}" among the open items`)
}

/**
 * Returns several items of one kind, without those that are not there any more; reads shared data once. Deals that wait
 * come with those that look the same.
 */
export async function readItems(
  kind: ItemKind,
  names: readonly string[],
  call: ReadCall,
): Promise<ItemView[]> {
  const { view } = call
  const each = async <T>(read: (name: string) => Promise<T>) =>
    (await Promise.all(names.map(name => read(name).catch(solvedMeanwhile)))).flatMap(item => item ?? [])
  switch (kind) {
    case 'deal': {
      const api = clientOf(accountingContract, call)
      const reports = await each(name => api.case({ params: { case: name } }))
      return dealViews(reports, call, await alikeOfAll(reports, call))
    }
    case 'first':
      return each(name => readFirst(name, call))
    case 'receipt': {
      const api = clientOf(accountingContract, call)
      const reports = await each(receipt => api.receipt({ params: { receipt } }))
      return reports.map(report => receiptView(report, view))
    }
    case 'purchase': {
      const client = clientOf(registrarContract, call)
      const reports = await each(domain => client.purchase({ params: { domain } }))
      return reports.map(report => purchaseView(report, view))
    }
    case 'message': {
      const open = new Map((await openMessages(call)).map(message => [message.case, message]))
      return found(names, open).map(message => messageView(message, view))
    }
    case 'notice': {
      const open = new Map((await openNotices(call)).map(notice => [notice.key, notice]))
      return found(names, open).map(notice => noticeView(notice, view))
    }
  }
}

/** Reads the first deal of a company, which a person confirms before anything else is written to its books. */
async function readFirst(name: string, call: ReadCall): Promise<ItemView> {
  const [, company] = /^first-deal-([1-9][0-9]{0,15})$/.exec(name) ?? []
  if (company === undefined) throw new AppError('not_found', `Cannot find the first deal "${name}"`)
  const api = clientOf(accountingContract, call)
  const first = await api.firstDeal({ query: { company_id: company } })
  const report = await api.case({ params: { case: first.case } }).catch(solvedMeanwhile)
  const [deal] = report ? await dealViews([report], call) : []
  const at = new Date(call.core.now()).toISOString()
  return firstView(first, { at, ...(deal && report && { deal, id: report.deal }) }, call.view)
}

function found<T>(names: readonly string[], open: ReadonlyMap<string, T>): T[] {
  return names.flatMap(name => open.get(name) ?? [])
}

/** Returns the messages of unknown outcome. */
export async function openMessages(call: ReadCall): Promise<MessageReport[]> {
  const client = clientOf(chatContract, call)
  const open: MessageReport[] = []
  for await (const { messages } of readPages(query => client.messages({ query }))) open.push(...messages)
  return open
}

/** Returns the open notices. */
export async function openNotices(call: ReadCall): Promise<Notice[]> {
  const client = clientOf(adminContract, call)
  const open: Notice[] = []
  for await (const { notices } of readPages(query => client.notices({ query }))) open.push(...notices)
  return open.filter(({ done, over }) => done === undefined && over === undefined)
}

/** Returns the open notices about an item; empty if the person may not read notices. */
export async function noticesAbout(item: Pick<ItemView, 'kind' | 'name'>, call: ReadCall): Promise<Notice[]> {
  const open = await openNotices(call).catch(mayNotRead)
  return open.filter(({ key }) => {
    const { kind, name } = itemOfNotice(key)
    return kind === item.kind && name === item.name
  })
}

function mayNotRead(error: unknown): [] {
  if (hasCode(error, 'scope_missing')) return []
  throw error
}

/** Asks the remote again about an item, and returns whether the item is now settled. */
export async function lookAgain(kind: ItemKind, name: string, call: ReadCall): Promise<boolean> {
  if (kind === 'deal')
    return (await clientOf(accountingContract, call).resolveCase({ params: { case: name } })).state === 'done'
  if (kind === 'receipt') {
    const { state } = await clientOf(accountingContract, call).resolveReceipt({ params: { receipt: name } })
    return state === 'done'
  }
  if (kind !== 'purchase') throw new AppError('not_found', `Cannot ask a service about "${name}"`)
  const client = clientOf(registrarContract, call)
  const { operation } = await client.purchase({ params: { domain: name } })
  return (await client.resolve({ params: { domain: name }, body: { operation } })).state !== 'unknown'
}

/** Returns the views of cases, with the names from their records if the service answers. */
export async function dealViews(
  reports: readonly CaseReport[],
  call: ReadCall,
  alike: ReadonlyMap<string, readonly AlikeDeal[]> = new Map(),
): Promise<ItemView[]> {
  const others = [...alike.values()].flat()
  const cases = others.flatMap(({ case: name }) => name ?? [])
  const [names, pictures] = await Promise.all([
    namesOf(reports, others, call),
    picturesOfCases(cases, { store: call.core.store(), view: call.view }),
  ])
  return reports.map(report =>
    dealView(report, { names, pictures, alike: alike.get(report.case) }, call.view),
  )
}

/**
 * Returns what each waiting case looks like now, by the names of the cases. A case is left out while the service does not
 * answer; its release is then refused if it looks like another deal.
 */
async function alikeOfAll(
  reports: readonly CaseReport[],
  call: ReadCall,
): Promise<ReadonlyMap<string, readonly AlikeDeal[]>> {
  const api = clientOf(accountingContract, call)
  const person = call.view.session?.person.name ?? ''
  const waiting = reports.filter(({ state, body }) => state === 'review' && body !== undefined)
  const read = await mapConcurrently(waiting, async ({ case: name, operation }) => {
    const asked = { params: { case: name }, body: { person, operation } }
    const reply = await api.releaseCase(asked).catch(unanswered)
    return reply?.mode === 'dry-run' ? [[name, reply.alike] as const] : []
  })
  return new Map(read.flat())
}

function unanswered(error: unknown): undefined {
  if (!hasCode(error, 'conflict', 'not_found', ...NO_NAMES)) throw error
}

/**
 * Returns the names in the records of these cases, which are of one company. Undefined while the service does not
 * answer; the page then shows numbers.
 */
async function namesOf(
  reports: readonly CaseReport[],
  alike: readonly AlikeDeal[],
  call: ReadCall,
): Promise<RecordNames | undefined> {
  const bodies = reports.flatMap(({ body }) => body ?? [])
  const company = Number(bodies[0]?.company_id ?? reports[0]?.asked?.company_id)
  const partners = [...reports.flatMap(({ asked }) => asked ?? []), ...alike].map(({ partner_id }) => ({
    partner_id,
  }))
  if (Number.isNaN(company)) return undefined
  try {
    return await createNames({ api: clientOf(accountingContract, call), company }).load(
      kindsOf([...bodies, ...partners]),
    )
  } catch (error) {
    if (hasCode(error, ...NO_NAMES)) return undefined
    throw error
  }
}

/** The errors for which the page shows stored data without names. */
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

/**
 * Returns the deals for the cards of the list; empty if the person may not read deals, or if the service is not set up.
 * A case that was settled in the meantime is left out.
 */
export async function knownDeals(names: readonly string[], call: ReadCall): Promise<ItemView[]> {
  try {
    const api = clientOf(accountingContract, call)
    const reports = names.map(name => api.case({ params: { case: name } }).catch(solvedMeanwhile))
    return await dealViews(
      (await Promise.all(reports)).flatMap(report => report ?? []),
      call,
    )
  } catch (error) {
    if (hasCode(error, 'scope_missing', 'settings_missing')) return []
    throw error
  }
}

function solvedMeanwhile(error: unknown): undefined {
  if (!hasCode(error, 'not_found')) throw error
}
