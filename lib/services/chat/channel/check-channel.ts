import { AppError } from '../../../core/errors.ts'
import type { ChannelCheck } from '../contract.ts'
import type { Bot, Bots } from '../remote/bots.ts'
import { channelCall, memberCall } from '../remote/calls.ts'
import { refusalOf } from '../remote/errors.ts'
import type { PlatformChannel } from '../schema.ts'
import { type Decision, decide, isWritable, type Observation } from './decide.ts'
import { isThread, lackingInChannel } from './permissions.ts'

interface Asked {
  readonly observation: Observation
  readonly error?: AppError
}

export interface DecidedChannel extends Omit<ChannelCheck, 'decision'> {
  readonly decision: Decision
}

/** Asks the bots about a channel. A query that fails does not stop the others. @throws AppError if all fail */
export async function checkChannel(channel: string, { bots, refused }: Bots): Promise<DecidedChannel> {
  const asked: Asked[] = []
  for (const bot of bots) {
    const found = await observe(channel, bot)
    asked.push(found)
    if (isEnough(found.observation)) break
  }
  const errors = asked.flatMap(({ error }) => error ?? [])
  const [first] = errors
  if (first && errors.length === asked.length) throw first
  const observations = asked.map(({ observation }) => observation)
  return { channel, decision: decide(observations), observations, refused }
}

/** Whether no other bot is asked: this one can write, or none can, because only permissions differ between bots. */
function isEnough({ saw }: Observation): boolean {
  return 'type' in saw && (isWritable(saw) || saw.lacks === undefined || saw.closed === true)
}

async function observe(channel: string, bot: Bot): Promise<Asked> {
  const who = { id: bot.id, name: bot.name }
  try {
    return { observation: { bot: who, ...(await see(channel, bot)) } }
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    return { observation: { bot: who, saw: { unanswered: error.message } }, error }
  }
}

async function see(channel: string, bot: Bot): Promise<Pick<Observation, 'saw' | 'inServer'>> {
  try {
    const seen = await bot.ask(channelCall(channel))
    const lacks = await lackingIn(seen, bot)
    // a message opens an archived thread again, unless a moderator has locked it
    const closed = seen.thread_metadata?.locked === true
    return { saw: { type: seen.type, ...(lacks.length > 0 && { lacks }), ...(closed && { closed }) } }
  } catch (error) {
    const saw = refusalOf(error)
    if (!saw || saw.status === 429) throw error
    return { saw, inServer: (await bot.permissions()) !== undefined }
  }
}

/** The permissions that are lacking; none if kura cannot read them, and then the platform may refuse the message. */
async function lackingIn(channel: PlatformChannel, bot: Bot): Promise<string[]> {
  const { guild_id: guildId, type } = channel
  if (guildId === undefined) return []
  const held = await bot.permissions(guildId)
  const overwrites = held === undefined ? undefined : await overwritesOf(channel, bot)
  if (held === undefined || overwrites === undefined) return []
  const roles =
    overwrites.length === 0
      ? []
      : await orUnread(async () => (await bot.ask(memberCall(guildId, bot.id))).roles)
  return roles ? lackingInChannel({ type, overwrites }, { guildId, held, roles, id: bot.id }) : []
}

/** The overwrites of a channel; a thread has those of its parent channel. */
async function overwritesOf(
  { type, parent_id: parent, permission_overwrites: own = [] }: PlatformChannel,
  bot: Bot,
) {
  if (!isThread(type) || !parent) return own
  return orUnread(async () => (await bot.ask(channelCall(parent))).permission_overwrites ?? [])
}

async function orUnread<T>(ask: () => Promise<T>): Promise<T | undefined> {
  try {
    return await ask()
  } catch (error) {
    if (refusalOf(error) === undefined) throw error
    return undefined
  }
}
