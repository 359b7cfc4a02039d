/** Reads the host's answers of both versions into offers that are not verified yet. Unknown members are ignored. */
import type * as z from 'zod/mini'
import type { AppError } from '../../core/errors.ts'
import { readBounded } from '../../core/json/bounded.ts'
import { phrase } from '../../core/language/catalogue.ts'
import { phraseError } from '../../core/language/phrase-error.ts'
import type { Phrase } from '../../core/phrase.ts'
import { HEAD_LIMIT } from '../../core/release/limits.ts'
import {
  answerSchema,
  type Entry,
  type Envelope,
  type Manifest,
  type Page,
  pageSchema,
  type ReleaseFile,
  type UpdateHead,
  updateHeadSchema,
} from '../../core/release/schema.ts'
import { cutUpdate, splitUpdate, textOf } from '../../core/release/update/body.ts'
import { rebuildText } from '../../core/release/update/text.ts'
import type { OfferedRelease, SignedRelease } from '../trust/trusted-state.ts'
import { hostText } from './host-text.ts'
import { partsOf } from './staging.ts'
import { FETCH_FAILURES, FETCH_HINTS, FETCH_PARTS } from './words.ts'

export interface DeltaSource {
  /** The SHA-256 of the content to which the delta is applied. */
  readonly from: string
  readonly fromSize: number
  /** The bytes of the delta, or its digest and size if its parts have to be requested. */
  readonly delta: Uint8Array | { readonly sha256: string; readonly size: number }
}

export type Source =
  | { readonly kind: 'here'; readonly data: Uint8Array }
  | { readonly kind: 'page'; readonly page: number }
  | { readonly kind: 'parts'; readonly parts: number }
  | ({ readonly kind: 'delta' } & DeltaSource)
  /** The content is not sent, because the device has it or did not request it. */
  | { readonly kind: 'same' }

export interface Offer {
  readonly release: OfferedRelease
  readonly roots: readonly Envelope[]
  readonly files: number
  /** The source of each content, by SHA-256. */
  sources(manifest: Manifest): ReadonlyMap<string, Source>
}

/** Reads an answer of version 1. @throws AppError `remote_answer` naming the field that is not valid */
export function readAnswer(body: Uint8Array, host: string): Offer {
  const { release, roots, files } = readReply(answerSchema, body, { what: phrase(FETCH_PARTS.answer), host })
  return {
    release,
    roots,
    files: files.length,
    sources: () => new Map(files.map(entry => [entry.sha256, sourceOf(entry, host)])),
  }
}

/** @throws AppError `remote_answer` if the body is not a page, or is not the page with the number `page` */
export function readPage(body: Uint8Array, { page, host }: { page: number; host: string }): Page {
  const origin = { what: phrase(FETCH_PARTS.page, { page }), host }
  const read = readReply(pageSchema, body, origin)
  if (read.page !== page) throw unreadable(origin, phrase(FETCH_PARTS.otherPage, { page: read.page }))
  return read
}

const LONGEST_PATH = 200

function sourceOf(entry: Entry, host: string): Source {
  const { text, base64, same, page, parts } = entry
  const given = [text, base64, same, page, parts].filter(member => member !== undefined)
  if (given.length !== 1)
    throw unreadable(
      { what: phrase(FETCH_PARTS.entry, { path: hostText(entry.path, LONGEST_PATH) }), host },
      phrase(FETCH_PARTS.sources, { count: given.length }),
    )
  if (page !== undefined) return { kind: 'page', page }
  if (parts !== undefined) return { kind: 'parts', parts }
  if (same) return { kind: 'same' }
  return { kind: 'here', data: contentOf(entry) ?? new Uint8Array() }
}

/** The content in an entry; undefined if the entry has none. `size` is the expected number of bytes, if known. */
export function contentOf(
  { text, base64 }: Pick<Entry, 'text' | 'base64'>,
  size?: number,
): Uint8Array | undefined {
  if (text !== undefined) return utf8Of(text, size)
  return base64 === undefined ? undefined : Buffer.from(base64, 'base64')
}

const encoder = new TextEncoder()

/** Encodes in one pass if `size` is right, which takes a tenth of the time. */
function utf8Of(text: string, size = 0): Uint8Array {
  if (size < text.length || size > text.length * 3) return Buffer.from(text, 'utf8')
  const bytes = Buffer.allocUnsafe(size)
  const { read, written } = encoder.encodeInto(text, bytes)
  return read === text.length && written === size ? bytes : Buffer.from(text, 'utf8')
}

