/** The titles of columns in messages. A message names what the person has typed: a header, an option or a file name. */
import type { TypedWords } from '../../../operator/fills.ts'
import { COLUMNS, type Column, titleOf } from './columns.ts'

export type Titles = Readonly<Record<Column, string>>

/** The titles to use if those of the table are not known: `適格 (qualified)`. */
export const USUAL_TITLES = Object.fromEntries(COLUMNS.map(column => [column, titleOf(column)])) as Titles

/** For each column whose empty cells an option fills, the option. */
export const OPTIONS = {
  account_item: '--account-item',
  rate: '--rate',
  qualified: '--qualified',
  payment: '--payment',
} as const

/** The titles for a folder, which has no header: some cells come from the file's name, others from options. */
export const FOLDER_TITLES: Titles = {
  ...USUAL_TITLES,
  ...OPTIONS,
  date: 'the date in the name',
  amount: 'the amount in the name',
  description: 'the text in the name',
  file: 'the file',
}

/** Returns the names as the header spells them. */
export function titlesOf(header: readonly string[], columns: readonly Column[]): Titles {
  const written = columns.map((column, at) => [column, (header[at] ?? '').trim()] as const)
  return { ...USUAL_TITLES, ...Object.fromEntries(written) }
}

/** Returns, for the members of a row's deal, the words that a message uses for them. */
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
