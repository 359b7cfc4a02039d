import { type BotCall, bodyOf, type Endpoint, type EndpointDeps } from './endpoint.ts'
import { invalidBody, REFUSALS, refusal } from './errors.ts'
import { guildPermissions } from './permissions.ts'
import { channelReply, guildReply, memberReply, ownReply } from './replies.ts'
import { CHANNEL, type ChatState, type SandboxGuild, type SandboxUser } from './state.ts'

const OPENINGS_WINDOW = 600_000

export function accountEndpoints(deps: EndpointDeps): Endpoint[] {
  const { state } = deps
  return [
    { method: 'GET', path: '/users/@me', answer: ({ bot }) => Response.json(ownReply(bot)) },
    { method: 'GET', path: '/users/@me/guilds', answer: call => Response.json(ownGuilds(call, state)) },
    { method: 'POST', path: '/users/@me/channels', answer: call => openDirect(call, deps) },
    { method: 'GET', path: '/guilds/{guild}/members/search', answer: call => searchMembers(call, state) },
    {
      method: 'GET',
      path: '/guilds/{guild}/members/{user}',
      answer(call) {
        const guild = guildOf(call, state)
        const user = state.users.get(call.params['user'] ?? '')
        if (!user) throw refusal(REFUSALS.unknownUser)
        const member = guild.members.get(user.id)
        if (!member) throw refusal(REFUSALS.unknownMember)
        return Response.json(memberReply(user, member))
      },
    },
  ]
}

/** @throws Refusal unless the bot is in the server that the path names */
export function guildOf({ params, bot }: BotCall, state: ChatState): SandboxGuild {
  const guild = state.guilds.get(params['guild'] ?? '')
  if (!guild) throw refusal(REFUSALS.unknownGuild)
  if (!guild.members.has(bot.id)) throw refusal(REFUSALS.missingAccess)
  return guild
}

function ownGuilds({ bot, url }: BotCall, state: ChatState) {
  const after = BigInt(url.searchParams.get('after') ?? '0')
  const limit = Number(url.searchParams.get('limit') ?? '200')
  return [...state.guilds.values()]
    .filter(guild => guild.members.has(bot.id) && BigInt(guild.id) > after)
    .slice(0, limit)
    .map(guild => guildReply(guild, guildPermissions(guild, bot.id)))
}

/** Finds members whose name starts with the query, ignoring case, as the platform does. */
function searchMembers(call: BotCall, state: ChatState): Response {
  const guild = guildOf(call, state)
  const query = (call.url.searchParams.get('query') ?? '').toLowerCase()
  if (query === '') throw invalidBody('query', 'BASE_TYPE_REQUIRED')
  const limit = Number(call.url.searchParams.get('limit') ?? '1')
  const found = [...guild.members].flatMap(([id, member]) => {
    const user = state.users.get(id)
    const names = [user?.username, user?.globalName, member.nick]
    return user && names.some(name => name?.toLowerCase().startsWith(query))
      ? [memberReply(user, member)]
      : []
  })
  return Response.json(found.slice(0, limit))
}

/** Opens a direct message, or returns the existing one. */
async function openDirect({ request, bot }: BotCall, { state, limits }: EndpointDeps): Promise<Response> {
  const { recipient_id: recipientId } = await bodyOf(request)
  const recipient = state.users.get(String(recipientId))
  if (!recipient) throw refusal(REFUSALS.unknownUser)
  if (recipient.bot) throw refusal(REFUSALS.cannotMessage)
  const known = directOf(bot, recipient, state)
  if (known) return Response.json(channelReply(known, state, bot.id))
  const opening = { limit: state.openings, window: OPENINGS_WINDOW }
  if (limits.count(bot.id, { bucket: 'openings', major: '' }, opening).refused)
    throw refusal(REFUSALS.openingTooFast)
  const channel = {
    id: state.newId(),
    type: CHANNEL.dm,
    overwrites: [],
    recipients: [bot.id, recipient.id],
  }
  state.channels.set(channel.id, channel)
  return Response.json(channelReply(channel, state, bot.id))
}

function directOf(bot: SandboxUser, person: SandboxUser, state: ChatState) {
  return [...state.channels.values()].find(
    ({ type, recipients }) =>
      type === CHANNEL.dm && recipients.includes(bot.id) && recipients.includes(person.id),
  )
}
