/** Calls to the chat platform with one bot's token. Each call first waits for rate limits. */
import type { RemoteAccess } from '../../../core/remote/profile.ts'
import type { RemoteSession } from '../../../core/remote/remote.ts'
import { routeOf } from './calls.ts'
import type { RateLimits } from './rate-limits.ts'

export interface BotAccess {
  /** The platform's address, without the path of the API version. */
  readonly baseUrl: string
  readonly token: string
  /** The address of kura in the header User-Agent. */
  readonly home: string
  /** The longest wait for a limit, in milliseconds, before the call is given up; until the deadline by default. */
  readonly longestWait?: number
}

const VERSION = '/v10'
const TOO_MANY_REQUESTS = 429
/**
 * The maximum number of times that a call is sent. A call that a rate limit stopped had no effect, so it is sent again.
 */
const MOST_ATTEMPTS = 4

/** The address and the headers for the calls of one bot. */
export function accessOf({ baseUrl, token, home }: BotAccess): RemoteAccess {
  return { baseUrl: `${baseUrl}${VERSION}`, token, headers: { 'user-agent': `DiscordBot (${home}, 1)` } }
}

/** Waits for the limits of a call's route, and updates the limits from each reply. */
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
