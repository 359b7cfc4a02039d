/**
 * The spending ledger: what was reserved and spent on domains, one record for each team. A reserve is written before the
 * purchase call and under the caps; it becomes spent, is freed, or stays if the outcome is unknown. Everything here is
 * pure; `now` is the store's time.
 */
import type { SpendingCaps } from '../../config/registrar.ts'
import { AppError } from '../../errors.ts'
import { type Calendar, monthOf } from './calendar.ts'
import { moneyText } from './money.ts'

export interface Reserve {
  /** The attempt that it belongs to. */
  readonly operation: string
  readonly domain: string
  readonly cents: number
  /** What is bought. */
  readonly years: number
  readonly autoRenew: boolean
  /** Milliseconds since the epoch, the store's time. */
  readonly at: number
  readonly state: 'reserved' | 'spent'
}

export interface Spending {
  readonly reserves: readonly Reserve[]
}

/** What was spent in a day and in its month, reserves included; cents. */
export interface SpentSums {
  readonly day: number
  readonly month: number
}

/** The caps, and the days and months that they count by. */
export interface SpendingLimits {
  readonly caps: SpendingCaps
  readonly calendar: Calendar
}

/** Spent entries older than this, in milliseconds, count for no cap in any time zone, and are dropped. */
const KEPT = 62 * 86_400_000

export const NOTHING_SPENT: Spending = { reserves: [] }

/** The sums of the day and the month of `now`. */
export function spentSums(
  { reserves }: Spending,
  { calendar, now }: { calendar: Calendar; now: number },
): SpentSums {
  const today = calendar(now)
  const ofMonth = reserves.filter(({ at }) => monthOf(calendar(at)) === monthOf(today))
  const ofDay = ofMonth.filter(({ at }) => calendar(at) === today)
  return { day: totalOf(ofDay), month: totalOf(ofMonth) }
}

/**
 * Reserves an amount. The caller holds the domain's claim, so an older reserve of the domain was left behind by a crash
 * and is dropped. The same operation is reserved once, even if it is repeated.
 * @throws AppError `cap_reached` naming the cap
 */
export function reserve(
  spending: Spending,
  amount: Omit<Reserve, 'at' | 'state'>,
  { caps, calendar, now }: SpendingLimits & { now: number },
): Spending {
  if (findReserve(spending, amount.operation)) return spending
  const kept = spending.reserves.filter(
    ({ domain, state, at }) =>
      !(domain === amount.domain && state === 'reserved') && (state === 'reserved' || now - at <= KEPT),
  )
  checkCaps(amount, { caps, sums: spentSums({ reserves: kept }, { calendar, now }) })
  return { reserves: [...kept, { ...amount, at: now, state: 'reserved' }] }
}

/** The operation's money was charged. */
export function spend({ reserves }: Spending, operation: string): Spending {
  return {
    reserves: reserves.map(entry => (entry.operation === operation ? { ...entry, state: 'spent' } : entry)),
  }
}

/** The operation's money was not charged, or was refunded. */
export function free({ reserves }: Spending, operation: string): Spending {
  return { reserves: reserves.filter(entry => entry.operation !== operation) }
}

export function findReserve({ reserves }: Spending, operation: string): Reserve | undefined {
  return reserves.find(entry => entry.operation === operation)
}

/** @throws AppError `cap_reached` if `cents` more would exceed a cap */
export function checkCaps(
  { domain, cents }: { domain: string; cents: number },
  { caps, sums }: { caps: SpendingCaps; sums: SpentSums },
): void {
  const over = [
    { name: 'order', setting: 'REGISTRAR_CAP_ORDER', used: 0, cap: caps.order },
    { name: 'day', setting: 'REGISTRAR_CAP_DAY', used: sums.day, cap: caps.day },
    { name: 'month', setting: 'REGISTRAR_CAP_MONTH', used: sums.month, cap: caps.month },
  ].find(({ used, cap }) => used + cents > cap)
  if (!over) return
  const used = over.used > 0 ? ` after ${moneyText(over.used)}` : ''
  throw new AppError(
    'cap_reached',
    `Cannot buy "${domain}" for ${moneyText(cents)}${used}: the cap of the ${over.name} is ${moneyText(over.cap)}`,
    { hint: `raise ${over.setting}, which is in cents, or wait`, details: { cap: over.name } },
  )
}

function totalOf(reserves: readonly Reserve[]): number {
  return reserves.reduce((sum, { cents }) => sum + cents, 0)
}
