import { readDay } from '../../taxes/issue-date.ts'
import { type Found, findAll } from './text.ts'

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']
const ENDS = 'uary|ruary|ch|il|e|y|ust|t|tember|ober|ember'
const MONTH = `\\b(?:${MONTHS.join('|')})(?:${ENDS})?\\.?`

/** Also with the name of the month in English: September 30, 2026; 30-Sep-2026. */
const DAY = new RegExp(
  [
    String.raw`(?<![\d./-])(?:(?:令和|平成|[RH]\.?)\s?(?:元|\d{1,2})|\d{4})\s?[年./-]\s?\d{1,2}\s?[月./-]\s?\d{1,2}(?!\d)\s?日?`,
    String.raw`${MONTH}\s?\d{1,2}(?:st|nd|rd|th)?\s?,?\s\d{4}(?!\d)`,
    String.raw`(?<![\d./-])\d{1,2}(?:st|nd|rd|th)?[\s-]${MONTH},?[\s-]\d{4}(?!\d)`,
  ].join('|'),
  'gi',
)

/** The surest first. Without them, kura takes a day without a label, or under a text such as the name of a shop. */
const ISSUE: readonly RegExp[] = [
  /請求(?:年月)?日|発行(?:年月)?日|領収(?:年月)?日|作成日|(?:issued?|invoice|receipt)\s*(?:date|on)|date of issue/i,
  /利用日|取引(?:年月)?日|日付|日時|^\s*日\s*$|売上日|(?:購入|買(?:い)?上(?:げ)?|決済|精算|会計|販売|乗車|搭乗|来店|診療)日|^\W*date\W*$|date paid|paid on/i,
]
const OTHER =
  /期限|期日|納品|納期|振込|支払|有効|期間|締|引[落き]|配[達送]|届|出荷|注文|受注|発注|見積|契約|更新|生年|次回|前回|予定|予約|申し?込|印刷|出力|再発行|対象|due|period|until|delivery|order/i

/** YYYY-MM-DD; undefined if the receipt has none, or several of the surest kind. */
export function findDay(lines: readonly (readonly string[])[]): string | undefined {
  const days = daysIn(lines)
  const certain = daysIn(
    lines.map((cells, at) => (isUnderMoreLabels(cells, lines[at - 1] ?? []) ? [] : cells)),
  )
  const classes = [
    ...ISSUE.map(label => days.filter(found => label.test(nearest(found.label)))),
    certain.filter(({ label, isBelow }) => !/\p{L}/u.test(label) || (isBelow && !/[日時]|date/i.test(label))),
  ]
  const first = classes.map(found => distinct(found)).find(found => found.length > 0) ?? []
  return first.length === 1 ? first[0] : undefined
}

function daysIn(lines: readonly (readonly string[])[]): Found[] {
  return findAll(DAY, lines).filter(found => !isSpan(found) && !OTHER.test(nearest(found.label)))
}

/** A day may belong to the label of another day above: `請求日  支払期限` over one day. */
function isUnderMoreLabels(cells: readonly string[], above: readonly string[]): boolean {
  const isHeader = above.every(cell => !/\d/.test(cell)) && above.some(cell => OTHER.test(cell))
  return isHeader && above.length > cells.length
}

/** In Japanese the last word before the value: a line may hold several labels. */
function nearest(label: string): string {
  if (!/\p{Script=Han}/u.test(label)) return label
  return (
    label
      .trim()
      .split(/\s|(?<=\))/)
      .findLast(word => /\p{L}/u.test(word)) ?? label
  )
}

function isSpan({ label, after }: Found): boolean {
  return (
    /^\s*(?:\([月火水木金土日]\)\s*)?(?:~|〜|-|から|より|まで|to\b)/.test(after) ||
    /(?:~|〜|から|より|\d\s*-)\s*$/.test(label)
  )
}

function distinct(days: readonly Found[]): string[] {
  const read = days.map(({ text }) => readDay(inNumbers(text)))
  return [...new Set(read.flatMap(day => ('date' in day ? [day.date] : [])))]
}

/** `Sep 30, 2026` as `2026-09-30`; a text without the name of a month stays as it is. */
function inNumbers(text: string): string {
  const [name = ''] = /[a-z]{3}/i.exec(text) ?? []
  const month = MONTHS.indexOf(name.toLowerCase()) + 1
  const [day = '', year = ''] = text.match(/\d+/g) ?? []
  return month === 0 ? text : [year, month, day].map(part => String(part).padStart(2, '0')).join('-')
}
