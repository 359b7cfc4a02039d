/** Shows deals and their cases as rows of label and text: names for people, followed by the service's ids. */

import type { ReplyOf } from '../../../core/http/contract.ts'
import { catalogue, phrase } from '../../../core/language/catalogue.ts'
import { joined } from '../../../core/language/outside.ts'
import { reasonIn } from '../../../core/language/text.ts'
import type { Phrase, Reason } from '../../../core/phrase.ts'
import type { AccountingContract } from '../contract.ts'
// the messages of the flags and of the reasons of a case
import '../../../core/claims/words.ts'
import '../../../core/remote/words.ts'
import '../deals/cases/words.ts'
import '../partners/words.ts'
import '../receipts/case-words.ts'
import '../remote/words.ts'
import '../taxes/words.ts'
import { type RecordKind, type RecordNames, withNumber } from './names.ts'

type Row = readonly [Phrase, Reason]
type DealReply = ReplyOf<AccountingContract, 'registerDeal'>
type ServiceDeal = ReplyOf<AccountingContract, 'deal'>['deal']
type CaseReport = ReplyOf<AccountingContract, 'case'>
/** The body of a deal, as kura sends it. */
export type DealBody = NonNullable<DealReply['body']>

export const LABELS = catalogue('deal.labels', {
  deal: { en: 'deal', ja: '取引ID' },
  issueDate: { en: 'issue date', ja: '日付' },
  type: { en: 'type', ja: '種類' },
  amount: { en: 'amount', ja: '金額' },
  status: { en: 'status', ja: '決済' },
  reference: { en: 'reference', ja: '管理番号' },
  partner: { en: 'partner', ja: '取引先' },
  line: { en: 'line {line}', ja: '明細{line}' },
  flag: { en: 'flag', ja: '要確認' },
  paid: { en: 'paid', ja: '支払い' },
  taxCodes: { en: 'tax codes', ja: '税区分コード' },
})

const WORDS = catalogue('deal.rows', {
  texts: { en: '{texts}', ja: '{texts}' },
  yen: { en: '{amount, number} yen', ja: '{amount, number}円' },
  unread: { en: 'not read', ja: '読み取れません' },
  unreadText: { en: '"{text}" was not read', ja: '「{text}」を読み取れません' },
  readFrom: { en: '{date}, read from "{text}"', ja: '{date}（「{text}」から）' },
  noTax: { en: 'no tax category', ja: '税区分なし' },
  deduction: {
    en: '{percent} % by schedule "{schedule}"',
    ja: '控除割合{percent}%（適用ルール「{schedule}」）',
  },
  listing: { en: "from the company's listing", ja: '会計サービスの一覧による' },
  learned: { en: 'as learned for this company', ja: 'この事業所で調べた結果による' },
  expense: { en: 'expense', ja: '支出' },
  income: { en: 'income', ja: '収入' },
  settled: { en: 'settled', ja: '決済済み' },
  unsettled: { en: 'unsettled', ja: '未決済' },
  paidOn: { en: '{amount} on {date}, {walletable}', ja: '{date}に{amount}、{walletable}' },
  anotherDeal: { en: 'perhaps another deal', ja: 'ほかにもう1件の可能性あり' },
  alsoDeal: { en: 'also deal {deal}', ja: 'ほかに取引{deal}' },
})

/** Returns an amount as `1,100 yen`. */
export function yen(amount: number): Phrase {
  return phrase(WORDS.yen, { amount })
}

/** The values that the person typed, which are shown next to kura's interpretation. */
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
    [phrase(LABELS.issueDate), dateText(issueDate, date)],
    ...(partner === undefined ? [] : [[phrase(LABELS.partner), partner] as const]),
    ...lines.map((line, index): Row => [lineLabel(index), lineText(line)]),
    ...flags.map((flag): Row => [phrase(LABELS.flag), reasonIn(flag) ?? flag.reason]),
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

function lineText({ accountItem, tax, deduction, amount, description }: DealReply['lines'][number]): Phrase {
  const texts = [
    withNumber(accountItem.name, accountItem.id),
    tax ? withNumber(tax.name, tax.code) : phrase(WORDS.noTax),
    yen(amount),
    ...(deduction
      ? [phrase(WORDS.deduction, { percent: deduction.deduction, schedule: deduction.schedule })]
      : []),
    ...(description ? [description] : []),
  ]
  return phrase(WORDS.texts, { texts })
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
    [phrase(LABELS.deal), String(deal.id)],
    [phrase(LABELS.issueDate), deal.issue_date],
    [phrase(LABELS.type), wordOf(deal.type ?? '')],
    [phrase(LABELS.amount), yen(deal.amount)],
    [phrase(LABELS.status), wordOf(deal.status)],
    ...(deal.ref_number ? [[phrase(LABELS.reference), deal.ref_number] as const] : []),
    ...partnerRows(deal.partner_id, names),
    ...(deal.details ?? []).map((line, index): Row => [lineLabel(index), serviceLineText(line, names)]),
    ...(deal.payments ?? []).map(
      ({ date, amount, from_walletable_id: id }): Row => [
        phrase(LABELS.paid),
        phrase(WORDS.paidOn, { amount: yen(amount), date, walletable: names.label('walletable', id) }),
      ],
    ),
  ]
}

/** Returns a type or a status of a deal as people read it. */
export function wordOf(text: string): Reason {
  switch (text) {
    case 'expense':
    case 'income':
    case 'settled':
    case 'unsettled':
      return phrase(WORDS[text])
    default:
      return text
  }
}

/** Returns the rows for a deal that was not sent yet. */
export function bodyRows(
  { issue_date: date, partner_id: partner, details }: DealBody,
  names: RecordNames,
): Row[] {
  return [
    [phrase(LABELS.issueDate), date],
    ...partnerRows(partner, names),
    ...details.map((line, index): Row => [lineLabel(index), serviceLineText(line, names)]),
  ]
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

/**
 * Returns the text that explains a case: the reason for its state, its flags, and the deals that earlier attempts may
 * have created. Empty if there is nothing to explain.
 */
export function whyText(report: CaseReport): Reason {
  const { flagReasons, strays = [] } = report
  const reason = reasonIn(report)
  const flags = flagReasons.map(flag => reasonIn(flag) ?? flag.reason)
  const others = strays.map(({ deal }) =>
    deal === undefined ? phrase(WORDS.anotherDeal) : phrase(WORDS.alsoDeal, { deal: String(deal) }),
  )
  const all = [...(reason === undefined ? flags : [reason]), ...others].filter(text => text !== '')
  return all.length === 0 ? '' : joined(all)
}

/** Returns the sum of the lines of the deal; empty without lines. */
export function amountText({ body }: Pick<CaseReport, 'body'>): Reason {
  return body ? yen(body.details.reduce((sum, { amount }) => sum + amount, 0)) : ''
}
