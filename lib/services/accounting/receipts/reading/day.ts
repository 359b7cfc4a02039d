import { readDay } from '../../taxes/issue-date.ts'
import { type Found, findAll } from './text.ts'

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']
const ENDS = 'uary|ruary|ch|il|e|y|ust|t|tember|ober|ember'
const MONTH = `\\b(?:${MONTHS.join('|')})(?:${ENDS})?\\.?`

/** A day, also with the English name of its month: September 30, 2026; 30-Sep-2026. */
const DAY = new RegExp(
  [
    String.raw`(?<![\d./-])(?:(?:令和|平成|[RH]\.?)\s?(?:元|\d{1,2})|\d{4})\s?[年./-]\s?\d{1,2}\s?[月./-]\s?\d{1,2}(?!\d)\s?日?`,
    String.raw`${MONTH}\s?\d{1,2}(?:st|nd|rd|th)?\s?,?\s\d{4}(?!\d)`,
    String.raw`(?<![\d./-])\d{1,2}(?:st|nd|rd|th)?[\s-]${MONTH},?[\s-]\d{4}(?!\d)`,
  ].join('|'),
  'gi',
)

/** Labels of the day, the surest first. If no day has one, kura takes a day without a label, or under another text. */
const ISSUE: readonly RegExp[] = [
  /請求(?:年月)?日|発行(?:年月)?日|領収(?:年月)?日|作成日|(?:issued?|invoice|receipt)\s*(?:date|on)|date of issue/i,
  /利用日|取引(?:年月)?日|日付|日時|^\s*日\s*$|売上日|(?:購入|買(?:い)?上(?:げ)?|決済|精算|会計|販売|乗車|搭乗|来店|診療)日|^\W*date\W*$|date paid|paid on/i,
]
/** Words before, above or behind a day that is not the day of the deal. */
const OTHER =
  /期限|期日|納品|納期|振込|支払|有効|期間|締|引[落き]|配[達送]|届|出荷|注文|受注|発注|見積|契約|更新|生年|次回|前回|予定|予約|申し?込|印刷|出力|再発行|対象|チェック(?:イン|アウト)|宿泊|出発|到着|開[催演始館]|公演|終了|[入退]会|解約|取り?消|キャンセル|改[訂定]|制定|施行|現在|設立|創[業立]|登録(?!番号)|[許認]可|発売|製造|賞味|消費期|due|period|until|delivery|order|check-?(?:in|out)|departure|arrival|^\W*(?:start|end|next)|valid|expir|renew|re-?issue|reprint/i
/** Words behind a day without a label that is not the day of the deal: `2026年10月1日生`. */
const OTHER_BEHIND = new RegExp(
  String.raw`^[\s(]{0,2}(?!\S*(?:番号|方法|No))(?:お|ご)?(?:生(?:まれ)?|以[降前後]|${OTHER.source})`,
  'i',
)

/** A time in UTC at which Japan already has the next day: `T23:30:00Z`. */
const LATE_IN_UTC = /^T?\s?(?:1[5-9]|2[0-3]):\d\d[\d:.]*\s?(?:Z|UTC|GMT|\+00:?00)/i

/** The mark of a copy that was issued again. `再発行はいたしません` is no such mark. */
const REISSUED = /再発行[)\]】》]?$|\(再\)/

/**
 * Returns YYYY-MM-DD, or undefined if the receipt has no day or several days of the surest kind. On a copy that was
 * issued again, the day of issue may be the copy's, so only a day of use or of trade counts.
 */
export function findDay(lines: readonly (readonly string[])[]): string | undefined {
  const days = daysIn(lines)
  const certain = daysIn(
    lines.map((cells, at) => (isUnderMoreLabels(cells, lines[at - 1] ?? []) ? [] : cells)),
  )
  const isReissued = lines.some(cells => cells.some(cell => REISSUED.test(cell)))
  const labels = isReissued ? ISSUE.slice(1) : ISSUE
  const unlabelled = certain.filter(({ label, isBelow, after }) => {
    const isBare = !/\p{L}/u.test(label) || (isBelow && !/[日時]|date/i.test(label))
    return isBare && !isReissued && !OTHER_BEHIND.test(after)
  })
  const classes = [...labels.map(label => days.filter(found => label.test(nearest(found.label)))), unlabelled]
  const first = classes.map(found => distinct(found)).find(found => found.length > 0) ?? []
  return first.length === 1 ? first[0] : undefined
}

function daysIn(lines: readonly (readonly string[])[]): Found[] {
  return findAll(DAY, lines).filter(
    found => !isSpan(found) && !LATE_IN_UTC.test(found.after) && !OTHER.test(nearest(found.label)),
  )
}

/** Whether a day may belong to another label of the line above: `請求日  支払期限` stands over one day. */
function isUnderMoreLabels(cells: readonly string[], above: readonly string[]): boolean {
  const isHeader = above.every(cell => !/\d/.test(cell)) && above.some(cell => OTHER.test(cell))
  return isHeader && above.length > cells.length
}

/** Returns the last Japanese word of the label, because several labels may stand before a value. */
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
    /^\s*(?:\([月火水木金土日]\)\s*)?(?:~|〜|-|から|より|まで|to\b|[・,、]\s*\d{1,2}日)/.test(after) ||
    /(?:~|〜|から|より|\d\s*-)\s*$/.test(label)
  )
}

function distinct(days: readonly Found[]): string[] {
  const read = days.map(({ text }) => readDay(inNumbers(text)))
  return [...new Set(read.flatMap(day => ('date' in day ? [day.date] : [])))]
}

/** Returns `Sep 30, 2026` as `2026-09-30`. A text without the name of a month stays as it is. */
function inNumbers(text: string): string {
  const [name = ''] = /[a-z]{3}/i.exec(text) ?? []
  const month = MONTHS.indexOf(name.toLowerCase()) + 1
  const [day = '', year = ''] = text.match(/\d+/g) ?? []
  return month === 0 ? text : [year, month, day].map(part => String(part).padStart(2, '0')).join('-')
}
