/** Lists messages from stored claims alone, and loads no code that calls the platform. */
import type { SeenClaim } from '../../../core/claims/claim.ts'
import type { Claims, NamedClaim } from '../../../core/claims/claims.ts'
import type { ClaimState } from '../../../core/claims/stored-records.ts'
import { ignoredTokens } from '../../../core/config/chat.ts'
import { cutPage, type ListOrder, type PageRequest, pageOf } from '../../../core/http/pages.ts'
import type { Handlers } from '../../../core/http/serve.ts'
import { saidReason } from '../../../core/language/text.ts'
import type { ChatContract, MessageReport } from '../contract.ts'
import type { SentMessage } from '../schema.ts'
import { channelOf } from './claims.ts'

/** Messages of an open state, the newest first. A page of a closed state may have fewer than `limit` messages. */
export async function messagesPage(
  state: ClaimState,
  page: PageRequest,
  claims: Claims<SentMessage>,
): Promise<{ messages: readonly MessageReport[]; next: string | undefined }> {
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
    ...(reason !== undefined && { reason: saidReason(reason) }),
  }
}

export interface MessageRouteDeps {
  claims(): Claims<SentMessage>
  /** The variables that are set to a person's token. kura does not use such tokens. */
  readonly userTokens: readonly string[]
}

export function messageHandlers(deps: MessageRouteDeps): Handlers<ChatContract, 'messages'> {
  const also = ignoredTokens(deps.userTokens)
  return {
    async messages({ query }) {
      const { messages, next } = await messagesPage(query.state ?? 'unknown', pageOf(query), deps.claims())
      return { messages: [...messages], ...(next !== undefined && { next }), ...also }
    },
  }
}
