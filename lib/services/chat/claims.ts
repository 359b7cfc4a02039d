/** The claims of what the chat service does once: messages and private channels. A result's schema loads when one is read. */
import { type Claims, createClaims } from '../../core/claims/claims.ts'
import type { ChatDeps } from './deps.ts'
import type { MadeChannel, SentMessage } from './schema.ts'

export interface ChatClaims {
  readonly messages: Claims<SentMessage>
  readonly channels: Claims<MadeChannel>
}

export function chatClaims({ store }: Pick<ChatDeps, 'store'>): ChatClaims {
  return {
    messages: createClaims({
      store,
      kind: 'message',
      parseResult: async stored => (await import('./schema.ts')).sentSchema.parse(stored),
    }),
    channels: createClaims({
      store,
      kind: 'channel',
      parseResult: async stored => (await import('./schema.ts')).madeChannelSchema.parse(stored),
    }),
  }
}
