/** The words for cells that a person fills by options or by the name of a file. */
import { type Titles, USUAL_TITLES } from '../../../../services/accounting/imports/reading/titles.ts'

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
