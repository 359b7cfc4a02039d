/** The schema of a result loads only when a result is read. */
import { type Claims, createClaims } from '../../../core/claims/claims.ts'
import type { Claim } from '../../../core/claims/stored-records.ts'
import type { Store } from '../../../core/store/store.ts'
import type { MadeChannel, SentMessage } from '../schema.ts'

export interface ChatClaims {
  readonly messages: Claims<SentMessage>
  readonly channels: Claims<MadeChannel>
}

export function chatClaims({ store }: { readonly store: Store }): ChatClaims {
  return {
    messages: createClaims({
      store,
      kind: 'message',
      parseResult: async stored => (await import('../schema.ts')).sentSchema.parse(stored),
    }),
    channels: createClaims({
      store,
      kind: 'channel',
      parseResult: async stored => (await import('../schema.ts')).madeChannelSchema.parse(stored),
    }),
  }
}

interface ClaimedPost {
  readonly channel: string
  readonly text: string
}

/** Reads the body without a check, because kura checked it before it was stored. */
export function postOf({ body }: Claim<SentMessage>): ClaimedPost {
  return JSON.parse(body ?? '') as ClaimedPost
}

export function channelOf(claim: Claim<SentMessage>): string {
  return postOf(claim).channel
}
