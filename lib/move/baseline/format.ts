/** JSON lines, only appended: a run that was stopped can be continued. The last line says that the file is complete. */
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
  /** The old domain without `www.` */
  domain: z.string(),
  /** ISO 8601. */
  started: z.string(),
})

const item = z.strictObject({
  path: z.string().startsWith('/'),
  kind,
  listed: z.literal(true).optional(),
  /** 0 if nothing answered. */
  status: z.number().int(),
  /** robots.txt forbids visiting the address, so its page was not read. */
  unseen: z.literal(true).optional(),
  /** Where redirects ended, if on another path of the site. */
  location: z.string().optional(),
  html: z.literal(true).optional(),
  /** `*` for all robots. */
  noindex: z.array(z.string()).optional(),
  refresh: z.literal(true).optional(),
  script: z.literal(true).optional(),
  /** The page loads files of the site itself over http. */
  insecure: z.literal(true).optional(),
  /** Another path of the site, if the page names one as canonical. */
  canonical: z.string().optional(),
  title: z.string().optional(),
  description: z.string().optional(),
  /** Letters that the page shows: in all, and outside navigation, header and footer. */
  letters: z.tuple([z.number().int(), z.number().int()]).optional(),
  /** In base 36, of the visible text outside the frame; of the whole page if that text is short. */
  sketch: z.string().optional(),
  garbled: z.literal(true).optional(),
  notFound: z.literal(true).optional(),
  /** Absent for a file that is no feed. */
  entries: z.number().int().optional(),
  /** Place, form, how many, and how many of these name subdomains. */
  strings: z.array(z.tuple([z.enum(STRING_PLACES), z.enum(STRING_FORMS), z.number(), z.number()])).optional(),
  links: z.array(z.tuple([z.string(), kind])).optional(),
})

const robots = z.strictObject({
  /** Empty if there is no file. */
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
  /** The end of the recording, or its start if the baseline is not complete; ISO 8601. */
  readonly recorded: string
  readonly complete: boolean
  /** The HTML pages that answered 200 without a redirect to another path, by `pathKey`. */
  readonly pages: ReadonlyMap<string, PageBefore>
  readonly listed: ReadonlySet<string>
  /** Undefined if robots.txt could not be read. */
  readonly robots: string | undefined
  /** The other addresses that answered 200, by `pathKey`, except those of the kind `file`. */
  readonly files: ReadonlyMap<string, FileBefore>
  /** The address did not answer, or answered with an error other than 401 and 403. */
  isDead(path: string): boolean
  readonly numbers: SiteNumbers
  readonly strings: StringCount
}
