/**
 * Robots rules (RFC 9309), for kura's own visits and to judge a file as search robots do. robots-parser 3.0.1 gets only
 * records of groups, because it ends a group at any other record. It also forgets an empty group at the end, and does
 * not normalise escapes.
 */
import robotsParser from 'robots-parser'
import { pathKey } from './address-key.ts'

export interface RobotsRule {
  /** The rule without its comment: `Disallow: /private/`. */
  readonly text: string
  /** The line of the rule, counted from 1. */
  readonly line: number
}

export interface RobotsRules {
  /** Returns the rule that forbids the path with its query; undefined if the robot may visit it. */
  forbids(robot: string, path: string): RobotsRule | undefined
  /** Returns the seconds between two requests that the file asks for; 0 for none. */
  delay(robot: string): number
  readonly sitemaps: readonly string[]
}

interface ParsedRobots {
  isAllowed(url: string, robot: string): boolean | undefined
  /** Returns the line, counted from 1; -1 if no rule applies. */
  getMatchingLineNumber(url: string, robot: string): number
  getCrawlDelay(robot: string): number | undefined
}

/** Typed here, because the package's own types describe an ES module, although it is CommonJS. */
const parseRobots = robotsParser as unknown as (url: string, text: string) => ParsedRobots

/** A record in its usual spelling; `line` counts from 1. */
interface RobotsRecord extends RobotsRule {
  readonly kind: 'user-agent' | 'allow' | 'disallow' | 'crawl-delay' | 'sitemap'
  readonly value: string
}

const LONGEST = 200
const ANY_ORIGIN = 'https://site.invalid'

export function readRobotsRules(text: string): RobotsRules {
  const all = recordsOf(text)
  const records = groupRecords(all)
  const lines = records.map(({ kind, value }) => `${kind}: ${value}`)
  const parsed = parseRobots(`${ANY_ORIGIN}/robots.txt`, lines.join('\n'))
  const isEmpty = !records.some(({ kind, value }) => kind === 'disallow' && value !== '')
  return {
    sitemaps: all.flatMap(({ kind, value }) => (kind === 'sitemap' && value !== '' ? [value] : [])),
    delay(robot) {
      const seconds = parsed.getCrawlDelay(robot) ?? 0
      return Number.isFinite(seconds) && seconds > 0 ? seconds : 0
    },
    forbids(robot, path) {
      // a robots file itself is always allowed (RFC 9309 section 2.2.2)
      if (isEmpty || pathKey(path) === '/robots.txt') return undefined
      const url = `${ANY_ORIGIN}${comparedForm(path, { isRule: false })}`
      if (parsed.isAllowed(url, robot) !== false) return undefined
      const rule = records[parsed.getMatchingLineNumber(url, robot) - 1]
      return rule && { text: rule.text, line: rule.line }
    },
  }
}

const RECORD =
  /^(user[- ]?agent|allow|diss?all?ow|diasllow|disallaw|crawl[- ]?delay|site[- ]?map)\s*(?::|\s)\s*(.*)$/i

function recordsOf(text: string): RobotsRecord[] {
  return text.split(/\r\n|\r|\n/).flatMap((whole, at): RobotsRecord[] => {
    const line = whole.replace(/#.*$/, '').trim()
    const [, name = '', value = ''] = RECORD.exec(line) ?? []
    return name === '' ? [] : [{ ...recordOf(name, value), text: line.slice(0, LONGEST), line: at + 1 }]
  })
}

function recordOf(name: string, value: string): Pick<RobotsRecord, 'kind' | 'value'> {
  if (/^site/i.test(name)) return { kind: 'sitemap', value }
  if (/^crawl/i.test(name)) return { kind: 'crawl-delay', value }
  if (/^user/i.test(name)) {
    // a product token has only these characters (RFC 9309 section 2.2.1)
    return { kind: 'user-agent', value: /^(?:\*|[a-z_-]+)/i.exec(value)?.[0] ?? value }
  }
  return { kind: /^allow$/i.test(name) ? 'allow' : 'disallow', value: comparedForm(value, { isRule: true }) }
}

/**
 * Moves a crawl delay after the first rule, because it does not end a group's list of robots (RFC 9309 section 2.2.4).
 */
function groupRecords(all: readonly RobotsRecord[]): RobotsRecord[] {
  const records: RobotsRecord[] = []
  const held: RobotsRecord[] = []
  const add = (record: RobotsRecord) => {
    if (record.kind === 'crawl-delay' && records.at(-1)?.kind === 'user-agent') held.push(record)
    else records.push(record, ...(record.kind === 'user-agent' ? [] : held.splice(0)))
  }
  for (const record of all) if (record.kind !== 'sitemap') add(record)
  add({ kind: 'disallow', value: '', text: '', line: 0 })
  return records
}

/**
 * Escapes a path or a rule for comparison (RFC 9309 section 2.2.2). A character of `ITSELF` is never escaped, any other
 * always is. In a path, `%2F` and `%3F` differ from `/` and `?`; in a query they are the same. In a rule, `*` and a
 * last `$` keep their meaning (section 2.2.3).
 */
function comparedForm(text: string, { isRule }: { isRule: boolean }): string {
  const [pathname = '', ...query] = text.toWellFormed().split('?')
  const path = pathname.replace(TOKEN, token => comparedToken(token, '/'))
  const whole = query.length === 0 ? path : `${path}?${query.join('?').replace(TOKEN, comparedQuery)}`
  return isRule ? whole.replace(/\$(?!$)/g, '%24') : whole.replaceAll('*', '%2A').replaceAll('$', '%24')
}

const TOKEN = /%[0-9a-f]{2}|[\s\S]/giu
const comparedQuery = (token: string) =>
  /^%2f$/i.test(token) ? '/' : /^%3f$/i.test(token) ? '?' : comparedToken(token, '/?')
/** Matches the characters that stand for themselves, escaped or not. */
const ITSELF = /^[\w.~!&()+,:;=@-]$/

/** `separators` and the signs of a rule stand for themselves only if they are not escaped. */
function comparedToken(token: string, separators: string): string {
  const isEscape = token.length === 3 && token.startsWith('%')
  const character = isEscape ? String.fromCharCode(Number.parseInt(token.slice(1), 16)) : token
  if (ITSELF.test(character)) return character
  if (isEscape) return token.toUpperCase()
  if (separators.includes(token) || token === '*' || token === '$') return token
  return token === "'" ? '%27' : encodeURIComponent(token)
}
