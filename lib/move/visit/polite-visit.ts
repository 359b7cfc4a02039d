/** A host that asks for a longer wait than the limit gets no request in that time. Its pages stay unknown. */
import { retryAfter } from '../../core/http/retry-after.ts'
import { type Said, say } from '../phrase.ts'
import { addressKey, hostKey, originKey } from './address-key.ts'
import { type Hop, isOnHosts } from './hop.ts'
import type { RateLimiter } from './rate-limiter.ts'
import { ROBOTS_LIMIT, type RobotsFile, readRobots } from './robots.ts'
import type { Visit, Visitor, VisitPage } from './visit.ts'
import { MOVE_VISIT } from './words.ts'

export interface PoliteVisitor {
  readonly visit: VisitPage
  /** Returns the robots file, which is fetched once for each origin. */
  robots(origin: string): Promise<RobotsFile>
}

export interface PoliteVisitorDeps {
  readonly visitor: Pick<Visitor, 'visit'>
  readonly rateLimiter: RateLimiter
  /** The time in milliseconds since the epoch. */
  readonly now: () => number
  /** The hosts to which robots files may be redirected. */
  readonly hosts: ReadonlySet<string>
}

/** The wait in milliseconds after a 429 without Retry-After. */
const USUAL_WAIT = 5_000
/** The longest wait in milliseconds after which a visit is still made. */
const LONGEST_WAIT = 120_000
const MOST_TRIES = 3
/** The number of pages, refused at every attempt, after which a host gets no further request. */
const MOST_REFUSALS = 3
/** The most redirects of a robots file (RFC 9309 section 2.3.1.2). */
const ROBOTS_HOPS = 5

export function createPoliteVisitor(deps: PoliteVisitorDeps): PoliteVisitor {
  const files = new Map<string, Promise<RobotsFile>>()
  const visitWithRetry = createRetryingVisit(deps)
  const fetchRobots = async (origin: string): Promise<RobotsFile> => {
    const robots = readRobots(origin, await followRobots(`${origin}/robots.txt`))
    if (robots.interval > 0) deps.rateLimiter.slowTo(new URL(origin).hostname, robots.interval)
    return robots
  }
  const followRobots = async (url: string): Promise<Visit> => {
    for (let at = url, hops = 0; ; hops++) {
      const visit = await visitWithRetry(at, { read: 'anything', limit: ROBOTS_LIMIT })
      const { location } = visit.hop
      if (location === undefined || hops >= ROBOTS_HOPS || !isOnHosts(location, deps.hosts)) return visit
      at = location
    }
  }
  const robots = (origin: string): Promise<RobotsFile> => {
    const file = files.get(origin) ?? fetchRobots(origin)
    files.set(origin, file)
    return file
  }
  return {
    robots,
    async visit(url, options) {
      if (addressKey(url) === `${originKey(url)}/robots.txt`) return visitWithRetry(url, options)
      const file = await robots(originKey(url))
      if (file.unreachable) return notRequested(url, say(MOVE_VISIT.robotsUnreadable))
      if (!file.allows(url)) return notRequested(url, say(MOVE_VISIT.robotsForbid))
      return visitWithRetry(url, options)
    },
  }
}

/** Visits again after each wait that the host asks for, up to the limit of tries. */
function createRetryingVisit({ visitor, rateLimiter, now }: PoliteVisitorDeps): VisitPage {
  const closed = new Map<string, number>()
  const refusals = new Map<string, number>()
  /** Returns whether the visit can be tried again after the pause. */
  const startPause = (host: string, visit: Visit): boolean => {
    const wait = waitOf(visit, now())
    if (wait === undefined) return false
    if (wait > LONGEST_WAIT) closed.set(host, now() + wait)
    else rateLimiter.pause(host, wait)
    return wait <= LONGEST_WAIT
  }
  const giveUp = (host: string): void => {
    refusals.set(host, (refusals.get(host) ?? 0) + 1)
    if ((refusals.get(host) ?? 0) >= MOST_REFUSALS) closed.set(host, Number.POSITIVE_INFINITY)
  }
  return async (url, options) => {
    const host = hostKey(new URL(url).hostname)
    for (let tries = 1; ; tries++) {
      const until = closed.get(host) ?? 0
      if (until > now()) return notRequested(url, closedReason(until))
      const visit = await rateLimiter.run(host, () => visitor.visit(url, options))
      if (!startPause(host, visit)) return visit
      if (tries < MOST_TRIES) continue
      giveUp(host)
      return visit
    }
  }
}

function closedReason(until: number): Said {
  if (until === Number.POSITIVE_INFINITY) return say(MOVE_VISIT.hostKeepsWaiting)
  return say(MOVE_VISIT.hostWaits, { at: until, until: new Date(until).toISOString() })
}

function notRequested(url: string, why: Said): Visit {
  const hop: Hop = { url, trouble: { verdict: 'unknown', ...why } }
  return { hop, headers: {}, body: undefined }
}

/** The wait that the host asks for; undefined if it does not. A 429 asks even without Retry-After. */
function waitOf({ hop, headers }: Visit, now: number): number | undefined {
  if (hop.status !== 429 && hop.status !== 503) return undefined
  const header = headers['retry-after']
  const named = retryAfter(Array.isArray(header) ? header[0] : header, now)
  return hop.status === 429 ? (named ?? USUAL_WAIT) : named
}
