/** `api/chat.ts` over its surroundings. */
import { chatRoutes } from '../chat/routes.ts'
import type { Route } from '../http/router.ts'
import { chatOf } from './chat-service.ts'
import type { Core } from './core.ts'
import { statusFacts } from './status.ts'

export function routesOfChat(core: Core): Route[] {
  const chat = chatOf(core)
  return chatRoutes({
    chat: ({ trace }) => chat(trace),
    facts: ({ trace }) => statusFacts(core, trace),
    noticesChannel: () => core.config.chat().noticesChannelId,
    userTokens: core.config.userTokens,
    now: core.now,
  })
}
