/** Matches an HTTP date (RFC 9110 section 5.6.7). All forms are in UTC, although asctime's form does not say so. */
const DATE =
  /^(?:[A-Z][a-z]{2}, \d\d [A-Z][a-z]{2} \d{4}|[A-Z][a-z]+, \d\d-[A-Z][a-z]{2}-\d\d) \d\d:\d\d:\d\d GMT$/
const ASCTIME = /^[A-Z][a-z]{2} [A-Z][a-z]{2} [ \d]\d \d\d:\d\d:\d\d \d{4}$/
/** Thirty years. A remote that demands more in effect refuses the call, and the sum must still fit into a Date. */
const MOST_SECONDS = 999_999_999

/** Retry-After (RFC 9110 section 10.2.3) as milliseconds from `now`; undefined if it is neither seconds nor a date. */
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
