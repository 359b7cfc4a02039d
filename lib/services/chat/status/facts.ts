import type { Locale } from '../../../core/language/language.ts'
import { quotedReason } from '../../../core/language/outside.ts'
import { sayIn } from '../../../core/language/text.ts'
import type { Reason } from '../../../core/phrase.ts'
import { MESSAGE_CAP } from '../remote/message.ts'
import { composeStatus, MOST_LINES, type StatusSection } from './message.ts'
import { type CredentialFacts, credentialPhrases, deviceRemarks, ownerName, STATUS, span } from './words.ts'

export interface DeviceFact {
  readonly name: string
  /** `memory=<count or none> / index reference=<yes|no>`, as the device counted on its disk. */
  readonly line: string
  /** The time of the last report, in ISO 8601. */
  readonly at: string
  readonly behind: boolean
  readonly silent: boolean
  /** Whether the key is revoked. The message then says only this in place of `behind` and `silent`. */
  readonly revoked: boolean
}

export interface StatusFacts {
  readonly devices: readonly DeviceFact[]
  /** The credential; undefined if the accounting service is not set up. */
  readonly token?: CredentialFacts | undefined
  /** The time since when the store has confirmed no write (milliseconds since the epoch). */
  readonly unconfirmed?: number | undefined
  /** The times by which registrants must have confirmed their e-mail (epoch milliseconds), the most urgent first. */
  readonly deadlines: readonly { readonly domain: string; readonly verifyBy: number }[]
  /** The notices, the most urgent first. */
  readonly notices: readonly string[]
  readonly failed: readonly { readonly owner: string; readonly reason: Reason }[]
  /** The address of the list of open items on the console. */
  readonly page?: string | undefined
}

/** How the message is read; `now` is in milliseconds since the epoch. */
export interface Reading {
  readonly locale: Locale
  readonly now: number
}

/** The message of at most `cap` UTF-16 units. It ends with the link to the console, if there is one. */
export function statusText(facts: StatusFacts, reading: Reading, cap: number = MESSAGE_CAP): string {
  const { foreign: _, ...locale } = reading.locale
  const foot = facts.page === undefined ? '' : `\n${sayIn(locale)(STATUS.page, { address: facts.page })}`
  return composeStatus(statusSections(facts, reading), reading.locale, cap - foot.length) + foot
}

/** The sections, that of the open items first. */
export function statusSections(
  { devices, token, unconfirmed, deadlines, notices, failed }: StatusFacts,
  { locale, now }: Reading,
): StatusSection[] {
  const say = sayIn(locale)
  const ordered = devices.toSorted((one, other) => urgencyOf(other) - urgencyOf(one))
  return [
    { title: say(STATUS.waiting), lines: notices },
    {
      title: say(STATUS.deadlines),
      lines: deadlines.map(({ domain, verifyBy }) =>
        verifyBy > now
          ? say(STATUS.due, { domain, verifyBy, left: span(verifyBy - now) })
          : say(STATUS.overdue, { domain, verifyBy }),
      ),
    },
    {
      title: say(STATUS.failed),
      lines: failed.map(({ owner, reason }) =>
        say(STATUS.unread, { owner: ownerName(owner), reason: quotedReason(reason) }),
      ),
    },
    {
      title: say(STATUS.token),
      lines: token === undefined ? [] : [say(STATUS.credential, { texts: credentialPhrases(token) })],
    },
    {
      title: say(STATUS.store),
      lines: unconfirmed === undefined ? [] : [say(STATUS.unconfirmed, { since: unconfirmed })],
    },
    {
      title: say(STATUS.devices),
      lines:
        devices.length > 0
          ? ordered.slice(0, MOST_LINES).map(device =>
              say(STATUS.device, {
                name: device.name,
                line: device.line,
                age: span(now - Date.parse(device.at)),
                ...deviceRemarks(device),
              }),
            )
          : [say(STATUS.noDevice)],
      hidden: Math.max(0, devices.length - MOST_LINES),
    },
  ]
}

/** The rank of a device: silent ones come first, then those behind; revoked ones come last. */
function urgencyOf({ silent, behind, revoked }: DeviceFact): number {
  if (revoked) return -1
  return (silent ? 2 : 0) + (behind ? 1 : 0)
}
