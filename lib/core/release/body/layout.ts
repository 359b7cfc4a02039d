/**
 * Plans an answer of version 1, when a release is published and for each request. Pure. Each file of the release has
 * exactly one entry:
 * - `text` or `base64`: the content is here;
 * - `page: n`: the content is in that page, requested with `page=n`;
 * - `same`: the content is not sent, because the device has it;
 * - `parts: n`: the content is in n parts, requested with `part=<sha256>.0` to `.n-1`.
 *
 * If the answer would be too large, contents stay in their pages. The pages with the most requested bytes are left out
 * first.
 */
import type { Place } from '../catalog.ts'
import { BODY_BUDGET, WIRE_VERSION } from '../limits.ts'
import type { Answer, Entry, Envelope, ReleaseFile } from '../schema.ts'
import type { Content } from './packing.ts'

export interface Catalog {
  readonly release: string
  readonly envelope: Envelope
  readonly files: readonly ReleaseFile[]
  readonly roots: readonly { readonly version: number; readonly envelope: Envelope }[]
  readonly places: ReadonlyMap<string, Place>
  readonly pages: number
}

/** The answer without its contents. `renderAnswer` adds the contents of `inline` entries. */
export interface AnswerPlan {
  readonly roots: readonly Envelope[]
  readonly entries: readonly { readonly file: ReleaseFile; readonly place: EntryPlace }[]
}

export type EntryPlace = 'inline' | 'same' | { readonly page: number } | { readonly parts: number }

/** @param wants selects the contents to send */
export function layOutAnswer(
  catalog: Catalog,
  { roots, wants }: { roots: readonly Envelope[]; wants: (file: ReleaseFile) => boolean },
  budget = BODY_BUDGET,
): AnswerPlan {
  const outside = catalog.files.map(file => ({
    file,
    place: wants(file) ? outsidePlace(catalog, file) : ('same' as const),
  }))
  const room = budget - frameBytes(catalog, { roots, entries: outside })
  const inline = inlinePages(catalog.files.filter(wants), catalog.places, room)
  const entries = outside.map(({ file, place }) =>
    typeof place === 'object' && 'page' in place && inline.has(place.page)
      ? { file, place: 'inline' as const }
      : { file, place },
  )
  return { roots, entries }
}

/** Returns the number of bytes of an answer without any content. */
export function frameBytes(catalog: Catalog, plan: AnswerPlan): number {
  return Buffer.byteLength(JSON.stringify(renderAnswer(catalog, plan, new Map())))
}

/** @param contents the contents of the inline entries, or more */
export function renderAnswer(
  catalog: Catalog,
  plan: AnswerPlan,
  contents: ReadonlyMap<string, Content>,
): Answer {
  return {
    v: WIRE_VERSION,
    release: catalog.envelope,
    roots: [...plan.roots],
    files: plan.entries.map(({ file, place }) => entryOf(file, place, contents)),
    pages: catalog.pages,
  }
}

function entryOf(file: ReleaseFile, place: EntryPlace, contents: ReadonlyMap<string, Content>): Entry {
  const entry = { path: file.path, sha256: file.sha256 }
  if (place === 'same') return { ...entry, same: true }
  if (place === 'inline') return { ...entry, ...contents.get(file.sha256) }
  return { ...entry, ...place }
}

function outsidePlace(catalog: Catalog, file: ReleaseFile): Exclude<EntryPlace, 'inline' | 'same'> {
  const place = catalog.places.get(file.sha256)
  if (place === undefined) throw new RangeError(`the catalog has no place for ${file.sha256}`)
  return 'page' in place ? { page: place.page } : { parts: place.parts }
}

/** Returns the pages in the answer. The pages with the fewest requested bytes come first, until `room` is full. */
export function inlinePages(
  wanted: readonly ReleaseFile[],
  places: Catalog['places'],
  room: number,
): Set<number> {
  const costs = new Map<number, number>()
  for (const { sha256 } of wanted) {
    const place = places.get(sha256)
    if (place && 'page' in place) costs.set(place.page, (costs.get(place.page) ?? 0) + place.bytes)
  }
  const chosen = new Set<number>()
  let left = room
  for (const [page, cost] of [...costs].sort(([, a], [, b]) => a - b)) {
    left -= cost
    if (left < 0) break
    chosen.add(page)
  }
  return chosen
}
