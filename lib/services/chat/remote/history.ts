import type { Message } from '../schema.ts'
import type { Bot } from './bots.ts'
import { channelCall, MESSAGES_PAGE, messagesCall } from './calls.ts'

/** The moment from which the bits of an identifier above its lowest 22 count milliseconds. */
const EPOCH = 1_420_070_400_000
const MOST_PAGES = 10

/** The smallest identifier that the platform can make at `time` (milliseconds since the epoch) or later. */
export function identifierAt(time: number): string {
  return String(BigInt(Math.max(0, time - EPOCH)) << 22n)
}

export interface History {
  /** The messages, the oldest first. */
  readonly messages: readonly Message[]
  /** Whether these are all messages; false also if the bot may not read them. */
  readonly complete: boolean
}

/** The messages after the identifier `after`, up to a thousand. */
export async function readAfter(channel: string, after: string, bot: Bot): Promise<History> {
  const messages: Message[] = []
  for (let page = 0; page < MOST_PAGES; page++) {
    const found = (await bot.wire(messagesCall(channel, { after: messages.at(-1)?.id ?? after }))) ?? []
    messages.push(...found.toSorted((one, other) => (BigInt(one.id) < BigInt(other.id) ? -1 : 1)))
    if (found.length === MESSAGES_PAGE) continue
    return { messages, complete: messages.length > 0 || (await isEmptyAfter(channel, after, bot)) }
  }
  return { messages, complete: false }
}

/** The messages after the identifier `after`, up to a thousand, the newest first. */
export async function readNewest(channel: string, after: string, bot: Bot): Promise<readonly Message[]> {
  const messages: Message[] = []
  for (let page = 0; page < MOST_PAGES; page++) {
    const before = messages.at(-1)?.id
    const found = (await bot.wire(messagesCall(channel, before === undefined ? {} : { before }))) ?? []
    const later = found.filter(({ id }) => BigInt(id) > BigInt(after))
    messages.push(...later.toSorted((one, other) => (BigInt(one.id) > BigInt(other.id) ? -1 : 1)))
    if (later.length < MESSAGES_PAGE) break
  }
  return messages
}

/** Asks for the last message's id, because a bot that may not read the history gets an empty list too. */
async function isEmptyAfter(channel: string, after: string, bot: Bot): Promise<boolean> {
  const last = (await bot.wire(channelCall(channel))).last_message_id
  return !last || BigInt(last) <= BigInt(after)
}
