/**
 * Decides how a message can be delivered (document 3, part A, rule 3), from what every bot observed. Pure. A group never
 * admits a bot: no invitation and no permission changes that, so kura touches neither. The platform answers 403 with code
 * 50001 both for a group and for a hidden channel, so that answer alone proves neither.
 */
import { CODE, type PlatformRefusal, wordsOf } from '../remote/errors.ts'

const GROUP = 3
/** Text, direct message, voice, announcement, threads, stage: they can hold messages. */
const WITH_TEXT: readonly number[] = [0, 1, 2, 5, 10, 11, 12, 13]

/** A channel that a bot sees; `lacks` names the permissions without which it cannot write there. */
export interface SeenChannel {
  readonly type: number
  readonly lacks?: readonly string[]
}

/** What the platform told one bot about the channel. */
export interface Observation {
  readonly bot: { readonly id: string; readonly name: string }
  readonly saw: SeenChannel | PlatformRefusal | { readonly unanswered: string }
  /** Whether the bot is in the server; asked only if it did not see the channel. */
  readonly inServer?: boolean
}

export type Way = 'private_channel' | 'direct_messages'
export type Cause =
  | 'group'
  | 'unreachable'
  | 'not_in_server'
  | 'no_text'
  | 'not_writable'
  | 'unknown_channel'
  | 'refused'
  | 'no_bot'

export type Decision =
  | { readonly use: 'channel'; readonly bot: string; readonly type: number }
  | {
      readonly use: 'other'
      readonly cause: Cause
      /** What is possible instead; empty if a person has to act first. */
      readonly ways: readonly Way[]
      /** For people. */
      readonly why: string
    }

const BOTH: readonly Way[] = ['private_channel', 'direct_messages']
const INSTEAD =
  'kura invites nobody again and changes no permission. Use a private channel in the server, or direct messages'

const WORDS: Readonly<Record<Cause, string>> = {
  group: `This is a group direct message, which the platform opens to no bot, whatever its permissions. ${INSTEAD}`,
  unreachable: `The bot is in the server but has no access to this channel (403, code 50001). It is either a group direct message, which no bot can join, or a channel that is closed to the bot; the answer does not tell which. ${INSTEAD}`,
  not_in_server:
    'No bot is in the server, so none can reach the channel or its people. Somebody who manages the server must add the bot first. If the channel is a group direct message, that will not open it',
  not_writable: 'A bot sees this channel but may not write to it',
  no_text: 'A channel of this type holds no messages; use a text channel in the server',
  unknown_channel: 'There is no channel with this identifier',
  refused: 'The platform refused every bot',
  no_bot: 'No usable bot token is configured',
}

/** Whether a bot can write to a channel that it sees. */
export function isWritable({ type, lacks = [] }: SeenChannel): boolean {
  return WITH_TEXT.includes(type) && lacks.length === 0
}

/** How a message to the observed channel can be delivered. */
export function decide(observations: readonly Observation[]): Decision {
  const decision = decideAnswered(observations)
  const unanswered = observations.flatMap(({ bot, saw }) => ('unanswered' in saw ? [bot.name] : []))
  if (decision.use === 'channel' || unanswered.length === 0) return decision
  return { ...decision, why: `${decision.why}. The platform gave no answer to ${unanswered.join(', ')}` }
}

function decideAnswered(observations: readonly Observation[]): Decision {
  const seen = observations.flatMap(({ bot, saw }) => ('type' in saw ? [{ bot, saw }] : []))
  const refusals = observations.flatMap(({ saw }) => ('code' in saw ? [saw] : []))
  const inServer = observations.some(({ inServer }) => inServer === true)
  if (observations.length === 0) return other('no_bot')
  if (seen.some(({ saw }) => saw.type === GROUP)) return other('group', BOTH)
  const usable = seen.find(({ saw }) => isWritable(saw))
  if (usable) return { use: 'channel', bot: usable.bot.id, type: usable.saw.type }
  const [closed] = seen.filter(({ saw }) => saw.lacks !== undefined)
  if (closed) return { ...other('not_writable', BOTH), why: notWritable(closed) }
  if (seen.length > 0) return other('no_text', BOTH)
  if (refusals.some(({ code }) => code === CODE.missingAccess))
    return inServer ? other('unreachable', BOTH) : other('not_in_server')
  if (refusals.every(({ code }) => code === CODE.unknownChannel)) return other('unknown_channel')
  return { ...other('refused'), why: `${WORDS.refused}: ${refusals.map(wordsOf).join('; ')}` }
}

function notWritable({ bot, saw }: { bot: Observation['bot']; saw: SeenChannel }): string {
  const lacks = (saw.lacks ?? []).join(', ')
  return `The bot "${bot.name}" sees this channel but lacks ${lacks} there. Give it that permission in the channel's settings, or use a private channel or direct messages`
}

function other(cause: Cause, ways: readonly Way[] = []) {
  return { use: 'other', cause, ways, why: WORDS[cause] } as const
}
