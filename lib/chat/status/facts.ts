/** The lines of the status message, from stored state: what each device last reported and how long ago; the rest in words. */
import type { StatusSection } from './message.ts'

/** What a device last reported. */
export interface DeviceFact {
  readonly name: string
  /** `memory=<count or none> / index reference=<yes|no>`, as the device read it from its disk. */
  readonly line: string
  /** When it last reported, ISO 8601. */
  readonly at: string
  readonly behind: boolean
  readonly silent: boolean
  /** Its key is revoked: nothing else about it matters. */
  readonly revoked: boolean
}

export interface StatusFacts {
  readonly devices: readonly DeviceFact[]
  /** The state of the accounting token in words; undefined if the accounting service is not set up. */
  readonly token?: string | undefined
  /** What is wrong with the store, in words; undefined if nothing is. */
  readonly store?: string | undefined
  /** When each registrant must have confirmed the e-mail address (milliseconds since the epoch), most urgent first. */
  readonly deadlines: readonly { readonly domain: string; readonly verifyBy: number }[]
  /** What needs a person. */
  readonly notices: readonly { readonly owner: string; readonly text: string }[]
  /** What could not be read, and why. */
  readonly failed: readonly { readonly owner: string; readonly reason: string }[]
}

/** The sections at `now`, milliseconds since the epoch: what needs a person first. */
export function statusSections(
  { devices, token, store, deadlines, notices, failed }: StatusFacts,
  now: number,
): StatusSection[] {
  const ordered = devices.toSorted((one, other) => urgencyOf(other) - urgencyOf(one))
  return [
    { title: 'Waiting for a person', lines: notices.map(({ text }) => text) },
    {
      title: "Registrants' e-mail addresses to confirm",
      lines: deadlines.map(deadline => deadlineLine(deadline, now)),
    },
    { title: 'Could not be read', lines: failed.map(({ owner, reason }) => `${owner}: ${reason}`) },
    { title: 'Accounting token', lines: token === undefined ? [] : [token] },
    { title: 'Store', lines: store === undefined ? [] : [store] },
    {
      title: 'Devices',
      lines: devices.length > 0 ? ordered.map(device => deviceLine(device, now)) : ['no device has reported'],
    },
  ]
}

/** A silent device first, then one that is behind, one out of use last; the others stay in their order. */
function urgencyOf({ silent, behind, revoked }: DeviceFact): number {
  if (revoked) return -1
  return (silent ? 2 : 0) + (behind ? 1 : 0)
}

function deviceLine({ name, line, at, behind, silent, revoked }: DeviceFact, now: number): string {
  const words = revoked ? ['revoked'] : [...(behind ? ['behind'] : []), ...(silent ? ['silent'] : [])]
  const remarks = words.map(word => `, ${word}`)
  return `${name}: ${line} (${age(now - Date.parse(at))} ago${remarks.join('')})`
}

function deadlineLine({ domain, verifyBy }: StatusFacts['deadlines'][number], now: number): string {
  const day = new Date(verifyBy).toISOString().slice(0, 10)
  return now < verifyBy
    ? `${domain}: by ${day}, in ${age(verifyBy - now)}`
    : `${domain}: overdue since ${day}, may be suspended`
}

/** `3 h`: the largest whole unit. */
function age(milliseconds: number): string {
  const minutes = Math.max(0, Math.floor(milliseconds / 60_000))
  if (minutes < 60) return `${minutes} min`
  return minutes < 2880 ? `${Math.floor(minutes / 60)} h` : `${Math.floor(minutes / 1440)} d`
}
