import { originKey, pathKey } from './address-key.ts'
import { follow } from './follow.ts'
import { readRobotsRules } from './robots-rules.ts'
import { ROBOT_NAME, type Visit, type VisitPage } from './visit.ts'

export interface RobotsFile {
  /** The text of the file; empty if there is none. */
  readonly text: string
  /** Whether the file cannot be read now, so that nothing may be requested (RFC 9309 section 2.3.1.4). */
  readonly unreachable: boolean
  readonly sitemaps: readonly string[]
  /** The milliseconds between two requests that the file asks for; 0 for none. */
  readonly interval: number
  allows(url: string): boolean
}

/** The bytes that are read: 500 KiB, the least that the RFC requires. Google reads as much. */
export const ROBOTS_LIMIT = 512_000

/** A 5xx or a passing failure forbids everything. Any other answer but a 200 is no file, so everything is allowed. */
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

/** Visits a robots file, and follows redirects to `hosts`. */
export async function visitRobots(
  origin: string,
  hosts: ReadonlySet<string>,
  { visit }: { visit: VisitPage },
): Promise<RobotsFile> {
  const options = { hosts, read: 'anything', limit: ROBOTS_LIMIT } as const
  const { last } = await follow(`${origin}/robots.txt`, options, { visit })
  return readRobots(origin, last)
}
