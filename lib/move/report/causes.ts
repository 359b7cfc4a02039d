/**
 * Groups findings by cause, by the redirect rule that answered, and by folder. The size of the tally does not grow with
 * the number of findings.
 */
import type { MovedSite } from '../moved-site.ts'
import { groupOfPath } from '../page/form-samples.ts'
import type { RedirectRule } from '../rules/hosting-configuration.ts'
import { writeRules } from '../rules/redirect-rules.ts'
import { type Finding, VERDICTS, type Verdict } from '../verdicts.ts'
import type { Hop } from '../visit/hop.ts'
import { type CauseName, causeOf, RULED_CAUSES } from './cause-names.ts'

/** One card of the report: what is wrong for one reason. */
export interface Cause {
  readonly name: CauseName
  readonly verdict: Exclude<Verdict, 'passed'>
  /** How the host answered, such as `308 https://new.example/`; undefined if that is not the reason. */
  readonly rule: string | undefined
  readonly count: number
  /** The folders, the one with the most findings first. */
  readonly folders: readonly { readonly folder: string; readonly count: number }[]
  /** The number of folders that `folders` leaves out. */
  readonly moreFolders: number
  /** Three findings, if possible of different folders. */
  readonly examples: readonly Finding[]
  /** The redirect rules to paste, if they are the remedy. */
  readonly rules: readonly RedirectRule[]
}

export interface CauseTally {
  /** Adds a finding; `trails` are the redirects of the addresses of its page. */
  add(finding: Finding, trails: readonly (readonly Hop[])[]): void
  /** Returns the causes, the worst first, then those with the most findings. */
  causes(): Cause[]
}

const MOST_EXAMPLES = 3
/** The largest number of folders of a cause that are told apart, and of causes. */
const MOST_FOLDERS = 500
const SHOWN_FOLDERS = 12
/** A move has four hosts; an old one may have names below it. */
const MOST_HOSTS = 50
const MOST_CAUSES = 300

interface Group {
  readonly name: CauseName
  verdict: Exclude<Verdict, 'passed'>
  readonly rule: string | undefined
  count: number
  readonly folders: Map<string, number>
  /** The hosts of the findings. */
  readonly hosts: Set<string>
  examples: Finding[]
}

export function createCauseTally(site: MovedSite): CauseTally {
  const groups = new Map<string, Group>()
  return {
    add(finding, trails) {
      const { name, rule } = reasonOf(finding, trails)
      const wanted = `${name}\n${rule ?? ''}`
      const key = groups.has(wanted) || groups.size < MOST_CAUSES ? wanted : name
      const group = groups.get(key) ?? newGroup(name, key === wanted ? rule : undefined, finding)
      groups.set(key, group)
      addTo(group, finding)
    },
    causes: () =>
      [...groups.values()]
        .map(group => causeFrom(group, site))
        .toSorted((one, other) => rank(other.verdict) - rank(one.verdict) || other.count - one.count),
  }
}

function newGroup(name: CauseName, rule: string | undefined, { verdict }: Finding): Group {
  return { name, verdict, rule, count: 0, folders: new Map(), hosts: new Set(), examples: [] }
}

function rank(verdict: Verdict): number {
  return VERDICTS.indexOf(verdict)
}

/** The cause of a finding; that of a redirect has the rule that the host applied. */
function reasonOf(finding: Finding, trails: readonly (readonly Hop[])[]) {
  const cause = causeOf(finding.phrase)
  if (!RULED_CAUSES.has(cause)) return { name: cause, rule: undefined }
  const hops = trails.find(([hop]) => hop?.url === finding.url) ?? []
  const redirects = hops.filter(({ location }) => location !== undefined)
  const hop = redirects.find(hop => !answerOf(hop).endsWith('{path}')) ?? redirects.at(-1) ?? hops[0]
  if (!hop) return { name: cause, rule: undefined }
  const rule = answerOf(hop)
  const toHomepage = /^3\d\d https?:\/\/[^/]+\/$/.test(rule)
  return { name: cause === 'path' && toHomepage ? ('homepage' as const) : cause, rule }
}

/** How the host answered: with `{path}` for a location that keeps the path, and only the host of another one. */
function answerOf({ url, status = 0, location }: Hop): string {
  if (location === undefined || !URL.canParse(location)) return String(status)
  const [from, to] = [new URL(url), new URL(location)]
  if (to.pathname === from.pathname) return `${status} ${to.origin}{path}`
  return `${status} ${to.origin}${to.pathname === '/' ? '/' : ''}`
}

function addTo(group: Group, finding: Finding): void {
  group.count += 1
  if (group.hosts.size < MOST_HOSTS && URL.canParse(finding.url))
    group.hosts.add(new URL(finding.url).hostname)
  if (rank(finding.verdict) > rank(group.verdict)) group.verdict = finding.verdict
  const wanted = folderOf(finding.url)
  const folder = group.folders.has(wanted) || group.folders.size < MOST_FOLDERS ? wanted : '…'
  const before = group.folders.get(folder) ?? 0
  group.folders.set(folder, before + 1)
  const { examples } = group
  if (examples.length < MOST_EXAMPLES) examples.push(finding)
  else if (before === 0 && folder !== '…') {
    const folders = examples.map(({ url }) => folderOf(url))
    const twice = folders.findLastIndex((found, at) => folders.indexOf(found) < at)
    if (twice >= 0) examples[twice] = finding
  }
}

function folderOf(url: string): string {
  if (!URL.canParse(url)) return url
  return groupOfPath(new URL(url).pathname)
}

function causeFrom({ folders, hosts, examples, ...group }: Group, site: MovedSite): Cause {
  const sorted = [...folders].toSorted(([, one], [, other]) => other - one)
  return {
    ...group,
    folders: sorted.slice(0, SHOWN_FOLDERS).map(([folder, count]) => ({ folder, count })),
    moreFolders: Math.max(0, sorted.length - SHOWN_FOLDERS),
    examples,
    rules: rulesFor(group.name, { hosts, examples }, site),
  }
}

const KEPT_PATH = new Set<CauseName>(['homepage', 'path', 'notRedirected', 'redirectKind', 'chain'])

function rulesFor(
  name: CauseName,
  { hosts, examples }: Pick<Group, 'hosts' | 'examples'>,
  site: MovedSite,
): RedirectRule[] {
  const isForHost = ({ has }: RedirectRule) => has?.some(({ value }) => hosts.has(String(value))) ?? false
  if (KEPT_PATH.has(name)) return writeRules(site).filter(isForHost)
  if (name === 'homepage301') {
    return writeRules(site, { homepage301: true }).filter(rule => rule.source === '/' && isForHost(rule))
  }
  return name === 'missing' ? [missingRule(examples, site)] : []
}

function missingRule([first]: readonly Finding[], { oldHosts, newHost }: MovedSite): RedirectRule {
  const path = first && URL.canParse(first.url) ? new URL(first.url).pathname : '/'
  const source = path.replace(/[\\*+?(){}:]/g, '\\$&')
  const has = [{ type: 'host' as const, value: oldHosts[0] ?? '' }]
  return { source, has, destination: `https://${newHost}/…`, permanent: true }
}
