import { stat } from 'node:fs/promises'
import { basename, dirname, resolve } from 'node:path'
import { fileReason } from '../../../../../core/disk/file-fault.ts'
import { readRegular } from '../../../../../core/disk/regular-file.ts'
import type { AppError } from '../../../../../core/errors.ts'
import { catalogue, phrase } from '../../../../../core/language/catalogue.ts'
import { phraseError } from '../../../../../core/language/phrase-error.ts'
import { type Say, sayIn } from '../../../../../core/language/text.ts'
import type { Phrase } from '../../../../../core/phrase.ts'
import type { Column } from '../../../../../services/accounting/imports/reading/columns.ts'
import {
  type ImportRow,
  readRows,
  rowFileOf,
} from '../../../../../services/accounting/imports/reading/deal-rows.ts'
import {
  readTableBytes,
  type SourceRow,
} from '../../../../../services/accounting/imports/reading/table-rows.ts'
import { type Titles, USUAL_TITLES } from '../../../../../services/accounting/imports/reading/titles.ts'
import { LARGEST_RECEIPT } from '../../../../../services/accounting/receipts/upload.ts'
import type { CliContext } from '../../../../context.ts'
import { localeToShow } from '../../../../terminal/wording.ts'
import { readConfined } from './confined-file.ts'
import { readFolder } from './folder.ts'

const WORDS = catalogue('import.source', {
  missing: {
    en: 'Cannot read "{source}": there is no such file or folder',
    ja: '「{source}」というファイルもフォルダーもありません',
  },
  sources: {
    en: 'name a table (.csv or .json), or a folder of receipts',
    ja: '表（.csv、.json）か、領収書のフォルダーを指定してください',
  },
  tooMany: {
    en: 'Cannot import "{source}": it has {count} rows, at most {most}',
    ja: '「{source}」を取り込めません：{count}行あります（上限{most}行）',
  },
  split: { en: 'split it', ja: '表を分けてください' },
  noReceipts: {
    en: 'Cannot import "{source}": it has no receipts',
    ja: '「{source}」を取り込めません：領収書がありません',
  },
  nameFiles: {
    en: 'name each receipt by date and amount: 2026-10-05_2200_コピー用紙.pdf',
    ja: 'ファイル名に日付と金額を入れてください：2026-10-05_2200_コピー用紙.pdf',
  },
  noRows: {
    en: 'Cannot import "{source}": it has no rows',
    ja: '「{source}」を取り込めません：行がありません',
  },
  header: {
    en: 'kura accounting import --template prints the header',
    ja: '見出しの表示：kura accounting import --template',
  },
  largestOfService: {
    en: 'the accounting service takes no larger file',
    ja: '会計サービスに登録できる上限です',
  },
  largestOfHost: {
    en: 'the host takes no larger file: use --local',
    ja: 'サーバー経由の上限です。--local を付けて実行してください',
  },
  largestTable: {
    en: 'Cannot read "{name}": it has {size} bytes, at most {most}',
    ja: '「{name}」が大きすぎます（{size}バイト、上限{most}バイト）',
  },
  fault: { en: 'Cannot read "{name}": {reason}', ja: '「{name}」を読み取れません：{reason}' },
})

/** The values of the command's options, for rows in which the cell is empty. */
export interface Defaults {
  readonly accountItem?: string
  readonly rate?: string
  readonly qualified?: string
  readonly payment?: string
}

export interface LoadOptions extends Defaults {
  /** Whether the function runs in this process, so that only the service limits the size of a file. */
  readonly local?: boolean | undefined
}

export interface Loaded {
  readonly rows: readonly ImportRow[]
  /** The names of files in the folder that are not receipts. */
  readonly ignored: readonly string[]
}

/** The largest file in bytes that is sent through the host, which limits a request to 4.5 MB. */
const LARGEST_THROUGH_HOST = 4_000_000
const LARGEST_TABLE = 10_000_000
/** The maximum number of rows, because one dry run shows all of them. */
const MOST_ROWS = 1000

/**
 * Loads `source`; a fault of a single row is reported with that row.
 * @throws AppError `usage` if the source cannot be read, or has no rows or too many
 */
export async function loadImport(source: string, options: LoadOptions, context: CliContext): Promise<Loaded> {
  const path = resolve(context.cwd, source)
  const stats = await stat(path).catch(cause => {
    throw phraseError('usage', phrase(WORDS.missing, { source }), { hint: phrase(WORDS.sources), cause })
  })
  const folder = stats.isDirectory()
  const { rows, ignored } = folder
    ? await readFolder(path, folderTitles(sayIn(localeToShow(context.config))))
    : { rows: await readTable(path, stats), ignored: [] }
  if (rows.length === 0) throw nothing(source, folder)
  if (rows.length > MOST_ROWS)
    throw phraseError('usage', phrase(WORDS.tooMany, { source, count: rows.length, most: MOST_ROWS }), {
      hint: phrase(WORDS.split),
    })
  const filled = rows.map(row => withDefaults(row, options))
  const root = folder ? path : dirname(path)
  const limit = fileLimit(options)
  const fileOf = async (path: string) => rowFileOf({ root, path }, await readConfined({ root, path }, limit))
  return { rows: await readRows(filled, { fileOf }), ignored }
}

function nothing(source: string, folder: boolean): AppError {
  return phraseError('usage', phrase(folder ? WORDS.noReceipts : WORDS.noRows, { source }), {
    hint: phrase(folder ? WORDS.nameFiles : WORDS.header),
  })
}

function fileLimit({ local = false }: LoadOptions): { limit: number; hint: Phrase } {
  return local
    ? { limit: LARGEST_RECEIPT, hint: phrase(WORDS.largestOfService) }
    : { limit: LARGEST_THROUGH_HOST, hint: phrase(WORDS.largestOfHost) }
}

async function readTable(path: string, { size }: { size: number }): Promise<SourceRow[]> {
  const name = basename(path)
  if (size > LARGEST_TABLE)
    throw phraseError('usage', phrase(WORDS.largestTable, { name, size, most: LARGEST_TABLE }))
  const bytes = await readRegular(path).catch((cause: unknown) => {
    throw phraseError('usage', phrase(WORDS.fault, { name, reason: fileReason(cause) }), { cause })
  })
  return readTableBytes(bytes, name)
}

function withDefaults(row: SourceRow, { accountItem, rate, qualified, payment }: Defaults): SourceRow {
  const given = { account_item: accountItem, rate, qualified, payment }
  const filled = Object.entries(given).filter(([column, text]) => text && row.cells[column as Column] === '')
  const titles = filled.map(([column]) => [column, OPTIONS[column as keyof typeof OPTIONS]])
  return {
    at: row.at,
    cells: { ...row.cells, ...Object.fromEntries(filled) },
    titles: { ...row.titles, ...Object.fromEntries(titles) },
  }
}

const OPTIONS = {
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

function folderTitles(say: Say): Titles {
  return {
    ...USUAL_TITLES,
    ...OPTIONS,
    date: say(IN_NAME.date),
    amount: say(IN_NAME.amount),
    description: say(IN_NAME.description),
    file: say(IN_NAME.file),
  }
}
