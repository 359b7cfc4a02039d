/**
 * Splits CSV (RFC 4180) as a stream. csv-parse, the tests' reference, takes several times as long (`bench/journal.ts`).
 */
import { AppError } from '../../../core/errors.ts'

interface Cursor {
  readonly journal: string
  readonly text: string
  readonly last: boolean
  /** The position of the first quote from the record's start on; the text's length if there is no quote. */
  quote: number
  /** The position after the last record that has been read. */
  position: number
  record: number
}

/** The longest record in characters, so that a quote that is never closed cannot fill the memory. */
const LONGEST_RECORD = 1_000_000

/** `journal` is the name in errors, such as `the journal of company 7`. The methods throw AppError `remote_answer`. */
export function createCsvSplitter(journal: string) {
  let rest = ''
  let record = 1
  const take = (text: string, last: boolean): string[][] => {
    const cursor: Cursor = { journal, text: rest + text, last, quote: -1, position: 0, record }
    const records = splitRecords(cursor)
    rest = cursor.text.slice(cursor.position)
    record = cursor.record
    if (rest.length > LONGEST_RECORD) throw malformed(cursor, `is longer than ${LONGEST_RECORD} characters`)
    return records
  }
  return { push: (text: string) => take(text, false), end: () => take('', true) }
}

function splitRecords(cursor: Cursor): string[][] {
  const records: string[][] = []
  while (cursor.position < cursor.text.length) {
    const fields = readRecord(cursor)
    if (!fields) break
    records.push(fields)
    cursor.record += 1
  }
  return records
}

function readRecord(cursor: Cursor): string[] | undefined {
  const { text, position, last } = cursor
  const end = text.indexOf('\n', position)
  if (end === -1 && !last) return undefined
  if (cursor.quote < position) cursor.quote = nextQuote(text, position)
  if (cursor.quote < (end === -1 ? text.length : end)) return readQuotedRecord(cursor)
  cursor.position = end === -1 ? text.length : end + 1
  return text.slice(position, endOfLine(text, end)).split(',')
}

/** Reads quoted fields one by one, and several unquoted fields at once. */
function readQuotedRecord(cursor: Cursor): string[] | undefined {
  const { text } = cursor
  const fields: string[] = []
  for (let position = cursor.position; ; ) {
    const found = text[position] === '"' ? readQuoted(cursor, position) : readPlain(cursor, position)
    if (!found) return undefined
    for (const value of found.values) fields.push(value)
    position = found.end + 1
    if (text[found.end] === ',') continue
    cursor.position = text[found.end] === '\r' ? position + 1 : position
    return fields
  }
}

interface Fields {
  readonly values: readonly string[]
  /** The position after the fields: that of a comma, a line end or the end of the text. */
  readonly end: number
}

/** Reads unquoted fields up to the next quoted field or the end of the line. */
function readPlain(cursor: Cursor, start: number): Fields | undefined {
  const { text, last } = cursor
  const line = text.indexOf('\n', start)
  const quote = nextQuote(text, start)
  const quoted = quote < (line === -1 ? text.length : line)
  if (quoted && text[quote - 1] !== ',') throw malformed(cursor, 'has a quote inside a field without quotes')
  if (!quoted && line === -1 && !last) return undefined
  const end = quoted ? quote - 1 : endOfLine(text, line)
  return { values: text.slice(start, end).split(','), end }
}

function readQuoted(cursor: Cursor, start: number): Fields | undefined {
  const { text, last } = cursor
  let close = nextQuote(text, start + 1)
  let escaped = false
  while (text[close + 1] === '"') {
    escaped = true
    close = nextQuote(text, close + 2)
  }
  if (close >= text.length) {
    if (last) throw malformed(cursor, 'has a field that never closes')
    return undefined
  }
  const end = close + 1
  if (!last && (end === text.length || (text[end] === '\r' && end + 1 === text.length))) return undefined
  if (!endsField(text, end)) throw malformed(cursor, 'has text after a closing quote')
  const value = text.slice(start + 1, close)
  return { values: [escaped ? value.replaceAll('""', '"') : value], end }
}

function endsField(text: string, position: number): boolean {
  if (position === text.length) return true
  const character = text[position]
  return character === ',' || character === '\n' || (character === '\r' && text[position + 1] === '\n')
}

/** Returns the position of the CRLF or LF, or the end of the text. */
function endOfLine(text: string, end: number): number {
  if (end === -1) return text.length
  return text[end - 1] === '\r' ? end - 1 : end
}

function nextQuote(text: string, position: number): number {
  const index = text.indexOf('"', position)
  return index === -1 ? text.length : index
}

function malformed({ journal, record }: Cursor, what: string): AppError {
  return new AppError('remote_answer', `Cannot read ${journal}: its record ${record} ${what}`)
}
