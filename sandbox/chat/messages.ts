/** Messages. If the caller asks for it, a message that is sent again with its nonce is not posted twice. */
import { visibleChannel } from './channels.ts'
import { type BotCall, bodyOf, type Endpoint, type EndpointDeps } from './endpoint.ts'
import { invalidBody, REFUSALS, refusal } from './errors.ts'
import { channelPermissions } from './permissions.ts'
import { messageReply } from './replies.ts'
import { CHANNEL, type ChatState, PERMISSION, type SandboxChannel, type SandboxMessage } from './state.ts'

const LONGEST_CONTENT = 2000
const LONGEST_NONCE = 25
const DEFAULT_PAGE = 50
const LARGEST_PAGE = 100
const SUPPRESS_EMBEDS = 1 << 2
/** The platform's number for the message type reply. */
const REPLY = 19
const WITHOUT_TEXT: readonly number[] = [CHANNEL.category, CHANNEL.forum]

export function messageEndpoints(deps: EndpointDeps): Endpoint[] {
  const path = '/channels/{channel}/messages'
  return [
    { method: 'POST', path, limit: state => state.postLimit, answer: call => post(call, deps) },
    { method: 'GET', path, answer: call => list(call, deps.state) },
    {
      method: 'GET',
      path: `${path}/{message}`,
      answer(call) {
        const messages = historyOf(call, deps.state)
        const found = messages.find(({ id }) => id === call.params['message'])
        if (!found) throw refusal(REFUSALS.unknownMessage)
        return Response.json(messageReply(found, deps.state))
      },
    },
    { method: 'PATCH', path: `${path}/{message}`, answer: call => edit(call, deps) },
  ]
}

/** Changes the text of the bot's own message. */
async function edit(call: BotCall, { state, now }: EndpointDeps): Promise<Response> {
  const channel = visibleChannel(call, state)
  const messages = state.messages.get(channel.id) ?? []
  const found = messages.find(({ id }) => id === call.params['message'])
  if (!found) throw refusal(REFUSALS.unknownMessage)
  if (found.authorId !== call.bot.id) throw refusal(REFUSALS.otherAuthor)
  const body = await bodyOf(call.request)
  const { content } = readMessage(body)
  const { embedsSuppressed: _, ...kept } = found
  const edited = { ...kept, content, ...suppressionOf(body), editedAt: now() }
  state.messages.set(
    channel.id,
    messages.map(message => (message === found ? edited : message)),
  )
  return Response.json(messageReply(edited, state))
}

async function post(call: BotCall, { state, now }: EndpointDeps): Promise<Response> {
  const body = await bodyOf(call.request)
  const channel = visibleChannel(call, state)
  const { content, nonce, embeds } = readMessage(body)
  checkMayPost(call, channel, state)
  const messages = state.messages.get(channel.id) ?? []
  const replyTo = readReference(body['message_reference'], messages)
  const isRepeated = (message: SandboxMessage) =>
    message.authorId === call.bot.id && message.nonce === nonce && now() - message.at < state.nonceTime
  const earlier = nonce !== undefined && body['enforce_nonce'] === true && messages.find(isRepeated)
  if (earlier) return Response.json(messageReply(earlier, state))
  const mentions = mayMention(body['allowed_mentions']) && /@everyone|@here|<@/.test(content)
  const message = {
    id: state.newId(),
    channelId: channel.id,
    authorId: call.bot.id,
    content,
    at: now(),
    mentions,
    ...(nonce !== undefined && { nonce }),
    ...(embeds.length > 0 && { embeds }),
    ...suppressionOf(body),
    ...(replyTo !== undefined && { type: REPLY, replyTo }),
  }
  state.messages.set(channel.id, [...messages, message])
  return Response.json(messageReply(message, state))
}

function suppressionOf({ flags = 0 }: Record<string, unknown>): Pick<SandboxMessage, 'embedsSuppressed'> {
  return (Number(flags) & SUPPRESS_EMBEDS) === 0 ? {} : { embedsSuppressed: true }
}

interface ReadMessage {
  readonly content: string
  readonly nonce?: string
  readonly embeds: readonly unknown[]
}

/** The message in a body; it must have a text, embeds, or both. */
function readMessage({ content: given, nonce, embeds: shown }: Record<string, unknown>): ReadMessage {
  const content = typeof given === 'string' ? given : ''
  const embeds = Array.isArray(shown) ? shown : []
  if (content.trim() === '' && embeds.length === 0) throw refusal(REFUSALS.emptyMessage)
  if ([...content].length > LONGEST_CONTENT) throw invalidBody('content', 'BASE_TYPE_MAX_LENGTH')
  if (nonce === undefined || nonce === null) return { content, embeds }
  if (String(nonce).length > LONGEST_NONCE) throw invalidBody('nonce', 'NONCE_TYPE_TOO_LONG')
  return { content, nonce: String(nonce), embeds }
}

/**
 * The id of the message that a reply answers.
 * @throws Refusal 400, code 50035, if the channel does not have that message
 */
function readReference(reference: unknown, messages: readonly SandboxMessage[]): string | undefined {
  if (reference === undefined || reference === null) return undefined
  const { message_id: id } = reference as { message_id?: unknown }
  if (!messages.some(message => message.id === id))
    throw invalidBody('message_reference', 'REPLIES_UNKNOWN_MESSAGE')
  return String(id)
}

function checkMayPost({ bot }: BotCall, channel: SandboxChannel, state: ChatState): void {
  if (WITHOUT_TEXT.includes(channel.type)) throw refusal(REFUSALS.nonText)
  const needed = channel.type === CHANNEL.thread ? PERMISSION.sendMessagesInThreads : PERMISSION.sendMessages
  if (!(channelPermissions(state, channel, bot.id) & needed)) throw refusal(REFUSALS.missingPermissions)
  if (channel.type !== CHANNEL.dm) return
  for (const id of channel.recipients.filter(id => id !== bot.id)) {
    if (!state.users.get(id)?.acceptsMessages) throw refusal(REFUSALS.cannotMessage)
    const shared = [...state.guilds.values()].some(({ members }) => members.has(id) && members.has(bot.id))
    if (!shared) throw refusal(REFUSALS.noMutualGuild)
  }
}

/** Whether a message may mention everybody: it may unless its allowed mentions exclude that. */
function mayMention(allowed: unknown): boolean {
  const parse = (allowed as { parse?: unknown } | null | undefined)?.parse
  return !Array.isArray(parse) || parse.length > 0
}

/** The messages of the channel; empty for a bot that may not read them. */
function historyOf(call: BotCall, state: ChatState): readonly SandboxMessage[] {
  const channel = visibleChannel(call, state)
  const may = channelPermissions(state, channel, call.bot.id) & PERMISSION.readMessageHistory
  return may ? (state.messages.get(channel.id) ?? []) : []
}

/**
 * The last messages, or the first ones after the message `after`; only those before the message `before`; newest first.
 */
function list(call: BotCall, state: ChatState): Response {
  const limit = Number(call.url.searchParams.get('limit') ?? DEFAULT_PAGE)
  if (limit < 1 || limit > LARGEST_PAGE) throw invalidBody('limit', 'NUMBER_TYPE_MAX')
  const [after, before] = ['after', 'before'].map(name => call.url.searchParams.get(name))
  const messages = historyOf(call, state).filter(({ id }) => !before || BigInt(id) < BigInt(before))
  const page = !after
    ? messages.slice(-limit)
    : messages.filter(({ id }) => BigInt(id) > BigInt(after)).slice(0, limit)
  return Response.json(page.toReversed().map(message => messageReply(message, state)))
}
