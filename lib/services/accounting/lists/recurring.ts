import type { ServiceDeal } from './pages.ts'

/** Returns the two months before the month of `today`, as YYYY-MM. */
export function monthsBefore(today: string): readonly [last: string, before: string] {
  return [monthBefore(today.slice(0, 7)), monthBefore(monthBefore(today.slice(0, 7)))]
}

function monthBefore(month: string): string {
  const [year = 0, number = 1] = month.split('-').map(Number)
  return new Date(Date.UTC(year, number - 2, 1)).toISOString().slice(0, 7)
}

/** `month` is YYYY-MM; the result is YYYY-MM-DD. */
export function lastDayOf(month: string): string {
  const [year = 0, number = 1] = month.split('-').map(Number)
  return new Date(Date.UTC(year, number, 0)).toISOString().slice(0, 10)
}

/** Returns the month's last day if the month has no such day: 31 in 2026-02 is 2026-02-28. */
export function dayOfMonth(month: string, day: number): string {
  const wanted = `${month}-${String(day).padStart(2, '0')}`
  const last = lastDayOf(month)
  return wanted < last ? wanted : last
}

export interface LastMonthDeal {
  readonly deal: ServiceDeal
  /** Whether the month before had a deal with the same partner and account item too, such as rent or servers. */
  readonly recurs: boolean
  /** The day to repeat, 1 to 31. On a month's last day, a later day of the month before counts (31, then 28: 31). */
  readonly day: number
}

/** Returns the deals of the month `last`, the recurring ones first. `deals` also has those of the month before. */
export function dealsToRepeat(deals: readonly ServiceDeal[], last: string): LastMonthDeal[] {
  const before = deals.filter(deal => !isOf(last, deal)).map(deal => [new Set(kindsOf(deal)), deal] as const)
  const known = deals
    .filter(deal => isOf(last, deal))
    .map(deal => {
      const kinds = kindsOf(deal)
      const days = before.flatMap(([of, { issue_date: day }]) =>
        kinds.some(kind => of.has(kind)) ? [dayOf(day)] : [],
      )
      return { deal, recurs: days.length > 0, day: dayToRepeat(deal.issue_date, days) }
    })
  return [...known.filter(({ recurs }) => recurs), ...known.filter(({ recurs }) => !recurs)]
}

function dayToRepeat(day: string, before: readonly number[]): number {
  const isLast = day === lastDayOf(day.slice(0, 7))
  return Math.max(dayOf(day), ...(isLast ? before : []))
}

function dayOf(day: string): number {
  return Number(day.slice(8))
}

function isOf(month: string, { issue_date: day }: ServiceDeal): boolean {
  return day.startsWith(month)
}

/** Returns keys that the same purchase of another month shares. Empty without a partner. */
function kindsOf({ partner_id: partner, details = [] }: ServiceDeal): string[] {
  return partner ? details.map(line => `${partner} ${line.account_item_id}`) : []
}
