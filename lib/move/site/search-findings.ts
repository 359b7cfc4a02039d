/**
 * Point 4: findings about the robots file as search engines read it. What the old site allowed and the new one forbids is
 * one finding for each rule, with the number of addresses.
 */
import type { Phrase, Value } from '../../core/phrase.ts'
import { say } from '../phrase.ts'
import type { Finding } from '../verdicts.ts'
import { ENGINES, type Engine, type RobotsRule, readSearchRules } from './search-rules.ts'
import { MOVE_SITE } from './words.ts'

export interface RobotsTexts {
  /** The text of the new robots file. */
  readonly after: string
  /** The text of the old one; undefined if it is not known. */
  readonly before: string | undefined
}

export interface SearchedPaths {
  readonly pages: Iterable<string>
  /** The styles and scripts that the pages need. */
  readonly files: Iterable<string>
}

/** What one rule forbids since the move. */
interface Forbidden {
  readonly rule: RobotsRule
  readonly engines: Set<Engine>
  readonly paths: Set<string>
}

const EXAMPLES = 3

/** `url` is the address of the new robots file. */
export function searchFindings(url: string, texts: RobotsTexts, { pages, files }: SearchedPaths): Finding[] {
  const isCompared = texts.before !== undefined
  const pageMessage = isCompared ? MOVE_SITE.robotsForbidsPages : MOVE_SITE.robotsForbidsListed
  const finding = (message: typeof pageMessage, verdict: Finding['verdict']) => (forbidden: Forbidden) => ({
    point: 4 as const,
    url,
    verdict,
    ...say(message, valuesOf(forbidden)),
  })
  return [
    ...forbiddenSince(texts, pages).map(finding(pageMessage, 'failed')),
    ...forbiddenSince(texts, files).map(
      finding(MOVE_SITE.robotsForbidsFiles, isCompared ? 'failed' : 'warning'),
    ),
  ]
}

function forbiddenSince({ after, before = '' }: RobotsTexts, paths: Iterable<string>): Forbidden[] {
  const [now, earlier] = [readSearchRules(after), readSearchRules(before)]
  const found = new Map<number, Forbidden>()
  for (const path of paths) {
    for (const engine of ENGINES) {
      const rule = now.forbids(engine, path)
      if (!rule || earlier.forbids(engine, path)) continue
      const known = found.get(rule.line) ?? { rule, engines: new Set(), paths: new Set() }
      found.set(rule.line, known)
      known.engines.add(engine)
      known.paths.add(path)
    }
  }
  return [...found.values()]
}

function valuesOf({ rule: { text, line }, engines, paths }: Forbidden) {
  const names = [...paths].slice(0, EXAMPLES).join(', ')
  return { robots: robotsOf(engines), rule: text, line, count: paths.size, names }
}

function robotsOf(engines: ReadonlySet<Engine>): Value {
  if (engines.size === ENGINES.length) return say(MOVE_SITE.everyRobot).phrase
  const others: Phrase[] = engines.has('*') ? [say(MOVE_SITE.otherRobots).phrase] : []
  return { items: [...[...engines].filter(engine => engine !== '*'), ...others], by: 'and' }
}

/** What the robots file keeps from this check itself. */
export interface UnseenPages {
  readonly count: number
  /** The rule that keeps the check from the first of the pages; undefined if the file could not be read. */
  readonly rule: RobotsRule | undefined
}

/** Point 1: returns the one finding about the pages that this check may not visit. */
export function unseenFinding(url: string, { count, rule }: UnseenPages): Finding {
  const said = rule
    ? say(MOVE_SITE.robotsForbidsCheck, { rule: rule.text, line: rule.line, count })
    : say(MOVE_SITE.robotsUnreadable, { count })
  return { point: 1, url, verdict: 'unknown', ...said }
}
