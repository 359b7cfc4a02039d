/**
 * The file of a baseline, as JSON lines. The first line names the old domain; a line has the robots file, if it could
 * be read; one line for each address of the old site says how it answered; the last line says that the file is
 * complete. Lines are only appended, so a run that was stopped can be continued later.
 */
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
  /** The start of the recording, ISO 8601. */
  started: z.string(),
})

const item = z.strictObject({
  /** The path and query of the address. */
  path: z.string().startsWith('/'),
  kind,
  /** Set if the sitemap contains the address. */
  listed: z.literal(true).optional(),
  /** The status code of the answer; 0 if nothing answered. */
  status: z.number().int(),
  /** Set if robots.txt forbids visiting the address, so that its page was not read. */
  unseen: z.literal(true).optional(),
  /** The path where redirects of the address ended, if it is another path of the site. */
  location: z.string().optional(),
  html: z.literal(true).optional(),
  /** The robots that must not index the page; `*` for all robots. */
  noindex: z.array(z.string()).optional(),
  refresh: z.literal(true).optional(),
  /** Set if a script of the page leads to another address. */
  script: z.literal(true).optional(),
  /** Set if the page loads files of the site itself over http. */
  insecure: z.literal(true).optional(),
  /** The path that the page names as canonical, if it is another path of the site. */
  canonical: z.string().optional(),
  title: z.string().optional(),
  description: z.string().optional(),
  /** How many letters the page shows: in all, and outside navigation, header and footer. */
  letters: z.tuple([z.number().int(), z.number().int()]).optional(),
  /**
   * The sketch (hashes that recognise a text, `facts/text-sketch.ts`) of the visible text without navigation, header
   * and footer; of the whole page if that text is short. In base 36.
   */
  sketch: z.string().optional(),
  /** Set if the text was decoded with a wrong character set. */
  garbled: z.literal(true).optional(),
  /** Set if the text says that there is no such page. */
  notFound: z.literal(true).optional(),
  /** The number of entries of a feed. */
  entries: z.number().int().optional(),
  /**
   * The occurrences of the old domain in the page, as rows: place, form, how many, and how many of these name
   * subdomains.
   */
  strings: z.array(z.tuple([z.enum(STRING_PLACES), z.enum(STRING_FORMS), z.number(), z.number()])).optional(),
  /** The paths of the site itself that the page links to or loads. */
  links: z.array(z.tuple([z.string(), kind])).optional(),
})

const robots = z.strictObject({
  /** The text of robots.txt; empty if there is none. */
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
  /** The HTML pages that answered 200 without a redirect to another path, by the key of their path (`pathKey`). */
  readonly pages: ReadonlyMap<string, PageBefore>
  /** The paths of the pages that the sitemap listed, as it wrote them, each once. */
  readonly listed: ReadonlySet<string>
  /** The text of robots.txt; undefined if it could not be read. */
  readonly robots: string | undefined
  /**
   * The other addresses that answered 200 (styles, scripts, data, feeds, PDFs), by the key of their path; those of the
   * kind `file` are left out.
   */
  readonly files: ReadonlyMap<string, FileBefore>
  /** Whether the address did not answer, or answered with an error other than 401 and 403. */
  isDead(path: string): boolean
  readonly numbers: SiteNumbers
  readonly strings: StringCount
}
