/**
 * What a person must do about messages and channels that may be on the platform twice, as a pure rule over what is stored.
 * A notice has a key and a step; people are told once for each step that it reaches. It holds no message's text.
 */
import type { NamedClaim } from '../claims/claims.ts'
import type { ChatClaims } from './claims.ts'
import type { MadeChannel, SentMessage } from './schema.ts'

export interface ChatNotice {
  /** One matter: `chat/message-twice/delivery/friday/1`. */
  readonly key: string
  /** How far it has come; a new step is a new reason to tell. */
  readonly step: string
  readonly text: string
}

/** The input of the rule: the open messages and channels. */
export interface ChatState {
  readonly messages: readonly NamedClaim<SentMessage>[]
  readonly channels: readonly NamedClaim<MadeChannel>[]
}

/** Reads the input of the rule. */
export async function readChatState({ messages, channels }: ChatClaims): Promise<ChatState> {
  const [openMessages, openChannels] = await Promise.all([messages.listOpen(), channels.listOpen()])
  return { messages: openMessages, channels: openChannels }
}

/** The notices that are due. */
export function chatNotices({ messages, channels }: ChatState): ChatNotice[] {
  return [
    ...messages.flatMap(named =>
      twiceNotices(named, {
        kind: 'message',
        identify: ({ channel, message }) => `message ${message} in the channel ${channel}`,
      }),
    ),
    ...channels.flatMap(named =>
      twiceNotices(named, { kind: 'channel', identify: ({ channel }) => `channel ${channel}` }),
    ),
  ]
}

interface Kind<Result> {
  readonly kind: 'message' | 'channel'
  /** What was made, in words that a person finds it by. */
  readonly identify: (result: Result) => string
}

/** What attempts did that had lost their claim. What the claim itself has is not there twice. */
function twiceNotices<Result>(
  { name, claim: { result, strays = [] } }: NamedClaim<Result>,
  { kind, identify }: Kind<Result>,
): ChatNotice[] {
  const own = result === undefined ? [] : [identify(result)]
  const others = strays
    .map(stray => (stray.result === undefined ? 'perhaps another one' : identify(stray.result)))
    .filter(other => !own.includes(other))
  if (others.length === 0) return []
  const key = `chat/${kind}-twice/${name}`
  const made = [...own, ...others].join(' and ')
  const text = `${kind} ${JSON.stringify(name)} may be on the platform twice: ${made}; delete all but one, then kura notices --done ${JSON.stringify(key)}`
  return [{ key, step: `strays ${others.length}`, text }]
}
