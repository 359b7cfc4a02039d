import type { AppError } from '../../../../core/errors.ts'
import { catalogue, phrase } from '../../../../core/language/catalogue.ts'
import { nearestNames } from '../../../../core/language/nearest-name.ts'
import { phraseError } from '../../../../core/language/phrase-error.ts'
import type { Phrase } from '../../../../core/phrase.ts'

const WORDS = catalogue('import.columns', {
  cannot: { en: 'Cannot read the table: {why}', ja: '表を読み取れません：{why}' },
  twice: { en: 'the column {title} is there twice', ja: '列「{title}」が2つあります' },
  unknown: { en: '"{name}" is no column', ja: '「{name}」という列は使えません' },
  statement: {
    en: 'it is the statement of a bank or a card, not a list of receipts; the accounting service fetches statements itself',
    ja: '銀行やカードの明細です。領収書の表ではありません。明細は会計サービスが直接取り込みます',
  },
  feed: {
    en: 'connect the bank or the card in the accounting service, or upload the file to its account there',
    ja: '会計サービスの口座を同期するか、この明細を会計サービスの口座にアップロードしてください',
  },
  journal: {
    en: 'it is a journal, with debit and credit, not a list of receipts',
    ja: '借方と貸方のある仕訳帳です。領収書の表ではありません',
  },
  toService: {
    en: 'import it at the accounting service',
    ja: '会計サービスの仕訳のインポートを使ってください',
  },
  columns: {
    en: 'the columns are {names}; kura accounting import --template prints a table',
    ja: '使える列：{names}（kura accounting import --template でひな形を表示）',
  },
  near: { en: 'perhaps {near}; {columns}', ja: 'もしかして：{near}。{columns}' },
})

/** The names that a header may use. Messages show the first name of each column. */
const NAMES = {
  date: ['日付', 'date', 'issue_date'],
  account_item: ['科目', '勘定科目', 'account_item'],
  rate: ['税率', 'rate', '税区分', 'tax_category'],
  qualified: ['適格', 'qualified'],
  amount: ['金額', 'amount'],
  description: ['摘要', 'description'],
  partner: ['取引先', 'partner'],
  file: ['ファイル', 'file'],
  payment: ['支払方法', 'payment'],
  number: ['番号', 'number'],
  total: ['合計', '合計金額', 'total'],
  basis: ['税込税抜', '内外税', 'basis'],
  document: ['書類', '書類の種類', 'document'],
  section: ['部門', 'section'],
  item: ['品目', 'item'],
  tags: ['メモタグ', 'tags'],
} as const

export type Column = keyof typeof NAMES

export const COLUMNS = Object.keys(NAMES) as Column[]

/** The cells of one row. An empty or missing cell is ''. */
export type Cells = Readonly<Record<Column, string>>

/** The columns of the template, without those that only some users need. */
export const TEMPLATE_COLUMNS = COLUMNS.slice(0, COLUMNS.indexOf('number') + 1)

export const TEMPLATE_HEADER: readonly string[] = TEMPLATE_COLUMNS.map(column => NAMES[column][0])

/** Returns a title such as `適格 (qualified)`. */
export function titleOf(column: Column): string {
  return `${NAMES[column][0]} (${column})`
}

const BY_NAME = new Map(COLUMNS.flatMap(column => NAMES[column].map(name => [fold(name), column] as const)))

/** @throws AppError `usage` for an unknown or repeated name, and for the header of a statement or of a journal */
export function readHeader(header: readonly string[]): Column[] {
  const columns = header.map(name => columnNamed(name) ?? unknownColumn(name, header))
  const twice = columns.find((column, index) => columns.indexOf(column) !== index)
  if (twice) throw cannotRead(phrase(WORDS.twice, { title: titleOf(twice) }))
  return columns
}

/** The column of each cell of the header; undefined for an empty cell. @throws AppError `usage` as readHeader does */
export function readColumns(header: readonly string[]): (Column | undefined)[] {
  const columns = readHeader(header.filter(name => name.trim() !== ''))
  return header.map(name => (name.trim() === '' ? undefined : columns.shift()))
}

export function columnNamed(name: string): Column | undefined {
  return BY_NAME.get(fold(name.trim().slice(0, LONGEST)))
}

/** The longest name that is compared. No column of kura or of a bank has a longer one. */
const LONGEST = 40

export function cellsOf(values: Readonly<Partial<Record<Column, string>>>): Cells {
  const cells = COLUMNS.map(column => [column, plainText((values[column] ?? '').trim())])
  return Object.fromEntries(cells) as Record<Column, string>
}

/** Returns the text in `="0123"`, which programs write so that a spreadsheet does not turn the text into a number. */
function plainText(text: string): string {
  return /^="([^"]*)"$/.exec(text)?.[1]?.trim() ?? text
}

function fold(name: string): string {
  return name
    .normalize('NFKC')
    .replaceAll(/[\s_-]/g, '')
    .toLowerCase()
}

function unknownColumn(name: string, header: readonly string[]): never {
  const other = otherTable(header)
  if (other) throw phraseError('usage', phrase(WORDS.cannot, { why: other.why }), { hint: other.hint })
  const [near] = nearestNames(name, Object.values(NAMES).flat())
  throw cannotRead(phrase(WORDS.unknown, { name: name.slice(0, 40) }), near)
}

function cannotRead(why: Phrase, near?: string): AppError {
  const columns = phrase(WORDS.columns, { names: COLUMNS.map(column => NAMES[column][0]) })
  return phraseError('usage', phrase(WORDS.cannot, { why }), {
    hint: near === undefined ? columns : phrase(WORDS.near, { near, columns }),
  })
}

/** Columns of a balance: 残高, 差引残高, 取引後残高（円）, and 現在（貸付）高 of the post office. */
const BALANCE = /残高|^現在.*高/

/** Columns of money that came in or went out: お引出し, 支払い金額, お預り金額, 入出金(円), 受入金額（円）. */
const MOVEMENT = /引出|引き出|支払|払出|出金|入金|預入|預け|預り|預か|受入/

/** Columns of a card's use: 利用日, 利用店名・商品名, ご利用金額(￥). */
const USE = [/利用(?:年月)?日/, /利用(?:店|先|内容|金?額)/]
/** The columns that mark a statement. The second entry is PayPay's statement, which has no balance. */
const STATEMENTS = [[BALANCE, MOVEMENT], [/出金/, /入金/], USE]
/** The columns that mark a journal: 借方勘定科目, 貸方勘定科目. */
const SIDES = [/^借方/, /^貸方/]

function otherTable(header: readonly string[]): { readonly why: Phrase; readonly hint: Phrase } | undefined {
  const names = header.map(name => name.slice(0, LONGEST).normalize('NFKC').replaceAll(/\s/g, ''))
  const has = (words: readonly RegExp[]) => words.every(word => names.some(name => word.test(name)))
  if (STATEMENTS.some(has)) return { why: phrase(WORDS.statement), hint: phrase(WORDS.feed) }
  return has(SIDES) ? { why: phrase(WORDS.journal), hint: phrase(WORDS.toService) } : undefined
}
