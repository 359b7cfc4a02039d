/**
 * What a person must do about the messages of deliveries of which nobody knows whether they were sent, about the private
 * channels of which nobody knows whether they were created, and about what may be on the platform twice, as a pure rule over
 * what is stored. A notice has a key and a step; people are told once for each step that it reaches. It holds no message's text.
 */
import { isDeepStrictEqual } from 'node:util'
import type { SeenClaim } from '../claims/claim.ts'
import type { NamedClaim } from '../claims/claims.ts'
import type { Notice } from '../language/catalogue/notices/matters.ts'
import type { ChatClaims } from './claims.ts'
import { isOfDelivery } from './delivery/cases.ts'
import { channelOf } from './delivery/claimed-post.ts'
import { SETTLING } from './delivery/settle.ts'
import type { MadeChannel, SentMessage } from './schema.ts'

/** The input of the rule: the open messages and channels. */
export interface ChatState {
  readonly messages: readonly NamedClaim<SentMessage>[]
  readonly channels: readonly NamedClaim<MadeChannel>[]
}

/** Reads the input of the rule. */
export async function readChatState({ messages, channels }: ChatClaims): Promise<ChatState> {
  const [openMessages, openChannels] = await Promise.all([messages.listOpen(), channels.listOpen()])
  return { messages: openMessages, channels: openChannels }
}

/** The notices that are due. */
export function chatNotices({ messages, channels }: ChatState): Notice[] {
  return [
    ...messages.flatMap(unknownMessages),
    ...channels.flatMap(unknownChannels),
    ...messages.flatMap(named => twiceNotices(named, 'message')),
    ...channels.flatMap(named => twiceNotices(named, 'channel')),
  ]
}

/**
 * A message of a delivery is looked for when the delivery is run again, and nobody may do that. A notice or a status message
 * is sent again by itself, or another one follows.
 */
function unknownMessages({ name, claim }: NamedClaim<SentMessage>): Notice[] {
  if (!staysUnknown(claim) || !isOfDelivery(name)) return []
  const { operation, reason } = claim
  return [
    {
      key: `chat/message/${name}`,
      step: `unknown ${operation}`,
      kind: 'message_unknown',
      facts: { name, channel: channelOf(claim), reason },
    },
  ]
}

/** Nobody of the delivery has its message until it is run again, which finds the channel or creates it. */
function unknownChannels({ name, claim }: NamedClaim<MadeChannel>): Notice[] {
  if (!staysUnknown(claim)) return []
  const { operation, reason } = claim
  return [
    {
      key: `chat/channel/${name}`,
      step: `unknown ${operation}`,
      kind: 'channel_unknown',
      facts: { name: name.slice(name.indexOf('/') + 1), reason },
    },
  ]
}

/** Whether no run that is still under way will say what became of it. */
function staysUnknown({ state, steps, seenAt }: SeenClaim<SentMessage | MadeChannel>): boolean {
  const since = steps.at(-1)?.at ?? 0
  return state === 'unknown' && seenAt >= since + SETTLING
}

/** What attempts did that had lost their claim. What the claim itself has is not there twice. */
function twiceNotices(
  { name, claim: { result, strays = [] } }: NamedClaim<SentMessage | MadeChannel>,
  made: 'message' | 'channel',
): Notice[] {
  const own = result && placeOf(result)
  const others = strays
    .map(stray => stray.result && placeOf(stray.result))
    .filter(place => place === undefined || !isDeepStrictEqual(place, own))
  if (others.length === 0) return []
  const places = [own, ...others].filter(place => place !== undefined)
  const key = `chat/${made}-twice/${name}`
  const uncertain = others.length + (own ? 1 : 0) - places.length
  return [
    {
      key,
      step: `strays ${others.length}`,
      kind: `${made}_twice`,
      facts: { key, name, made: places, uncertain },
    },
  ]
}

function placeOf(made: SentMessage | MadeChannel) {
  return 'message' in made ? { channel: made.channel, message: made.message } : { channel: made.channel }
}
