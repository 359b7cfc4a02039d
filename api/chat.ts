/**
 * Sends messages to people: how a message can be delivered, deliveries, and the status message (document 3, part A).
 */
import { endpoint } from '../lib/app/core.ts'
import { watchingDeps } from '../lib/app/health/watch.ts'

export default endpoint(
  { methods: ['GET', 'POST'] },
  async core => {
    const { routesOfChat } = await import('../lib/app/functions/chat.ts')
    return routesOfChat(core)
  },
  watchingDeps,
)
