/**
 * Makes a delta in one pass over the new content: a rolling hash finds the parts that the old content has, and all
 * other bytes are inserted.
 */
import { createDeltaBuilder, type Delta } from './operations.ts'
import type { PagedBytes } from './paged-bytes.ts'
import type { RollingHash } from './rolling-hash.ts'

/** The position of a scan. The object changes as the scan moves on, so a caller must not keep it. */
export interface Place {
  readonly at: number
  /** The delta covers the new content up to here, so a match may be extended back to this offset. */
  readonly done: number
  /** The offset in the old content at which the last copy ended. After an edit, the content usually continues there. */
  readonly expected: number
}

/** A match: the bytes of the new content from `start` on are equal to those of the old content from `offset` on. */
export interface Match {
  readonly start: number
  readonly offset: number
  readonly length: number
}

export interface Matcher {
  readonly rolling: RollingHash
  /** Finds in the old content the window at `place.at`, which has this hash, and the equal bytes around it. */
  match(hash: number, place: Place): Match | undefined
}

/** The delta; undefined if it would insert more than `mostInserted` bytes. */
export function scan(next: PagedBytes, matcher: Matcher, mostInserted: number): Delta | undefined {
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
