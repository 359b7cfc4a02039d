import { groupOfPath } from '../page/form-samples.ts'
import type { Finding, Verdict } from '../verdicts.ts'
import { addressKey, originKey, pathKey } from '../visit/address-key.ts'
import type { Hop } from '../visit/hop.ts'
import type { Acceptance } from './accepted.ts'
import { type CauseName, causeOf, RULED_CAUSES } from './cause-names.ts'

export interface ReportedFinding extends Omit<Finding, 'verdict'> {
  readonly verdict: Exclude<Verdict, 'passed'>
  readonly cause: CauseName
  /** The rule, such as `308 https://new.example/`; missing if the cause does not depend on the answer. */
  readonly rule?: string
  readonly accepted?: Acceptance
}

type Trails = readonly (readonly Hop[])[]

export interface FindingReporter {
  /** Returns the finding for the report; its verdict is `accepted` if an entry accepts it. */
  report(finding: Finding, trails: Trails): ReportedFinding
  unmatched(): Acceptance[]
}

export function createFindingReporter(entries: readonly Acceptance[]): FindingReporter {
  const matched = new Set<Acceptance>()
  return {
    report(finding, trails) {
      const reported = { ...finding, ...reasonOf(finding, trails) }
      const accepted = entries.find(entry => isAcceptedBy(reported, entry))
      if (!accepted) return reported
      matched.add(accepted)
      return { ...reported, verdict: 'accepted', accepted }
    },
    unmatched: () => entries.filter(entry => !matched.has(entry)),
  }
}

/** The findings that an entry accepts: of one cause and, if the entry names them, one rule, folder or address. */
export interface AcceptedPart {
  readonly cause: string
  readonly rule?: string | undefined
  readonly folder?: string | undefined
  readonly url?: string | undefined
}

export function isAcceptedBy(
  { cause, rule, url }: { readonly cause: string; readonly rule?: string | undefined; readonly url: string },
  entry: AcceptedPart,
): boolean {
  if (entry.cause !== cause) return false
  if (entry.rule !== undefined && entry.rule !== rule) return false
  if (entry.url !== undefined && addressKey(entry.url) !== addressKey(url)) return false
  return entry.folder === undefined || entry.folder === folderOf(url)
}

function reasonOf(finding: Finding, trails: Trails): Pick<ReportedFinding, 'cause' | 'rule'> {
  const cause = causeOf(finding.phrase)
  if (!RULED_CAUSES.has(cause)) return { cause }
  const hops = trails.find(([hop]) => hop?.url === finding.url) ?? []
  const redirects = hops.filter(({ location }) => location !== undefined)
  const hop = redirects.find(hop => !answerOf(hop).endsWith('{path}')) ?? redirects.at(-1) ?? hops[0]
  if (!hop) return { cause }
  const rule = answerOf(hop)
  const toHomepage = /^3\d\d https?:\/\/[^/]+\/$/.test(rule)
  return { cause: cause === 'path' && toHomepage ? 'homepage' : cause, rule }
}

/** Describes an answer. `{path}` stands for a path that the location keeps; any other path except `/` is left out. */
function answerOf({ url, status = 0, location }: Hop): string {
  if (location === undefined || !URL.canParse(location)) return String(status)
  const [from, to] = [new URL(url), new URL(location)]
  const origin = originKey(location)
  if (pathKey(to.pathname) === pathKey(from.pathname)) return `${status} ${origin}{path}`
  return `${status} ${origin}${to.pathname === '/' ? '/' : ''}`
}

/** Returns the folder as the report names it: `/news/…`. */
export function folderOf(url: string): string {
  if (!URL.canParse(url)) return url
  return groupOfPath(new URL(url).pathname)
}
