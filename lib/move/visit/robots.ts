import { originKey, pathKey } from './address-key.ts'
import { follow } from './follow.ts'
import { readRobotsRules } from './robots-rules.ts'
import { ROBOT_NAME, type Visit, type VisitPage } from './visit.ts'

export interface RobotsFile {
  /** Empty if there is no file. */
  readonly text: string
  /** The file cannot be read now, so nothing may be requested (RFC 9309 section 2.3.1.4). */
  readonly unreachable: boolean
  readonly sitemaps: readonly string[]
  /** Milliseconds between two requests; 0 for none. */
  readonly interval: number
  allows(url: string): boolean
}

/** 500 KiB, the least that the RFC requires; Google reads as much. */
export const ROBOTS_LIMIT = 512_000

/** A 5xx, or a passing failure, forbids everything. Anything else but a 200 is no file: everything is allowed. */
export function readRobots(origin: string, { hop, body }: Pick<Visit, 'hop' | 'body'>): RobotsFile {
  const unreachable = hop.trouble?.verdict === 'unknown' || (hop.status ?? 0) >= 500
  const text = hop.status === 200 && body ? new TextDecoder().decode(body.bytes) : ''
  const rules = readRobotsRules(text)
  return {
    text,
    unreachable,
    sitemaps: rules.sitemaps,
    interval: rules.delay(ROBOT_NAME) * 1000,
    allows(url) {
      if (originKey(url) !== originKey(origin)) return !unreachable
      const { pathname, search } = new URL(url)
      const path = `${pathname}${search}`
      return pathKey(path) === '/robots.txt' || (!unreachable && !rules.forbids(ROBOT_NAME, path))
    },
  }
}

/** Follows redirects to `hosts`. */
export async function visitRobots(
  origin: string,
  hosts: ReadonlySet<string>,
  { visit }: { visit: VisitPage },
): Promise<RobotsFile> {
  const options = { hosts, read: 'anything', limit: ROBOTS_LIMIT } as const
  const { last } = await follow(`${origin}/robots.txt`, options, { visit })
  return readRobots(origin, last)
}
