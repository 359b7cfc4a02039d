/** Which entries wait to be exported, by month. Pure. */
import { type Calendar, monthOf } from '../../core/language/calendar.ts'
import type { Anchor } from './anchor.ts'
import type { Entry } from './entry.ts'
import { type ExportFile, exportDigest } from './export.ts'

/** How far the log was exported, and the digest of that export; number 0 if nothing was. */
export interface Exported {
  readonly seq: number
  readonly export?: string | undefined
}

/** Follows the exports at hand, from the one whose entries were removed from the store last, or from the beginning. */
export function exportedUntil(
  anchor: Pick<Anchor, 'seq' | 'export'> | undefined,
  files: readonly ExportFile[],
): Exported {
  let end: Exported = { seq: anchor?.seq ?? 0, export: anchor?.export }
  for (;;) {
    const next = files.find(
      ({ statement }) => statement.previous === end.export && statement.first.seq > end.seq,
    )
    if (!next) return end
    end = { seq: next.statement.last.seq, export: exportDigest(next.envelope) }
  }
}

/** The entries of a month: `2026-10`. */
export interface Month {
  readonly month: string
  readonly entries: readonly Entry[]
}

/** The months that are over at `now` (milliseconds) and have entries, the oldest first. `entries` are in their order. */
export function monthsOver(
  entries: readonly Entry[],
  { calendar, now }: { calendar: Calendar; now: number },
): Month[] {
  const monthAt = (moment: number) => monthOf(calendar(moment))
  const months = Map.groupBy(entries, ({ at }) => monthAt(Date.parse(at)))
  return [...months].filter(([month]) => month < monthAt(now)).map(([month, entries]) => ({ month, entries }))
}
