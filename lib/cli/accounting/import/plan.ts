/** Decides from the result of the dry run what happens next to each row. Pure. */

import type { ReplyOf } from '../../../core/http/contract.ts'
import type { AccountingContract } from '../../../services/accounting/contract.ts'
import { sha256Of } from '../../../services/accounting/receipts/identity.ts'
import { inWords } from '../../operator/fills.ts'
import type { ImportRow, ReadableRow } from './source/deal-rows.ts'
import { type Titles, wordsOfRow } from './source/titles.ts'

type DryRun = Extract<ReplyOf<AccountingContract, 'importDeals'>, { readonly mode: 'dry-run' }>
export type ShownDeal = DryRun['deals'][number]

/**
 * What happens to a row. `new`: it is registered next. `review`: it is stored for a person, who may permit the deal to
 * be sent unchanged. `open`: it was sent earlier, and the service is queried for its outcome. `double`: it is skipped
 * unless a person allows it. `wrong`: it is skipped, and a person has to correct it. `gone`: it is skipped, because its
 * deal was deleted. `done`: it is registered already.
 */
export type RowPlan = 'new' | 'review' | 'open' | 'double' | 'wrong' | 'gone' | 'done'

export interface PlannedRow {
  readonly at: string
  readonly plan: RowPlan
  /** The row; absent if it cannot be read. */
  readonly row: ReadableRow | undefined
  readonly shown: ShownDeal | undefined
  /** Why the row is not registered without a question. */
  readonly why: readonly string[]
}

/** The rows with these plans are sent to the host by `--write`. */
export const SENT: readonly RowPlan[] = ['new', 'review', 'open']

/**
 * A row that looks double: its place in the table, and an id that is computed from its deal and the deals that it
 * resembles.
 */
export interface Double {
  readonly at: string
  readonly id: string
}

/** Whether a row that looks double may be registered. */
export type MayDouble = (double: Double) => boolean

/** Combines the rows with the host's dry run of the readable rows. */
export function planRows(
  rows: readonly ImportRow[],
  shown: readonly ShownDeal[],
  mayDouble: MayDouble,
): PlannedRow[] {
  const byCase = new Map(shown.map(deal => [deal.case, deal]))
  const places = new Map(rows.flatMap(row => ('deal' in row ? [[row.deal.case, row.at] as const] : [])))
  return rows.map(row => {
    if (!('deal' in row))
      return { at: row.at, plan: 'wrong', row: undefined, shown: undefined, why: row.problems }
    const deal = byCase.get(row.deal.case)
    if (!deal) return { at: row.at, plan: 'wrong', row, shown: undefined, why: ['the host did not show it'] }
    return { at: row.at, row, shown: deal, ...planOf(deal, { row, places, mayDouble }) }
  })
}

/** Whether `names` contains the row: its place as people see it (`row 3`), or its number in the table. */
export function isNamed(names: readonly string[], { at }: Pick<Double, 'at'>): boolean {
  return names.some(name => name === at || `row ${name}` === at)
}

/**
 * Returns the id of a double: a digest of its deal and the deals that it resembles, so that another run gives the same
 * id.
 */
function doubleId({ deal }: ReadableRow, { doubles }: ShownDeal): string {
  return sha256Of(Buffer.from(JSON.stringify([deal, doubles]))).slice(0, 8)
}

interface Known {
  readonly row: ReadableRow
  /** The place of the row of each case, as people see it, by the name of the case. */
  readonly places: ReadonlyMap<string, string>
  readonly mayDouble: MayDouble
}

function planOf(deal: ShownDeal, known: Known): Pick<PlannedRow, 'plan' | 'why'> {
  const { state, problem, flags = [] } = deal
  const { row, mayDouble } = known
  if (problem) return { plan: 'wrong', why: [problemText(problem, row.titles)] }
  if (state === 'done') return { plan: 'done', why: [] }
  if (state === 'gone' || state === 'removing') return { plan: 'gone', why: [goneText(deal)] }
  if (state === 'claimed' || state === 'unknown') return { plan: 'open', why: [`it is ${state}`] }
  const doubles = deal.doubles.map(double => doubleText(double, known))
  const id = doubleId(row, deal)
  if (doubles.length > 0 && !mayDouble({ at: row.at, id }))
    return { plan: 'double', why: [`like ${doubles.join(', ')}; --doubles ${id} registers it too`] }
  if (flags.length === 0) return { plan: 'new', why: doubles.map(text => `like ${text}`) }
  // if the deal has no body, a person cannot permit it to be sent, and has to correct the row
  return { plan: deal.body ? 'review' : 'wrong', why: flags.map(flag => flagText(flag, row.titles)) }
}

/** Returns the host's problem with the deal of a row, in words that use the names of the row's columns. */
export function problemText({ error, hint }: NonNullable<ShownDeal['problem']>, titles: Titles): string {
  return inWords(hint ? `${error}; ${hint}` : error, wordsOfRow(titles))
}

const OF_DATE: readonly string[] = ['unreadable', 'ambiguous', 'future', 'long_ago']

/** Returns the text of a flag; a flag about the date is preceded by the name of the date's column. */
function flagText({ flag, reason }: NonNullable<ShownDeal['flags']>[number], titles: Titles): string {
  return OF_DATE.includes(flag) ? `${titles.date} ${reason}` : reason
}

function goneText({ case: name, deal }: ShownDeal): string {
  return `its deal ${deal} was deleted; to register it again: kura settle ${JSON.stringify(name)}`
}

function doubleText({ case: name, deal }: ShownDeal['doubles'][number], { places }: Known): string {
  return deal === undefined ? (places.get(name ?? '') ?? `the case "${name}"`) : `deal ${deal}`
}
