/**
 * Plans an answer of version 2, when a release is published and for each request. A content is sent as a delta if there
 * is a delta from a content that the device has. Otherwise it is sent whole if the answer has room. If not, the device
 * requests its page or its parts later. Pure.
 */

import { inlinePages } from '../body/layout.ts'
import type { Place, StoredDelta, StoredDeltas } from '../catalog.ts'
import { BODY_BUDGET } from '../limits.ts'
import type { ReleaseFile, UpdateHead } from '../schema.ts'

export interface UpdateFacts {
  readonly files: readonly ReleaseFile[]
  readonly places: ReadonlyMap<string, Place>
  readonly deltas: StoredDeltas
  /** The files of the release that the device named. Undefined if it named none, or an unknown one. */
  readonly named: readonly ReleaseFile[] | undefined
  readonly lacks: ReadonlySet<string>
  /** The number of bytes of the manifest's text or delta in the answer. */
  readonly list: number
}

/** Parts of the head, and the SHA-256 of each content and delta in the answer. */
export interface UpdatePlan extends Pick<UpdateHead, 'here' | 'deltas' | 'elsewhere'> {
  readonly contents: readonly string[]
  readonly deltasHere: readonly string[]
}

/** The first file that has a content, and this file's place in the list. */
interface FirstFile {
  readonly file: ReleaseFile
  readonly at: number
}

export function planUpdate(facts: UpdateFacts, budget = BODY_BUDGET): UpdatePlan {
  const held = heldContents(facts)
  const lacking = firstFiles(facts.files).filter(({ file }) => !held.has(file.sha256))
  const changed = lacking.flatMap(({ file, at }) => {
    const delta = bestDelta(facts.deltas, { target: file.sha256, held })
    return delta ? [{ at, from: held.get(delta.from) ?? 0, delta, sha256: file.sha256 }] : []
  })
  const here = fitting(changed, budget - facts.list)
  const byDelta = new Set(changed.map(({ sha256 }) => sha256))
  const whole = lacking.filter(({ file }) => !byDelta.has(file.sha256))
  const inside = insidePages(whole, facts, here.left)
  return {
    here: inside.map(({ file, at }) => [at, file.size]),
    deltas: changed.map(({ at, from, delta }) => ({
      file: at,
      from,
      bytes: delta.bytes,
      ...(!here.chosen.has(delta.sha256) && { sha256: delta.sha256 }),
    })),
    ...(inside.length < whole.length && { elsewhere: elsewhereOf(facts) }),
    contents: inside.map(({ file }) => file.sha256),
    deltasHere: changed.flatMap(({ delta }) => (here.chosen.has(delta.sha256) ? [delta.sha256] : [])),
  }
}

/** For each content that the device has, by SHA-256, the place of its first file in the named release. */
function heldContents({ named = [], lacks }: UpdateFacts): Map<string, number> {
  const held = firstFiles(named).filter(({ file }) => !lacks.has(file.sha256))
  return new Map(held.map(({ file, at }) => [file.sha256, at]))
}

function firstFiles(files: readonly ReleaseFile[]): FirstFile[] {
  const seen = new Set<string>()
  return files.flatMap((file, at) => {
    if (seen.has(file.sha256)) return []
    seen.add(file.sha256)
    return [{ file, at }]
  })
}

function bestDelta(
  deltas: StoredDeltas,
  { target, held }: { target: string; held: ReadonlyMap<string, number> },
): StoredDelta | undefined {
  const usable = Object.hasOwn(deltas, target) ? (deltas[target] ?? []) : []
  return usable.filter(({ from }) => held.has(from)).sort((one, other) => one.sent - other.sent)[0]
}

/** Chooses the deltas that fit into the answer, the smallest first. */
function fitting(
  changed: readonly { readonly delta: StoredDelta }[],
  room: number,
): { chosen: ReadonlySet<string>; left: number } {
  const chosen = new Set<string>()
  let left = room
  const deltas = changed.map(({ delta }) => delta).sort((one, other) => one.sent - other.sent)
  for (const { sha256, sent } of deltas) {
    if (sent > left) break
    left -= sent
    chosen.add(sha256)
  }
  return { chosen, left }
}

function insidePages(whole: readonly FirstFile[], { places }: UpdateFacts, room: number): FirstFile[] {
  const files = whole.map(({ file }) => file)
  const pages = inlinePages(files, places, room)
  return whole.filter(({ file }) => {
    const place = places.get(file.sha256)
    return place !== undefined && 'page' in place && pages.has(place.page)
  })
}

/** Names each page by its first file, because a page has its contents in the order of the files. */
function elsewhereOf({ files, places }: UpdateFacts): NonNullable<UpdateHead['elsewhere']> {
  const pages: number[] = []
  const parts: number[] = []
  for (const { file, at } of firstFiles(files)) {
    const place = places.get(file.sha256)
    if (place === undefined) throw new RangeError(`the catalog has no place for ${file.sha256}`)
    if ('parts' in place) parts.push(at)
    else pages[place.page] ??= at
  }
  return { pages, parts }
}
