/** Serves the list of messages, from what is stored. */
import type { Claims } from '../../core/claims/claims.ts'
import { ignoredTokens } from '../../core/config/chat.ts'
import { pageOf } from '../../core/http/pages.ts'
import type { Handlers } from '../../core/http/serve.ts'
import type { ChatContract } from './contract.ts'
import { messagesPage } from './delivery/message-list.ts'
import type { SentMessage } from './schema.ts'

export interface MessageRouteDeps {
  /** Called at the first request. */
  claims(): Claims<SentMessage>
  /** The variables of a person's token that are set; kura does not use them. */
  readonly userTokens: readonly string[]
}

export function messageHandlers(deps: MessageRouteDeps): Handlers<ChatContract, 'messages'> {
  const also = ignoredTokens(deps.userTokens)
  return {
    async messages({ query }) {
      const { messages, next } = await messagesPage(query.state ?? 'unknown', pageOf(query), deps.claims())
      return { messages: [...messages], ...(next !== undefined && { next }), ...also }
    },
  }
}
