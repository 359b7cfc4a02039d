/** Finds the text that several pages of a site share: navigation, footer, notices. */
import type { Sketch } from '../facts/text-sketch.ts'

/** The maximum number of pages that are compared. */
const MOST_SAMPLES = 500
/** A text on this number of the compared pages belongs to the frame; on a site of few pages, a text on two. */
const SHARED = 4
const FEW_PAGES = 8

/** Returns the hashes that occur on several of the pages. */
export function findFrame(sketches: readonly Sketch[]): ReadonlySet<number> {
  const counts = new Map<number, number>()
  const step = Math.max(1, Math.ceil(sketches.length / MOST_SAMPLES))
  for (let at = 0; at < sketches.length; at += step) {
    for (const hash of sketches[at] ?? []) counts.set(hash, (counts.get(hash) ?? 0) + 1)
  }
  const least = sketches.length < FEW_PAGES ? 2 : SHARED
  return new Set([...counts].filter(([, count]) => count >= least).map(([hash]) => hash))
}

/** Returns the sketch of the text that only this page has; it is empty if other pages have all of its text too. */
export function withoutFrame(sketch: Sketch, frame: ReadonlySet<number>): Sketch {
  return sketch.filter(hash => !frame.has(hash))
}
