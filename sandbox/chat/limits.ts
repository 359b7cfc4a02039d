/** Counts calls by bot and route, and sets the headers that tell a caller how many are left. */
import { createHash } from 'node:crypto'
import { limitAnswer } from './errors.ts'
import type { RouteLimit } from './state.ts'

interface Count {
  calls: number
  /** Milliseconds since the epoch. */
  readonly ends: number
}

/** Calls are counted per route and per channel or server. */
export interface CountedRoute {
  /** The name of the bucket, such as `GET /channels/{channel}`. Routes with the same bucket share its limit. */
  readonly bucket: string
  /** The id of the channel or the server. */
  readonly major: string
}

export interface Limits {
  /** Counts a call; returns the headers, and the refusal if the call exceeds the limit. */
  count(
    bot: string,
    route: CountedRoute,
    limit: RouteLimit,
  ): { headers: Record<string, string>; refused?: Response }
}

export function createLimits(now: () => number): Limits {
  const counts = new Map<string, Count>()
  return {
    count(bot, route, { limit, window }) {
      const key = `${bot} ${route.bucket} ${route.major}`
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
        'x-ratelimit-bucket': bucketName(route.bucket),
      }
      return current.calls > limit ? { headers, refused: limitAnswer(seconds, 'user') } : { headers }
    },
  }
}

/** The name of a bucket: opaque, as on the platform, and the same for every channel or server of a route. */
function bucketName(bucket: string): string {
  return createHash('sha256').update(bucket).digest('hex').slice(0, 32)
}
