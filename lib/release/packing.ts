/**
 * Divides the content of a release into bodies at publish time: pages of several files, and parts of a file that is too
 * large for a page. Pure. Each content is stored once, under its SHA-256, however many paths it has.
 */
import { isUtf8 } from 'node:buffer'
import type { Place } from './catalog.ts'
import { BODY_BUDGET, PART_SIZE } from './limits.ts'

/** A file's content in JSON: UTF-8 text if that is the shorter form, else base64. */
export type Content = { readonly text: string } | { readonly base64: string }

export interface Blob {
  readonly sha256: string
  readonly content: Buffer
}

export interface Packing {
  /** The bodies of the pages, JSON. */
  readonly pages: readonly string[]
  /** The parts of each content that is sent in parts. */
  readonly parts: ReadonlyMap<string, readonly Buffer[]>
  readonly places: ReadonlyMap<string, Place>
}

export interface PackingLimits {
  /** The largest body in bytes. */
  readonly budget: number
  /** The size of a part in bytes. */
  readonly partSize: number
}

/** Divides `blobs` into pages and parts; no body is larger than the budget. */
export function pack(
  blobs: readonly Blob[],
  { budget, partSize }: PackingLimits = { budget: BODY_BUDGET, partSize: PART_SIZE },
): Packing {
  const parts = new Map<string, Buffer[]>()
  const places = new Map<string, Place>()
  const pages = createPages(budget)
  for (const { sha256, content } of blobs) {
    if (places.has(sha256)) continue
    const item = content.length <= partSize ? itemOf({ sha256, content }) : undefined
    if (item && pages.fits(item.json)) {
      places.set(sha256, { page: pages.add(item.json), bytes: item.bytes })
    } else {
      const cut = slices(content, partSize)
      parts.set(sha256, cut)
      places.set(sha256, { parts: cut.length })
    }
  }
  return { pages: pages.bodies(), parts, places }
}

/** A content as an item of a page, and the bytes of its content alone. It must not be larger than a part. */
function itemOf({ sha256, content }: Blob): { json: string; bytes: number } {
  const encoded = encodeContent(content)
  return {
    json: JSON.stringify({ sha256, ...encoded }),
    bytes: Buffer.byteLength(JSON.stringify(encoded)),
  }
}

/** `content` as text or base64, whichever gives the shorter JSON. */
export function encodeContent(content: Buffer): Content {
  const base64 = { base64: content.toString('base64') }
  if (!isUtf8(content)) return base64
  const text = { text: content.toString('utf8') }
  return Buffer.byteLength(JSON.stringify(text)) <= base64.base64.length + '{"base64":""}'.length
    ? text
    : base64
}

function slices(content: Buffer, size: number): Buffer[] {
  const count = Math.max(1, Math.ceil(content.length / size))
  return Array.from({ length: count }, (_, index) => content.subarray(index * size, (index + 1) * size))
}

/** Fills pages one after the other. */
function createPages(budget: number) {
  const pages: { items: string[]; bytes: number }[] = []
  const frame = Buffer.byteLength(pageBody(Number.MAX_SAFE_INTEGER, []))
  const weight = (item: string) => Buffer.byteLength(item) + 1
  return {
    fits: (item: string) => frame + weight(item) <= budget,
    /** Adds an item that fits, and returns its page. */
    add(item: string): number {
      let page = pages.at(-1)
      if (page === undefined || page.bytes + weight(item) > budget) {
        page = { items: [], bytes: frame }
        pages.push(page)
      }
      page.items.push(item)
      page.bytes += weight(item)
      return pages.length - 1
    },
    bodies: () => pages.map(({ items }, index) => pageBody(index, items)),
  }
}

function pageBody(page: number, items: readonly string[]): string {
  return `{"page":${page},"files":[${items.join(',')}]}`
}
