import { companyNameIn, KIND } from './company-name.ts'

const ADDRESSEE = /御中|様|宛|殿|各位|担当者$|\s行$/
/** The last line of an address whose first line is a company: `経理部 御中`, `山田太郎 様`. */
const ADDRESSED = /(?:御中|(?<!お客|皆|^上|\d\s?名)様|殿)$/
const DEPARTMENT = /[部課係室]$/
/** A label before, beside or above the name of the addressee. */
const TO =
  /^(?:ご?請求先|宛[先名]|お客様名?|お?届け?先|送付先|納品先|得意先|取引先|貴社|ご?購入者|ご?注文者|ご?契約者|ご?利用者)(?:氏?名)?(?:[\s:]|$)|^(?:bill(?:ed)?|sold|ship|invoiced?) to\b|^(?:to|attn|customer|client)\b(?!-| copy)/i
const OF_BANK = /銀行|信用金庫|口座|名義|振込|支店/
const FORMER_NAME = String.raw`旧(?:社名|商号|:|\s|株式|有限)`
const CARD_OR_INSURER =
  '(?:(?:クレジット)?カード|保険)会社|クレジットカード|(?:カード)?ブランド|(?:決済|収納)代行'
const CARRIER = String.raw`(?:配[送達]|運送)(?:業者|会社|方法)?[\s:]`
const GOODS = String.raw`[件品]名|但(?=し|[\s:]|$)`
const MAKER_OF_PAGE = 'copyright|©|powered by'
/** A label of a company that is neither issuer, addressee nor bank, or of a former name. */
const OTHER_PARTY = new RegExp(
  String.raw`^\(?(?:${FORMER_NAME}|${CARD_OR_INSURER}|${CARRIER}|${GOODS}|${MAKER_OF_PAGE})`,
  'i',
)
const LONGEST = 40

/**
 * Returns the only company that is neither the addressee nor the bank. Undefined if a cell has another company among
 * words that kura cannot place.
 */
export function findIssuer(lines: readonly (readonly string[])[]): string | undefined {
  const cells = lines.flatMap((line, row) => {
    const isOfBank = OF_BANK.test(line.join(' '))
    return line.filter(
      (cell, at) => !isOfBank && KIND.test(cell) && cell.length <= LONGEST && !isOther(lines, { row, at }),
    )
  })
  const [only, another] = new Set(cells.flatMap(cell => companyNameIn(cell) ?? []))
  if (only === undefined || another !== undefined) return undefined
  return cells.every(cell => cell.includes(only)) ? only : undefined
}

interface Place {
  readonly row: number
  readonly at: number
}

function isOther(lines: readonly (readonly string[])[], { row, at }: Place): boolean {
  const cells = lines[row] ?? []
  const cell = cells[at] ?? ''
  const above = lines[row - 1]?.length === cells.length ? lines[row - 1]?.[at] : undefined
  const labels = [cell, cells[at - 1]].filter(text => text !== undefined)
  const isAddressee = ADDRESSEE.test(cell) || /^(?:御中|様|殿)/.test(cells[at + 1] ?? '')
  return (
    isAddressee ||
    isAddressedBelow(lines, { row, at }) ||
    labels.some(text => TO.test(text) || OTHER_PARTY.test(text)) ||
    (above !== undefined && (TO.test(above) || isLabelAlone(above)))
  )
}

/** Whether the cell is only a label of another party. A label with text behind it says nothing of the cell below. */
function isLabelAlone(cell: string): boolean {
  return OTHER_PARTY.exec(cell)?.[0] === cell
}

function isAddressedBelow(lines: readonly (readonly string[])[], { row, at }: Place): boolean {
  const count = lines[row]?.length
  const below = [1, 2].map(down => {
    const next = lines[row + down] ?? []
    return (next.length === count ? next[at] : next[0]) ?? ''
  })
  const [first = '', second = ''] = below
  const isEnd = (text: string) => ADDRESSED.test(text) && !KIND.test(text)
  return isEnd(first) || (DEPARTMENT.test(first) && !KIND.test(first) && isEnd(second))
}
