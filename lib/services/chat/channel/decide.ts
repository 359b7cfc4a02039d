/**
 * Decides how to reach a channel (document 3, part A, rule 3). A group never admits a bot, whatever the invitations and
 * permissions, so kura changes neither. The platform answers 403 with code 50001 both for a group and for a hidden
 * channel. Pure.
 */
import { phrase } from '../../../core/language/catalogue.ts'
import type { Phrase } from '../../../core/phrase.ts'
import type { ChannelCheck } from '../contract.ts'
import { CODE, type PlatformRefusal, wordsOf } from '../remote/errors.ts'
import { CHANNEL_CAUSES, CHANNEL_REMARKS } from './words.ts'

const GROUP = 3
/** The types of channels with text: text, direct message, voice, announcement, threads, stage. */
const WITH_TEXT: readonly number[] = [0, 1, 2, 5, 10, 11, 12, 13]

/** What a bot saw of a channel. Without the permissions of `lacks`, the bot cannot write there. */
export interface SeenChannel {
  readonly type: number
  readonly lacks?: readonly string[]
  /** Set for a locked thread, archived or not: no bot can write there. */
  readonly closed?: boolean
}

export interface Observation {
  readonly bot: { readonly id: string; readonly name: string }
  readonly saw: SeenChannel | PlatformRefusal | { readonly unanswered: string }
  /** Whether the bot is in the server; queried only if the bot cannot see the channel. */
  readonly inServer?: boolean
}

type Other = Extract<ChannelCheck['decision'], { use: 'other' }>
export type Way = Other['ways'][number]

export type Decision =
  | { readonly use: 'channel'; readonly bot: string; readonly type: number }
  | {
      readonly use: 'other'
      readonly cause: Other['cause']
      /** The ways to deliver; empty if a person has to act first. */
      readonly ways: readonly Way[]
      readonly why: Phrase
    }

const BOTH: readonly Way[] = ['private_channel', 'direct_messages']

export function isWritable({ type, lacks = [], closed = false }: SeenChannel): boolean {
  return WITH_TEXT.includes(type) && lacks.length === 0 && !closed
}

export function decide(observations: readonly Observation[]): Decision {
  const decision = decideAnswered(observations)
  const unanswered = observations.flatMap(({ bot, saw }) => ('unanswered' in saw ? [bot.name] : []))
  if (decision.use === 'channel' || unanswered.length === 0) return decision
  const values = { reason: decision.why, bots: unanswered }
  return { ...decision, why: phrase(CHANNEL_REMARKS.unanswered, values) }
}

function decideAnswered(observations: readonly Observation[]): Decision {
  const seen = observations.flatMap(({ bot, saw }) => ('type' in saw ? [{ bot, saw }] : []))
  const refusals = observations.flatMap(({ saw }) => ('code' in saw ? [saw] : []))
  const inServer = observations.some(({ inServer }) => inServer === true)
  if (observations.length === 0) return other('no_bot')
  if (seen.some(({ saw }) => saw.type === GROUP)) return other('group', BOTH)
  const usable = seen.find(({ saw }) => isWritable(saw))
  if (usable) return { use: 'channel', bot: usable.bot.id, type: usable.saw.type }
  if (seen.some(({ saw }) => saw.closed)) return other('thread_closed', BOTH)
  const [closed] = seen.filter(({ saw }) => saw.lacks !== undefined)
  if (closed) return { use: 'other', cause: 'not_writable', ways: BOTH, why: notWritable(closed) }
  if (seen.length > 0) return other('no_text', BOTH)
  if (refusals.some(({ code }) => code === CODE.missingAccess))
    return inServer ? other('unreachable', BOTH) : other('not_in_server')
  if (refusals.every(({ code }) => code === CODE.unknownChannel)) return other('unknown_channel')
  const reason = { items: refusals.map(wordsOf), by: 'semicolon' } as const
  return { use: 'other', cause: 'refused', ways: [], why: phrase(CHANNEL_CAUSES.refused, { reason }) }
}

function notWritable({ bot, saw }: { bot: Observation['bot']; saw: SeenChannel }): Phrase {
  const permissions = [...(saw.lacks ?? [])]
  return phrase(CHANNEL_CAUSES.not_writable, { bot: bot.name, permissions })
}

function other(cause: Exclude<Other['cause'], 'not_writable' | 'refused'>, ways: readonly Way[] = []) {
  return { use: 'other', cause, ways, why: phrase(CHANNEL_CAUSES[cause]) } as const
}
