/**
 * The claims of what the chat service does once: messages and private channels; and which deliveries may be open. A result's
 * schema loads when one is read.
 */
import { type Claims, createClaims } from '../../core/claims/claims.ts'
import { createOpenCases, type OpenCases } from '../../core/claims/open-cases.ts'
import type { ChatDeps } from './deps.ts'
import type { MadeChannel, SentMessage } from './schema.ts'

export interface ChatClaims {
  readonly messages: Claims<SentMessage>
  readonly channels: Claims<MadeChannel>
  /** By the folded name; each is marked before it is stored, and by each run. */
  readonly deliveries: OpenCases
}

export function chatClaims({ store, mayStore }: Pick<ChatDeps, 'store' | 'mayStore'>): ChatClaims {
  return {
    messages: createClaims({
      store,
      kind: 'message',
      parseResult: async stored => (await import('./schema.ts')).sentSchema.parse(stored),
      mayStore,
    }),
    channels: createClaims({
      store,
      kind: 'channel',
      parseResult: async stored => (await import('./schema.ts')).madeChannelSchema.parse(stored),
      mayStore,
    }),
    deliveries: createOpenCases({ store, kind: 'delivery' }),
  }
}
