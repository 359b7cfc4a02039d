/** A message that is sent once: nobody is mentioned, its nonce follows from its case, and it is found again by it. */
import { foldCaseName } from '../../claims/case-name.ts'
import type { Claim } from '../../claims/claim.ts'
import { actDigest } from '../../claims/claims.ts'
import type { OnceDeps } from '../../claims/once.ts'
import { AppError } from '../../errors.ts'
import type { Bot } from '../remote/bots.ts'
import { postMessageCall } from '../remote/calls.ts'
import { identifierAt, readAfter } from '../remote/history.ts'
import { MESSAGE_CAP, nonceOf } from '../remote/message.ts'
import { type Message, type SentMessage, storedPost } from '../schema.ts'
import { doOnce, type SendReport } from './settle.ts'

/** How far the platform's clock may be from the store's, in milliseconds. */
const CLOCK_SLACK = 120_000

export interface Post {
  /** Names this message and no other: the same case is sent once. */
  readonly caseName: string
  readonly channel: string
  readonly text: string
  readonly by: string
}

/** @throws AppError `bad_request` if the text is empty or does not fit into one message */
export function checkText(text: string): void {
  if (text.trim() !== '' && text.length <= MESSAGE_CAP) return
  throw new AppError(
    'bad_request',
    `Cannot send the text: it has ${text.length} characters, expected 1 to ${MESSAGE_CAP}`,
    { hint: 'shorten the text, or send several deliveries' },
  )
}

/** The channel of a claimed message. */
export function channelOf({ body }: Claim<SentMessage>): string {
  return storedPost.parse(JSON.parse(body ?? '')).channel
}

export function postOnce(
  { caseName, channel, text, by }: Post,
  { bot, once }: { bot: Bot; once: OnceDeps<SentMessage> },
): Promise<SendReport<SentMessage>> {
  const nonce = nonceOf(foldCaseName(caseName))
  const body = JSON.stringify({ channel, text })
  const resultOf = ({ id }: Message): SentMessage => ({ channel, message: id })
  return doOnce(
    {
      name: caseName,
      digest: actDigest(body),
      body,
      by,
      send: async before =>
        resultOf(await bot.wire({ ...postMessageCall(channel, { content: text, nonce }), before })),
      async look(since) {
        const { messages, complete } = await readAfter(channel, identifierAt(since - CLOCK_SLACK), bot)
        const own = messages.filter(({ author }) => author.id === bot.id)
        const found =
          own.find(message => String(message.nonce) === nonce) ??
          (await findByText(own, { caseName, text }, once))
        return { found: found ? [resultOf(found)] : [], complete }
      },
    },
    once,
  )
}

/**
 * The platform does not promise to show a nonce later; without one the text decides, unless the message belongs to another
 * case. All cases are read only if there is such a message.
 */
async function findByText(
  messages: readonly Message[],
  { caseName, text }: Pick<Post, 'caseName' | 'text'>,
  { claims }: OnceDeps<SentMessage>,
): Promise<Message | undefined> {
  const alike = messages.filter(
    message => (message.nonce ?? undefined) === undefined && message.content.trim() === text.trim(),
  )
  if (alike.length === 0) return undefined
  const own = foldCaseName(caseName)
  const others = (await claims.listAll()).filter(({ name }) => foldCaseName(name) !== own)
  return alike.find(({ id }) => !others.some(({ claim }) => claim.result?.message === id))
}
