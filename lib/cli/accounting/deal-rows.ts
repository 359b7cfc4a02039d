/** Shows deals as rows of label and text: names for people, followed by the service's ids. */

import type { ReplyOf } from '../../core/http/contract.ts'
import type { AccountingContract } from '../../services/accounting/contract.ts'
import { type RecordKind, type RecordNames, withNumber } from '../../services/accounting/lists/names.ts'

type Row = readonly [string, string]
type DealReply = ReplyOf<AccountingContract, 'registerDeal'>
type ServiceDeal = ReplyOf<AccountingContract, 'deal'>['deal']
/** The body of a deal, as kura sends it. */
export type DealBody = NonNullable<DealReply['body']>

/** What the person typed. It is shown next to what kura understood. */
export interface GivenDeal {
  /** The date as the person wrote it. */
  readonly date?: string | undefined
  /** The partner's name with its number. */
  readonly partner?: string | undefined
}

/** Returns the rows for a deal as kura understood it. */
export function draftRows(
  { issueDate, lines, flags, taxes }: DealReply,
  { date, partner }: GivenDeal = {},
): Row[] {
  return [
    ['issue date', dateText(issueDate, date)],
    ...(partner === undefined ? [] : [['partner', partner] as const]),
    ...lines.map((line, index): Row => [`line ${index + 1}`, lineText(line)]),
    ...flags.map(({ reason }): Row => ['flag', reason]),
    ['tax codes', taxes === 'listing' ? "from the company's listing" : 'as learned for this company'],
  ]
}

function dateText(read: string | undefined, given: string | undefined): string {
  if (read === undefined) return given === undefined ? 'not read' : `"${given}" was not read`
  return given === undefined || given === read ? read : `${read}, read from "${given}"`
}

function lineText({ accountItem, tax, deduction, amount, description }: DealReply['lines'][number]): string {
  return [
    withNumber(accountItem.name, accountItem.id),
    tax ? withNumber(tax.name, tax.code) : 'no tax category',
    yenText(amount),
    ...(deduction ? [`${deduction.deduction} % by schedule "${deduction.schedule}"`] : []),
    ...(description ? [description] : []),
  ].join(', ')
}

/** Returns the kinds of records whose names are needed to show a deal. */
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

/** Returns the rows for a deal as the service has it. */
export function dealRows(deal: ServiceDeal, names: RecordNames): Row[] {
  return [
    ['deal', String(deal.id)],
    ['issue date', deal.issue_date],
    ['type', deal.type ?? ''],
    ['amount', yenText(deal.amount)],
    ['status', deal.status],
    ...(deal.ref_number ? [['reference', deal.ref_number] as const] : []),
    ...partnerRows(deal.partner_id, names),
    ...(deal.details ?? []).map((line, index): Row => [`line ${index + 1}`, serviceLineText(line, names)]),
    ...(deal.payments ?? []).map(
      ({ date, amount, from_walletable_id: id }): Row => [
        'paid',
        `${yenText(amount)} on ${date}, ${names.label('walletable', id)}`,
      ],
    ),
  ]
}

/** Returns the rows for a deal that was not sent yet. */
export function bodyRows(
  { issue_date: date, partner_id: partner, details }: DealBody,
  names: RecordNames,
): Row[] {
  return [
    ['issue date', date],
    ...partnerRows(partner, names),
    ...details.map((line, index): Row => [`line ${index + 1}`, serviceLineText(line, names)]),
  ]
}

function partnerRows(id: number | null | undefined, names: RecordNames): Row[] {
  return id ? [['partner', names.label('partner', id)]] : []
}

type ServiceLine = NonNullable<ServiceDeal['details']>[number]

function serviceLineText(line: ServiceLine, names: RecordNames): string {
  const { account_item_id: account, tax_code: tax, item_id: item, amount, description } = line
  return [
    names.label('account item', account),
    names.label('tax code', tax),
    yenText(amount),
    item ? names.label('item', item) : undefined,
    description,
  ]
    .filter(Boolean)
    .join(', ')
}

/** Returns an amount as `1,100 yen`. */
export function yenText(amount: number): string {
  return `${amount.toLocaleString('en-US')} yen`
}
