/** Reads the host's answers of version 1: unknown members are ignored, the members that are used are checked. */
import type { z } from 'zod/mini'
import { AppError } from '../../core/errors.ts'
import { parseJsonBytes } from '../../core/json.ts'
import { answerSchema, type Entry, type Page, pageSchema } from '../../core/release/schema.ts'
import { hostText } from './host-text.ts'
import type { Offer, Source } from './offer.ts'

/** An answer of version 1. @throws AppError `remote_answer` naming the field */
export function readAnswer(body: Uint8Array, host: string): Offer {
  const { release, roots, files } = readReply(answerSchema, body, { what: 'the answer', host })
  return {
    release,
    roots,
    files: files.length,
    sources: () => new Map(files.map(entry => [entry.sha256, sourceOf(entry, host)])),
  }
}

/** @throws AppError `remote_answer` naming the field, or if it is another page */
export function readPage(body: Uint8Array, { page, host }: { page: number; host: string }): Page {
  const read = readReply(pageSchema, body, { what: `page ${page}`, host })
  if (read.page !== page) throw unreadable({ what: `page ${page}`, host }, `it is page ${read.page}`)
  return read
}

const LONGEST_PATH = 200

/** @throws AppError `remote_answer` if the entry does not have exactly one source */
function sourceOf(entry: Entry, host: string): Source {
  const { text, base64, same, page, parts } = entry
  const given = [text, base64, same, page, parts].filter(member => member !== undefined)
  if (given.length !== 1)
    throw unreadable(
      { what: `the entry of "${hostText(entry.path, LONGEST_PATH)}"`, host },
      `it has ${given.length} sources, expected 1`,
    )
  if (page !== undefined) return { kind: 'page', page }
  if (parts !== undefined) return { kind: 'parts', parts }
  if (same) return { kind: 'same' }
  return { kind: 'here', data: contentOf(entry) ?? new Uint8Array() }
}

/** The bytes that an entry carries itself, undefined if it carries none; `size` is how many they should be, if that is known. */
export function contentOf(
  { text, base64 }: Pick<Entry, 'text' | 'base64'>,
  size?: number,
): Uint8Array | undefined {
  if (text !== undefined) return utf8Of(text, size)
  return base64 === undefined ? undefined : Buffer.from(base64, 'base64')
}

const encoder = new TextEncoder()

/** With the right size it is encoded in one pass, in a tenth of the time; to find the size takes longer than to encode it. */
function utf8Of(text: string, size = 0): Uint8Array {
  if (size < text.length || size > text.length * 3) return Buffer.from(text, 'utf8')
  const bytes = Buffer.allocUnsafe(size)
  const { read, written } = encoder.encodeInto(text, bytes)
  return read === text.length && written === size ? bytes : Buffer.from(text, 'utf8')
}

interface Origin {
  readonly what: string
  readonly host: string
}

/** @throws AppError `remote_answer` naming the field */
export function readReply<S extends z.ZodMiniType>(schema: S, body: Uint8Array, origin: Origin): z.output<S> {
  const value = parseJsonBytes(body)
  if (value === undefined) throw unreadable(origin, 'it is not JSON, or is incomplete')
  const parsed = schema.safeParse(value)
  if (parsed.success) return parsed.data
  const field = parsed.error.issues[0]?.path.join('.')
  throw unreadable(origin, field ? `"${field}" is not valid` : 'it is not an object', parsed.error)
}

/** The error for an answer that is not what the protocol says. */
export function unreadable({ what, host }: Origin, reason: string, cause?: unknown): AppError {
  return new AppError('remote_answer', `Cannot read ${what} of "${host}": ${reason}`, {
    hint: 'sync again; if it fails again, update kura on this device or tell the operator. The files on this device are unchanged',
    ...(cause !== undefined && { cause }),
  })
}
