/**
 * Finds a delta between two contents: the old one is indexed by the hash of each of its blocks, a rolling hash (Rabin and
 * Karp, 1987) runs over the new one, and a block that is found is verified and grown in both directions as far as the bytes
 * agree, as xdelta does. Time is linear in the sizes. Memory is a third of a byte for each byte of the old content, or more, and the bytes
 * that are inserted: the contents themselves are read page by page.
 */
import { type BlockIndex, createIndexMemory, type IndexMemory } from './block-index.ts'
import { createDeltaBuilder, type Delta } from './operations.ts'
import { PagedBytes } from './paged-bytes.ts'
import { BLOCK, hashOf, roll } from './rolling-hash.ts'
import { sharedAfter, sharedBefore } from './shared.ts'

/** How many old blocks of one hash are tried: repeated content must not make the search quadratic. */
const TRIED = 8

/** The delta that makes `next` from `old`, which are in memory. */
export function diff(old: Uint8Array, next: Uint8Array): Delta {
  const deps = { memory: createIndexMemory(), mostInserted: Number.POSITIVE_INFINITY }
  return diffPaged(PagedBytes.of(old), PagedBytes.of(next), deps) ?? []
}

export interface DiffDeps {
  readonly memory: IndexMemory
  /** How many bytes a delta may insert. */
  readonly mostInserted: number
}

/** The delta that makes `next` from `old`; undefined if it would insert more than it may. */
export function diffPaged(
  old: PagedBytes,
  next: PagedBytes,
  { memory, mostInserted }: DiffDeps,
): Delta | undefined {
  const builder = createDeltaBuilder()
  const index = memory.index(old)
  /** Up to here `next` is in the delta, which inserts so many bytes. */
  let done = 0
  let inserted = 0
  let at = 0
  let hash = hashOf(next.slice(at, at + BLOCK), 0)
  /** Where the last copy ended in `old`: an edit in the middle usually goes on from there. */
  let expected = 0
  while (at + BLOCK <= next.length) {
    const first = index.first(hash)
    const match = first > 0 && findMatch({ old, next, index, first, at, hash, from: done, expected })
    if (match) {
      inserted += match.start - done
      builder.insert(next.slice(done, match.start))
      builder.copy({ offset: match.offset, length: match.length })
      expected = match.offset + match.length
      done = match.start + match.length
      at = done
      hash = hashOf(next.slice(at, at + BLOCK), 0)
    } else {
      hash = roll(hash, next.at(at), next.at(at + BLOCK))
      at += 1
    }
    if (inserted + at - done > mostInserted) return undefined
  }
  if (inserted + next.length - done > mostInserted) return undefined
  builder.insert(next.slice(done, next.length))
  return builder.end()
}

interface Search {
  readonly old: PagedBytes
  readonly next: PagedBytes
  readonly index: BlockIndex
  /** The first block to try. */
  readonly first: number
  readonly at: number
  readonly hash: number
  /** A match may grow back to here. */
  readonly from: number
  readonly expected: number
}

interface Match {
  readonly start: number
  readonly offset: number
  readonly length: number
}

/** The longest of the matches that are tried; of equal ones the one that goes on where the last copy ended. */
function findMatch(search: Search): Match | undefined {
  const { index, first, hash, expected } = search
  let best: Match | undefined
  let block = first
  for (let tried = 0; block > 0 && tried < TRIED; block = index.before(block)) {
    if (!index.mayHave(hash, block)) continue
    tried += 1
    const match = grow(search, (block - 1) * BLOCK)
    if (match && (!best || isBetter(match, best, expected))) best = match
  }
  return best
}

function isBetter(match: Match, best: Match, expected: number): boolean {
  if (match.length !== best.length) return match.length > best.length
  return Math.abs(match.offset - expected) < Math.abs(best.offset - expected)
}

/** The bytes around `next[at]` and `old[offset]` that agree; undefined if the block itself does not. */
function grow({ old, next, at, from }: Search, offset: number): Match | undefined {
  const end = sharedAfter([next, at], [old, offset])
  if (end < BLOCK) return undefined
  const back = sharedBefore([next, at], [old, offset], at - from)
  return { start: at - back, offset: offset - back, length: end + back }
}
