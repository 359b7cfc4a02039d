/** Counts calls by bot and route, and sets the headers that tell a caller how many are left. */
import { limitAnswer } from './errors.ts'
import type { RouteLimit } from './state.ts'

interface Count {
  calls: number
  /** Milliseconds since the epoch. */
  readonly ends: number
}

export interface Limits {
  /** Counts a call; returns the headers, and the refusal if it exceeds the limit. */
  count(
    bot: string,
    route: string,
    limit: RouteLimit,
  ): { headers: Record<string, string>; refused?: Response }
}

export function createLimits(now: () => number): Limits {
  const counts = new Map<string, Count>()
  return {
    count(bot, route, { limit, window }) {
      const key = `${bot} ${route}`
      const known = counts.get(key)
      const current = known && known.ends > now() ? known : { calls: 0, ends: now() + window }
      counts.set(key, current)
      current.calls += 1
      const seconds = (current.ends - now()) / 1000
      const headers = {
        'x-ratelimit-limit': String(limit),
        'x-ratelimit-remaining': String(Math.max(0, limit - current.calls)),
        'x-ratelimit-reset': String(current.ends / 1000),
        'x-ratelimit-reset-after': String(seconds),
        'x-ratelimit-bucket': Buffer.from(route).toString('hex').slice(0, 32),
      }
      return current.calls > limit ? { headers, refused: limitAnswer(seconds, 'user') } : { headers }
    },
  }
}
