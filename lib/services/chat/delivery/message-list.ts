/** Messages as people and programs see them, from what is stored. */
import type { ClaimState, SeenClaim } from '../../../core/claims/claim.ts'
import type { Claims, NamedClaim } from '../../../core/claims/claims.ts'
import { cutPage, type ListOrder, type PageRequest } from '../../../core/http/pages.ts'
import type { MessageReport } from '../contract.ts'
import type { SentMessage } from '../schema.ts'
import { channelOf } from './claimed-post.ts'

export interface MessagesPage {
  readonly messages: readonly MessageReport[]
  /** The `after` of the next page; undefined on the last one. */
  readonly next: string | undefined
}

/**
 * One page of the messages in a state: open ones the newest first, without reading closed ones; closed ones by name, those
 * in the state of `limit` that are read.
 */
export async function messagesPage(
  state: ClaimState,
  page: PageRequest,
  claims: Claims<SentMessage>,
): Promise<MessagesPage> {
  const reportsOf = (listed: readonly NamedClaim<SentMessage>[]) =>
    listed.filter(({ claim }) => claim.state === state).map(({ name, claim }) => reportMessage(name, claim))
  if (state === 'done' || state === 'refused') {
    const { claims: listed, next } = await claims.list(page)
    return { messages: reportsOf(listed), next }
  }
  const { entries, next } = cutPage(reportsOf(await claims.listOpen()), NEWEST_FIRST, page)
  return { messages: entries, next }
}

const NEWEST_FIRST: ListOrder<MessageReport> = {
  placeOf: ({ since, case: name }) => `${since} ${name}`,
  descending: true,
}

export function reportMessage(name: string, claim: SeenClaim<SentMessage>): MessageReport {
  const { state, operation, seenAt, reason, result, steps } = claim
  return {
    case: name,
    state,
    operation,
    seenAt: new Date(seenAt).toISOString(),
    since: new Date(steps.at(-1)?.at ?? 0).toISOString(),
    channel: channelOf(claim),
    ...(result && { message: result.message }),
    ...(reason !== undefined && { reason }),
  }
}
