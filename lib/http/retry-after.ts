/** Retry-After (RFC 9110 section 10.2.3). */

/** Milliseconds from `now` that the field asks to wait: seconds or a date; undefined where it says neither. */
export function retryAfter(value: string | undefined, now: number): number | undefined {
  const text = value?.trim() ?? ''
  if (/^[0-9]{1,9}$/.test(text)) return Number(text) * 1000
  const moment = Date.parse(text)
  return Number.isNaN(moment) ? undefined : Math.max(0, moment - now)
}
