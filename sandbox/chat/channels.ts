import { guildOf } from './accounts.ts'
import { type BotCall, bodyOf, type Endpoint, type EndpointDeps } from './endpoint.ts'
import { invalidBody, REFUSALS, refusal } from './errors.ts'
import { channelPermissions, guildPermissions } from './permissions.ts'
import { channelReply } from './replies.ts'
import { CHANNEL, type ChatState, type Overwrite, PERMISSION, type SandboxChannel } from './state.ts'

const MOST_CHANNELS = 500
const LONGEST_NAME = 100

export function channelEndpoints({ state }: EndpointDeps): Endpoint[] {
  return [
    {
      method: 'GET',
      path: '/channels/{channel}',
      answer: call => Response.json(channelReply(visibleChannel(call, state), state, call.bot.id)),
    },
    {
      method: 'GET',
      path: '/guilds/{guild}/channels',
      answer(call) {
        const guild = guildOf(call, state)
        const channels = [...state.channels.values()].filter(({ guildId }) => guildId === guild.id)
        return Response.json(channels.map(channel => channelReply(channel, state, call.bot.id)))
      },
    },
    { method: 'POST', path: '/guilds/{guild}/channels', answer: call => createChannel(call, state) },
  ]
}

/** @throws Refusal 10003 if there is no such channel; 50001 if the bot may not see it (no bot may see a group) */
export function visibleChannel({ params, bot }: BotCall, state: ChatState): SandboxChannel {
  const channel = state.channels.get(params['channel'] ?? '')
  if (!channel) throw refusal(REFUSALS.unknownChannel)
  const visible = channelPermissions(state, channel, bot.id) & PERMISSION.viewChannel
  if (!visible) throw refusal(REFUSALS.missingAccess)
  return channel
}

async function createChannel(call: BotCall, state: ChatState): Promise<Response> {
  const guild = guildOf(call, state)
  const held = guildPermissions(guild, call.bot.id)
  const {
    name,
    type = CHANNEL.text,
    topic = null,
    permission_overwrites: given = [],
  } = await bodyOf(call.request)
  if (!(held & PERMISSION.manageChannels)) throw refusal(REFUSALS.missingPermissions)
  if (typeof name !== 'string' || name === '' || name.length > LONGEST_NAME)
    throw invalidBody('name', 'BASE_TYPE_BAD_LENGTH')
  const overwrites = readOverwrites(given)
  const set = overwrites.reduce((sum, { allow, deny }) => sum | allow | deny, 0n)
  if (set & ~held) throw refusal(REFUSALS.missingPermissions)
  const count = [...state.channels.values()].filter(({ guildId }) => guildId === guild.id).length
  if (count >= MOST_CHANNELS) throw refusal(REFUSALS.tooManyChannels)
  const channel = {
    id: state.newId(),
    type: Number(type),
    guildId: guild.id,
    name,
    topic: typeof topic === 'string' ? topic : null,
    overwrites,
    recipients: [],
  }
  state.channels.set(channel.id, channel)
  return Response.json(channelReply(channel, state, call.bot.id), { status: 201 })
}

function readOverwrites(given: unknown): Overwrite[] {
  if (!Array.isArray(given)) throw invalidBody('permission_overwrites', 'LIST_TYPE_CONVERT')
  return given.map((entry: Record<string, unknown>) => {
    const bits = [entry['allow'] ?? '0', entry['deny'] ?? '0'].map(String)
    const [allow = '0', deny = '0'] = bits
    if (!bits.every(text => /^\d+$/.test(text)) || ![0, 1].includes(Number(entry['type'])))
      throw invalidBody('permission_overwrites', 'NUMBER_TYPE_COERCE')
    return {
      id: String(entry['id']),
      type: Number(entry['type']) as 0 | 1,
      allow: BigInt(allow),
      deny: BigInt(deny),
    }
  })
}
