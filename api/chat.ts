/**
 * Channels, deliveries to people, and the status message.
 * `npm run functions` makes this file.
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
