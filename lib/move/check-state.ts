import type { ReportProgress } from '../core/work/progress.ts'
import { createDomainFinder, type FindOldStrings } from './facts/old-domain-strings.ts'
import { createStringTally, type StringTally } from './facts/string-tally.ts'
import type { MovedSite } from './moved-site.ts'
import type { FormSamples } from './page/form-samples.ts'
import { MOVE_PAGE } from './page/words.ts'
import { type Said, say } from './phrase.ts'
import type { Acceptance } from './report/accepted.ts'
import { type CauseTally, createCauseTally } from './report/causes.ts'
import type { PageRecord } from './report/page-record.ts'
import { createPageTally, type PageTally } from './report/page-tally.ts'
import { createFindingReporter, type FindingReporter } from './report/reported-finding.ts'
import type { SiteResult } from './site/check-site.ts'
import { type GrowingNumbers, noNumbers } from './site-numbers.ts'
import type { Finding, PointNumber } from './verdicts.ts'
import type { Network } from './visit/open-network.ts'

export interface CheckOptions {
  /** The allowed redirects in one chain; default 3. */
  readonly mostHops?: number
  /** The most pages of the new sitemap, and the most other addresses of the site; default 50,000 each. */
  readonly mostPages?: number
  /** The number of pages that are checked in parallel; default 16. */
  readonly workers?: number
  /** The number of pages of each verdict that the report shows; default 500. */
  readonly keep?: number
  /** Set to request all forms of every old address, not only of samples. */
  readonly everyForm?: boolean
  readonly accepted?: readonly Acceptance[]
}

export interface CheckDeps extends Pick<Network, 'visit' | 'exists'> {
  /** The time in milliseconds since the epoch. */
  readonly now: () => number
  readonly signal: AbortSignal
  /** A name that no page of a site has. It shows how a host answers unknown paths. */
  readonly unknownName: string
  readonly progress?: ReportProgress
  readonly onPage?: (record: PageRecord) => void | Promise<void>
}

export interface CheckState extends Required<CheckOptions> {
  /** The site; an old alias that the DNS does not know is left out. */
  site: MovedSite
  readonly find: FindOldStrings
  readonly strings: StringTally
  readonly tally: PageTally
  readonly causes: CauseTally
  readonly reporter: FindingReporter
  readonly results: Map<PointNumber, readonly SiteResult[]>
  /** The findings that are not about one page of the lists: links, unknown paths, languages, titles, robots files. */
  readonly siteFindings: SiteResult[]
  readonly listFindings: Finding[]
  readonly notes: Said[]
  readonly numbers: GrowingNumbers
  readonly files: Set<string>
  /** The addresses that a robots file kept from this check, by host: their number and the first path. */
  readonly unseen: Map<string, { count: number; readonly path: string }>
  readonly titles: TitleRegister
  samples: FormSamples | undefined
  expected: number
}

const MOST_HOPS = 3
const MOST_PAGES = 50_000
const WORKERS = 16
const KEEP = 500

export function createState(site: MovedSite, options: CheckOptions): CheckState {
  const { keep = KEEP } = options
  return {
    site,
    mostHops: options.mostHops ?? MOST_HOPS,
    mostPages: options.mostPages ?? MOST_PAGES,
    workers: options.workers ?? WORKERS,
    keep,
    everyForm: options.everyForm ?? false,
    find: createDomainFinder({ domain: site.oldDomain, except: site.newHost }),
    strings: createStringTally(),
    tally: createPageTally({ keep }),
    causes: createCauseTally(site),
    accepted: options.accepted ?? [],
    reporter: createFindingReporter(options.accepted ?? []),
    results: new Map(),
    siteFindings: [],
    listFindings: [],
    notes: [],
    numbers: noNumbers(),
    files: new Set(),
    unseen: new Map(),
    titles: createTitleRegister(),
    samples: undefined,
    expected: 0,
  }
}

/** Finds titles that replaced several different titles, because those pages have lost their own. */
export interface TitleRegister {
  add(url: string, title: string, before: string): void
  findings(): Finding[]
}

const LEAST = 3

function createTitleRegister(): TitleRegister {
  const titles = new Map<string, { readonly url: string; readonly before: Set<string> }>()
  return {
    add(url, title, before) {
      if (title === '' || before === '' || title === before) return
      const known = titles.get(title) ?? { url, before: new Set<string>() }
      titles.set(title, known)
      known.before.add(before)
    },
    findings: () =>
      [...titles].flatMap(([found, { url, before }]): Finding[] => {
        if (before.size < LEAST) return []
        const [first = ''] = before
        const said = say(MOVE_PAGE.sharedTitle, { found, before: first, count: before.size - 1 })
        return [{ point: 1, url, verdict: 'failed', ...said }]
      }),
  }
}
