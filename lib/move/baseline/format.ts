/**
 * The file of a baseline: JSON lines. The first names the old domain; then one line for each address of the old site, as
 * it answered; the last says that nothing is missing. Lines are only appended, so a run that was stopped goes on later.
 */
import * as z from 'zod'
import { STRING_FORMS, type StringForm } from '../facts/old-domain-strings.ts'
import { STRING_PLACES, type StringCount, type StringPlace } from '../facts/string-tally.ts'
import type { PageBefore } from '../page/findings.ts'
import type { SiteNumbers } from '../site-numbers.ts'

export const BASELINE_VERSION = 1

const kind = z.enum(['page', 'style', 'script', 'file'])

const head = z.strictObject({
  baseline: z.literal(BASELINE_VERSION),
  /** The old domain without `www.` */
  domain: z.string(),
  /** ISO 8601. */
  started: z.string(),
})

const item = z.strictObject({
  /** Path and query. */
  path: z.string().startsWith('/'),
  kind,
  /** Whether a sitemap or a list names it. */
  listed: z.literal(true).optional(),
  /** 0 if nothing answered. */
  status: z.number().int(),
  /** Whether robots.txt forbids the visit. */
  unseen: z.literal(true).optional(),
  /** The path of the page that it shows after redirects. */
  location: z.string().optional(),
  html: z.literal(true).optional(),
  noindex: z.literal(true).optional(),
  refresh: z.literal(true).optional(),
  /** Where the page holds the old domain: place, form, count, and how many of these are subdomains. */
  strings: z.array(z.tuple([z.enum(STRING_PLACES), z.enum(STRING_FORMS), z.number(), z.number()])).optional(),
  /** Own addresses that it links to or loads. */
  links: z.array(z.tuple([z.string(), kind])).optional(),
})

const end = z.strictObject({ ended: z.string(), addresses: z.number().int() })

export const baselineLine = z.union([item, head, end])

export type BaselineLine = z.infer<typeof baselineLine>
export type BaselineHead = z.infer<typeof head>
export type BaselineItem = z.infer<typeof item>
export type BaselineEnd = z.infer<typeof end>
export type ItemStrings = [StringPlace, StringForm, number, number][]

/** What a check uses of a baseline. */
export interface Baseline {
  readonly domain: string
  /** ISO 8601. */
  readonly recorded: string
  /** Whether it was recorded to its end. */
  readonly complete: boolean
  /** By path: the pages that answered 200. */
  readonly pages: ReadonlyMap<string, PageBefore>
  /** Whether the address answered with an error, or nothing did. */
  isDead(path: string): boolean
  readonly numbers: SiteNumbers
  readonly strings: StringCount
}
