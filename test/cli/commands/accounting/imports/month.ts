/**
 * Makes a month of receipts as a small company has them, from a seed: mixed rates, new shops, refunds, receipts that
 * were scanned twice, numbers, days and amounts in several forms, and files that are not receipts.
 */
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { HEADER } from './world.ts'

/** How many receipts there are of each kind; a receipt may be of several. */
export const MONTH = { receipts: 300, newShops: 40, refunds: 10, twice: 5 }

/** A line as the books have to contain it. */
interface TrueLine {
  readonly account_item_id: number
  readonly tax_code: number
  readonly amount: number
}

/** A receipt as the books have to contain it, once. */
export interface TrueReceipt {
  readonly issue_date: string
  readonly partner: string
  readonly details: readonly TrueLine[]
}

export interface Month {
  readonly table: string
  readonly receipts: readonly TrueReceipt[]
  readonly oldShops: readonly string[]
  /** The names of the files that are not receipts. */
  readonly corrupt: readonly string[]
}

const ITEMS = [
  ['消耗品費', 501],
  ['旅費交通費', 502],
  ['会議費', 503],
  ['新聞図書費', 506],
] as const
/** The codes of document 1 for days before 2026-10, by rate and by whether the invoice is qualified. */
const CODES = { 10: { yes: 136, no: 189 }, 8: { yes: 163, no: 187 } } as const

/** The indices of the receipts that were entered twice: the first ones with the same file, the others scanned again. */
const TWICE = { oneFile: [20, 140], scannedAgain: [81, 101, 121] }

/**
 * Returns a generator of whole numbers below a limit that depend only on the seed (a linear congruential generator).
 */
function createDice(seed: number): (below: number) => number {
  let state = seed
  return below => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
}

const wide = (text: string) =>
  text.replaceAll(/[!-~]/g, sign => String.fromCharCode(sign.charCodeAt(0) + 0xfee0))

/** The forms of a number, an amount and a day; all forms of one value mean the same. */
const NUMBERS = [
  (text: string) => text,
  (text: string) => wide(text),
  (text: string) => text.replaceAll('-', '‐'),
]
const AMOUNTS = [
  (yen: number) => String(yen),
  (yen: number) => `"${yen.toLocaleString('en-US')}"`,
  (yen: number) => wide(`${yen}`),
  (yen: number) => `${yen}円`,
]
const DAYS = [
  (day: number) => `2026-04-${String(day).padStart(2, '0')}`,
  (day: number) => `2026/4/${day}`,
  (day: number) => `令和8年4月${day}日`,
  (day: number) => String(46_112 + day),
]

/** Writes the table and the files of a month into `cwd`. */
export async function writeMonth(cwd: string, seed: number): Promise<Month> {
  const dice = createDice(seed)
  const one = <T>(of: readonly T[]): T => of[dice(of.length)] as T
  const oldShops = Array.from({ length: 20 }, (_, index) => `馴染みの店${index + 1}号`)
  const newShops = Array.from({ length: MONTH.newShops }, (_, index) => `新しい店${index + 1}番`)
  const receipts: TrueReceipt[] = []
  const rows: string[] = []
  const again: string[] = []
  const corrupt: string[] = []
  await mkdir(join(cwd, 'scans'), { recursive: true })
  for (let index = 0; index < MONTH.receipts; index++) {
    const day = 1 + dice(28)
    const isRefund = index % 30 === 7
    const shop = index < MONTH.newShops ? newShops[index] : one(dice(5) === 0 ? newShops : oldShops)
    const partner = shop ?? ''
    const qualified = partner.length % 2 === 0 ? ('yes' as const) : ('no' as const)
    const number = `2026-04-${String(index + 1).padStart(3, '0')}`
    const file = `scans/${index + 1}.pdf`
    const rates = index % 3 === 0 ? ([10, 8] as const) : [one([10, 8] as const)]
    // all receipts have different amounts, so that only the receipts that were scanned twice look double
    const yen = (at: number) => (isRefund ? -1 : 1) * (10_000 * (at + 1) + 10 * index + 1)
    const lines = rates.map((rate, at) => ({ item: one(ITEMS), rate, amount: yen(at) }))
    const rowOf = ({ item, rate, amount }: (typeof lines)[number], scan: string, asNumber: string) =>
      [
        one(DAYS)(day),
        item[0],
        String(rate),
        one(qualified === 'yes' ? ['はい', '○'] : ['いいえ', '×']),
        isRefund ? `▲${-amount}` : one(AMOUNTS)(amount),
        `品 ${index + 1}`,
        one([partner, wide(partner)]),
        scan,
        one(['現金', '']) && lines.length === 1 ? '現金' : '',
        asNumber,
      ].join(',')
    for (const line of lines) rows.push(rowOf(line, file, one(NUMBERS)(number)))
    const isCorrupt = index % 150 === 70
    if (isCorrupt) corrupt.push(file)
    await writeFile(join(cwd, file), isCorrupt ? 'PK\x03\x04' : `%PDF ${number}`)
    const isRescan = TWICE.scannedAgain.includes(index)
    if (isRescan || TWICE.oneFile.includes(index)) {
      const scan = isRescan ? file.replace('.pdf', '-2.pdf') : file
      if (isRescan) await writeFile(join(cwd, scan), `%PDF ${number} again`)
      for (const line of lines) again.push(rowOf(line, scan, isRescan ? wide(number) : ''))
    }
    receipts.push({
      issue_date: DAYS[0]?.(day) ?? '',
      partner,
      details: lines.map(({ item, rate, amount }) => ({
        account_item_id: item[1],
        tax_code: CODES[rate][qualified],
        amount,
      })),
    })
  }
  await writeFile(join(cwd, 'april.csv'), [HEADER, ...rows, ...again].join('\r\n'))
  return { table: 'april.csv', receipts, oldShops, corrupt }
}
