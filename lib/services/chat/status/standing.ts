/**
 * The status is one message in a channel, which kura edits in place, so that people get no notification. Its id is in
 * the claim of its case. If the message was deleted, kura posts another one under a new case.
 */
import { hasCode } from '../../../core/errors.ts'
import type { Post } from '../acts/post.ts'
import type { RequestDeps } from '../deps.ts'
import type { Bot } from '../remote/bots.ts'
import { editMessageCall, messageCall } from '../remote/calls.ts'
import { CODE, refusalOf } from '../remote/errors.ts'
import { identifierAt, readNewest } from '../remote/history.ts'

/** The milliseconds back to which kura searches if the store knows of no status message. */
const SEARCHED = 30 * 86_400_000

export interface Standing {
  readonly text: string
  /** The time at which the message was last edited, or posted. */
  readonly at: string
}

interface Found {
  readonly message: string | undefined
  readonly next: string
}

async function findStanding(channel: string, { messages }: Pick<RequestDeps, 'messages'>): Promise<Found> {
  let standing: Found = { message: undefined, next: `status/${channel}` }
  for (;;) {
    const message = (await messages.read(standing.next))?.result?.message
    if (message === undefined) return standing
    standing = { message, next: `status/${channel}/after ${message}` }
  }
}

/** The bot's messages from the status message on, newest first. A restored store may know an older one, or none. */
export async function readStanding(
  channel: string,
  { bot, messages, now }: Pick<RequestDeps, 'messages' | 'now'> & { readonly bot: Bot },
): Promise<string[]> {
  const { message } = await findStanding(channel, { messages })
  const first = message === undefined ? [] : [await unlessGone(bot.wire(messageCall(channel, message)))]
  const later = await readNewest(channel, message ?? identifierAt(now() - SEARCHED), bot)
  return [...later, ...first].flatMap(found => (found?.author.id === bot.id ? [found.content] : []))
}

/** The status message; undefined if there is none. @throws AppError as the platform's calls do */
export async function currentStanding(
  channel: string,
  { bot, messages }: Pick<RequestDeps, 'messages'> & { readonly bot: Bot },
): Promise<Standing | undefined> {
  const { message } = await findStanding(channel, { messages })
  const found = message === undefined ? undefined : await unlessGone(bot.wire(messageCall(channel, message)))
  return found && { text: found.content, at: found.edited_timestamp ?? found.timestamp }
}

/** Edits the status message or, without one, posts it with `post`. @throws AppError as the platform's calls do */
export async function keepStanding(
  given: Omit<Post, 'caseName'>,
  deps: Pick<RequestDeps, 'messages'> & {
    readonly bot: Bot
    readonly post: (post: Post) => Promise<unknown>
  },
): Promise<void> {
  const { channel, text, quotes = false } = given
  const { bot, messages, post } = deps
  const { message, next } = await findStanding(channel, { messages })
  const edited =
    message !== undefined &&
    (await unlessGone(bot.wire(editMessageCall(channel, message, { content: text, quotes }))))
  if (!edited) await post({ ...given, caseName: next })
}

/** The result; undefined if the platform does not have the message, or another bot has written it. */
async function unlessGone<T>(call: Promise<T>): Promise<T | undefined> {
  try {
    return await call
  } catch (error) {
    const code = refusalOf(error)?.code
    const isGone = code === CODE.unknownMessage || code === CODE.otherAuthor || hasCode(error, 'not_found')
    if (isGone) return undefined
    throw error
  }
}
