import { readAmount, sumOf, type Yen } from '../../fields/amount.ts'
import { type Found, findAll } from './text.ts'

/** None behind a minus: `-¥1,980`, `▲ 1,980円`. */
const AMOUNT =
  /(?<![\d.,-]|\d[/:]|-[¥\\]|[▲△]\s?[¥\\]?\s?)[¥\\]?\s?[-▲△]?(?:\d{1,3}(?:,\d{3})+|\d+)(?:\.00?(?!\d))?(?![\d,]|[/:]\d)(?:\s?円|-(?!\d))?/g
const MARKED = /[¥\\円,]/
const YEN = /[¥\\円]/
/** What follows a number that counts or measures something other than yen. */
const NO_YEN = /^\s?(?:%|年|月|日|点|個|件|名|枚|本(?!体)|式|時|分|ヶ|か月|人|kg|[./:-]\d|(?!jpy|yen)[a-z])/i
/** The same for a number without a sign of yen: `¥150 缶コーヒー` names the goods. */
const COUNTED = /^\s?(?:[冊台部箱袋回泊室口着足杯缶通組食](?!\p{Script=Han})|セット|ケース|パック|ポイント)/u
const FOREIGN = /[$€£]\s?\d|\b(?:USD|EUR|GBP|CNY)\b/

const TOTAL =
  /請求(?:金)?額|合計|総[合計額]+|支払(?:い)?(?:金)?額|領収(?:金)?額|お?買上[げ計]*|^\W*計\W*$|grand total|total|amount (?:due|paid)/i
const OTHER =
  /小計|前回|前月|対象|消費税(?!等?[込含](?!ま))|内税|外税|税額|税抜|税別|本体|預|釣|繰越|入金|値引|割引|数量|点数|ポイント|残[高額]|課税|単価|税率|利用可能|累計|年間|[件個人本枚回日]数|時間|距離|(?:手数料|送料)(?![込含])|税\s*$|subtotal|tax|change|balance|discount|qty|quantity|hours|items|page/i

/** Digits in boxes of their own may be one number, or each column may have a number of its own. */
const IN_BOXES = /(?<![\d.,])\d(?:\s+\d){2,}(?![\d.,])/

/** Undefined if there is no total, if several amounts may be it, or if the receipt names another currency. */
export function findTotal(lines: readonly (readonly string[])[]): Yen | undefined {
  if (lines.some(cells => cells.some(cell => FOREIGN.test(cell)))) return undefined
  const whole = lines.filter(cells => !IN_BOXES.test(cells.join('  ')))
  const amounts = findAll(AMOUNT, whole).filter(isYen)
  const totals = whole.flatMap(totalOfLine).concat(amounts.filter(isUnder))
  // beside an amount with a mark, a number without one may count something else
  const marked = totals.filter(({ text }) => MARKED.test(text))
  if (distinct(marked).length > 0) return onlyOf(marked)
  const isSigned = amounts.some(({ text }) => YEN.test(text))
  if (distinct(totals).length > 0) return isSigned ? undefined : onlyOf(totals)
  if (amounts.some(({ label }) => ADDED.test(label))) return undefined
  return onlyOf(whole.flatMap(closedOfLine)) ?? onlyUnnamed(amounts)
}

/** Added to a price or taken from it, so that the price is not the total. */
const ADDED = /送料|手数料|値引|割引|ポイント|繰越|前回|前月/

