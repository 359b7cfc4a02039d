/** The claims of what the chat service does once: messages and private channels. */
import { type Claims, createClaims } from '../claims/claims.ts'
import type { ChatDeps } from './deps.ts'
import { type MadeChannel, madeChannelSchema, type SentMessage, sentSchema } from './schema.ts'

export interface ChatClaims {
  readonly messages: Claims<SentMessage>
  readonly channels: Claims<MadeChannel>
}

export function chatClaims({ store, mayStore }: Pick<ChatDeps, 'store' | 'mayStore'>): ChatClaims {
  return {
    messages: createClaims({
      store,
      kind: 'message',
      parseResult: stored => sentSchema.parse(stored),
      mayStore,
    }),
    channels: createClaims({
      store,
      kind: 'channel',
      parseResult: stored => madeChannelSchema.parse(stored),
      mayStore,
    }),
  }
}
