/** Finds rules of a robots file that newly forbid addresses. Each rule is one finding. */
import type { Phrase, Value } from '../../core/phrase.ts'
import type { MovedSite } from '../moved-site.ts'
import { say } from '../phrase.ts'
import type { Finding } from '../verdicts.ts'
import { type RobotsRule, type RobotsRules, readRobotsRules } from '../visit/robots-rules.ts'
import { ROBOT_NAME } from '../visit/visit.ts'
import { MOVE_SITE } from './words.ts'

export interface RobotsTexts {
  readonly after: string
  /** The text of the old robots file; undefined if it is not known. */
  readonly before: string | undefined
}

export interface SearchedPaths {
  readonly pages: Iterable<string>
  /** The styles and scripts that the pages need. */
  readonly files: Iterable<string>
}

/** The point of a finding: 2 about the robots file of an old host, 4 about that of the new one. */
type RobotsPoint = 2 | 4

interface Forbidden {
  readonly rule: RobotsRule
  readonly engines: Set<Engine>
  readonly paths: Set<string>
}

const EXAMPLES = 3

export function searchFindings(
  { url, point }: { url: string; point: RobotsPoint },
  texts: RobotsTexts,
  { pages, files }: SearchedPaths,
): Finding[] {
  const isCompared = texts.before !== undefined
  const pageMessage = isCompared ? MOVE_SITE.robotsForbidsPages : MOVE_SITE.robotsForbidsListed
  const finding = (message: typeof pageMessage, verdict: Finding['verdict']) => (forbidden: Forbidden) => ({
    point,
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

/** Points 1 and 2: one finding for each host whose robots file kept this check away. `text` is the new file. */
export function unseenFindings(
  unseen: ReadonlyMap<string, { readonly count: number; readonly path: string }>,
  { newHost }: MovedSite,
  text: string | undefined,
): Finding[] {
  return [...unseen].map(([host, { count, path }]): Finding => {
    const [point, url] = [host === newHost ? (1 as const) : (2 as const), `https://${host}/robots.txt`]
    const rule = host === newHost ? text && readSearchRules(text).forbids(ROBOT_NAME, path) : undefined
    const said = rule
      ? say(MOVE_SITE.robotsForbidsCheck, { rule: rule.text, line: rule.line, count })
      : say(MOVE_SITE.robotsKeeps, { count })
    return { point, url, verdict: 'unknown', ...said }
  })
}

/** The robots that are examined; `*` stands for every robot without a group of its own. */
export const ENGINES = ['Googlebot', 'Bingbot', '*'] as const
export type Engine = (typeof ENGINES)[number]

type SearchRules = Pick<RobotsRules, 'forbids'>

export const readSearchRules: (text: string) => SearchRules = readRobotsRules
