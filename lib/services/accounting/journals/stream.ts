/** A whole journal is never in memory. If a byte cannot be decoded, the stream ends in an error, not in wrong text. */
import { AppError } from '../../../core/errors.ts'
import type { JournalFilter, RecordOf } from '../remote/calls.ts'
import type { JournalEncoding, JournalReport } from '../remote/schema.ts'
import { type JournalFormat, withEnd } from './end.ts'
import { asJsonLine, asRow, createRowReader, type JournalRow } from './rows.ts'
import { createTextReader } from './text.ts'

/** The source of journals: an `AccountingClient` or, for the command line, the host's proxy. */
export interface JournalSource {
  requestJournal(filter: JournalFilter): Promise<JournalReport>
  journalStatus(record: RecordOf): Promise<JournalReport>
  journalFile(record: RecordOf): Promise<Response>
}

export interface ExportDeps {
  readonly source: JournalSource
  readonly sleep: (milliseconds: number) => Promise<void>
  readonly report?: (status: string) => void
}

const REQUESTS = 3
/** Polls of a report at most. The milliseconds between two polls grow from `FIRST_WAIT` to `LONGEST_WAIT`. */
const POLLS = 60
const FIRST_WAIT = 500
const LONGEST_WAIT = 5_000
/** Bytes of a journal at most. */
const LARGEST_FILE = 500_000_000

/**
 * Returns the file with its encoding.
 * @throws AppError `remote_answer` if reports keep failing or one is not ready in time; and as the source does
 */
export async function exportJournal(
  filter: JournalFilter,
  deps: ExportDeps,
): Promise<{ file: Response; encoding: JournalEncoding }> {
  for (let request = 1; request <= REQUESTS; request++) {
    const { id } = await deps.source.requestJournal(filter)
    const record = { companyId: filter.companyId, id }
    const { status, encoding } = await settledReport(record, deps)
    if (status === 'uploaded') return { file: await deps.source.journalFile(record), encoding }
  }
  throw new AppError(
    'remote_answer',
    `Cannot export ${nameOf({ company: filter.companyId })} from ${filter.from} to ${filter.until}: ${REQUESTS} reports failed at the service`,
    { hint: 'try again later, or for fewer days' },
  )
}

/** Any status but `uploaded` and `failed` means that the report is not ready yet. */
async function settledReport(
  record: RecordOf,
  { source, sleep, report }: ExportDeps,
): Promise<JournalReport> {
  let last = ''
  for (let poll = 0; poll < POLLS; poll++) {
    const answer = await source.journalStatus(record)
    last = answer.status ?? ''
    report?.(last)
    if (last === 'uploaded' || last === 'failed') return answer
    await sleep(Math.min(FIRST_WAIT * 1.5 ** poll, LONGEST_WAIT))
  }
  const message = `Cannot export ${nameOf({ company: record.companyId })}: report ${record.id} is "${last}" after ${POLLS} polls, expected "uploaded"`
  throw new AppError('remote_answer', message, { hint: 'try again later, or for fewer days' })
}

export interface JournalFile {
  readonly company: number
  readonly encoding: JournalEncoding
}

export interface StreamOptions extends JournalFile {
  readonly format: JournalFormat
  readonly end?: boolean
}

/** The stream fails with AppError if the file cannot be read. */
export function journalStream(
  file: ReadableStream<Uint8Array>,
  { format, end = false, ...journal }: StreamOptions,
): ReadableStream<Uint8Array> {
  const bytes = inFormat(file, format, journal)
  return ReadableStream.from(end ? withEnd(bytes, format) : bytes)
}

function inFormat(
  file: ReadableStream<Uint8Array>,
  format: JournalFormat,
  journal: JournalFile,
): AsyncIterable<Uint8Array> {
  if (format === 'raw') return limited(file, nameOf(journal))
  return utf8(format === 'csv' ? journalText(file, journal) : jsonLines(file, journal))
}

/** @throws AppError if the file cannot be read */
export async function* journalRows(
  file: ReadableStream<Uint8Array>,
  journal: JournalFile,
): AsyncGenerator<JournalRow> {
  const rows = createRowReader(asRow, nameOf(journal))
  for await (const text of journalText(file, journal)) yield* rows.push(text)
  yield* rows.end()
}

async function* utf8(texts: AsyncIterable<string>): AsyncGenerator<Uint8Array> {
  for await (const text of texts) yield Buffer.from(text)
}

async function* jsonLines(file: ReadableStream<Uint8Array>, journal: JournalFile) {
  const lines = createRowReader(asJsonLine, nameOf(journal))
  for await (const text of journalText(file, journal)) yield lines.push(text).join('')
  yield lines.end().join('')
}

async function* journalText(file: ReadableStream<Uint8Array>, journal: JournalFile): AsyncGenerator<string> {
  const reader = createTextReader(journal.encoding, nameOf(journal))
  for await (const bytes of limited(file, nameOf(journal))) yield reader.push(bytes)
  yield reader.end()
}

export function nameOf({ company }: Pick<JournalFile, 'company'>): string {
  return `the journal of company ${company}`
}

/** @throws AppError `remote_answer` over `LARGEST_FILE` bytes; `remote_silent` if the connection breaks */
async function* limited(file: ReadableStream<Uint8Array>, journal: string): AsyncGenerator<Uint8Array> {
  let size = 0
  try {
    for await (const bytes of file) {
      size += bytes.byteLength
      if (size > LARGEST_FILE) throw tooLarge(journal)
      yield bytes
    }
  } catch (cause) {
    if (cause instanceof AppError) throw cause
    throw new AppError('remote_silent', `Cannot read ${journal}: the connection broke after ${size} bytes`, {
      hint: 'export it again',
      cause,
    })
  }
}

function tooLarge(journal: string): AppError {
  return new AppError('remote_answer', `Cannot read ${journal}: it is over ${LARGEST_FILE} bytes`, {
    hint: 'export fewer days',
  })
}
