/**
 * Makes the delta from an old content to a new one. The old content is indexed by the hashes of its blocks, while a
 * rolling hash moves over the new one. A block that is found is verified, and grown in both directions, as xdelta does.
 * Time is linear in the sizes. Memory is at least a third of the old content's size, and the inserted bytes. The
 * contents themselves are read page by page.
 */
import { BLOCKS, createIndexMemory, type IndexMemory } from './block-index.ts'
import { createDeltaBuilder, type Delta } from './operations.ts'
import { PagedBytes } from './paged-bytes.ts'
import { sharedAfter, sharedBefore } from './shared.ts'

/** The most old blocks with one hash that are tried, as repeated content must not make the search quadratic. */
const TRIED = 8

export function diff(old: Uint8Array, next: Uint8Array): Delta {
  const deps = { memory: createIndexMemory(), mostInserted: Number.POSITIVE_INFINITY }
  return diffPaged(PagedBytes.of(old), PagedBytes.of(next), deps) ?? []
}

export interface DiffDeps {
  readonly memory: IndexMemory
  /** The most bytes that the delta may insert. */
  readonly mostInserted: number
}

/** Returns the delta, or undefined if it would insert more than `mostInserted` bytes. */
export function diffPaged(
  old: PagedBytes,
  next: PagedBytes,
  { memory, mostInserted }: DiffDeps,
): Delta | undefined {
  const index = memory.index(old)

  /** Of equally long matches, the one nearest to `expected` is best. */
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
  return scan(next, match, mostInserted)
}

function isBetter(match: Match, best: Match, expected: number): boolean {
  if (match.length !== best.length) return match.length > best.length
  return Math.abs(match.offset - expected) < Math.abs(best.offset - expected)
}

/** Returns the match that grows from equal blocks. Undefined if the blocks differ. */
function grow(
  [old, offset]: readonly [PagedBytes, number],
  [next, { at, done }]: readonly [PagedBytes, Place],
): Match | undefined {
  const end = sharedAfter([next, at], [old, offset])
  if (end < BLOCKS.window) return undefined
  const back = sharedBefore([next, at], [old, offset], at - done)
  return { start: at - back, offset: offset - back, length: end + back }
}

/** The state of the scan. The scan changes this object as it moves on, so a caller must not keep it. */
interface Place {
  readonly at: number
  /** The end of the new content that the delta already covers. */
  readonly done: number
  /** The end of the last copy in the old content. After an edit, the content usually continues there. */
  readonly expected: number
}

/** Equal bytes: the new content from `start` on is equal to the old one from `offset` on. */
interface Match {
  readonly start: number
  readonly offset: number
  readonly length: number
}

/** Finds the window at `place.at`, which has this hash, in the old content, with the equal bytes around it. */
type Matcher = (hash: number, place: Place) => Match | undefined

/** Returns undefined if the delta would insert more than `mostInserted` bytes. */
function scan(next: PagedBytes, findMatch: Matcher, mostInserted: number): Delta | undefined {
  const { window, hashOf, roll } = BLOCKS
  const builder = createDeltaBuilder()
  const place = { at: 0, done: 0, expected: 0 }
  let inserted = 0
  let hash = hashOf(next.slice(0, window), 0)
  while (place.at < next.length) {
    const match = findMatch(hash, place)
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
