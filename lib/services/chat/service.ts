/**
 * The chat service: it delivers messages to people through the chat platform. Operators call it through `routes.ts`, the
 * notices through `lib/app`; it talks to the platform with the bots' tokens, and stores a claim for each message and
 * channel, each delivery, and how far answers were read. Invariants:
 * - a token is used only after the platform has said that it belongs to a bot; a person's token is never used;
 * - a message is claimed before it is sent, carries a nonce derived from its case, and mentions no person;
 * - a group admits no bot: kura sends no invitation and changes no permission, but takes another way and says why;
 * - no log line and no error message has a message's text or a person's name.
 */
import { AppError } from '../../core/errors.ts'
import { english } from '../../core/language/text.ts'
import { decideMessage, type MessageDecision } from './acts/decide-message.ts'
import type { SendReport } from './acts/once.ts'
import { forgetOrphans } from './acts/orphans.ts'
import { type Post, readText } from './acts/post.ts'
import { checkChannel, type DecidedChannel } from './channel/check-channel.ts'
import type { DeliveryDryRun, DeliverySummary, MessageReport } from './contract.ts'
import { deliver, post, summaryOf } from './delivery/deliver.ts'
import { dryRun } from './delivery/plan.ts'
import type { DeliveryRequest } from './delivery/stored-delivery.ts'
import { type ChatDeps, type RequestDeps, requestDeps } from './deps.ts'
import { type Bot, botOf, usableBots } from './remote/bots.ts'
import type { SentMessage } from './schema.ts'
import { keepStanding, readStanding } from './status/standing.ts'

export interface Acting {
  /** The key's name. */
  readonly by: string
}

export interface Chat {
  /** Asks every bot about a channel, and decides how a message can be delivered. */
  checkChannel(channel: string): Promise<DecidedChannel>
  /** A dry run of a delivery; nothing is created or sent. @throws AppError as `deliver` does */
  dryRun(order: DeliveryRequest): Promise<DeliveryDryRun>
  /**
   * Sends the messages that are not sent yet.
   * @throws AppError `bad_request` (unclear who is meant), `not_found`, `conflict`, `permission_missing` before
   * anything is sent; once something is sent, the summary reports what failed
   */
  deliver(order: DeliveryRequest, acting: Acting): Promise<DeliverySummary>
  /**
   * The recipients of a delivery and the people who have answered, after reading the answers. @throws AppError
   * `not_found`
   */
  summary(name: string): Promise<DeliverySummary>
  /** Settles a message of unknown outcome by what a person saw. @throws AppError `not_found`, `conflict` */
  decideMessage(decision: MessageDecision): Promise<MessageReport>
  /** Forgets the orphaned effects that are over. @throws AppError as the platform's calls do */
  forgetOrphans(): Promise<void>
  /** Posts one message to a channel, once for its case. @throws AppError `conflict` if no bot may post there */
  post(request: Post): Promise<SendReport<SentMessage>>
  /** The texts of the status message that stays in a channel, and of the bot's own messages after it. */
  readStatus(channel: string): Promise<readonly string[]>
  /** Edits the status message that stays, or posts it. @throws AppError `conflict` if no bot may post there */
  keepStatus(request: Omit<Post, 'caseName'>): Promise<void>
}

/** The service for one request. */
export function createChat(chatDeps: ChatDeps): Chat {
  const deps = requestDeps(chatDeps)
  const checked = checkOnce(deps)
  return {
    checkChannel: async channel => checkChannel(channel, await deps.bots()),
    dryRun: async order => dryRun(withText(order), deps),
    deliver: async (order, { by }) => deliver(withText(order), by, deps),
    summary: name => summaryOf(name, deps),
    async decideMessage(decision) {
      const report = await decideMessage(decision, deps.messages)
      deps.note('message', { case: report.case, state: report.state, decided: true })
      return report
    },
    forgetOrphans: () => forgetOrphans(deps),
    post: request => postChecked(request, { ...deps, checked }),
    readStatus: async channel =>
      readStanding(channel, { ...deps, bot: await botFor(channel, { ...deps, checked }) }),
    async keepStatus(request) {
      const bot = await botFor(request.channel, { ...deps, checked })
      const post = (next: Post) => postChecked(next, { ...deps, checked })
      await keepStanding(normalised(request), { ...deps, bot, post })
    },
  }
}

/** @throws AppError `bad_request` */
function withText(order: DeliveryRequest): DeliveryRequest {
  return order.text === undefined ? order : normalised(order)
}

function normalised<T extends { readonly text: string }>(order: T): T {
  return { ...order, text: readText(order.text) }
}

/** Checks a channel once a request, however many messages go to it. */
type CheckedChannel = (channel: string) => Promise<DecidedChannel>

function checkOnce(deps: RequestDeps): CheckedChannel {
  const known = new Map<string, DecidedChannel>()
  return async channel => {
    const check = known.get(channel) ?? (await checkChannel(channel, usableBots(await deps.bots())))
    known.set(channel, check)
    return check
  }
}

async function postChecked(given: Post, deps: CheckedDeps): Promise<SendReport<SentMessage>> {
  const request = normalised(given)
  return post(request, await botFor(request.channel, deps), deps)
}

type CheckedDeps = RequestDeps & { readonly checked: CheckedChannel }

/** The bot that posts to a channel. @throws AppError `conflict` if none may */
async function botFor(channel: string, deps: CheckedDeps): Promise<Bot> {
  const { decision } = await deps.checked(channel)
  if (decision.use === 'channel') return botOf(await deps.bots(), decision.bot)
  throw new AppError('conflict', `Cannot post to the channel "${channel}": ${english(decision.why)}`, {
    hint: `see what each bot may do there: kura chat check ${channel}`,
  })
}
