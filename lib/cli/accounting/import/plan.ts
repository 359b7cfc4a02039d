/** What becomes of each row: what the dry run says of it, sorted by what has to happen next. Pure. */
import type { AccountingContract } from '../../../accounting/contract.ts'
import type { ReplyOf } from '../../../http/contract.ts'
import { inOwnWords } from '../../operator/words/own-words.ts'
import type { ImportRow, ReadableRow } from './source/deal-rows.ts'
import { type Titles, wordsOfRow } from './source/titles.ts'

type DryRun = Extract<ReplyOf<AccountingContract, 'importDeals'>, { readonly mode: 'dry-run' }>
export type ShownDeal = DryRun['deals'][number]

/**
 * `new` is registered; `review` is stored for a person, who may release it as it is; `open` was sent before and is looked at
 * again; `double`, `wrong`, which has to be corrected, and `gone` are left alone; `done` is registered already.
 */
export type RowPlan = 'new' | 'review' | 'open' | 'double' | 'wrong' | 'gone' | 'done'

export interface PlannedRow {
  readonly at: string
  readonly plan: RowPlan
  /** Absent if the row cannot be read. */
  readonly row: ReadableRow | undefined
  readonly shown: ShownDeal | undefined
  /** Why it is not simply registered. */
  readonly why: readonly string[]
}

/** The plans that a write sends. */
export const SENT: readonly RowPlan[] = ['new', 'review', 'open']

/** The rows that may be registered although they look double: all, or those that are named. */
export type Doubles = 'all' | readonly string[]

/** The rows with what the dry run showed of those that can be read. */
export function planRows(
  rows: readonly ImportRow[],
  shown: readonly ShownDeal[],
  doubles: Doubles,
): PlannedRow[] {
  const byCase = new Map(shown.map(deal => [deal.case, deal]))
  const places = new Map(rows.flatMap(row => ('deal' in row ? [[row.deal.case, row.at] as const] : [])))
  return rows.map(row => {
    if (!('deal' in row))
      return { at: row.at, plan: 'wrong', row: undefined, shown: undefined, why: row.problems }
    const deal = byCase.get(row.deal.case)
    if (!deal) return { at: row.at, plan: 'wrong', row, shown: undefined, why: ['the host did not show it'] }
    return {
      at: row.at,
      row,
      shown: deal,
      ...planOf(deal, { places, mayDouble: mayDouble(row.at, doubles), titles: row.titles }),
    }
  })
}

/** Rows are named as they are shown, those of a table also by their number. */
function mayDouble(at: string, doubles: Doubles): boolean {
  return doubles === 'all' || doubles.some(name => name === at || `row ${name}` === at)
}

interface Known {
  /** The case of a row -> what people call the row. */
  readonly places: ReadonlyMap<string, string>
  readonly mayDouble: boolean
  readonly titles: Titles
}

function planOf(deal: ShownDeal, known: Known): Pick<PlannedRow, 'plan' | 'why'> {
  const { state, problem, flags = [] } = deal
  if (problem) return { plan: 'wrong', why: [problemText(problem, known.titles)] }
  if (state === 'done') return { plan: 'done', why: [] }
  if (state === 'gone' || state === 'removing') return { plan: 'gone', why: [goneText(deal)] }
  if (state === 'claimed' || state === 'unknown') return { plan: 'open', why: [`it is ${state}`] }
  const doubles = deal.doubles.map(double => doubleText(double, known))
  if (doubles.length > 0 && !known.mayDouble) return { plan: 'double', why: [`like ${doubles.join(', ')}`] }
  if (flags.length === 0) return { plan: 'new', why: doubles.map(text => `like ${text}`) }
  // what has no body cannot be released as it is
  return { plan: deal.body ? 'review' : 'wrong', why: flags.map(flag => flagText(flag, known.titles)) }
}

/** What the host says of a row's deal, in the names of the row's columns. */
export function problemText({ error, hint }: NonNullable<ShownDeal['problem']>, titles: Titles): string {
  return inOwnWords(hint ? `${error}; ${hint}` : error, wordsOfRow(titles))
}

const OF_DATE: readonly string[] = ['unreadable', 'ambiguous', 'future']

/** A flag names the day as it was typed; the row calls it by its column. */
function flagText({ flag, reason }: NonNullable<ShownDeal['flags']>[number], titles: Titles): string {
  return OF_DATE.includes(flag) ? `${titles.date} ${reason}` : reason
}

function goneText({ case: name, deal }: ShownDeal): string {
  return `its deal ${deal} was deleted; to register it again: kura accounting free ${JSON.stringify(name)}`
}

function doubleText({ case: name, deal }: ShownDeal['doubles'][number], { places }: Known): string {
  return deal === undefined ? (places.get(name ?? '') ?? `the case "${name}"`) : `deal ${deal}`
}