/** Closes the sum of a receipt by hand: `¥3,300-`, `3,300 円也`, `¥3,300(税込)`. */
const CLOSED = /^\s?(?:-|也|\(?税込)/
const OF_SUM = ['', '金', '金額', '領収', '領収書', '様', '御中']

/** The first amount of a line, if it is written by hand as a sum: `金 3,300 円也`. */
function closedOfLine(cells: readonly string[]): Found[] {
  const [first] = findAll(AMOUNT, [[cells.join('  ')]])
  if (!first || !YEN.test(first.text)) return []
  // Japanese letters count as \W
  const letters = first.label.replaceAll(/[^\p{L}]/gu, '')
  const isSum = letters.startsWith('金') || first.text.endsWith('-') || CLOSED.test(first.after)
  return isSum && OF_SUM.includes(letters) ? [first] : []
}

/** The only amount with a sign of yen, if none is called a part of a total: `乗車料金 1,100円`. */
function onlyUnnamed(amounts: readonly Found[]): Yen | undefined {
  const signed = amounts.filter(({ text }) => YEN.test(text))
  return signed.some(({ label }) => OTHER.test(label)) ? undefined : onlyOf(signed)
}

function onlyOf(found: readonly Found[]): Yen | undefined {
  const [only, another] = distinct(found)
  return another === undefined ? only : undefined
}

function isYen({ text, after }: Found): boolean {
  return !NO_YEN.test(after) && (YEN.test(text) || !COUNTED.test(after))
}

function isUnder({ label, isBelow }: Found): boolean {
  return isBelow && TOTAL.test(label) && !OTHER.test(label)
}

/** After a label of a total: the only amount of the line, or the only one with a mark. */
function totalOfLine(cells: readonly string[]): Found[] {
  const line = cells.join('  ')
  const match = TOTAL.exec(line)
  if (!match) return []
  const rest = line.slice(match.index)
  const [label = ''] = rest.split(/(?=[¥\\\d▲△])/)
  const before =
    line
      .slice(0, match.index)
      .split(/\s{2,}/)
      .at(-1) ?? ''
  if (OTHER.test(before + label)) return []
  const found = findAll(AMOUNT, [[rest]]).filter(
    (amount, at) => (at === 0 || !OTHER.test(amount.label)) && isYen(amount),
  )
  const marked = found.filter(({ text }) => MARKED.test(text))
  const chosen = marked.length > 0 ? marked : found
  return distinct(chosen).length === 1 ? chosen.slice(0, 1) : []
}

function distinct(found: readonly Found[]): Yen[] {
  const read = found.flatMap(({ text }) => readAmount(text.replaceAll(/\s/g, '')) ?? [])
  return [...new Set(read.filter(amount => amount > 0))]
}

export interface AtRate {
  readonly rate: '10' | '8'
  readonly amount: Yen
}

/** Not the rate of a discount, of points, or of a share that a patient pays. */
const RATE =
  /(?<![\d.]|(?:引|割合|負担率?|還元率?)\s*:?\s*)(?<rate>10|8)(?:\.0+)?\s?%(?!\s*(?:off|[割引]|値引|還元|ポイント|増量))/i

/** If the stated amounts add up to the total; or the whole total, if the receipt names one rate for all goods. */
export function findRates(lines: readonly (readonly string[])[], total: Yen | undefined): AtRate[] {
  if (total === undefined) return []
  const texts = lines.map(cells => cells.join('  '))
  const rates = new Set(
    texts.flatMap(text => [...text.matchAll(new RegExp(RATE, 'gi'))].map(match => match.groups?.['rate'])),
  )
  const [only] = rates
  const rows = texts.flatMap(stated)
  if (rates.size === 1 && (only === '10' || only === '8')) {
    const isWhole = rows.some(({ amounts }) => amounts.length > 0)
      ? isStated(only, rows, total)
      : only === '10' && !texts.some(text => OTHER_GOODS.test(text))
    return isWhole ? [{ rate: only, amount: total }] : []
  }
  const found = (['10', '8'] as const).map(rate =>
    rows.filter(row => row.rate === rate && row.amounts.length > 0),
  )
  const [ten, eight] = found.map(of => of.find(({ isTax }) => !isTax))
  if (!ten || !eight) return []
  const pairs = found.map(of => {
    const [net] = of.filter(({ isTax }) => !isTax)
    const tax = of.find(({ isTax }) => isTax)?.amounts[0] ?? net?.amounts[1]
    return { net: net?.amounts[0] as Yen, tax }
  })
  const gross = pairs.map(({ net }) => net)
  const withTax = pairs.map(({ net, tax }) => sumOf([net, tax ?? (0 as Yen)]))
  const fit = [gross, withTax].find(amounts => sumOf(amounts) === total)
  return fit
    ? [
        { rate: '10', amount: fit[0] as Yen },
        { rate: '8', amount: fit[1] as Yen },
      ]
    : []
}

/** Goods that are not at the standard rate, even if their rate is not named. */
const OTHER_GOODS = /軽減|非課税|不課税|免税|対象外/

/** From amounts with or without tax, or the tax alone. A rounded tax may differ by less than a yen. */
function isStated(rate: AtRate['rate'], rows: readonly Stated[], total: Yen): boolean {
  const share = Number(rate) / 100
  const isNear = (one: number, other: number) => Math.abs(one - other) < 1
  const amountsOf = (isTax: boolean) => {
    const found = rows.filter(row => row.isTax === isTax).flatMap(({ amounts }) => amounts.slice(0, 1))
    return found.length === 0 ? [] : [...found, sumOf(found)]
  }
  return (
    amountsOf(false).some(amount => amount === total || isNear(amount * (1 + share), total)) ||
    amountsOf(true).some(tax => isNear(tax, (total * share) / (1 + share)))
  )
}

interface Stated {
  readonly rate: string
  readonly isTax: boolean
  readonly amounts: readonly Yen[]
}

function stated(text: string): Stated[] {
  const match = RATE.exec(text)
  const rate = match?.groups?.['rate']
  // in a table of rates, only the header says 税 or 対象
  if (!match || rate === undefined || (match.index > 0 && !/対象|税/.test(text))) return []
  const rest = text.slice(match.index + match[0].length)
  const found = findAll(AMOUNT, [[rest]]).filter(isYen)
  const amounts = found.flatMap(({ text: amount }) => readAmount(amount.replaceAll(/\s/g, '')) ?? [])
  const isTax = /消費税|税額|内税/.test(text) && !/対象/.test(text)
  return [{ rate, isTax, amounts }]
}
