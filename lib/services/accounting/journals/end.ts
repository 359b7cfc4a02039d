/**
 * A connection can end early without an error, such as when a function reaches its time limit. So a file without its
 * end line `{"rows":3,"digest":"sha-256=:…:"}` is incomplete. CSV has an end line only on request. A line feed
 * separates that line from the file.
 */
import { createHash } from 'node:crypto'
import { AppError } from '../../../core/errors.ts'

/** A `raw` file may be Shift_JIS, because no byte of a multi-byte character equals a quote or a line feed. */
export type JournalFormat = 'csv' | 'jsonl' | 'raw'

const LINE_FEED = 0x0a
const QUOTE = 0x22
/** The bytes that an end line has at most. */
const LONGEST_END = 200

/** Counts rows by their line feeds. In CSV, a line feed in quotes does not count, and the header is not a row. */
function createMeter(format: JournalFormat) {
  const hash = createHash('sha256')
  const csv = format !== 'jsonl'
  let lines = 0
  let quoted = false
  let open = false
  return {
    push(bytes: Uint8Array) {
      hash.update(bytes)
      for (const byte of bytes) {
        if (byte === QUOTE) quoted = csv && !quoted
        else if (byte === LINE_FEED && !quoted) lines += 1
      }
      if (bytes.length > 0) open = quoted || bytes.at(-1) !== LINE_FEED
    },
    end() {
      const rows = Math.max(0, lines + (open ? 1 : 0) - (csv ? 1 : 0))
      const digest = `sha-256=:${hash.digest('base64')}:`
      return `${csv ? '\n' : ''}${JSON.stringify({ rows, digest })}\n`
    },
  }
}

export async function* withEnd(
  file: AsyncIterable<Uint8Array>,
  format: JournalFormat,
): AsyncGenerator<Uint8Array> {
  const meter = createMeter(format)
  for await (const bytes of file) {
    meter.push(bytes)
    yield bytes
  }
  yield Buffer.from(meter.end())
}

/**
 * Yields the file without its end line.
 * @throws AppError `remote_silent` after the last byte if the file is incomplete
 */
export async function* withoutEnd(
  file: AsyncIterable<Uint8Array>,
  { format, journal }: { format: JournalFormat; journal: string },
): AsyncGenerator<Uint8Array> {
  const meter = createMeter(format)
  let tail = Buffer.alloc(0)
  for await (const bytes of file) {
    tail = Buffer.concat([tail, bytes])
    const ready = tail.subarray(0, Math.max(0, tail.length - LONGEST_END))
    tail = tail.subarray(ready.length)
    meter.push(ready)
    if (ready.length > 0) yield ready
  }
  const start = startOfEnd(tail, format)
  const rest = tail.subarray(0, start)
  meter.push(rest)
  if (rest.length > 0) yield rest
  if (meter.end() !== tail.subarray(start).toString()) throw notWhole(journal)
}

/** Returns the position of the end line or, in CSV, of the line feed before it. */
function startOfEnd(tail: Buffer, format: JournalFormat): number {
  const before = tail.length < 2 ? -1 : tail.lastIndexOf(LINE_FEED, tail.length - 2)
  return Math.max(0, format === 'jsonl' ? before + 1 : before)
}

function notWhole(journal: string): AppError {
  return new AppError(
    'remote_silent',
    `Cannot read ${journal} to its end: its end line is not there, or is that of another file`,
    { hint: 'the connection ended early: export it again, or for fewer days' },
  )
}
