import type { RemoteAccess } from '../../../core/remote/profile.ts'
import type { RemoteSession } from '../../../core/remote/remote.ts'
import { routeOf } from './calls.ts'
import type { RateLimits } from './rate-limits.ts'

export interface BotAccess {
  /** The address without the path of the API version. */
  readonly baseUrl: string
  readonly token: string
  /** The address for the header User-Agent. */
  readonly home: string
  /** The milliseconds to wait for a limit before the call is given up; by default until the deadline. */
  readonly longestWait?: number
}

const VERSION = '/v10'
const TOO_MANY_REQUESTS = 429
/** The attempts of a call. One that a rate limit stopped had no effect, so it is sent again. */
const MOST_ATTEMPTS = 4

export function accessOf({ baseUrl, token, home }: BotAccess): RemoteAccess {
  return { baseUrl: `${baseUrl}${VERSION}`, token, headers: { 'user-agent': `DiscordBot (${home}, 1)` } }
}

/** A session, in which each call first waits for the limits of its route, and each reply updates them. */
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
