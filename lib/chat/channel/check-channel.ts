/** Asks the bots about a channel, one after another until one sees it, and decides. */
import type { ChannelCheck } from '../contract.ts'
import type { Bot, Bots } from '../remote/bots.ts'
import { channelCall } from '../remote/calls.ts'
import { refusalOf } from '../remote/errors.ts'
import { decide, type Observation } from './decide.ts'

/** A channel that one bot sees has the same type for all. @throws AppError if the platform cannot be asked */
export async function checkChannel(channel: string, { bots, refused }: Bots): Promise<ChannelCheck> {
  const observations: Observation[] = []
  for (const bot of bots) {
    const observation = await observe(channel, bot)
    observations.push(observation)
    if ('type' in observation.saw) break
  }
  return { channel, decision: decide(observations), observations, refused }
}

async function observe(channel: string, bot: Bot): Promise<Observation> {
  const who = { id: bot.id, name: bot.name }
  try {
    const { type } = await bot.wire(channelCall(channel))
    return { bot: who, saw: { type } }
  } catch (error) {
    const saw = refusalOf(error)
    if (!saw || saw.status === 429) throw error
    return { bot: who, saw, inServer: (await bot.permissions()) !== undefined }
  }
}
