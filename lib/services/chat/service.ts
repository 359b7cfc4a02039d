/**
 * The chat service: it delivers messages to people through the chat platform. Operators call it through `routes.ts`,
 * the notices through `lib/app`; it calls the platform with the bots' tokens. It stores the claims of messages and
 * channels, the deliveries, and how far answers were read. Invariants:
 * - a token is used only after the platform has said that it belongs to a bot; a person's token is never used;
 * - a message is claimed before it is sent, carries a nonce derived from its case, and mentions no person;
 * - a group never admits a bot, so kura sends it no invitation and changes no permission: kura delivers in another way
 *   and says why;
 * - no log line and no error message has a message's text or a person's name.
 */
import { decideMessage, type MessageDecision } from './acts/decide-message.ts'
import { withSentText } from './acts/post.ts'
import { checkChannel, type DecidedChannel } from './channel/check-channel.ts'
import type { DeliveryDryRun, DeliverySummary, MessageReport } from './contract.ts'
import { deliver, summaryOf } from './delivery/deliver.ts'
import { dryRun } from './delivery/plan.ts'
import type { DeliveryRequest } from './delivery/stored-delivery.ts'
import { type ChatDeps, requestDeps } from './deps.ts'
import { createPosts, type Posts } from './posts.ts'

export interface Acting {
  /** The name of the key that signed, or the person and the approval. */
  readonly by: string
}

export interface Chat extends Posts {
  /** Queries a channel through the bots until the answer is certain, and decides how a message can be delivered. */
  checkChannel(channel: string): Promise<DecidedChannel>
  /** Plans a delivery; nothing is created or sent. @throws AppError as `deliver` does while it plans */
  dryRun(order: DeliveryRequest): Promise<DeliveryDryRun>
  /**
   * Sends the messages that are not sent yet.
   * @throws AppError `bad_request` (a name does not identify one person), `not_found`, `conflict`, `permission_missing`
   * before anything is sent; after the first message, the summary reports what failed
   */
  deliver(order: DeliveryRequest, acting: Acting): Promise<DeliverySummary>
  /** Who was reached and who has answered; reads the answers first. @throws AppError `not_found` */
  summary(name: string): Promise<DeliverySummary>
  /** Settles a message of unknown outcome by a person's statement. @throws AppError `not_found`, `conflict` */
  decideMessage(decision: MessageDecision): Promise<MessageReport>
}

export function createChat(chatDeps: ChatDeps): Chat {
  const deps = requestDeps(chatDeps)
  return {
    ...createPosts(deps),
    checkChannel: async channel => checkChannel(channel, await deps.bots()),
    dryRun: async order => dryRun(withText(order), deps),
    deliver: async (order, { by }) => deliver(withText(order), by, deps),
    summary: name => summaryOf(name, deps),
    async decideMessage(decision) {
      const report = await decideMessage(decision, deps.messages)
      deps.note('message', { case: report.case, state: report.state, decided: true })
      return report
    },
  }
}

/** The order with its text as kura sends it. @throws AppError `bad_request` */
function withText(order: DeliveryRequest): DeliveryRequest {
  return order.text === undefined ? order : withSentText(order)
}
