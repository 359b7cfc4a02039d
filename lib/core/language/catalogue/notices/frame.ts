/** The texts around the open items in a message. */
import { catalogue } from '../../catalogue.ts'

export const FRAME = catalogue('notices.frame', {
  /** The title of a message that repeats the notices of a week ago. */
  again: {
    en: 'Still open: {title}',
    ja: '【再通知】{title}',
  },
  act: {
    en: 'What to do: {act}',
    ja: '対応：{act}',
  },
  by: {
    en: ' by {at, date, day}',
    ja: '（期限 {at, date, day}）',
  },
  more: {
    en: 'and {count, number} more; `npx kura notices` lists them',
    ja: 'ほか{count, number}件（`npx kura notices` で一覧表示）',
  },
  over: {
    en: 'Over:',
    ja: '解消しました：',
  },
  /** One open item in one line. */
  line: {
    en: '{title}: {line}',
    ja: '{title}：{line}',
  },
})
