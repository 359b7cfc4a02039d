/**
 * Asks a host only when it is polite: in its turn, where its robots file allows, and after the pause that a 429 or a
 * 503 asks for. A host that asks for more patience than there is gets no further request; its pages stay unknown.
 */
import { retryAfter } from '../../http/retry-after.ts'
import { type Hop, isOnHosts } from './hop.ts'
import type { Politeness } from './politeness.ts'
import { ROBOTS_LIMIT, type RobotsFile, readRobots } from './robots.ts'
import type { Visit, VisitOptions, Visitor } from './visit.ts'

export type Ask = (url: string, options?: VisitOptions) => Promise<Visit>

export interface Asker {
  readonly ask: Ask
  /** The robots file of an origin, fetched once. */
  robots(origin: string): Promise<RobotsFile>
}

export interface AskerParts {
  readonly visitor: Pick<Visitor, 'visit'>
  readonly politeness: Politeness
  /** Milliseconds since the epoch. */
  readonly now: () => number
  /** Hosts that robots files may be redirected to. */
  readonly hosts: ReadonlySet<string>
}

/** Where a 429 names no time. */
const USUAL_WAIT = 5_000
/** A longer wait than this is not waited for. */
const LONGEST_WAIT = 120_000
const MOST_TRIES = 3
/** After so many pages that were refused to the last try, the host is left alone. */
const MOST_REFUSALS = 3
/** RFC 9309 section 2.3.1.2. */
const ROBOTS_HOPS = 5

export function createAsker(parts: AskerParts): Asker {
  const files = new Map<string, Promise<RobotsFile>>()
  const askOnce = createPatientVisit(parts)
  const fetchRobots = async (origin: string): Promise<RobotsFile> => {
    const robots = readRobots(origin, await followRobots(`${origin}/robots.txt`))
    if (robots.interval > 0) parts.politeness.slowTo(new URL(origin).hostname, robots.interval)
    return robots
  }
  const followRobots = async (url: string): Promise<Visit> => {
    for (let at = url, hops = 0; ; hops++) {
      const visit = await askOnce(at, { read: 'anything', limit: ROBOTS_LIMIT })
      const { location } = visit.hop
      if (location === undefined || hops >= ROBOTS_HOPS || !isOnHosts(location, parts.hosts)) return visit
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
    async ask(url, options) {
      const { origin, pathname } = new URL(url)
      if (pathname === '/robots.txt') return askOnce(url, options)
      const file = await robots(origin)
      if (file.unreachable) return notAsked(url, 'its host gives no robots.txt now, so nothing may be asked')
      if (!file.allows(url)) return notAsked(url, 'robots.txt forbids it')
      return askOnce(url, options)
    },
  }
}

/** Visits in the host's turn, and again after the pause it asks for. */
function createPatientVisit({ visitor, politeness, now }: AskerParts): Ask {
  const closed = new Map<string, number>()
  const refusals = new Map<string, number>()
  /** Whether the visit is worth another try, once the host's pause has begun. */
  const asksForPause = (host: string, visit: Visit): boolean => {
    const wait = waitOf(visit, now())
    if (wait === undefined) return false
    if (wait > LONGEST_WAIT) closed.set(host, now() + wait)
    else politeness.pause(host, wait)
    return wait <= LONGEST_WAIT
  }
  const giveUp = (host: string): void => {
    refusals.set(host, (refusals.get(host) ?? 0) + 1)
    if ((refusals.get(host) ?? 0) >= MOST_REFUSALS) closed.set(host, Number.POSITIVE_INFINITY)
  }
  return async (url, options) => {
    const host = new URL(url).hostname
    for (let tries = 1; ; tries++) {
      const until = closed.get(host) ?? 0
      if (until > now()) return notAsked(url, waitReason(until))
      const visit = await politeness.run(host, () => visitor.visit(url, options))
      if (!asksForPause(host, visit)) return visit
      if (tries < MOST_TRIES) continue
      giveUp(host)
      return visit
    }
  }
}

function waitReason(until: number): string {
  if (until === Number.POSITIVE_INFINITY) return 'its host asks for patience again and again'
  return `its host asks for patience until ${new Date(until).toISOString()}`
}

function notAsked(url: string, why: string): Visit {
  const hop: Hop = { url, trouble: { verdict: 'unknown', reason: `was not asked: ${why}` } }
  return { hop, headers: {}, body: undefined }
}

/** Milliseconds that the answer asks to wait; undefined where it asks for none. */
function waitOf({ hop, headers }: Visit, now: number): number | undefined {
  if (hop.status !== 429 && hop.status !== 503) return undefined
  const header = headers['retry-after']
  const named = retryAfter(Array.isArray(header) ? header[0] : header, now)
  return hop.status === 429 ? (named ?? USUAL_WAIT) : named
}
