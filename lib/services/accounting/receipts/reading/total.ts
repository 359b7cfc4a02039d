import type { Yen } from '../../fields/amount.ts'
import { AMOUNT, distinct, isForeign, isYen, onlyOf, YEN } from './amounts.ts'
import { type Found, findAll } from './text.ts'

const MARKED = /[¥\\円,]/

const TOTAL =
  /請求(?:金)?額|合計|総[合計額]+|支払(?:い)?(?:金)?額|領収(?:金)?額|お?買上[げ計]*|^\W*計\W*$|grand total|total|amount (?:due|paid)/i
/** Labels of a part of the total, or of its tax. */
const PARTS = String.raw`小計|対象|本体|単価|課税|消費税(?!等?[込含](?!ま))|内税|外税|税[額抜別率]|税\s*$|(?:手数料|送料)(?![込含])|subtotal|tax|\bnet\b`
/** Labels of money that was given, given back, owed before, or only may be used. */
const OTHER_MONEY =
  '預|釣|入金|返[金品]|値引|割引|繰越|残[高額]|前[回月]|[前昨]年|年間|累計|利用可能|ポイント|change|balance|discount|refund|saved|savings|points'
const COUNTS = '数量|点数|[件個人本枚回日]数|時間|距離|頁|ページ|qty|quantity|hours|items|page'
/** A label of an amount that is not the total. */
const OTHER = new RegExp(`${PARTS}|${OTHER_MONEY}|${COUNTS}`, 'i')
/** The text behind an amount to which the tax is added: `1,000円（税別）`. */
const WITHOUT_TAX =
  /^[\s(]*(?:(?:消費)?税(?:は?別|抜)|別途(?:消費)?税|\+\s?(?:消費税|税|tax)|excl|before tax)/i
/** A label that says only that the amount includes tax. */
const WITH_TAX = /^[^\p{L}\d]*税込み?(?:金?額|価格|計)?[^\p{L}\d]*$/u

/** Single digits in boxes. They may be one number or a number in each column, so kura reads no amount there. */
const IN_BOXES = /(?<![\d.,])\d(?:\s+\d){2,}(?![\d.,])/

/**
 * Undefined if no amount or several may be the total, if the tax is added to it, or if the receipt names another
 * currency.
 */
export function findTotal(lines: readonly (readonly string[])[]): Yen | undefined {
  if (isForeign(lines)) return undefined
  const whole = lines.filter(cells => !IN_BOXES.test(cells.join('  ')))
  const amounts = findAll(AMOUNT, whole).filter(isYen)
  const totals = whole.flatMap(totalOfLine).concat(amounts.filter(isUnder))
  if (distinct(totals).length === 0) return unnamedTotal(whole, amounts)
  const total = onlyOf(surestOf(totals, amounts))
  const withTax = amounts.filter(({ label }) => WITH_TAX.test(label))
  return total !== undefined && distinct(withTax).some(amount => amount > total) ? undefined : total
}

/** Prefers totals with a mark, because beside an amount with a mark, a number without one may count something else. */
function surestOf(totals: readonly Found[], amounts: readonly Found[]): readonly Found[] {
  const marked = totals.filter(({ text }) => MARKED.test(text))
  if (distinct(marked).length > 0) return marked
  const signed = amounts.filter(({ text }) => YEN.test(text))
  return signed.length === 0 ? totals : totals.filter(total => isBorneOut(total, signed))
}

/** Whether a total is no count: it is the subtotal with up to 10 % of tax, or the money given minus the change. */
function isBorneOut(total: Found, amounts: readonly Found[]): boolean {
  const named = (label: RegExp) => onlyOf(amounts.filter(amount => label.test(amount.label)))
  const [subtotal, given, change] = [named(/小計|subtotal/i), named(/預/), named(/釣|change/i)]
  return distinct([total]).every(
    amount =>
      (subtotal !== undefined && amount >= subtotal && amount <= Math.ceil(subtotal * 1.1)) ||
      (given !== undefined && change !== undefined && amount === given - change),
  )
}

/** Returns the sum of a receipt that was written by hand, or the only price. */
function unnamedTotal(lines: readonly (readonly string[])[], amounts: readonly Found[]): Yen | undefined {
  const texts = lines.map(cells => cells.join('  '))
  if (amounts.some(({ label, after }) => ADDED.test(label) || WITHOUT_TAX.test(after))) return undefined
  if (texts.some(text => TAKEN.test(text))) return undefined
  return onlyOf(lines.flatMap(closedOfLine)) ?? onlyUnnamed(amounts)
}

/** Labels of what changes a price, so that the price is not the total. Points that a buyer gets change nothing. */
const ADDED = /送料|手数料|値引|割引|(?<!獲得|付与|進呈|加算|取得|今回|累計|保有|現在)ポイント|繰越|前回|前月/
/** What is taken from a price: used points, a coupon, a percentage, an amount behind a minus. */
const TAKEN =
  /(?:ポイント|クーポン|優待券?)(?:ご?利用|ご?使用|充当|支払|値引)|(?:ご?利用|ご?使用)(?:ポイント|クーポン)|割引\s?\d|\d\s?%\s?(?:off|[割引])|返[金品]\D{0,4}\d|(?<![\dA-Za-z)])[-▲△]\s?[¥\\]?\s?\d|[¥\\]-\d/i

/** The text that closes a sum written by hand: `¥3,300-`, `3,300 円也`, `¥3,300(税込)`. */
const CLOSED = /^\s?(?:-|也|\(?税込)/
const OF_SUM = ['', '金', '金額', '領収', '領収書', '様', '御中']

/** Returns the first amount of a line if the amount is written as a sum by hand: `金 3,300 円也`. */
function closedOfLine(cells: readonly string[]): Found[] {
  const [first] = findAll(AMOUNT, [[cells.join('  ')]])
  if (!first || !YEN.test(first.text)) return []
  // not \W, which would remove Japanese letters too
  const letters = first.label.replaceAll(/[^\p{L}]/gu, '')
  const isSum = letters.startsWith('金') || first.text.endsWith('-') || CLOSED.test(first.after)
  return isSum && OF_SUM.includes(letters) ? [first] : []
}

/** Returns the only amount with a sign of yen (`乗車料金 1,100円`), if no label names a part of a total. */
function onlyUnnamed(amounts: readonly Found[]): Yen | undefined {
  const signed = amounts.filter(({ text }) => YEN.test(text))
  return signed.some(({ label }) => OTHER.test(label)) ? undefined : onlyOf(signed)
}

/** The price without tax, beside the total: `合計 ¥1,100(税抜 ¥1,000)`. */
const NET = /\(?\s?税抜き?(?:価格|金?額)?\s?:?\s?[¥\\]?\s?\d[\d,]*(?:円|(?![\d.]))\)?/g

function isUnder({ label, isBelow, after }: Found): boolean {
  return isBelow && TOTAL.test(label) && !OTHER.test(label) && !WITHOUT_TAX.test(after)
}

/** Returns the only amount (or only marked amount) after a label of a total, unless the tax is added to that amount. */
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
  const found = findAll(AMOUNT, [[rest.replaceAll(NET, '')]]).filter(
    (amount, at) => (at === 0 || !OTHER.test(amount.label)) && isYen(amount),
  )
  const marked = found.filter(({ text }) => MARKED.test(text))
  const chosen = marked.length > 0 ? marked : found
  const isOne = distinct(chosen).length === 1 && !chosen.some(({ after }) => WITHOUT_TAX.test(after))
  return isOne ? chosen.slice(0, 1) : []
}
