/** Reading the listing of deals whole, while others create and delete. */
import { AppError } from '../../errors.ts'
import type { Deal } from './schema.ts'

/** A page of deals, and how many there are in all. */
export interface DealsPage {
  readonly deals: readonly Deal[]
  readonly total: number
}

/** How often the reading begins anew where deals were deleted under it. */
const ATTEMPTS = 5

/**
 * Every deal of the listing, each once. A deal that is created meanwhile moves the others to later offsets, where they are
 * met again; one that is deleted moves them to earlier ones, where they would be missed: then the reading begins anew.
 * @throws AppError `remote_answer` where deals keep being deleted
 */
export async function allPages(page: (offset: number) => Promise<DealsPage>): Promise<Deal[]> {
  for (let attempt = 1; attempt <= ATTEMPTS; attempt++) {
    const deals = await readThrough(page)
    if (deals) return deals
  }
  throw new AppError(
    'remote_answer',
    `Cannot list the deals: they were deleted during ${ATTEMPTS} readings`,
    {
      hint: 'try again in a moment',
    },
  )
}

/** Undefined where the total shrank. */
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
