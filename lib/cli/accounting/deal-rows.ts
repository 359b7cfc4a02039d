/** Deals as rows of a name and a text. */
import type { Deal } from '../../accounting/remote/schema.ts'
import type { DryRunAnswer } from './answers.ts'

type Row = readonly [string, string]

/** A deal as kura understood it. */
export function draftRows({
  body,
  lines,
  flags,
  taxes,
}: Pick<DryRunAnswer, 'body' | 'lines' | 'flags' | 'taxes'>): Row[] {
  return [
    ['issue date', body?.issue_date ?? 'not read'],
    ...lines.map(({ accountItem, tax, deduction, amount, description }, index): Row => {
      const category = tax ? `${tax.code} ${tax.name}` : 'no tax category'
      const rule = deduction ? [`${deduction.deduction} % by schedule "${deduction.schedule}"`] : []
      const words = [
        accountItem.name,
        category,
        yenText(amount),
        ...rule,
        ...(description ? [description] : []),
      ]
      return [`line ${index + 1}`, words.join(', ')]
    }),
    ...flags.map(({ reason }): Row => ['flag', reason]),
    [
      'tax codes',
      taxes === 'listing' ? "of the company's own listing" : 'of the table learned for this company',
    ],
  ]
}

/** A deal as the service has it. */
export function dealRows(deal: Deal): Row[] {
  return [
    ['deal', String(deal.id)],
    ['issue date', deal.issueDate],
    ['type', deal.type ?? ''],
    ['amount', yenText(deal.amount)],
    ['status', deal.status],
    ['reference', deal.refNumber ?? ''],
    ...deal.lines.map(
      ({ accountItemId, taxCode, amount, description }, index): Row => [
        `line ${index + 1}`,
        [`account item ${accountItemId}`, `tax code ${taxCode}`, yenText(amount), description]
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
