/**
 * Finds a delta between two contents: the old one is indexed by the hashes of its blocks, and a rolling hash runs over
 * the new one. A block that is found is verified, and grown in both directions as far as the bytes agree, as xdelta
 * does. Time is linear in the sizes. It takes memory for at least a third of the old content's size and for the
 * inserted bytes; the contents themselves are read page by page.
 */
import { BLOCKS, createIndexMemory, type IndexMemory } from './block-index.ts'
import { createDeltaBuilder, type Delta } from './operations.ts'
import { PagedBytes } from './paged-bytes.ts'
import type { RollingHash } from './rolling-hash.ts'
import { sharedAfter, sharedBefore } from './shared.ts'

/** At most this many old blocks with the same hash are tried: repeated content must not make the search quadratic. */
const TRIED = 8

/** The delta from `old` to `next`, which are both in memory. */
export function diff(old: Uint8Array, next: Uint8Array): Delta {
  const deps = { memory: createIndexMemory(), mostInserted: Number.POSITIVE_INFINITY }
  return diffPaged(PagedBytes.of(old), PagedBytes.of(next), deps) ?? []
}

export interface DiffDeps {
  readonly memory: IndexMemory
  /** The maximum number of bytes that a delta may insert. */
  readonly mostInserted: number
}

/** The delta; undefined if it would insert more than `mostInserted` bytes. */
export function diffPaged(
  old: PagedBytes,
  next: PagedBytes,
  { memory, mostInserted }: DiffDeps,
): Delta | undefined {
  const index = memory.index(old)

  /** The longest of the tried matches; of equally long ones, the one nearest to `expected`. */
  const match = (hash: number, place: Place): Match | undefined => {
    let best: Match | undefined
    let block = index.first(hash)
    for (let tried = 0; block > 0 && tried < TRIED; block = index.before(block)) {
      if (!index.mayHave(hash, block)) continue
      tried += 1
      const found = grow([old, (block - 1) * BLOCKS.window], [next, place])
      if (found && (!best || isBetter(found, best, place.expected))) best = found
    }
    return best
  }
  return scan(next, { rolling: BLOCKS, match }, mostInserted)
}

function isBetter(match: Match, best: Match, expected: number): boolean {
  if (match.length !== best.length) return match.length > best.length
  return Math.abs(match.offset - expected) < Math.abs(best.offset - expected)
}

/** Extends a match in both directions as far as the bytes are equal; undefined if the block itself differs. */
function grow(
  [old, offset]: readonly [PagedBytes, number],
  [next, { at, done }]: readonly [PagedBytes, Place],
): Match | undefined {
  const end = sharedAfter([next, at], [old, offset])
  if (end < BLOCKS.window) return undefined
  const back = sharedBefore([next, at], [old, offset], at - done)
  return { start: at - back, offset: offset - back, length: end + back }
}

/** The position of a scan. The object changes as the scan moves on, so a caller must not keep it. */
interface Place {
  readonly at: number
  /** The delta covers the new content up to here, so a match may be extended back to this offset. */
  readonly done: number
  /** The offset in the old content at which the last copy ended. After an edit, the content usually continues there. */
  readonly expected: number
}

/** A match: the bytes of the new content from `start` on are equal to those of the old content from `offset` on. */
interface Match {
  readonly start: number
  readonly offset: number
  readonly length: number
}

interface Matcher {
  readonly rolling: RollingHash
  /** Finds in the old content the window at `place.at`, which has this hash, and the equal bytes around it. */
  match(hash: number, place: Place): Match | undefined
}

/** The delta; undefined if it would insert more than `mostInserted` bytes. */
function scan(next: PagedBytes, matcher: Matcher, mostInserted: number): Delta | undefined {
  const { window, hashOf, roll } = matcher.rolling
  const builder = createDeltaBuilder()
  const place = { at: 0, done: 0, expected: 0 }
  let inserted = 0
  let hash = hashOf(next.slice(0, window), 0)
  while (place.at < next.length) {
    const match = matcher.match(hash, place)
    if (match) {
      inserted += match.start - place.done
      builder.insert(next.slice(place.done, match.start))
      builder.copy({ offset: match.offset, length: match.length })
      place.expected = match.offset + match.length
      place.done = match.start + match.length
      place.at = place.done
      hash = hashOf(next.slice(place.at, place.at + window), 0)
    } else {
      hash = roll(hash, next.at(place.at), next.at(place.at + window))
      place.at += 1
    }
    if (inserted + place.at - place.done > mostInserted) return undefined
  }
  builder.insert(next.slice(place.done, next.length))
  return builder.end()
}
