/** Numbers of a site, which are counted before and after a move for comparison. */
import { noindexRobots } from './facts/robots-directives.ts'
import type { PageContent } from './page/findings.ts'

export interface SiteNumbers {
  /** The number of HTML pages that answer 200. */
  readonly pages: number
  readonly noindex: number
  /** The number of pages that lead elsewhere by a refresh meta or a Refresh header. */
  readonly refresh: number
  /** The number of linked or loaded addresses of the site that answer with an error or not at all. */
  readonly deadLinks: number
}

export type GrowingNumbers = { -readonly [K in keyof SiteNumbers]: number }

export function noNumbers(): GrowingNumbers {
  return { pages: 0, noindex: 0, refresh: 0, deadLinks: 0 }
}

export function countPage(numbers: GrowingNumbers, { html, facts }: PageContent): void {
  if (!html) return
  numbers.pages += 1
  if (noindexRobots(facts.robots).length > 0) numbers.noindex += 1
  if (facts.refresh !== undefined) numbers.refresh += 1
}
