/**
 * Converts a journal of 50 MB from its Shift_JIS bytes to rows by header name, and to JSON lines: kura's stream against
 * iconv-lite piped into csv-parse, the usual way. Both read the same file in the same run.
 */
import { createReadStream } from 'node:fs'
import { mkdtemp, open, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { parse } from 'csv-parse'
import iconv from 'iconv-lite'
import { journalRows, journalStream } from '../lib/services/accounting/journals/stream.ts'
import { JOURNAL_COLUMNS } from '../sandbox/accounting/columns.ts'
import { type Measurement, ratioText } from './measurement.ts'

const SIZE = 50_000_000
const AIM = 2

/** The values of some columns; the others are empty, as they usually are. */
const CELLS: Readonly<Record<string, string>> = {
  取引日: '2026-06-01',
  借方勘定科目: '消耗品費',
  借方金額: '1100',
  借方税区分: '課対仕入（控80）10%',
  借方税金額: '100',
  借方取引先名: '①㈱髙﨑商店',
  借方備考: '備品、表示灯ほか',
  貸方勘定科目: '未払金',
  貸方金額: '1100',
  貸方税区分: '対象外',
  貸方備考: '二行に\n"わたる" 備考, あり',
  作成日時: '2026-06-01 12:00:00',
  更新日時: '2026-06-01 12:00:00',
  取引ID: '3000000001',
}

export async function measureJournal(): Promise<Measurement[]> {
  const dir = await mkdtemp(join(tmpdir(), 'kura-journal-'))
  try {
    const file = join(dir, 'journal.csv')
    await writeJournal(file)
    return [
      await compare('a journal of 50 MB to rows', {
        ours: () => ourRows(file),
        usual: () => usualRows(file),
      }),
      await compare('a journal of 50 MB to JSON lines', {
        ours: () => ourLines(file),
        usual: () => usualLines(file),
      }),
    ]
  } finally {
    await rm(dir, { recursive: true })
  }
}

interface Contenders {
  /** Each converter returns a count of what it has made, so that the benchmark can check that both made the same. */
  readonly ours: () => Promise<number>
  readonly usual: () => Promise<number>
}

async function compare(what: string, { ours, usual }: Contenders): Promise<Measurement> {
  const [mine, theirs] = [await timed(ours), await timed(usual)]
  if (mine.result !== theirs.result) throw new Error(`${what}: ${mine.result} against ${theirs.result}`)
  const ratio = theirs.milliseconds / mine.milliseconds
  const seconds = `${secondsOf(mine)} against ${secondsOf(theirs)}`
  return {
    what,
    found: `${ratioText(ratio)} times as fast as iconv-lite with csv-parse (${seconds})`,
    aim: { text: `at least ${AIM} times`, held: ratio >= AIM },
  }
}

interface Timed {
  readonly result: number
  readonly milliseconds: number
}

function secondsOf({ milliseconds }: Timed): string {
  return `${(milliseconds / 1000).toFixed(1)} s`
}

async function timed(work: () => Promise<number>): Promise<Timed> {
  const started = performance.now()
  const result = await work()
  return { result, milliseconds: performance.now() - started }
}

async function ourRows(file: string): Promise<number> {
  let characters = 0
  for await (const row of journalRows(webStream(file), { company: 7, encoding: 'sjis' }))
    characters += size(row)
  return characters
}

async function usualRows(file: string): Promise<number> {
  let characters = 0
  for await (const row of csvParse(file)) characters += size(row)
  return characters
}

async function ourLines(file: string): Promise<number> {
  let bytes = 0
  for await (const piece of journalStream(webStream(file), { company: 7, encoding: 'sjis', format: 'jsonl' }))
    bytes += piece.length
  return bytes
}

async function usualLines(file: string): Promise<number> {
  let bytes = 0
  for await (const row of csvParse(file)) bytes += Buffer.from(`${JSON.stringify(row)}\n`).length
  return bytes
}

function csvParse(file: string): AsyncIterable<Record<string, string>> {
  return createReadStream(file)
    .pipe(iconv.decodeStream('cp932'))
    .pipe(parse({ columns: true }))
}

function webStream(file: string): ReadableStream<Uint8Array> {
  return Readable.toWeb(createReadStream(file)) as ReadableStream<Uint8Array>
}

function size(row: Readonly<Record<string, string>>): number {
  return (row['借方金額']?.length ?? 0) + (row['貸方備考']?.length ?? 0)
}

async function writeJournal(path: string): Promise<void> {
  const line = (fields: readonly string[]) => {
    const cells = fields.map(field => (/[",\n]/.test(field) ? `"${field.replaceAll('"', '""')}"` : field))
    return iconv.encode(`${cells.join(',')}\r\n`, 'cp932')
  }
  const row = line(JOURNAL_COLUMNS.map(column => CELLS[column] ?? ''))
  const piece = Buffer.concat(Array.from({ length: 1000 }, () => row))
  const file = await open(path, 'wx')
  try {
    await file.write(line(JOURNAL_COLUMNS))
    for (let written = 0; written < SIZE; written += piece.length) await file.write(piece)
  } finally {
    await file.close()
  }
}
