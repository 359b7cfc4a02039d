import { ignoredTokens } from '../../core/config/chat.ts'
import { AppError } from '../../core/errors.ts'
import type { BodyOf, EndpointName, ReplyOf } from '../../core/http/contract.ts'
import { authorOf, type Caller, senderOf } from '../../core/http/router.ts'
import type { EndpointCall, Handlers } from '../../core/http/serve.ts'
import type { Trace } from '../../core/http/trace.ts'
import type { Locale } from '../../core/language/language.ts'
import { saidReason } from '../../core/language/text.ts'
import type { MessageDecision } from './acts/decide-message.ts'
import type { DecidedChannel } from './channel/check-channel.ts'
import type { ChannelCheck, ChatContract } from './contract.ts'
import { deliveryName, identifier } from './contract-schemas.ts'
import type { DeliveryRequest } from './delivery/stored-delivery.ts'
import { escapeMarkup } from './remote/markup.ts'
import type { Chat } from './service.ts'
import { type StatusFacts, statusText } from './status/facts.ts'

export interface RouteDeps {
  chat(trace: Trace): Chat
  /** Reads the facts for readers of `locale`. */
  facts(asked: { readonly trace: Trace; readonly locale: Locale }): Promise<StatusFacts>
  locale(): Locale
  /** The channel in CHAT_NOTICES_CHANNEL_ID. */
  noticesChannel(): string | undefined
  /** The variables that are set to a person's token. kura does not use such tokens. */
  readonly userTokens: readonly string[]
  now(): number
}

const MINUTE = 60_000

export function chatHandlers(
  deps: RouteDeps,
): Handlers<ChatContract, Exclude<EndpointName<ChatContract>, 'messages' | 'deliveries'>> {
  const also = ignoredTokens(deps.userTokens)
  return {
    async checkChannel({ params, trace }) {
      const channel = readChannel(params.channel)
      return { ...shownCheck(await deps.chat(trace).checkChannel(channel)), ...also }
    },
    async deliver({ body, mode, caller, trace }) {
      const chat = deps.chat(trace)
      const order = orderOf(body)
      if (mode === 'dry-run') return { ...(await chat.dryRun(order)), ...also }
      return { ...(await chat.deliver(order, { by: senderOf(caller) })), ...also }
    },
    async summary({ params, trace }) {
      const name = readDeliveryName(params.name)
      return { ...(await deps.chat(trace).summary(name)), ...also }
    },
    async resolve({ body, caller, trace }) {
      return { ...(await deps.chat(trace).decideMessage(decisionOf(body, caller))), ...also }
    },
    async status({ trace }) {
      return { text: await readStatus(trace, deps.locale(), deps), ...also }
    },
    async standing({ trace }) {
      const channel = deps.noticesChannel()
      const standing = channel === undefined ? undefined : await deps.chat(trace).standing(channel)
      return { ...standing, ...also }
    },
    async postStatus(call) {
      return { ...(await postStatus(call, deps)), ...also }
    },
  }
}

function orderOf({ text, ...others }: BodyOf<ChatContract, 'deliver'>): DeliveryRequest {
  const { name, sends } = others
  return text === undefined ? { name, sends } : { ...others, text }
}

function shownCheck({ decision, ...check }: DecidedChannel): ChannelCheck {
  if (decision.use === 'channel') return { ...check, decision }
  return { ...check, decision: { ...decision, why: saidReason(decision.why) } }
}

function decisionOf(body: BodyOf<ChatContract, 'resolve'>, caller: Caller): MessageDecision {
  const { case: caseName, operation, person } = body
  const saw = 'message' in body ? { message: body.message } : { seenAt: Date.parse(body.seenAt) }
  return { caseName, operation, saw, by: authorOf(person, caller) }
}

async function readStatus(trace: Trace, locale: Locale, deps: RouteDeps): Promise<string> {
  return statusText(await deps.facts({ trace, locale }), { locale, now: deps.now() })
}

/** Posts the status, at most once in a minute of the clock, however many callers request it. */
async function postStatus(
  { mode, caller, trace }: EndpointCall<ChatContract, 'postStatus'>,
  deps: RouteDeps,
): Promise<ReplyOf<ChatContract, 'postStatus'>> {
  const text = await readStatus(trace, { ...deps.locale(), foreign: escapeMarkup }, deps)
  if (mode === 'dry-run') return { mode, text }
  const channel = deps.noticesChannel()
  if (channel === undefined)
    throw new AppError(
      'settings_missing',
      'Cannot post the status without the setting CHAT_NOTICES_CHANNEL_ID',
      { hint: 'set it to the identifier of the channel for notices and the status' },
    )
  const minute = new Date(Math.floor(deps.now() / MINUTE) * MINUTE).toISOString()
  const report = await deps
    .chat(trace)
    .post({ caseName: `status/${minute}`, channel, text, quotes: true, by: caller.name })
  if (report.state === 'done') return { mode, text, ...report }
  return { mode, text, ...report, reason: saidReason(report.reason) }
}

function readDeliveryName(text: string): string {
  const parsed = deliveryName.safeParse(text)
  if (parsed.success) return parsed.data
  throw new AppError('not_found', `Cannot find the delivery "${text}": no delivery can have this name`)
}

function readChannel(text: string): string {
  const parsed = identifier.safeParse(text)
  if (parsed.success) return parsed.data
  const wanted = 'expected an identifier, digits only'
  throw new AppError('bad_request', `Cannot use "${text}" as \`channel\`: ${wanted}`)
}
