/** A baseline is JSON lines, only appended, so a stopped run can be continued. The last line marks the end. */
import * as z from 'zod'
import { STRING_FORMS, type StringForm } from '../facts/old-domain-strings.ts'
import { LINK_KINDS } from '../facts/page-links.ts'
import { STRING_PLACES, type StringCount, type StringPlace } from '../facts/string-tally.ts'
import type { FileBefore, PageBefore } from '../page/before-move.ts'
import type { SiteNumbers } from '../site-numbers.ts'

export const BASELINE_VERSION = 1

const kind = z.enum(LINK_KINDS)

const head = z.strictObject({
  baseline: z.literal(BASELINE_VERSION),
  /** The old domain, without `www.` */
  domain: z.string(),
  /** The start of the recording, in ISO 8601. */
  started: z.string(),
})

const item = z.strictObject({
  path: z.string().startsWith('/'),
  kind,
  listed: z.literal(true).optional(),
  /** The status of the answer; 0 if nothing answered. */
  status: z.number().int(),
  /** Set if robots.txt forbids visiting the address, so that its page was not read. */
  unseen: z.literal(true).optional(),
  /** The path of the site on which the redirects ended, if it is another one. */
  location: z.string().optional(),
  html: z.literal(true).optional(),
  /** The robots that may not index the page; `*` stands for all. */
  noindex: z.array(z.string()).optional(),
  refresh: z.literal(true).optional(),
  script: z.literal(true).optional(),
  /** Set if the page loads files of the site itself over http. */
  insecure: z.literal(true).optional(),
  /** The path that the page names as canonical, if it is another one of the site. */
  canonical: z.string().optional(),
  title: z.string().optional(),
  description: z.string().optional(),
  /** The number of letters that the page shows: in all, and outside navigation, header and footer. */
  letters: z.tuple([z.number().int(), z.number().int()]).optional(),
  /** The sketch, in base 36, of the visible text outside the frame, or of the whole page if that text is short. */
  sketch: z.string().optional(),
  garbled: z.literal(true).optional(),
  notFound: z.literal(true).optional(),
  /** The number of entries of a feed; absent for any other file. */
  entries: z.number().int().optional(),
  /** The strings with the old domain: place, form, their number, and how many of them name subdomains. */
  strings: z.array(z.tuple([z.enum(STRING_PLACES), z.enum(STRING_FORMS), z.number(), z.number()])).optional(),
  links: z.array(z.tuple([z.string(), kind])).optional(),
})

const robots = z.strictObject({
  /** The text of robots.txt; empty if there is no file. */
  robots: z.string(),
})

const end = z.strictObject({ ended: z.string(), addresses: z.number().int() })

export const baselineLine = z.union([item, head, robots, end])

export type BaselineLine = z.infer<typeof baselineLine>
export type BaselineHead = z.infer<typeof head>
export type BaselineItem = z.infer<typeof item>
export type BaselineRobots = z.infer<typeof robots>
export type BaselineEnd = z.infer<typeof end>
export type ItemStrings = [StringPlace, StringForm, number, number][]

export interface Baseline {
  readonly domain: string
  /** The end of the recording in ISO 8601, or its start if the baseline is not complete. */
  readonly recorded: string
  readonly complete: boolean
  /** The HTML pages that answered 200 without a redirect to another path, by `pathKey`. */
  readonly pages: ReadonlyMap<string, PageBefore>
  readonly listed: ReadonlySet<string>
  /** The text of robots.txt; undefined if it could not be read. */
  readonly robots: string | undefined
  /** The other addresses that answered 200, by `pathKey`, except those of the kind `file`. */
  readonly files: ReadonlyMap<string, FileBefore>
  /** Whether the address did not answer, or answered with an error other than 401 and 403. */
  isDead(path: string): boolean
  readonly numbers: SiteNumbers
  readonly strings: StringCount
}