interface Origin {
  readonly what: Phrase
  readonly host: string
}

function readReply<S extends z.ZodMiniType>(schema: S, body: Uint8Array, origin: Origin): z.output<S> {
  const read = readBounded(schema, body)
  if ('value' in read) return read.value
  if (read.field === undefined) throw unreadable(origin, phrase(FETCH_PARTS.notJson))
  throw unreadable(
    origin,
    read.field
      ? phrase(FETCH_PARTS.field, { field: hostText(read.field, LONGEST_PATH) })
      : phrase(FETCH_PARTS.notObject),
  )
}

function unreadable({ what, host }: Origin, why: Phrase): AppError {
  return phraseError('remote_answer', phrase(FETCH_FAILURES.unreadable, { what, host, why }), {
    hint: phrase(FETCH_HINTS.againOrUpdate),
  })
}

/** The release that the device's question named; the answer may contain only the differences to it. */
export type NamedRelease = Pick<SignedRelease, 'envelope' | 'manifest'>

interface Context {
  readonly named: NamedRelease | undefined
  readonly host: string
}

/** Reads an answer of version 2. @throws AppError `remote_answer`; `content_mismatch` for a wrong rebuilt manifest */
export async function readUpdate(body: Uint8Array, { named, host }: Context): Promise<Offer> {
  const origin = { what: phrase(FETCH_PARTS.answer), host }
  const split = splitUpdate(body)
  if (!split) throw unreadable(origin, phrase(FETCH_PARTS.noHead))
  // limited, because reading JSON takes a hundred times as much memory as its text
  if (split.line.length > HEAD_LIMIT)
    throw unreadable(origin, phrase(FETCH_PARTS.longHead, { limit: HEAD_LIMIT }))
  const head = readReply(updateHeadSchema, split.line, origin)
  const signed = await rebuildText(head, textOf(head, split.rest), named?.envelope.signed)
  return {
    release: { signed, signatures: head.signatures },
    roots: head.roots,
    files: head.files,
    sources: manifest => sourcesOf(head, split.rest, { manifest, named, host }),
  }
}

function sourcesOf(
  head: UpdateHead,
  rest: Uint8Array,
  { manifest, named, host }: Context & { manifest: Manifest },
): Map<string, Source> {
  const { here, deltas, elsewhere } = head
  const origin = { what: phrase(FETCH_PARTS.list), host }
  for (const list of [here, deltas, elsewhere?.pages ?? [], elsewhere?.parts ?? []])
    if (list.length > manifest.files.length) {
      const counts = { count: list.length, files: manifest.files.length }
      throw unreadable(origin, phrase(FETCH_PARTS.manyContents, counts))
    }
  const { blobs } = cutUpdate(head, rest)
  const sources = new Map(elsewhere && sourcesElsewhere(manifest.files, elsewhere))
  const fileAt = (files: readonly ReleaseFile[], at: number): ReleaseFile => {
    const file = files[at]
    if (!file) throw unreadable(origin, phrase(FETCH_PARTS.noSuchFile, { at, files: files.length }))
    return file
  }
  // an iterator, because removing the first element of a long array moves all others
  const bytes = blobs.values()
  const nextBlob = () => bytes.next().value ?? new Uint8Array(0)
  for (const [at] of here) sources.set(fileAt(manifest.files, at).sha256, { kind: 'here', data: nextBlob() })
  for (const delta of deltas) {
    const from = fileAt(named?.manifest.files ?? [], delta.from)
    sources.set(fileAt(manifest.files, delta.file).sha256, {
      kind: 'delta',
      from: from.sha256,
      fromSize: from.size,
      delta: delta.sha256 === undefined ? nextBlob() : { sha256: delta.sha256, size: delta.bytes },
    })
  }
  return sources
}

/** The sources outside the answer. A page has the contents from its first file up to the next page's first file. */
function sourcesElsewhere(
  files: readonly ReleaseFile[],
  { pages, parts }: NonNullable<UpdateHead['elsewhere']>,
): Map<string, Source> {
  const inParts = new Set(parts)
  const sources = new Map<string, Source>()
  let page = -1
  for (const [at, { sha256, size }] of files.entries()) {
    while ((pages[page + 1] ?? Number.POSITIVE_INFINITY) <= at) page += 1
    if (sources.has(sha256)) continue
    sources.set(sha256, inParts.has(at) ? { kind: 'parts', parts: partsOf(size) } : { kind: 'page', page })
  }
  return sources
}
