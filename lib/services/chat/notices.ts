/** A notice never contains the text of a message. */
import { isDeepStrictEqual } from 'node:util'
import type { SeenClaim } from '../../core/claims/claim.ts'
import type { NamedClaim } from '../../core/claims/claims.ts'
import { FUNCTION_LIFE } from '../../core/claims/lease.ts'
import type { NoticeOf } from '../../core/language/open-item.ts'
import { listAll } from '../../core/store/list.ts'
import { type ChatClaims, channelOf } from './acts/claims.ts'
import { SETTLING } from './acts/once.ts'
import { DELIVERIES, isOfDelivery } from './delivery/cases.ts'
import type { OpenDelivery } from './delivery/unsent.ts'
import type { ChatDeps } from './deps.ts'
import type { chatItems } from './notice-words.ts'
import type { MadeChannel, SentMessage } from './schema.ts'

type ChatNotice = NoticeOf<typeof chatItems>

export interface ChatState {
  readonly messages: readonly NamedClaim<SentMessage>[]
  readonly channels: readonly NamedClaim<MadeChannel>[]
  readonly deliveries: readonly OpenDelivery[]
}

export async function readChatState(deps: StateDeps): Promise<ChatState> {
  const { messages, channels } = deps
  const [openMessages, openChannels, deliveries] = await Promise.all([
    messages.listOpen(),
    channels.listOpen(),
    openDeliveries(deps),
  ])
  return { messages: openMessages, channels: openChannels, deliveries }
}

type StateDeps = ChatClaims & Pick<ChatDeps, 'store' | 'mayStore'>

/** Reads open deliveries, and loads the code for this only if there is one. */
async function openDeliveries(deps: StateDeps): Promise<readonly OpenDelivery[]> {
  const listed = await listAll(deps.store, DELIVERIES, { open: true })
  if (listed.records.length === 0) return []
  const { openAmong } = await import('./delivery/unsent.ts')
  return openAmong(listed, deps)
}

export function chatNotices({ messages, channels, deliveries }: ChatState): ChatNotice[] {
  return [
    ...messages.flatMap(unknownMessages),
    ...deliveries.flatMap(waitingDeliveries),
    ...messages.flatMap(named => twiceNotices(named, 'message')),
    ...channels.flatMap(named => twiceNotices(named, 'channel')),
  ]
}

/** Notices about messages of unknown outcome. Messages of notices and of the status need none: later ones follow. */
function unknownMessages({ name, claim }: NamedClaim<SentMessage>): ChatNotice[] {
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

/** Notices about deliveries for a person to continue: messages wait, or it is unknown whether the channel exists. */
function waitingDeliveries({ delivery, unsent, channel, seenAt }: OpenDelivery): ChatNotice[] {
  const { name, making, targets } = delivery
  if (making && channel?.state === 'unknown')
    return staysUnknown(channel) ? [unknownChannel({ delivery: name, channel: making.name }, channel)] : []
  const since = Date.parse(delivery.at)
  const isUnderWay = seenAt < since + FUNCTION_LIFE || unsent.some(({ state }) => state === 'in_progress')
  const [first, ...others] = unsent.filter(({ state }) => state === 'waiting')
  if (isUnderWay || channel?.state === 'claimed' || !first) return []
  const waiting = others.length + 1
  const reason = channel?.reason ?? first.reason
  return [
    {
      key: `chat/delivery/${name}`,
      step: `waiting ${waiting}`,
      kind: 'delivery_waiting',
      facts: { name, waiting, of: targets.length, since, reason },
    },
  ]
}

/** The message reaches no person until a person runs the delivery again, which finds or creates the channel. */
function unknownChannel(
  { delivery, channel }: { delivery: string; channel: string },
  { operation, reason }: SeenClaim<MadeChannel>,
): ChatNotice {
  return {
    key: `chat/channel/${delivery}`,
    step: `unknown ${operation}`,
    kind: 'channel_unknown',
    facts: { name: channel, delivery, reason },
  }
}

/** Whether the outcome stays unknown, because no run is under way that will store it. */
function staysUnknown({ state, steps, seenAt }: SeenClaim<SentMessage | MadeChannel>): boolean {
  const since = steps.at(-1)?.at ?? 0
  return state === 'unknown' && seenAt >= since + SETTLING
}

/** Notices about claims with orphaned effects besides their result, which may be on the platform twice. */
function twiceNotices(
  { name, claim: { result, strays = [] } }: NamedClaim<SentMessage | MadeChannel>,
  made: 'message' | 'channel',
): ChatNotice[] {
  const own = result && placeOf(result)
  const others = strays
    .map(({ result, at }) => ({ place: result && placeOf(result), at }))
    .filter(({ place }) => place === undefined || !isDeepStrictEqual(place, own))
  if (others.length === 0) return []
  const places = [own, ...others.map(({ place }) => place)].filter(place => place !== undefined)
  const key = `chat/${made}-twice/${name}`
  const step = `strays ${others.map(({ at }) => new Date(at).toISOString()).join(' ')}`
  const uncertain = others.length + (own ? 1 : 0) - places.length
  return [
    {
      key,
      step,
      kind: `${made}_twice`,
      facts: { key, step, name, made: places, uncertain },
    },
  ]
}

function placeOf(made: SentMessage | MadeChannel) {
  return 'message' in made ? { channel: made.channel, message: made.message } : { channel: made.channel }
}
