/**
 * A reserve is written before the purchase call and under the caps; it becomes spent, is freed, or stays if the outcome
 * is unknown. If a person says that the registrar has no order, the reserve is released. It then counts for no cap, but
 * is kept as long as its purchase can still appear. Pure; `now` is the store's time.
 */
import type * as z from 'zod'
import type { SpendingCaps } from '../../../core/config/registrar.ts'
import { type Calendar, monthOf } from '../../../core/language/calendar.ts'
import { phrase } from '../../../core/language/catalogue.ts'
import { phraseError } from '../../../core/language/phrase-error.ts'
import type { reserveSchema, spendingSchema } from '../stored-records.ts'
import { moneyText } from './money.ts'
import { CAP_REFUSALS } from './words.ts'

export type Reserve = Readonly<z.infer<typeof reserveSchema>>
export type Spending = Readonly<z.infer<typeof spendingSchema>>

/** The cents that were spent or reserved in a day and in its month. */
export interface SpentSums {
  readonly day: number
  readonly month: number
}

export interface SpendingLimits {
  readonly caps: SpendingCaps
  readonly calendar: Calendar
}

/** The milliseconds in which a released purchase can appear. Older entries count for no cap, and are dropped. */
export const WATCHED = 62 * 86_400_000

export const NOTHING_SPENT: Spending = { reserves: [] }

/** The sums for the day and the month of `now`. */
export function spentSums(
  { reserves }: Spending,
  { calendar, now }: { calendar: Calendar; now: number },
): SpentSums {
  const today = calendar(now)
  const counted = reserves.filter(({ state }) => state !== 'released')
  const ofMonth = counted.filter(({ at }) => monthOf(calendar(at)) === monthOf(today))
  const ofDay = ofMonth.filter(({ at }) => calendar(at) === today)
  return { day: totalOf(ofDay), month: totalOf(ofMonth) }
}

/**
 * Reserves an amount for an attempt; a repeated call for the same attempt reserves nothing more. The caller has the
 * domain's claim, so an older reserve of the domain belongs to an attempt that was given up, and is released.
 * @throws AppError `cap_reached` naming the cap
 */
export function reserve(
  spending: Spending,
  amount: Omit<Reserve, 'at' | 'state'>,
  { caps, calendar, now }: SpendingLimits & { now: number },
): Spending {
  if (findReserve(spending, amount.operation)) return spending
  const kept = spending.reserves
    .filter(({ state, at }) => state === 'reserved' || now - at <= WATCHED)
    .map(entry => (entry.domain === amount.domain ? released(entry) : entry))
  checkCaps(amount, { caps, sums: spentSums({ reserves: kept }, { calendar, now }) })
  return { reserves: [...kept, { ...amount, at: now, state: 'reserved' }] }
}

/** Records that the attempt was charged; `orderId` is its order, if that is known. */
export function spend({ reserves }: Spending, operation: string, orderId?: string): Spending {
  return changeEntry(reserves, operation, entry => ({
    ...entry,
    state: 'spent',
    ...(orderId !== undefined && { orderId }),
  }))
}

/** Releases a reserve, because a person saw no order: the money can be spent again, and the attempt is watched. */
export function release({ reserves }: Spending, operation: string): Spending {
  return changeEntry(reserves, operation, entry => ({ ...entry, state: 'released' }))
}

/** Records that the attempt was charged although it no longer has the claim. */
export function chargeOrphan(
  { reserves }: Spending,
  { operation, orderId }: { operation: string; orderId?: string | undefined },
): Spending {
  return changeEntry(reserves, operation, entry => ({
    ...entry,
    state: 'spent',
    stray: true,
    ...(orderId !== undefined && { orderId }),
  }))
}

export function free({ reserves }: Spending, operation: string): Spending {
  return { reserves: reserves.filter(entry => entry.operation !== operation) }
}

/** The attempts that are watched at `now`, or have appeared. A reserve of `free`, a freed claim, counts as released. */
export function releasedAttempts(
  { reserves }: Spending,
  { domain, free, now }: { domain: string; free?: string | undefined; now: number },
): Reserve[] {
  return reserves
    .filter(entry => entry.domain === domain && now - entry.at <= WATCHED)
    .map(entry => (entry.operation === free ? released(entry) : entry))
    .filter(({ state, stray }) => state === 'released' || stray === true)
}

export function findReserve({ reserves }: Spending, operation: string): Reserve | undefined {
  return reserves.find(entry => entry.operation === operation)
}

/** @throws AppError `cap_reached` if `cents` more would exceed a cap */
export function checkCaps(
  { domain, cents }: { domain: string; cents: number },
  { caps, sums }: { caps: SpendingCaps; sums: SpentSums },
): void {
  const over = capsOf({ caps, spent: sums }).find(({ used, cap }) => used + cents > cap)
  if (!over) return
  const { name, used, cap } = over
  const after = used > 0 ? phrase(CAP_REFUSALS.after, { used: moneyText(used) }) : ''
  const amounts = { domain, amount: moneyText(cents), after, cap: moneyText(cap) }
  throw phraseError('cap_reached', phrase(CAP_REFUSALS[name], amounts), {
    hint: `raise REGISTRAR_CAP_${name.toUpperCase()}, which is in cents, or wait`,
    details: { cap: name },
  })
}

/** The caps, each with the cents that were spent or reserved under it; for the cap of an order, 0. */
export function capsOf({ caps, spent }: { readonly caps: SpendingCaps; readonly spent: SpentSums }) {
  return [
    { name: 'order', used: 0, cap: caps.order },
    { name: 'day', used: spent.day, cap: caps.day },
    { name: 'month', used: spent.month, cap: caps.month },
  ] as const
}

function changeEntry(
  reserves: readonly Reserve[],
  operation: string,
  change: (entry: Reserve) => Reserve,
): Spending {
  return { reserves: reserves.map(entry => (entry.operation === operation ? change(entry) : entry)) }
}

function released(entry: Reserve): Reserve {
  return entry.state === 'reserved' ? { ...entry, state: 'released' } : entry
}

function totalOf(reserves: readonly Reserve[]): number {
  return reserves.reduce((sum, { cents }) => sum + cents, 0)
}
