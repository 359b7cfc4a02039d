/** Counts findings by cause, by the redirect rule that answered, and by folder. The tally stays small. */
import type { MovedSite } from '../moved-site.ts'
import type { RedirectRule } from '../rules/hosting-configuration.ts'
import { writeRules } from '../rules/redirect-rules.ts'
import { VERDICTS, type Verdict } from '../verdicts.ts'
import type { Acceptance } from './accepted.ts'
import type { CauseName } from './cause-names.ts'
import { folderOf, type ReportedFinding } from './reported-finding.ts'

export interface Cause {
  readonly name: CauseName
  readonly verdict: Exclude<Verdict, 'passed'>
  /** The rule, such as `308 https://new.example/`; undefined if the findings do not depend on one answer. */
  readonly rule: string | undefined
  readonly accepted: Acceptance | undefined
  readonly count: number
  /** The folders, that with the most findings first. */
  readonly folders: readonly { readonly folder: string; readonly count: number }[]
  /** The number of folders that `folders` leaves out. */
  readonly moreFolders: number
  /** Three findings as examples, from different folders if possible. */
  readonly examples: readonly ReportedFinding[]
  /** The redirect rules that remove the cause, for pasting; empty if rules cannot remove it. */
  readonly rules: readonly RedirectRule[]
}

export interface CauseTally {
  add(finding: ReportedFinding): void
  /** Returns the causes, the worst verdict first, then the most findings. */
  causes(): Cause[]
}

const MOST_EXAMPLES = 3
const MOST_FOLDERS = 500
const SHOWN_FOLDERS = 12
/** The most hosts of a report. A move has four, but an old domain may have many subdomains. */
const MOST_HOSTS = 50
const MOST_CAUSES = 300

interface Group {
  readonly name: CauseName
  verdict: Exclude<Verdict, 'passed'>
  readonly rule: string | undefined
  readonly accepted: Acceptance | undefined
  count: number
  readonly folders: Map<string, number>
  readonly hosts: Set<string>
  examples: ReportedFinding[]
}

export function createCauseTally(site: MovedSite): CauseTally {
  const groups = new Map<string, Group>()
  return {
    add(finding) {
      const { cause, rule, accepted } = finding
      const by = accepted ? JSON.stringify(accepted) : ''
      const wanted = `${cause}\n${rule ?? ''}\n${by}`
      const key = groups.has(wanted) || groups.size < MOST_CAUSES ? wanted : `${cause}\n\n${by}`
      const group = groups.get(key) ?? newGroup(finding, key === wanted ? rule : undefined)
      groups.set(key, group)
      addTo(group, finding)
    },
    causes: () =>
      [...groups.values()]
        .map(group => causeFrom(group, site))
        .toSorted((one, other) => rank(other.verdict) - rank(one.verdict) || other.count - one.count),
  }
}

function newGroup({ cause, verdict, accepted }: ReportedFinding, rule: string | undefined): Group {
  return {
    name: cause,
    verdict,
    rule,
    accepted,
    count: 0,
    folders: new Map(),
    hosts: new Set(),
    examples: [],
  }
}

function rank(verdict: Verdict): number {
  return VERDICTS.indexOf(verdict)
}

function addTo(group: Group, finding: ReportedFinding): void {
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

function missingRule([first]: readonly ReportedFinding[], { oldHosts, newHost }: MovedSite): RedirectRule {
  const path = first && URL.canParse(first.url) ? new URL(first.url).pathname : '/'
  const source = path.replace(/[\\*+?(){}:]/g, '\\$&')
  const has = [{ type: 'host' as const, value: oldHosts[0] ?? '' }]
  return { source, has, destination: `https://${newHost}/…`, permanent: true }
}
