/**
 * Invariants of the chat service:
 * - a token is used only after the platform has said that it belongs to a bot; a person's token is never used;
 * - a message is claimed before it is sent, carries a nonce derived from its case, and mentions no person;
 * - a group never admits a bot: kura delivers in another way and says why;
 * - no log line and no error message has a message's text or a person's name.
 */
import { decideMessage, type MessageDecision } from './acts/decide-message.ts'
import { withSentText } from './acts/post.ts'
import { checkChannel } from './channel/check-channel.ts'
import { deliver, summaryOf } from './delivery/deliver.ts'
import { dryRun } from './delivery/plan.ts'
import type { DeliveryRequest } from './delivery/stored-delivery.ts'
import { type ChatDeps, requestDeps } from './deps.ts'
import { createPosts } from './posts.ts'

export type Chat = ReturnType<typeof createChat>

export function createChat(chatDeps: ChatDeps) {
  const deps = requestDeps(chatDeps)
  return {
    ...createPosts(deps),
    checkChannel: async (channel: string) => checkChannel(channel, await deps.bots()),
    /** Plans a delivery; creates and sends nothing. @throws AppError as `deliver` does while it plans */
    dryRun: async (order: DeliveryRequest) => dryRun(withText(order), deps),
    /**
     * Delivers a message. `by` names the key that signed, or the person and the approval.
     * @throws AppError `bad_request` (a name does not identify one person), `not_found`, `conflict`,
     * `permission_missing` before anything is sent; after the first message, the summary reports what failed
     */
    deliver: async (order: DeliveryRequest, { by }: { readonly by: string }) =>
      deliver(withText(order), by, deps),
    /** Reads the answers, then sums up the delivery. @throws AppError `not_found` */
    summary: (name: string) => summaryOf(name, deps),
    /** @throws AppError `not_found`, `conflict` */
    async decideMessage(decision: MessageDecision) {
      const report = await decideMessage(decision, deps.messages)
      deps.note('message', { case: report.case, state: report.state, decided: true })
      return report
    },
  }
}

function withText(order: DeliveryRequest): DeliveryRequest {
  return order.text === undefined ? order : withSentText(order)
}
