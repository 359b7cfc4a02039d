/** The words for cells that a person fills by options or by the name of a file. */
import { catalogue } from '../../../../../core/language/catalogue.ts'
import type { Say } from '../../../../../core/language/text.ts'
import { type Titles, USUAL_TITLES } from '../../../../../services/accounting/imports/reading/titles.ts'

/** For each column whose empty cells an option fills, the option. */
export const OPTIONS = {
  account_item: '--account-item',
  rate: '--rate',
  qualified: '--qualified',
  payment: '--payment',
} as const

const IN_NAME = catalogue('import.titles', {
  date: { en: 'the date in the name', ja: 'ファイル名の日付' },
  amount: { en: 'the amount in the name', ja: 'ファイル名の金額' },
  description: { en: 'the text in the name', ja: 'ファイル名の摘要' },
  file: { en: 'the file', ja: 'ファイル' },
})

/** Returns the titles for a folder, which has no header: some cells come from the file's name, others from options. */
export function folderTitles(say: Say): Titles {
  return {
    ...USUAL_TITLES,
    ...OPTIONS,
    date: say(IN_NAME.date),
    amount: say(IN_NAME.amount),
    description: say(IN_NAME.description),
    file: say(IN_NAME.file),
  }
}
