/** Deals as rows of a name and a text. */
import type { AccountingContract } from '../../accounting/contract.ts'
import type { ReplyOf } from '../../http/contract.ts'

type Row = readonly [string, string]
type DealReply = ReplyOf<AccountingContract, 'registerDeal'>

/** A deal as kura understood it. */
export function draftRows({ body, lines, flags, taxes }: DealReply): Row[] {
  return [
    ['issue date', body?.issue_date ?? 'not read'],
    ...lines.map((line, index): Row => [`line ${index + 1}`, lineText(line)]),
    ...flags.map(({ reason }): Row => ['flag', reason]),
    ['tax codes', taxes === 'listing' ? "from the company's listing" : 'as learned for this company'],
  ]
}

function lineText({ accountItem, tax, deduction, amount, description }: DealReply['lines'][number]): string {
  return [
    accountItem.name,
    tax ? `${tax.code} ${tax.name}` : 'no tax category',
    yenText(amount),
    ...(deduction ? [`${deduction.deduction} % by schedule "${deduction.schedule}"`] : []),
    ...(description ? [description] : []),
  ].join(', ')
}

/** A deal as the service has it. */
export function dealRows(deal: ReplyOf<AccountingContract, 'deal'>['deal']): Row[] {
  const lines = deal.details ?? []
  return [
    ['deal', String(deal.id)],
    ['issue date', deal.issue_date],
    ['type', deal.type ?? ''],
    ['amount', yenText(deal.amount)],
    ['status', deal.status],
    ['reference', deal.ref_number ?? ''],
    ...lines.map(
      ({ account_item_id, tax_code, amount, description }, index): Row => [
        `line ${index + 1}`,
        [`account item ${account_item_id}`, `tax code ${tax_code}`, yenText(amount), description]
          .filter(Boolean)
          .join(', '),
      ],
    ),
  ]
}

/** `1,100 yen`. */
export function yenText(amount: number): string {
  return `${amount.toLocaleString('en-US')} yen`
}
