/** The sheet for the tax accountant has a row for each line of a deal, and totals by tax category. */
import { CLAIM_REASONS } from '../../../core/claims/words.ts'
import { approvalIn } from '../../../core/http/router.ts'
import { catalogue } from '../../../core/language/catalogue.ts'
import type { Locale } from '../../../core/language/language.ts'
import { type Say, sayIn, textOf } from '../../../core/language/text.ts'
import type { CaseReport } from '../deals/cases/report.ts'
import { effectOfBody, signedEffect } from '../deals/compare.ts'
import { sumOf } from '../fields/amount.ts'
import { inertRecord } from '../journals/spreadsheet.ts'
import { wordOf } from './deal-rows.ts'
import { filesOf } from './find-deals.ts'
import type { RecordKind, RecordNames } from './names.ts'
import type { ServiceDeal } from './pages.ts'

export interface SheetDeal {
  readonly deal: ServiceDeal
  /** The case of the deal; absent if kura did not register the deal. */
  readonly report?: CaseReport | undefined
}

/** The total of all incomes or all expenses with one tax code, in whole yen; `vat` is the consumption tax in it. */
export interface TaxTotal {
  readonly type: string
  readonly code: number
  readonly lines: number
  readonly amount: number
  readonly vat: number
}

/** Undoes the change of type with which the service stores a paid refund, because a refund would count as income. */
export function asRegistered({ deal, report }: SheetDeal): ServiceDeal {
  const type = report?.body?.type
  if (type === undefined || deal.type === undefined || deal.type === type) return deal
  const { details = [], amount } = deal
  const isTurned = sumOf(details.map(line => line.amount)) === amount
  return { ...deal, type, amount: -amount, details: isTurned ? details.map(turned) : details }
}

function turned<Line extends { readonly amount: number; readonly vat?: number | undefined }>(
  line: Line,
): Line {
  return { ...line, amount: -line.amount, ...(line.vat !== undefined && { vat: -line.vat }) }
}

export function taxTotals(deals: readonly ServiceDeal[]): TaxTotal[] {
  const totals = new Map<string, TaxTotal>()
  for (const { type = '', details = [] } of deals)
    for (const { tax_code: code, amount, vat = 0 } of details) {
      const key = `${type} ${code}`
      const before = totals.get(key) ?? { type, code, lines: 0, amount: 0, vat: 0 }
      const lines = before.lines + 1
      totals.set(key, { type, code, lines, amount: before.amount + amount, vat: before.vat + vat })
    }
  return [...totals.values()].toSorted(
    (one, other) => other.type.localeCompare(one.type) || one.code - other.code,
  )
}

/** An approval with a passkey. `digest` is that of the signed statement, `at` is the time of the approval, ISO 8601. */
export interface DealApproval {
  readonly name: string
  readonly digest: string
  readonly at: string
}

/** Returns the approvals of the sent body. Approvals of an earlier attempt or another body do not count. */
export function approvalsOf({ report }: Pick<SheetDeal, 'report'>): readonly DealApproval[] {
  let approvals: readonly DealApproval[] = []
  for (const { state, by, at, reason } of report?.steps ?? []) {
    const approval = approvalIn(by)
    const own = approval ? [{ ...approval, at }] : []
    if (reason?.id === CLAIM_REASONS.released.id) approvals = [...approvals, ...own]
    else if (reason?.id === CLAIM_REASONS.firstApproved.id) approvals = own
    else if (state === 'review' || state === 'refused' || state === 'gone') approvals = []
  }
  return approvals
}

/** Returns who sent the latest attempt; empty for a deal that kura did not register. */
export function sentBy({ report }: Pick<SheetDeal, 'report'>): string {
  return report?.steps.findLast(({ state }) => state === 'claimed')?.by ?? ''
}

export function isChanged({ deal, report }: SheetDeal): boolean {
  const { body } = report ?? {}
  if (!body) return false
  const isSame = deal.issue_date === body.issue_date && signedEffect(deal) === effectOfBody(body)
  return !isSame || (deal.partner_id ?? undefined) !== body.partner_id
}

const HEADS = catalogue('deal.sheet', {
  deal: { en: 'Deal', ja: '取引番号' },
  day: { en: 'Day', ja: '日付' },
  type: { en: 'Type', ja: '収支' },
  partner: { en: 'Partner', ja: '取引先' },
  account: { en: 'Account item', ja: '勘定科目' },
  tax: { en: 'Tax category', ja: '税区分' },
  amount: { en: 'Amount', ja: '金額' },
  vat: { en: 'Tax in it', ja: 'うち消費税' },
  description: { en: 'Description', ja: '摘要' },
  status: { en: 'Paid', ja: '決済' },
  files: { en: 'Files', ja: '証憑番号' },
  case: { en: 'Case', ja: '管理名' },
  registeredBy: { en: 'Registered by', ja: '登録' },
  approvedBy: { en: 'Approved by', ja: '承認' },
  approvals: { en: 'Approvals', ja: '承認の証明' },
  changed: { en: 'Changed since', ja: '登録後の変更' },
})

const WORDS = catalogue('deal.sheet.words', {
  changed: { en: 'yes', ja: 'あり' },
  total: { en: 'Total', ja: '合計' },
})

/** Returns CSV in which no cell can run as a formula in a spreadsheet. */
export function sheetCsv(deals: readonly SheetDeal[], names: RecordNames, locale: Locale): string {
  const say = sayIn(locale)
  const heads = Object.values(HEADS).map(head => say(head as Parameters<Say>[0]))
  const rows = deals.flatMap(of => rowsOf(of, names, locale))
  const totals = taxTotals(deals.map(asRegistered)).map(({ type, code, amount, vat }) => [
    say(WORDS.total),
    '',
    textOf(wordOf(type), locale),
    '',
    '',
    names.find('tax code', code) ?? String(code),
    String(amount),
    String(vat),
    ...heads.slice(8).map(() => ''),
  ])
  return [heads, ...rows, ...totals].map(inertRecord).join('')
}

function rowsOf(of: SheetDeal, names: RecordNames, locale: Locale): string[][] {
  const { report } = of
  const deal = asRegistered(of)
  const approvals = approvalsOf(of)
  const say = sayIn(locale)
  const word = (text: string) => textOf(wordOf(text), locale)
  const named = (kind: RecordKind, id: number) => names.find(kind, id) ?? String(id)
  return (deal.details ?? []).map(line => [
    String(deal.id),
    deal.issue_date,
    word(deal.type ?? ''),
    deal.partner_id ? named('partner', deal.partner_id) : '',
    named('account item', line.account_item_id),
    named('tax code', line.tax_code),
    String(line.amount),
    line.vat === undefined ? '' : String(line.vat),
    line.description ?? '',
    word(deal.status),
    filesOf(deal)
      .map(({ id }) => id)
      .join(' '),
    report?.case ?? '',
    sentBy(of),
    approvals.map(({ name }) => name).join(', '),
    approvals.map(({ digest }) => digest).join(' '),
    isChanged(of) ? say(WORDS.changed) : '',
  ])
}
