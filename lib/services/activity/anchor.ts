/**
 * The beginning of the stored log: the entries up to the anchor were exported, verified, and removed. The anchor is
 * written before any entry is removed, so an interrupted removal is recognised and continued.
 */
import type { RecordFormat } from '../../core/store/update.ts'
import type { ChainEnd } from './entry.ts'

export const ANCHOR = 'activity/anchor'

/** The last entry of the last removal. */
export interface Anchor extends ChainEnd {
  /** When that entry was written, ISO 8601. */
  readonly at: string
  /** The first entry of that removal, and how many entries it removed. */
  readonly first: number
  readonly count: number
  /** The digest of the export that contains these entries. */
  readonly export: string
  /** The keyid that removed the entries, the person in whose name, and when (ISO 8601). */
  readonly by: string
  readonly person: string
  readonly removedAt: string
  /** The first entry that may not have an expiry yet; absent when the removal is finished. */
  readonly pending?: number | undefined
}

export const anchorFormat: RecordFormat<Anchor> = {
  parse: text => JSON.parse(text) as Anchor,
  format: anchor => JSON.stringify(anchor),
}
