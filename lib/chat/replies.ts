/** Answers, read back by polling: a cursor for each message that was sent, and who was seen to write after it. */
import type { Store } from '../store/store.ts'
import { update } from '../store/update.ts'
import type { Bot } from './bots.ts'
import { readAfter } from './history.ts'
import { type Message, repliesSchema, type SentMessage, type StoredReplies } from './schema.ts'

/** Takes messages in; a cursor never goes back, and a first answer stays the first. */
export function addReplies(
  current: StoredReplies,
  { messages, awaits }: { messages: readonly Message[]; awaits: readonly string[] },
): StoredReplies {
  const answered = { ...current.answered }
  let { cursor } = current
  for (const { id, author, timestamp } of messages) {
    if (BigInt(id) > BigInt(cursor)) cursor = id
    if (awaits.includes(author.id)) answered[author.id] ??= timestamp
  }
  return { cursor, answered }
}

const format = {
  parse: (text: string) => repliesSchema.parse(JSON.parse(text)),
  format: (replies: StoredReplies) => JSON.stringify(replies),
}

/** Reads on from the cursor; gives who has answered since the message was sent. */
export async function pollReplies(
  { channel, message }: SentMessage,
  { awaits, bot, store, mayStore }: { awaits: readonly string[]; bot: Bot; store: Store; mayStore: boolean },
): Promise<StoredReplies> {
  const key = `chat/replies/${channel}/${message}`
  const { record } = await store.read(key)
  const known = record ? format.parse(record.value) : { cursor: message, answered: {} }
  const { messages } = await readAfter(channel, known.cursor, bot)
  const read = addReplies(known, { messages, awaits })
  if (messages.length === 0 || !mayStore) return read
  return update<StoredReplies, StoredReplies>(store, {
    key,
    format,
    transition: current => {
      const write = addReplies(current ?? known, { messages, awaits })
      return { write, result: write }
    },
  })
}
