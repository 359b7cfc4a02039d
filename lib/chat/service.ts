/**
 * Telling people. Operators call it through `routes.ts`, the notices through `lib/app`; it talks to the chat platform
 * with the bots' tokens, and keeps in the store a claim for each message and channel, what each delivery is, and how far
 * answers were read. What always holds:
 * - a token is used once the platform has said that it is a bot's; a person's token never is;
 * - a message is claimed before it is sent, carries a nonce that follows from its case, and mentions nobody;
 * - a group takes no bot: nothing is invited and no permission is changed, another way is taken and the reason told;
 * - no text of a message and no name of a person stands in a log line or in an error's message.
 */
import type { ClaimState } from '../claims/claim.ts'
import { createClaims } from '../claims/claims.ts'
import { AppError } from '../errors.ts'
import { type ChannelCheck, checkChannel } from './channel/check-channel.ts'
import { type ChatWork, deliver, post, summaryOf } from './delivery/deliver.ts'
import { decideMessage, listMessages, type MessageDecision, type MessageReport } from './delivery/messages.ts'
import { type DeliveryOrder, orderDigest, planDelivery, readDelivery } from './delivery/plan.ts'
import { checkText, type Post } from './delivery/post.ts'
import type { SendReport } from './delivery/settle.ts'
import type { DeliverySummary } from './delivery/summary.ts'
import type { ChatParts } from './deps.ts'
import { type Bots, botOf, openBots, type RefusedToken, usableBots } from './remote/bots.ts'
import { madeChannelSchema, type SentMessage, type StoredDelivery, sentSchema } from './schema.ts'

export interface Acting {
  /** The key's name. */
  readonly by: string
}

/** What a delivery would be. */
export interface DryRun {
  readonly mode: 'dry-run'
  readonly way: StoredDelivery['way']
  /** Why it is another way than asked for. */
  readonly why?: string
  readonly people: readonly { id: string; label: string }[]
  readonly channel?: string
  /** The private channel that would be made. */
  readonly channelName?: string
  readonly characters: number
  /** When it was begun, ISO 8601: what is out already is not sent again. */
  readonly begun?: string
  /** Tokens that are not used, and why. */
  readonly refused: readonly RefusedToken[]
}

export interface Chat {
  /** Asks every bot about a channel, and says which way a message can go. */
  checkChannel(channel: string): Promise<ChannelCheck>
  /** What a delivery would be; nothing is made or sent. @throws AppError as `deliver` does */
  dryRun(order: DeliveryOrder): Promise<DryRun>
  /**
   * Sends what is not sent yet.
   * @throws AppError `bad_request` (who is meant), `conflict`, `permission_missing` before anything is sent; afterwards the
   * summary tells
   */
  deliver(order: DeliveryOrder, acting: Acting): Promise<DeliverySummary>
  /** How a delivery stands, after reading the answers. @throws AppError `not_found` */
  summary(name: string): Promise<DeliverySummary>
  /** The messages in `states`, the newest first. */
  messages(states: readonly ClaimState[]): Promise<MessageReport[]>
  /** Settles a message of unknown outcome by what a person saw. @throws AppError `not_found`, `conflict` */
  decideMessage(decision: MessageDecision): Promise<MessageReport>
  /** Posts one message into a channel, once for its case. @throws AppError `conflict` where no bot may */
  tell(request: Post): Promise<SendReport<SentMessage>>
}

/** The service for one request's work. */
export function createChat(parts: ChatParts): Chat {
  const work = createWork(parts)
  return {
    checkChannel: async channel => checkChannel(channel, await work.bots()),
    dryRun: order => dryRun(order, work),
    deliver: (order, { by }) => deliver(order, by, work),
    summary: name => summaryOf(name, work),
    messages: states => listMessages(work.messages, states),
    async decideMessage(decision) {
      const report = await decideMessage(decision, work.messages)
      parts.note('message', { case: report.case, state: report.state, decided: true })
      return report
    },
    async tell(request) {
      checkText(request.text)
      const { decision } = await checkChannel(request.channel, usableBots(await work.bots()))
      if (decision.use === 'other') throw new AppError('conflict', `Cannot post: ${decision.why}`)
      return post(request, { bot: botOf(await work.bots(), decision.bot), work })
    },
  }
}

function createWork(parts: ChatParts): ChatWork {
  const { store, clock } = parts
  const deadline = clock() + parts.patience
  let opening: Promise<Bots> | undefined
  return {
    parts,
    messages: createClaims({ store, kind: 'message', parseResult: stored => sentSchema.parse(stored) }),
    channels: createClaims({
      store,
      kind: 'channel',
      parseResult: stored => madeChannelSchema.parse(stored),
    }),
    bots() {
      opening ??= openBots(deadline, parts)
      return opening
    },
    isLate: () => clock() > deadline,
  }
}

async function dryRun(order: DeliveryOrder, { parts, bots }: ChatWork): Promise<DryRun> {
  checkText(order.text)
  const known = await readDelivery(order.name, { store: parts.store, digest: orderDigest(order) })
  if (known) return begunRun(order, known)
  const opened = await bots()
  const plan = await planDelivery(order, { bots: opened, guildId: parts.settings.guildId })
  const { way, why, people, channel, channelName } = plan
  return {
    mode: 'dry-run',
    way,
    ...(why && { why }),
    people,
    ...(channel && { channel }),
    ...(channelName && { channelName }),
    characters: order.text.length,
    refused: opened.refused,
  }
}

/** A delivery that was begun is what it was then. */
function begunRun({ text }: DeliveryOrder, { way, why, targets, at }: StoredDelivery): DryRun {
  const [target] = targets
  return {
    mode: 'dry-run',
    way,
    ...(why && { why }),
    people: targets.flatMap(({ awaits }) => awaits),
    ...(target?.kind === 'channel' && { channel: target.id }),
    characters: text.length,
    begun: at,
    refused: [],
  }
}
