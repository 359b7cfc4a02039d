/** Rows that show a deal. The service's id follows each name. */

import type { ReplyOf } from '../../../core/http/contract.ts'
import { phrase } from '../../../core/language/catalogue.ts'
import { joined } from '../../../core/language/outside.ts'
import { reasonIn } from '../../../core/language/text.ts'
import type { Phrase, Reason } from '../../../core/phrase.ts'
import type { AccountingContract } from '../contract.ts'
// loads the messages of the flags and of the reasons of a case
import '../../../core/claims/words.ts'
import '../../../core/remote/words.ts'
import type { CaseReport } from '../deals/cases/report.ts'
import { stateOfCase } from '../deals/cases/words.ts'
import '../deals/compare-words.ts'
import '../partners/compare-words.ts'
import '../partners/words.ts'
import '../receipts/case-words.ts'
import '../remote/words.ts'
import '../taxes/words.ts'
import { sumOf } from '../fields/amount.ts'
import { type RecordKind, type RecordNames, withNumber } from './names.ts'
import { LABELS, WORDS } from './words.ts'

type Row = readonly [Phrase, Reason]
type DealReply = ReplyOf<AccountingContract, 'registerDeal'>
type ServiceDeal = ReplyOf<AccountingContract, 'deal'>['deal']
export type DealBody = NonNullable<DealReply['body']>

/** Returns a text such as `1,100 yen`. */
export function yen(amount: number): Phrase {
  return phrase(WORDS.yen, { amount })
}

export interface GivenDeal {
  readonly date?: string | undefined
  readonly partner?: Reason | undefined
}

/** `label` returns the text for an account item or a tax code, by default with its id. */
export function draftRows(
  { issueDate, lines, flags, taxes }: DealReply,
  { date, partner }: GivenDeal = {},
  label: (name: string, id: number) => string = withNumber,
): Row[] {
  return [
    [phrase(LABELS.issueDate), dateText(issueDate, date)],
    ...(partner === undefined ? [] : [[phrase(LABELS.partner), partner] as const]),
    ...lines.map((line, index): Row => [lineLabel(index), lineText(line, label)]),
    ...flags.map(({ reason }): Row => [phrase(LABELS.flag), reasonIn(reason)]),
    [phrase(LABELS.taxCodes), phrase(taxes === 'listing' ? WORDS.listing : WORDS.learned)],
  ]
}

function lineLabel(index: number): Phrase {
  return phrase(LABELS.line, { line: String(index + 1) })
}

function dateText(date: string | undefined, text: string | undefined): Reason {
  if (date === undefined)
    return text === undefined ? phrase(WORDS.unread) : phrase(WORDS.unreadText, { text })
  return text === undefined || text === date ? date : phrase(WORDS.readFrom, { date, text })
}

function lineText(
  { accountItem, tax, deduction, amount, description }: DealReply['lines'][number],
  label: (name: string, id: number) => string,
): Phrase {
  const texts = [
    label(accountItem.name, accountItem.id),
    tax ? label(tax.name, tax.code) : phrase(WORDS.noTax),
    yen(amount),
    ...(deduction
      ? [phrase(WORDS.deduction, { percent: deduction.deduction, schedule: deduction.schedule })]
      : []),
    ...(description ? [description] : []),
  ]
  return phrase(WORDS.texts, { texts })
}

export function kindsOf(
  deals: readonly Pick<ServiceDeal, 'partner_id' | 'details' | 'payments'>[],
): RecordKind[] {
  const some = (has: (deal: (typeof deals)[number]) => boolean | undefined) => deals.some(has)
  return [
    'account item',
    'tax code',
    ...(some(deal => Boolean(deal.partner_id)) ? (['partner'] as const) : []),
    ...(some(deal => deal.details?.some(line => Boolean(line.item_id))) ? (['item'] as const) : []),
    ...(some(deal => (deal.payments ?? []).length > 0) ? (['walletable'] as const) : []),
  ]
}

export function dealRows(deal: ServiceDeal, names: RecordNames): Row[] {
  return [
    [phrase(LABELS.deal), String(deal.id)],
    [phrase(LABELS.issueDate), deal.issue_date],
    [phrase(LABELS.type), wordOf(deal.type ?? '')],
    [phrase(LABELS.amount), yen(deal.amount)],
    [phrase(LABELS.status), wordOf(deal.status)],
    ...(deal.ref_number ? [[phrase(LABELS.reference), deal.ref_number] as const] : []),
    ...partnerRows(deal.partner_id, names),
    ...lineRows(deal, names),
  ]
}

export const DEAL_HEADS = [
  LABELS.issueDate,
  LABELS.deal,
  LABELS.amount,
  LABELS.accountItems,
  LABELS.partner,
  LABELS.status,
].map(label => phrase(label))

export function dealCells(deal: ServiceDeal, names: RecordNames): Reason[] {
  return [
    deal.issue_date,
    String(deal.id),
    yen(deal.amount),
    accountsOf(deal, names),
    partnerOf(deal, names),
    wordOf(deal.status),
  ]
}

