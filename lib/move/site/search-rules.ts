/**
 * Reads a robots file as search engines do (RFC 9309): which rule keeps Googlebot, Bingbot or any other robot from an
 * address. Like Google's parser, it accepts the usual misspellings, and lines of other kinds do not end a group.
 */
import { parseRobots } from '../visit/robots.ts'
import type { ROBOT_NAME } from '../visit/visit.ts'

/** The robots about which the check asks; `*` stands for every robot without a group of its own. */
export const ENGINES = ['Googlebot', 'Bingbot', '*'] as const
export type Engine = (typeof ENGINES)[number]

export interface RobotsRule {
  /** The line, without its comment: `Disallow: /private/`. */
  readonly text: string
  /** The number of the line, from 1. */
  readonly line: number
}

export interface SearchRules {
  /** Returns the rule that keeps the robot from the path; undefined if the robot may visit it. */
  forbids(engine: Engine | typeof ROBOT_NAME, path: string): RobotsRule | undefined
}

/** The length of the longest rule that is shown. */
const LONGEST = 200
const ANY_ORIGIN = 'https://site.invalid'
const GROUP_LINE = /^\s*(user[- ]?agent|allow|diss?all?ow|diasllow|disallaw)\s*(?::|\s)\s*(.*?)\s*$/i

export function readSearchRules(text: string): SearchRules {
  const lines = text.split(/\r\n|\r|\n/).map(line => line.replace(/#.*$/, '').trim())
  const isEmpty = !lines.some(line => /^dis?[as]/i.test(line))
  const parsed = parseRobots(`${ANY_ORIGIN}/robots.txt`, lines.map(groupLine).join('\n'))
  return {
    forbids(engine, path) {
      const url = `${ANY_ORIGIN}${path}`
      if (isEmpty || parsed.isAllowed(url, engine) !== false) return undefined
      const line = parsed.getMatchingLineNumber(url, engine)
      return { text: (lines[line - 1] ?? '').slice(0, LONGEST), line }
    },
  }
}

/**
 * Returns the line in its usual spelling. A line that does not belong to a group becomes empty, so that the line
 * numbers stay the same.
 */
function groupLine(line: string): string {
  const [, name = '', value = ''] = GROUP_LINE.exec(line) ?? []
  if (name === '') return ''
  if (/^user/i.test(name)) return `user-agent: ${/^(?:\*|[a-z_-]+)/i.exec(value)?.[0] ?? value}`
  return `${/^allow$/i.test(name) ? 'allow' : 'disallow'}: ${value}`
}
