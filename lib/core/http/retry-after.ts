/** Reads the header Retry-After (RFC 9110 section 10.2.3). */

/**
 * The three forms of an HTTP date (RFC 9110 section 5.6.7). All of them are in UTC, although the third does not name a
 * time zone.
 */
const DATE =
  /^(?:[A-Z][a-z]{2}, \d\d [A-Z][a-z]{2} \d{4}|[A-Z][a-z]+, \d\d-[A-Z][a-z]{2}-\d\d) \d\d:\d\d:\d\d GMT$/
const ASCTIME = /^[A-Z][a-z]{2} [A-Z][a-z]{2} [ \d]\d \d\d:\d\d:\d\d \d{4}$/
/**
 * The maximum wait in seconds, thirty years. A remote that demands a longer wait in effect refuses the call, and the
 * time must fit into a Date.
 */
const MOST_SECONDS = 999_999_999

/** How many milliseconds to wait from `now`. `value` is the header: seconds or a date. Undefined if it is neither. */
export function retryAfter(value: string | undefined, now: number): number | undefined {
  const text = value?.trim() ?? ''
  if (/^[0-9]+$/.test(text)) return Math.min(Number(text), MOST_SECONDS) * 1000
  const moment = momentOf(text)
  return Number.isNaN(moment) ? undefined : Math.max(0, moment - now)
}

function momentOf(text: string): number {
  if (DATE.test(text)) return Date.parse(text)
  return ASCTIME.test(text) ? Date.parse(`${text} GMT`) : Number.NaN
}
