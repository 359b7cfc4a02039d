/** The deals of last month that a person may enter again, and the day of the next one. Pure. */
import type { ServiceDeal } from './pages.ts'

/** Two months as YYYY-MM, the newer first. */
export function monthsBefore(today: string): readonly [last: string, before: string] {
  return [monthBefore(today.slice(0, 7)), monthBefore(monthBefore(today.slice(0, 7)))]
}

function monthBefore(month: string): string {
  const [year = 0, number = 1] = month.split('-').map(Number)
  return new Date(Date.UTC(year, number - 2, 1)).toISOString().slice(0, 7)
}

/** YYYY-MM-DD */
export function lastDayOf(month: string): string {
  const [year = 0, number = 1] = month.split('-').map(Number)
  return new Date(Date.UTC(year, number, 0)).toISOString().slice(0, 10)
}

/** The same day in `month`, or its last day: 2026-01-31 becomes 2026-02-28. */
export function sameDayIn(month: string, day: string): string {
  const wanted = `${month}-${day.slice(8)}`
  const last = lastDayOf(month)
  return wanted < last ? wanted : last
}

export interface LastMonthDeal {
  readonly deal: ServiceDeal
  /** Whether the month before had a deal of the same partner and account item too: rent, servers. */
  readonly recurs: boolean
}

/** The deals of the month `last`, those that recur first; `deals` has those of the month before, too. */
export function dealsToRepeat(deals: readonly ServiceDeal[], last: string): LastMonthDeal[] {
  const before = new Set(deals.filter(deal => !isOf(last, deal)).flatMap(kindsOf))
  const known = deals
    .filter(deal => isOf(last, deal))
    .map(deal => ({ deal, recurs: kindsOf(deal).some(kind => before.has(kind)) }))
  return [...known.filter(({ recurs }) => recurs), ...known.filter(({ recurs }) => !recurs)]
}

function isOf(month: string, { issue_date: day }: ServiceDeal): boolean {
  return day.startsWith(month)
}

/** The features that a deal shares with the same purchase of another month; empty without a partner. */
function kindsOf({ partner_id: partner, details = [] }: ServiceDeal): string[] {
  return partner ? details.map(line => `${partner} ${line.account_item_id}`) : []
}
