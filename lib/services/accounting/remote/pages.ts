/** All pages of a listing. The list of deals is complete even if deals are created and deleted at the same time. */
import { phrase } from '../../../core/language/catalogue.ts'
import { phraseError } from '../../../core/language/phrase-error.ts'
import type { Deal } from './deal-schema.ts'
import { SAID } from './words.ts'

/** A page of a listing of deals, and the number of deals on all pages. */
export interface DealsPage {
  readonly deals: readonly Deal[]
  readonly total: number
}

/** The maximum number of times that the listing is read from the start if deals keep being deleted. */
const ATTEMPTS = 5

/**
 * The deals of the listing, each once. A deal that is created during the reading moves other deals to later offsets, so
 * that they are read twice. A deletion moves them to earlier offsets, so that they would be missed; after a deletion,
 * the listing is read again from the start.
 * @throws AppError `remote_answer` if deals keep being deleted
 */
export async function allPages(page: (offset: number) => Promise<DealsPage>): Promise<Deal[]> {
  for (let attempt = 1; attempt <= ATTEMPTS; attempt++) {
    const deals = await readThrough(page)
    if (deals) return deals
  }
  throw phraseError('remote_answer', phrase(SAID.dealsMoved, { attempts: String(ATTEMPTS) }), {
    hint: phrase(SAID.inAMoment),
  })
}

/** The deals of all pages; undefined if their total number shrank meanwhile. */
async function readThrough(page: (offset: number) => Promise<DealsPage>): Promise<Deal[] | undefined> {
  const deals = new Map<number, Deal>()
  let offset = 0
  let highest = 0
  for (;;) {
    const { deals: found, total } = await page(offset)
    if (total < highest) return undefined
    highest = total
    for (const deal of found) deals.set(deal.id, deal)
    offset += found.length
    if (found.length === 0 || offset >= total) return [...deals.values()]
  }
}

/** All records of a listing without a total number: the first page that is not full is the last one. */
export async function untilShortPage<T extends { readonly id: number }>(
  size: number,
  page: (offset: number) => Promise<readonly T[]>,
): Promise<T[]> {
  const records = new Map<number, T>()
  for (let offset = 0; ; offset += size) {
    const found = await page(offset)
    for (const record of found) records.set(record.id, record)
    if (found.length < size) return [...records.values()]
  }
}
