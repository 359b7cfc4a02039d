/**
 * Divides the contents of a release into pages of several files, and parts of a file that is too large for a page. Each
 * content is stored once, however many paths it has. At most the content of one body is in memory.
 */
import { isUtf8 } from 'node:buffer'
import { createHash } from 'node:crypto'
import { AppError } from '../../errors.ts'
import type { Place } from '../catalog.ts'
import { BODY_BUDGET, PART_SIZE } from '../limits.ts'
import { type BufferPool, createBufferPool } from './memory.ts'

/** The content of a file as UTF-8 text if the text is the shorter form in JSON, otherwise as base64. */
export type Content = { readonly text: string } | { readonly base64: string }

export interface Blob {
  /** One of the content's paths, for messages. */
  readonly path: string
  readonly sha256: string
  readonly size: number
  /** Reads the bytes before `end`, into `memory` if it is large enough. */
  read(start: number, end: number, memory?: Buffer): Promise<Buffer>
}

/** A page or a part. `size` is its number of bytes of file content. */
export type Body =
  | { readonly kind: 'page'; readonly page: number; readonly json: string; readonly size: number }
  | PartBody

export interface PartBody {
  readonly kind: 'part'
  readonly sha256: string
  readonly part: number
  readonly parts: number
  readonly bytes: Buffer
  readonly size: number
  /** Gives the memory back for a later part. After that, the bytes are not valid. */
  release(): void
}

export interface Packing {
  /** The bodies, which can be read only once. Reading throws as `readBlob` does. */
  readonly bodies: AsyncGenerator<Body, void>
  /** The places of the contents, complete when all bodies have been read. */
  readonly places: ReadonlyMap<string, Place>
}

export interface PackingLimits {
  /** The largest body, in bytes. */
  readonly budget: number
  /** The largest part, in bytes. */
  readonly partSize: number
}

const LIMITS: PackingLimits = { budget: BODY_BUDGET, partSize: PART_SIZE }

/** Divides the contents into bodies. No body is larger than the budget. */
export function pack(blobs: Iterable<Blob>, limits = LIMITS): Packing {
  const places = new Map<string, Place>()
  return { bodies: divide(blobs, places, limits), places }
}

async function* divide(
  blobs: Iterable<Blob>,
  places: Map<string, Place>,
  { budget, partSize }: PackingLimits,
): AsyncGenerator<Body, void> {
  const pages = createPages(budget)
  const pool = createBufferPool(partSize)
  for (const blob of blobs) {
    if (places.has(blob.sha256)) continue
    const item = blob.size <= partSize ? itemOf(blob.sha256, await readBlob(blob)) : undefined
    if (item && pages.fits(item)) {
      const full = pages.add(item)
      places.set(blob.sha256, { page: pages.current(), bytes: item.bytes })
      if (full) yield full
    } else {
      places.set(blob.sha256, { parts: countParts(blob, partSize) })
      yield* slices(blob, partSize, pool)
    }
  }
  const last = pages.end()
  if (last) yield last
}

/** @throws AppError `payload_invalid` if the content no longer has its SHA-256 */
export async function readBlob(blob: Blob): Promise<Buffer> {
  const bytes = await blob.read(0, blob.size)
  if (createHash('sha256').update(bytes).digest('hex') !== blob.sha256) throw changed(blob)
  return bytes
}

const PIECE = 1 << 20

/** Yields the content in pieces, each valid until the next one is read. @throws AppError as `readBlob`, at the end */
export async function* piecesOfBlob(blob: Blob): AsyncGenerator<Uint8Array, void> {
  const pool = createBufferPool(Math.min(PIECE, blob.size))
  for await (const piece of slices(blob, PIECE, pool)) {
    yield piece.bytes
    piece.release()
  }
}

interface Item {
  readonly json: string
  /** The length of the content as JSON, in bytes. */
  readonly bytes: number
  /** The length of the content itself, in bytes. */
  readonly size: number
}

function itemOf(sha256: string, content: Buffer): Item {
  const encoded = encodeContent(content)
  return {
    json: JSON.stringify({ sha256, ...encoded }),
    bytes: Buffer.byteLength(JSON.stringify(encoded)),
    size: content.length,
  }
}

export function encodeContent(content: Buffer): Content {
  const base64 = { base64: content.toString('base64') }
  if (!isUtf8(content)) return base64
  const text = { text: content.toString('utf8') }
  return Buffer.byteLength(JSON.stringify(text)) <= base64.base64.length + '{"base64":""}'.length
    ? text
    : base64
}

export function decodeContent(content: Content | undefined): Buffer {
  if (content === undefined) return Buffer.alloc(0)
  return 'text' in content ? Buffer.from(content.text) : Buffer.from(content.base64, 'base64')
}

function countParts({ size }: Blob, partSize: number): number {
  return Math.max(1, Math.ceil(size / partSize))
}

async function* slices(blob: Blob, partSize: number, pool: BufferPool): AsyncGenerator<PartBody, void> {
  const hash = createHash('sha256')
  const count = countParts(blob, partSize)
  for (let part = 0; part < count; part++) {
    const end = Math.min(blob.size, (part + 1) * partSize)
    const buffer = pool.take()
    const bytes = await blob.read(part * partSize, end, buffer)
    hash.update(bytes)
    if (part === count - 1 && hash.digest('hex') !== blob.sha256) throw changed(blob)
    const release = () => pool.give(buffer)
    yield { kind: 'part', sha256: blob.sha256, part, parts: count, bytes, size: bytes.length, release }
  }
}

function createPages(budget: number) {
  const frame = Buffer.byteLength(pageJson(Number.MAX_SAFE_INTEGER, []))
  const weight = ({ json }: Item) => Buffer.byteLength(json) + 1
  let items: Item[] = []
  let bytes = frame
  let page = 0
  const take = (): Body => {
    const json = pageJson(
      page,
      items.map(item => item.json),
    )
    return { kind: 'page', page, json, size: items.reduce((sum, { size }) => sum + size, 0) }
  }
  return {
    fits: (item: Item) => frame + weight(item) <= budget,
    current: () => page,
    /** Returns the full page, if the entry begins a new one. */
    add(item: Item): Body | undefined {
      const full = bytes + weight(item) > budget ? take() : undefined
      if (full) {
        page++
        items = []
        bytes = frame
      }
      items.push(item)
      bytes += weight(item)
      return full
    },
    end: () => (items.length === 0 ? undefined : take()),
  }
}

function pageJson(page: number, items: readonly string[]): string {
  return `{"page":${page},"files":[${items.join(',')}]}`
}

function changed({ path }: Blob): AppError {
  return new AppError(
    'payload_invalid',
    `Cannot publish "${path}": it changed while it was being published`,
    {
      hint: 'close the program that writes to it, then publish again',
    },
  )
}
