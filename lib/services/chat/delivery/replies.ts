import { failureOf } from '../../../core/errors.ts'
import { phrase } from '../../../core/language/catalogue.ts'
import type { Reason } from '../../../core/phrase.ts'
import type { Store } from '../../../core/store/store.ts'
import { jsonFormat, type Transition, update } from '../../../core/store/update.ts'
import { DELIVERY_REASONS } from '../acts/words.ts'
import type { Bot } from '../remote/bots.ts'
import { refusalOf, wordsOf } from '../remote/errors.ts'
import { readAfter } from '../remote/history.ts'
import { type Message, repliesSchema, type SentMessage, type StoredReplies } from '../schema.ts'

/** Adds replies. The cursor never goes back, and a person's first answer is never replaced. */
function addReplies(
  current: StoredReplies,
  { messages, awaits, to }: { messages: readonly Message[]; awaits: readonly string[]; to: string },
): StoredReplies {
  const answered = { ...current.answered }
  let { cursor } = current
  for (const reply of messages) {
    const { id, author, timestamp } = reply
    if (BigInt(id) > BigInt(cursor)) cursor = id
    if (awaits.includes(author.id) && isAnswerTo(to, reply)) answered[author.id] ??= timestamp
  }
  return { cursor, answered }
}

/** The types message and reply, the only ones that a person wrote. */
const WRITTEN: readonly number[] = [0, 19]

/** Whether it is an answer, which a reply to another message is not. */
function isAnswerTo(message: string, { type, message_reference: reference }: Message): boolean {
  const replied = reference?.message_id
  return WRITTEN.includes(type) && (replied === undefined || replied === message)
}

const format = jsonFormat(repliesSchema)

/** The bot that reads, or the reason why the platform is not queried. */
export type Reader = Bot | { readonly unread: Reason }

/** Reads answers from the stored cursor on. If that fails, returns the reason and the earlier answers. */
export async function pollReplies(
  { channel, message }: SentMessage,
  { awaits, reader }: { readonly awaits: readonly string[]; readonly reader: Reader },
  { store, mayStore }: { readonly store: Store; readonly mayStore: boolean },
): Promise<{ replies: StoredReplies; unread?: Reason | undefined }> {
  const key = `chat/replies/${channel}/${message}`
  const { record } = await store.read(key)
  const known = record ? format.parse(record.value) : { cursor: message, answered: {} }
  const { messages, unread } =
    'unread' in reader ? { messages: [], unread: reader.unread } : await readOn(channel, known.cursor, reader)
  if (messages.length === 0 || !mayStore)
    return { replies: addReplies(known, { messages, awaits, to: message }), unread }
  const transition: Transition<StoredReplies, StoredReplies> = current => {
    const write = addReplies(current ?? known, { messages, awaits, to: message })
    return { write, result: write }
  }
  return { replies: await update(store, { key, format, transition }), unread }
}

async function readOn(
  channel: string,
  cursor: string,
  bot: Bot,
): Promise<{ messages: readonly Message[]; unread?: Reason }> {
  try {
    const { messages, complete } = await readAfter(channel, cursor, bot)
    if (complete) return { messages }
    const { moreToRead, historyForbidden } = DELIVERY_REASONS
    return { messages, unread: phrase(messages.length > 0 ? moreToRead : historyForbidden) }
  } catch (error) {
    const refusal = refusalOf(error)
    return { messages: [], unread: refusal && refusal.status !== 429 ? wordsOf(refusal) : failureOf(error) }
  }
}
