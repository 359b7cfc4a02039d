/** The routes of `api/chat.js`. */
import { chatContract } from '../chat/contract.ts'
import { chatHandlers } from '../chat/routes.ts'
import type { Route } from '../http/router.ts'
import { serveContract } from '../http/serve.ts'
import { chatOf } from './chat-service.ts'
import type { Core } from './core.ts'

export function routesOfChat(core: Core): Route[] {
  const handlers = chatHandlers({
    chat: chatOf(core),
    // they come from every service
    facts: async trace => (await import('./status.ts')).statusFacts(trace, core),
    locale: core.config.locale,
    noticesChannel: () => core.config.chat().noticesChannelId,
    userTokens: core.config.userTokens,
    now: core.now,
  })
  return serveContract(chatContract, handlers)
}
