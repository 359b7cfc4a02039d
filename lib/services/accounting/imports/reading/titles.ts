/** A message names a column as the person knows it: by a header, an option or a file name. */
import type { TypedWords } from '../../../../core/language/typed-words.ts'
import { COLUMNS, type Column, titleOf } from './columns.ts'

export type Titles = Readonly<Record<Column, string>>

/** The titles if the header of the table is not known, such as `適格 (qualified)`. */
export const USUAL_TITLES = Object.fromEntries(COLUMNS.map(column => [column, titleOf(column)])) as Titles

/** The titles as the header spells them. A column that is not in the header has its usual title. */
export function titlesOf(header: readonly string[], columns: readonly (Column | undefined)[]): Titles {
  const written = columns.flatMap((column, at) =>
    column ? [[column, (header[at] ?? '').trim()] as const] : [],
  )
  return { ...USUAL_TITLES, ...Object.fromEntries(written) }
}

export function wordsOfRow(titles: Titles): TypedWords {
  const { account_item, rate, qualified, payment } = titles
  const words = {
    account_item,
    'details.account_item': account_item,
    rate,
    'details.rate': rate,
    tax_category: rate,
    'details.tax_category': rate,
    qualified,
    'details.qualified': qualified,
    'details.amount': titles.amount,
    'details.description': titles.description,
    'details.item': titles.item,
    'details.section': titles.section,
    'details.tags': titles.tags,
    details: 'the row',
    case: titles.number,
    issue_date: titles.date,
    partner: titles.partner,
    'payments.walletable': payment,
    payments: payment,
    receipts: titles.file,
  }
  return new Map(Object.entries(words))
}
