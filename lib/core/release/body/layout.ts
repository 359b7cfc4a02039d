/**
 * Plans an answer of version 1: which contents it includes, and which stay in their pages and parts. Publishing
 * prepares the first answer with this plan, and the host computes every other answer with it. Pure. Each file of the
 * release has exactly one entry, which says how to get its content:
 * - `text` or `base64`: the content is here;
 * - `page: n`: it is in that page, requested with `page=n`;
 * - `same`: it is not sent, because the device has it;
 * - `parts: n`: it is in n parts, requested with `part=<sha256>.0` to `.n-1`.
 *
 * If the answer would be larger than the budget, contents stay in their pages: first those of the pages with the most
 * requested bytes.
 */
import type { Place } from '../catalog.ts'
import { BODY_BUDGET, WIRE_VERSION } from '../limits.ts'
import type { Answer, Entry, Envelope, ReleaseFile } from '../schema.ts'
import type { Content } from './packing.ts'

/** The facts about a release that an answer to a device needs. */
export interface Catalog {
  /** The digest of the release. */
  readonly release: string
  readonly envelope: Envelope
  readonly files: readonly ReleaseFile[]
  readonly roots: readonly { readonly version: number; readonly envelope: Envelope }[]
  readonly places: ReadonlyMap<string, Place>
  /** How many pages there are. */
  readonly pages: number
}

/** An answer without its contents: `renderAnswer` adds the contents of `inline` entries. */
export interface AnswerPlan {
  readonly roots: readonly Envelope[]
  readonly entries: readonly { readonly file: ReleaseFile; readonly place: EntryPlace }[]
}

export type EntryPlace = 'inline' | 'same' | { readonly page: number } | { readonly parts: number }

/** Plans an answer with the contents that `wants` selects, and the root documents `roots`. */
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

/** The length in bytes of an answer without any content. */
export function frameBytes(catalog: Catalog, plan: AnswerPlan): number {
  return Buffer.byteLength(JSON.stringify(renderAnswer(catalog, plan, new Map())))
}

/** The answer to a plan; `contents` must have at least the contents of the inline entries. */
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

/** The place of a content that is not in the answer: its page or its parts. */
function outsidePlace(catalog: Catalog, file: ReleaseFile): Exclude<EntryPlace, 'inline' | 'same'> {
  const place = catalog.places.get(file.sha256)
  if (place === undefined) throw new RangeError(`the catalog has no place for ${file.sha256}`)
  return 'page' in place ? { page: place.page } : { parts: place.parts }
}

/**
 * The pages whose requested contents are in the answer: those with the fewest requested bytes first, as long as they
 * fit.
 */
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
