/** Times for people. */

/** An ISO time in a time zone (UTC unless given): `2026-11-20 14:03 UTC`, `2026-11-20 23:03 +09:00`. */
export function momentText(iso: string, timezone = 'UTC'): string {
  const at = new Date(iso)
  const time = new Intl.DateTimeFormat('sv-SE', {
    timeZone: timezone,
    dateStyle: 'short',
    timeStyle: 'short',
  })
  return `${time.format(at)} ${offsetText(at, timezone)}`
}

/** The offset from UTC at that time. */
function offsetText(at: Date, timeZone: string): string {
  const parts = new Intl.DateTimeFormat('en', { timeZone, timeZoneName: 'longOffset' }).formatToParts(at)
  const name = parts.find(({ type }) => type === 'timeZoneName')?.value ?? ''
  return /[1-9]/.test(name) ? name.replace('GMT', '') : 'UTC'
}

/** `3 minutes ago`; `now` in milliseconds since the epoch. */
export function ageText(iso: string, now: number): string {
  const seconds = Math.max(0, Math.round((now - Date.parse(iso)) / 1000))
  const [amount, unit] =
    seconds < 90
      ? [seconds, 'second']
      : seconds < 5400
        ? [Math.round(seconds / 60), 'minute']
        : seconds < 129_600
          ? [Math.round(seconds / 3600), 'hour']
          : [Math.round(seconds / 86_400), 'day']
  return `${amount} ${unit}${amount === 1 ? '' : 's'} ago`
}
