/** Lists of messages and of deliveries need only the store. Other code loads at the first request that needs it. */

import type { EndpointName } from '../../core/http/contract.ts'
import type { Route } from '../../core/http/router.ts'
import { deferHandlers, type Handlers, serveContract } from '../../core/http/serve.ts'
import { chatClaims } from '../../services/chat/acts/claims.ts'
import { messageHandlers } from '../../services/chat/acts/message-list.ts'
import { type ChatContract, chatContract } from '../../services/chat/contract.ts'
import { deliveryHandlers } from '../../services/chat/delivery/list.ts'
import { type Core, lazy } from '../core.ts'

export function routesOfChat(core: Core): Route[] {
  const { config } = core
  const claims = lazy(() => {
    // throws the error that names the missing settings
    config.chat()
    return chatClaims({ store: core.store() }).messages
  })
  const { userTokens } = config
  const listing = {
    ...messageHandlers({ claims, userTokens }),
    ...deliveryHandlers({ deps: () => ({ messages: claims(), store: core.store() }), userTokens }),
  }
  return serveContract(
    chatContract,
    deferHandlers(chatContract, listing, () => handlersOfChat(core)),
  )
}

async function handlersOfChat(
  core: Core,
): Promise<Handlers<ChatContract, Exclude<EndpointName<ChatContract>, 'messages' | 'deliveries'>>> {
  const [{ chatHandlers }, { createChat }, { chatDeps }] = await Promise.all([
    import('../../services/chat/routes.ts'),
    import('../../services/chat/service.ts'),
    import('../outlet/chat-service.ts'),
  ])
  return chatHandlers({
    chat: trace => createChat(chatDeps(core, trace)),
    // the status message contains facts from every service
    facts: async asked => (await import('../open-items/status.ts')).statusFacts(asked, core),
    locale: core.config.locale,
    noticesChannel: () => core.config.chat().noticesChannelId,
    userTokens: core.config.userTokens,
    now: core.now,
  })
}
