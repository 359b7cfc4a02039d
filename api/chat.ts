/**
 * Sends messages to people: how a message can be delivered, deliveries, and the status message (document 3, part A).
 */
import { endpoint } from '../lib/app/core.ts'
import { watchingDeps } from '../lib/app/health/watch.ts'
import { chatContract } from '../lib/services/chat/contract.ts'

export default endpoint(
  chatContract,
  async core => {
    const { routesOfChat } = await import('../lib/app/functions/chat.ts')
    return routesOfChat(core)
  },
  watchingDeps,
)
