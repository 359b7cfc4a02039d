/** Messages: posting one (once for each nonce), reading one, reading those after an identifier. */
import { visibleChannel } from './channels.ts'
import { type BotCall, bodyOf, type Endpoint, type EndpointParts } from './endpoint.ts'
import { invalidBody, refusal, TOLD } from './errors.ts'
import { channelPermissions } from './permissions.ts'
import { messageReply } from './replies.ts'
import { CHANNEL, type ChatState, PERMISSION, type SandboxChannel, type SandboxMessage } from './state.ts'

const LONGEST_CONTENT = 2000
const LONGEST_NONCE = 25
const DEFAULT_PAGE = 50
const LARGEST_PAGE = 100
const WITHOUT_TEXT: readonly number[] = [CHANNEL.category, CHANNEL.forum]

export function messageEndpoints(parts: EndpointParts): Endpoint[] {
  const path = '/channels/{channel}/messages'
  return [
    { method: 'POST', path, answer: call => post(call, parts) },
    { method: 'GET', path, answer: call => list(call, parts.state) },
    {
      method: 'GET',
      path: `${path}/{message}`,
      answer(call) {
        const messages = historyOf(call, parts.state)
        const found = messages.find(({ id }) => id === call.params['message'])
        if (!found) throw refusal(TOLD.unknownMessage)
        return Response.json(messageReply(found, parts.state))
      },
    },
  ]
}

async function post(call: BotCall, { state, now }: EndpointParts): Promise<Response> {
  const body = await bodyOf(call.request)
  const channel = visibleChannel(call, state)
  const { content, nonce } = readMessage(body)
  checkMayPost(call, channel, state)
  const messages = state.messages.get(channel.id) ?? []
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
  }
  state.messages.set(channel.id, [...messages, message])
  return Response.json(messageReply(message, state))
}

function readMessage({ content, nonce }: Record<string, unknown>): { content: string; nonce?: string } {
  if (typeof content !== 'string' || content.trim() === '') throw refusal(TOLD.emptyMessage)
  if ([...content].length > LONGEST_CONTENT) throw invalidBody('content', 'BASE_TYPE_MAX_LENGTH')
  if (nonce === undefined || nonce === null) return { content }
  if (String(nonce).length > LONGEST_NONCE) throw invalidBody('nonce', 'NONCE_TYPE_TOO_LONG')
  return { content, nonce: String(nonce) }
}

function checkMayPost({ bot }: BotCall, channel: SandboxChannel, state: ChatState): void {
  if (WITHOUT_TEXT.includes(channel.type)) throw refusal(TOLD.nonText)
  if (!(channelPermissions(state, channel, bot.id) & PERMISSION.sendMessages))
    throw refusal(TOLD.missingPermissions)
  if (channel.type !== CHANNEL.dm) return
  for (const id of channel.recipients.filter(id => id !== bot.id)) {
    if (!state.users.get(id)?.acceptsMessages) throw refusal(TOLD.cannotMessage)
    const shared = [...state.guilds.values()].some(({ members }) => members.has(id) && members.has(bot.id))
    if (!shared) throw refusal(TOLD.noMutualGuild)
  }
}

/** Everything may be mentioned unless the message says what. */
function mayMention(allowed: unknown): boolean {
  const parse = (allowed as { parse?: unknown } | null | undefined)?.parse
  return !Array.isArray(parse) || parse.length > 0
}

/** Who may not read the history of a channel gets an empty one. */
function historyOf(call: BotCall, state: ChatState): readonly SandboxMessage[] {
  const channel = visibleChannel(call, state)
  const may = channelPermissions(state, channel, call.bot.id) & PERMISSION.readMessageHistory
  return may ? (state.messages.get(channel.id) ?? []) : []
}

/** The newest first; with `after`, those that follow it most closely. */
function list(call: BotCall, state: ChatState): Response {
  const limit = Number(call.url.searchParams.get('limit') ?? DEFAULT_PAGE)
  if (limit < 1 || limit > LARGEST_PAGE) throw invalidBody('limit', 'NUMBER_TYPE_MAX')
  const after = call.url.searchParams.get('after')
  const messages = historyOf(call, state)
  const page =
    after === null
      ? messages.slice(-limit)
      : messages.filter(({ id }) => BigInt(id) > BigInt(after)).slice(0, limit)
  return Response.json(page.toReversed().map(message => messageReply(message, state)))
}