/** Names each account item once, and says whether the deal is an income. */
export function accountsOf({ details, type }: ServiceDeal, names: RecordNames): Reason {
  const ids = new Set((details ?? []).map(line => line.account_item_id))
  const items = phrase(WORDS.texts, { texts: [...ids].map(id => names.name('account item', id)) })
  return type === 'income' ? phrase(WORDS.ofIncome, { items }) : items
}

export function partnerOf({ partner_id: id }: Pick<ServiceDeal, 'partner_id'>, names: RecordNames): Reason {
  return id ? names.name('partner', id) : ''
}

export function wordOf(text: string): Reason {
  const known = (['expense', 'income', 'settled', 'unsettled'] as const).find(word => word === text)
  return known === undefined ? text : phrase(WORDS[known])
}

export function bodyRows(body: DealBody, names: RecordNames): Row[] {
  const rows: Row[] = [
    [phrase(LABELS.issueDate), body.issue_date],
    [phrase(LABELS.type), wordOf(body.type)],
    [phrase(LABELS.reference), body.ref_number ?? ''],
    ...partnerRows(body.partner_id, names),
    ...lineRows(body, names),
    [phrase(LABELS.file), attachedText(body)],
  ]
  return rows.filter(([, text]) => text !== '')
}

export function attachedText({ receipt_ids: files = [] }: Pick<DealBody, 'receipt_ids'>): Reason {
  return listed(files)
}

export function listed(ids: readonly (string | number)[]): Reason {
  return ids.length === 0 ? '' : phrase(WORDS.texts, { texts: ids.map(String) })
}

/** Names each account item and each tax category once, without ids. */
export function bookedText({ details }: Pick<DealBody, 'details'>, names: RecordNames): Phrase {
  const accounts = new Set(details.map(line => line.account_item_id))
  const taxes = new Set(details.map(line => line.tax_code))
  return phrase(WORDS.booked, {
    accounts: [...accounts].map(id => names.name('account item', id)),
    taxes: [...taxes].map(id => names.name('tax code', id)),
  })
}

function lineRows(
  { details, payments }: Pick<ServiceDeal, 'details' | 'payments'>,
  names: RecordNames,
): Row[] {
  return [
    ...(details ?? []).map((line, index): Row => [lineLabel(index), serviceLineText(line, names)]),
    ...(payments ?? []).map((payment): Row => [phrase(LABELS.paid), paymentText(payment, names)]),
  ]
}

type Payment = NonNullable<ServiceDeal['payments']>[number]

function paymentText({ date, amount, from_walletable_id: id }: Payment, names: RecordNames): Phrase {
  const paid = { amount: yen(amount), date }
  if (id === undefined || id === null) return phrase(WORDS.paidFromUnknown, paid)
  return phrase(WORDS.paidOn, { ...paid, walletable: names.label('walletable', id) })
}

function partnerRows(id: number | null | undefined, names: RecordNames): Row[] {
  return id ? [[phrase(LABELS.partner), names.label('partner', id)]] : []
}

type ServiceLine = NonNullable<ServiceDeal['details']>[number]

function serviceLineText(line: ServiceLine, names: RecordNames): Phrase {
  const { account_item_id: account, tax_code: tax, item_id: item, amount, description } = line
  const texts = [
    names.label('account item', account),
    names.label('tax code', tax),
    yen(amount),
    ...(item ? [names.label('item', item)] : []),
    ...(description ? [description] : []),
  ]
  return phrase(WORDS.texts, { texts })
}

export function whyText(report: CaseReport): Reason {
  const { strays = [] } = report
  const reason = report.reason && reasonIn(report.reason)
  const flags = report.flags.map(flag => reasonIn(flag))
  const others = strays.map(({ deal }) =>
    deal === undefined ? phrase(WORDS.anotherDeal) : phrase(WORDS.alsoDeal, { deal: String(deal) }),
  )
  const all = [...(reason === undefined ? flags : [reason]), ...others].filter(text => text !== '')
  return all.length === 0 ? '' : joined(all)
}

export function amountText({
  body,
}: {
  readonly body?: { readonly details: readonly { readonly amount: number }[] } | undefined
}): Reason {
  return body ? yen(sumOf(body.details.map(({ amount }) => amount))) : ''
}

export type AlikeDeal = Extract<
  ReplyOf<AccountingContract, 'releaseCase'>,
  { readonly mode: 'dry-run' }
>['alike'][number]

export function alikeText(other: AlikeDeal, names: RecordNames): Phrase {
  const { case: name, deal, state, day, amount, descriptions, corrects } = other
  const which = name === undefined ? phrase(WORDS.dealNumber, { deal: String(deal) }) : name
  const texts = [
    which,
    ...(state === undefined ? [] : [stateOfCase(state)]),
    ...(day === undefined ? [] : [day]),
    yen(amount),
    partnerOf(other, names),
    ...descriptions,
    ...(corrects ? [phrase(WORDS.perhapsCorrected)] : []),
  ]
  return phrase(WORDS.texts, { texts: texts.filter(text => text !== '') })
}
