/**
 * Journals: kura asks the service for a report (202), asks for its status until the file is uploaded, and hands the file
 * on as a stream in UTF-8: as the CSV that it is, or as JSON lines by header name. What always holds: a journal is never
 * held whole in memory, and a file that cannot be read right ends in an error, not in wrong text.
 */
import { AppError } from '../../errors.ts'
import type { JournalFilter, RecordOf } from '../remote/calls.ts'
import type { JournalEncoding, JournalReport } from '../remote/schema.ts'
import { asJsonLine, asRow, createRowReader, type JournalRow } from './rows.ts'
import { createTextReader } from './text.ts'

/** Where journals come from: an `AccountingClient`, or the proxy seen from the command line. */
export interface JournalSource {
  requestJournal(filter: JournalFilter): Promise<JournalReport>
  journalStatus(record: RecordOf): Promise<JournalReport>
  journalFile(record: RecordOf): Promise<Response>
}

export interface ExportOptions {
  readonly sleep: (milliseconds: number) => Promise<void>
  /** Hears each status. */
  readonly report?: (status: string) => void
}

export type JournalFormat = 'csv' | 'jsonl'

/** How often a report that failed is asked for again. */
const REQUESTS = 3
/** How often one report's status is asked for, and the milliseconds between. */
const QUESTIONS = 60
const FIRST_WAIT = 500
const LONGEST_WAIT = 5_000
/** Bytes that a file may have. */
const LARGEST_FILE = 500_000_000

/**
 * The file of a fresh report, as the service sends it, with its encoding. A report that failed is asked for again.
 * @throws AppError `remote_answer` where reports keep failing or none is ready in time, and as the source does
 */
export async function exportJournal(
  source: JournalSource,
  filter: JournalFilter,
  options: ExportOptions,
): Promise<{ file: Response; encoding: JournalEncoding }> {
  for (let request = 1; request <= REQUESTS; request++) {
    const { id } = await source.requestJournal(filter)
    const record = { companyId: filter.companyId, id }
    const { status, encoding } = await settledReport(source, record, options)
    if (status === 'uploaded') return { file: await source.journalFile(record), encoding }
  }
  throw new AppError(
    'remote_answer',
    `Cannot export the journal: ${REQUESTS} reports failed at the service`,
    {
      hint: 'try again later, or for fewer days',
    },
  )
}

/** The report once it is uploaded or failed; a status that is not known yet is waited through. */
async function settledReport(
  source: JournalSource,
  record: RecordOf,
  { sleep, report }: ExportOptions,
): Promise<JournalReport> {
  let last = ''
  for (let question = 0; question < QUESTIONS; question++) {
    const answer = await source.journalStatus(record)
    last = answer.status ?? ''
    report?.(last)
    if (last === 'uploaded' || last === 'failed') return answer
    await sleep(Math.min(FIRST_WAIT * 1.5 ** question, LONGEST_WAIT))
  }
  const message = `Cannot export the journal: report ${record.id} is "${last}" after ${QUESTIONS} questions, wanted "uploaded"`
  throw new AppError('remote_answer', message, { hint: 'try again later, or for fewer days' })
}

/** A journal's file in UTF-8, as CSV or as JSON lines. The stream fails with AppError where the file cannot be read. */
export function journalStream(
  file: ReadableStream<Uint8Array>,
  { encoding, format }: { encoding: JournalEncoding; format: JournalFormat },
): ReadableStream<Uint8Array> {
  return ReadableStream.from(utf8(format === 'csv' ? journalText(file, encoding) : jsonLines(file, encoding)))
}

/** A journal's rows by header name, one after the other. @throws AppError where the file cannot be read */
export async function* journalRows(
  file: ReadableStream<Uint8Array>,
  encoding: JournalEncoding,
): AsyncGenerator<JournalRow> {
  const rows = createRowReader(asRow)
  for await (const text of journalText(file, encoding)) yield* rows.push(text)
  yield* rows.end()
}

async function* utf8(texts: AsyncIterable<string>): AsyncGenerator<Uint8Array> {
  for await (const text of texts) yield Buffer.from(text)
}

async function* jsonLines(file: ReadableStream<Uint8Array>, encoding: JournalEncoding) {
  const lines = createRowReader(asJsonLine)
  for await (const text of journalText(file, encoding)) yield lines.push(text).join('')
  yield lines.end().join('')
}

async function* journalText(
  file: ReadableStream<Uint8Array>,
  encoding: JournalEncoding,
): AsyncGenerator<string> {
  const reader = createTextReader(encoding)
  for await (const bytes of bounded(file)) yield reader.push(bytes)
  yield reader.end()
}

/** The bytes of a file, at most so many; a connection that breaks is told apart from a file that ends. */
async function* bounded(file: ReadableStream<Uint8Array>): AsyncGenerator<Uint8Array> {
  let size = 0
  try {
    for await (const bytes of file) {
      size += bytes.byteLength
      if (size > LARGEST_FILE) throw tooLarge()
      yield bytes
    }
  } catch (cause) {
    if (cause instanceof AppError) throw cause
    throw new AppError('remote_silent', `Cannot read the journal: the connection broke after ${size} bytes`, {
      cause,
    })
  }
}

function tooLarge(): AppError {
  return new AppError('remote_answer', `Cannot read the journal: it is over ${LARGEST_FILE} bytes`, {
    hint: 'export fewer days',
  })
}
