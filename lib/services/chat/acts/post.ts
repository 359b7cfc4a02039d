/** A message mentions no person. Its nonce comes from its case, so that kura finds the message again. */
import { foldCaseName } from '../../../core/claims/case-name.ts'
import { actDigest } from '../../../core/claims/claims.ts'
import type { OnceDeps } from '../../../core/claims/once.ts'
import { AppError } from '../../../core/errors.ts'
import { phrase } from '../../../core/language/catalogue.ts'
import { phraseError } from '../../../core/language/phrase-error.ts'
import type { RequestDeps } from '../deps.ts'
import type { Bot } from '../remote/bots.ts'
import { postMessageCall } from '../remote/calls.ts'
import { identifierAt, readAfter } from '../remote/history.ts'
import { lengthOf, MESSAGE_CAP, nonceOf, normaliseText } from '../remote/message.ts'
import type { Message, SentMessage } from '../schema.ts'
import { doOnce, SETTLING, type SendReport } from './once.ts'
import { DELIVERY_REASONS } from './words.ts'

/** The milliseconds by which the platform's clock may differ from the store's. */
export const CLOCK_SLACK = 120_000

export interface Post {
  /** The name of the case; one message is sent for each. */
  readonly caseName: string
  readonly channel: string
  readonly text: string
  /** Whether the text quotes a text from outside. */
  readonly quotes?: boolean
  readonly by: string
}

/** The text as kura sends it. @throws AppError `bad_request` if the text is empty or does not fit into one message */
export function withSentText<T extends { readonly text: string }>(given: T): T {
  const text = normaliseText(given.text)
  const length = lengthOf(text)
  if (length > 0 && length <= MESSAGE_CAP) return { ...given, text }
  throw new AppError(
    'bad_request',
    `Cannot send the text: it has ${length} characters, expected 1 to ${MESSAGE_CAP}`,
    { hint: 'shorten the text, or send several deliveries' },
  )
}

export async function post(
  request: Post,
  bot: Bot,
  { messages, newId, clock, note }: Pick<RequestDeps, 'messages' | 'newId' | 'clock' | 'note'>,
): Promise<SendReport<SentMessage>> {
  const report = await postOnce(request, { bot, once: { claims: messages, newId, clock } })
  note('message', { case: request.caseName, state: report.state, bot: bot.id })
  return report
}

export function postOnce(
  { caseName, channel, text, quotes = false, by }: Post,
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
        resultOf(await bot.wire({ ...postMessageCall(channel, { content: text, nonce, quotes }), before })),
      async query(since) {
        const { messages, complete } = await readAfter(channel, identifierAt(since - CLOCK_SLACK), bot)
        const latest = BigInt(identifierAt(since + SETTLING + CLOCK_SLACK))
        const own = messages.filter(({ id, author }) => author.id === bot.id && BigInt(id) < latest)
        const found =
          own.find(message => String(message.nonce) === nonce) ??
          (await findByText(own, { caseName, text }, once))
        return { found: found ? [resultOf(found)] : [], complete }
      },
    },
    once,
  )
}

/** The messages without a nonce, which the platform may no longer show, that belong to no other case. */
export async function unclaimed(
  messages: readonly Message[],
  caseName: string,
  { claims }: Pick<OnceDeps<SentMessage>, 'claims'>,
): Promise<readonly Message[]> {
  const unnamed = messages.filter(({ nonce }) => nonce === undefined || nonce === null)
  if (unnamed.length === 0) return []
  const own = foldCaseName(caseName)
  const others = (await claims.listAll()).filter(({ name }) => foldCaseName(name) !== own)
  return unnamed.filter(({ id }) => !others.some(({ claim }) => claim.result?.message === id))
}

/** Finds a message by its text. @throws AppError `conflict` if all differ, because the platform may change a text */
async function findByText(
  messages: readonly Message[],
  { caseName, text }: Pick<Post, 'caseName' | 'text'>,
  deps: OnceDeps<SentMessage>,
): Promise<Message | undefined> {
  const free = await unclaimed(messages, caseName, deps)
  const alike = free.find(({ content }) => normaliseText(content) === text)
  const [doubtful] = free
  if (alike || !doubtful) return alike
  throw phraseError('conflict', phrase(DELIVERY_REASONS.doubtful, { case: caseName, message: doubtful.id }), {
    hint: 'look at it on the platform, then kura settle with --message or --not-sent',
  })
}
