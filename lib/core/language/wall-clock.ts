/** Returns the local day and time: `2026-11-20 23:03`. */
export function dayTimeText(iso: string, timeZone: string): string {
  return wallClock(Date.parse(iso), timeZone).slice(0, 16).replace('T', ' ')
}

const OFFSET = /\dz$|:\d\d(?:\.\d+)?\s?[+-]\d\d|\b(?:gmt|utc?|[ecmp][sd]t)\b/i

/** Parses as `Date.parse` does, but takes a day or a time without an offset as UTC, not as the machine's time. */
export function parseUtc(text: string): number {
  // the T becomes a space, because Date.parse accepts no `UTC` after a time that has a T
  return Date.parse(OFFSET.test(text) ? text : `${text.replace(/(?<=\d)t(?=\d)/i, ' ')} UTC`)
}

/** Returns milliseconds since the epoch. Undefined if `day` is not YYYY-MM-DD. */
export function startOfDay(day: string, timeZone: string): number | undefined {
  const midnight = Date.parse(`${day}T00:00:00Z`)
  const exists = !Number.isNaN(midnight) && new Date(midnight).toISOString().startsWith(day)
  if (!/^\d{4}-\d{2}-\d{2}$/.test(day) || !exists) return undefined
  // the offset is computed twice, because it may change between midnight in UTC and midnight in the time zone
  const near = midnight - offsetAt(midnight, timeZone)
  return midnight - offsetAt(near, timeZone)
}

function offsetAt(at: number, timeZone: string): number {
  return Date.parse(`${wallClock(at, timeZone)}Z`) - Math.floor(at / 1000) * 1000
}

const CLOCK = { dateStyle: 'short', timeStyle: 'medium', hourCycle: 'h23' } as const

/** The formats are kept, because making one takes half a millisecond. There are few, as the time zone is a setting. */
const clocks = new Map<string, Intl.DateTimeFormat>()

/** Returns the local time: `2026-11-20T23:03:05`. @throws RangeError if there is no such time zone */
export function wallClock(at: number, timeZone: string): string {
  const known = clocks.get(timeZone)
  const clock = known ?? new Intl.DateTimeFormat('sv-SE', { ...CLOCK, timeZone })
  if (!known) clocks.set(timeZone, clock)
  return clock.format(at).replace(' ', 'T')
}
