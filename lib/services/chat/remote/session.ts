/** The session of calls to the chat platform: with one bot's token, and never before a rate limit has passed. */
import type { RemoteAccess } from '../../../core/remote/profile.ts'
import type { RemoteSession } from '../../../core/remote/remote.ts'
import { routeOf } from './calls.ts'
import type { RateLimits } from './rate-limits.ts'

export interface BotAccess {
  /** The platform's address, without the path of the API version. */
  readonly baseUrl: string
  readonly token: string
  /** The address that the platform sees in the user agent. */
  readonly home: string
  /** Milliseconds to wait for a limit before the call is given up; until the deadline by default. */
  readonly longestWait?: number
}

const VERSION = '/v10'
const TOO_MANY_REQUESTS = 429
/** How often a call is sent at most. A call that a rate limit stopped had no effect, so it is sent again. */
const MOST_ATTEMPTS = 4

/** The access of one bot. */
export function accessOf({ baseUrl, token, home }: BotAccess): RemoteAccess {
  return { baseUrl: `${baseUrl}${VERSION}`, token, headers: { 'user-agent': `DiscordBot (${home}, 1)` } }
}

/** A session that waits for the limits of a call's route, and updates the limits from each reply. */
export function createSession(bot: BotAccess, limits: RateLimits): RemoteSession {
  const access = accessOf(bot)
  return {
    async access(call) {
      await limits.wait(routeOf(call), bot.longestWait)
      return access
    },
    async retry({ call, reply, count }) {
      await limits.learn(routeOf(call), reply)
      if (reply.status !== TOO_MANY_REQUESTS || count >= MOST_ATTEMPTS) return undefined
      await limits.wait(routeOf(call), bot.longestWait)
      return access
    },
  }
}
