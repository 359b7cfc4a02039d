/** The team's purchases, found in the team's events: the registrar has no list of orders. */
import { domainToUnicode } from 'node:url'
import { AppError } from '../../../core/errors.ts'
import type { CallOf } from '../../../core/remote/call.ts'
import { EVENTS_AT_ONCE, purchaseEventsCall } from './calls.ts'
import type { eventsReply, TeamEvent } from './schema.ts'

const PAGES = 10

/**
 * When the team bought `domain`, in milliseconds since the epoch, by its events since `since`.
 * @throws AppError `remote_answer` if there are too many events to read
 */
export async function purchaseTimes(
  domain: string,
  since: number,
  call: (spec: CallOf<typeof eventsReply>) => Promise<readonly TeamEvent[]>,
): Promise<number[]> {
  const times: number[] = []
  let until: number | undefined
  for (let page = 0; page < PAGES; page++) {
    const events = await call(purchaseEventsCall(since, until))
    times.push(...events.filter(({ text }) => namesDomain(text, domain)).map(({ createdAt }) => createdAt))
    if (events.length < EVENTS_AT_ONCE) return times
    const oldest = Math.min(...events.map(({ createdAt }) => createdAt))
    if (oldest === until) break
    until = oldest
  }
  throw new AppError('remote_answer', 'Cannot read the purchases of the team: the registrar lists too many', {
    hint: "nothing was sent: look at the domain on the registrar's own page",
  })
}

/** Whether a text names the domain itself, in punycode or in its own letters, not a name that contains it. */
export function namesDomain(text: string, domain: string): boolean {
  const words = text
    .toLowerCase()
    .split(/[^\p{L}\p{M}\p{N}.-]+/u)
    .map(word => word.replace(/^[.-]+|[.-]+$/g, ''))
  return [domain, domainToUnicode(domain)].some(name => words.includes(name))
}
