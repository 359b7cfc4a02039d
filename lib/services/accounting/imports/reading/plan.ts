import type { ReplyOf } from '../../../../core/http/contract.ts'
import { phrase } from '../../../../core/language/catalogue.ts'
import { phrasesIn } from '../../../../core/language/phrase-error.ts'
import { reasonIn } from '../../../../core/language/text.ts'
import { reasonInWords } from '../../../../core/language/typed-words.ts'
import type { Reason } from '../../../../core/phrase.ts'
import type { AccountingContract } from '../../contract.ts'
// loads the messages of the flags and of the host's errors
import '../../deals/draft/unknown-names.ts'
import '../../taxes/words.ts'
import { quotedWord } from '../../../../core/language/open-item.ts'
import type { GivenDeal, ImportRow, ReadableRow } from './deal-rows.ts'
import { type Titles, wordsOfRow } from './titles.ts'
import { IMPORT, placePhrase, reasonOf } from './words.ts'

type DryRun = Extract<ReplyOf<AccountingContract, 'importDeals'>, { readonly mode: 'dry-run' }>
export type ShownDeal = DryRun['deals'][number]

/**
 * `review`: a person may send the receipt unchanged. `open`: the receipt was sent earlier, so kura queries the outcome.
 * `wrong`: a person has to correct the receipt. `gone`: the receipt's deal was deleted or may have been.
 */
export type RowPlan =
  | 'new'
  | 'review'
  | 'open'
  | 'double'
  | 'left out'
  | 'new partner'
  | 'wrong'
  | 'gone'
  | 'done'

export interface PlannedRow {
  readonly at: string
  readonly plan: RowPlan
  readonly row: ReadableRow | undefined
  readonly shown: ShownDeal | undefined
  readonly why: readonly Reason[]
  /** Why the receipt waits for a person, although its plan is to register it. */
  readonly hold?: string | undefined
  /** The possible doubles that a person has called other receipts. */
  readonly apart?: readonly string[] | undefined
}

/** Returns the plan after a person has called all possible doubles other receipts. */
export function asOwn(row: PlannedRow): PlannedRow {
  return { ...row, plan: row.shown?.flags?.length ? 'review' : 'new', apart: row.shown?.apart }
}

/** The sent deal names the doubles in `apart`. A deal that looks like any other deal or case waits. */
export function sentDeal({ deal }: ReadableRow, { apart = [] }: Pick<PlannedRow, 'apart'>): GivenDeal {
  return { ...deal, apart: [...apart] }
}

export const SENT: readonly RowPlan[] = ['new', 'review', 'open']

export type MayDouble = (double: string) => boolean

/** `shown` is the host's dry run of the readable receipts. */
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
    if (!deal) return { at: row.at, plan: 'wrong', row, shown: undefined, why: [phrase(IMPORT.notShown)] }
    return { at: row.at, row, shown: deal, ...planOf(deal, { row, places, mayDouble }) }
  })
}

interface Known {
  readonly row: ReadableRow
  /** The place of each case, such as `row 3`, by the case's name. */
  readonly places: ReadonlyMap<string, string>
  readonly mayDouble: MayDouble
}

function planOf(deal: ShownDeal, known: Known): Pick<PlannedRow, 'plan' | 'why' | 'apart'> {
  const { state, problem, flags = [], double, leftOut } = deal
  const { row, mayDouble } = known
  if (problem) return { plan: 'wrong', why: [problemText(problem, row.titles)] }
  if (state === 'done') return { plan: 'done', why: [] }
  if (state === 'gone' || state === 'removing') return { plan: 'gone', why: [goneText(deal)] }
  if (state === 'claimed' || state === 'unknown') return { plan: 'open', why: [phrase(IMPORT.isOpen)] }
  if (deal.newPartner) return { plan: 'new partner', why: [newPartnerText(deal.newPartner)] }
  const doubles = deal.doubles.map(other => doubleText(other, known))
  if (double !== undefined && !mayDouble(double))
    return { plan: leftOut ? 'left out' : 'double', why: doubles }
  const { apart } = deal
  if (flags.length === 0) return { plan: 'new', why: doubles, apart }
  // a person can release only a deal with a body, so a row without a body has to be corrected
  return { plan: deal.body ? 'review' : 'wrong', why: flags.map(flag => flagText(flag, row.titles)), apart }
}

export function problemText(problem: NonNullable<ShownDeal['problem']>, titles: Titles): Reason {
  const reason = reasonOf({ message: problem.error, hint: problem.hint, ...phrasesIn(problem) })
  return reasonInWords(reason, wordsOfRow(titles))
}

const OF_DATE: readonly string[] = ['unreadable', 'ambiguous', 'future', 'long_ago']

function flagText(flag: NonNullable<ShownDeal['flags']>[number], titles: Titles): Reason {
  const reason = reasonIn(flag.reason)
  return OF_DATE.includes(flag.flag) ? phrase(IMPORT.ofDate, { title: titles.date, reason }) : reason
}

function goneText({ case: name, deal }: ShownDeal): Reason {
  return phrase(IMPORT.wasDeleted, { deal: String(deal), command: `kura settle ${quotedWord(name)}` })
}

function newPartnerText({ name, near }: NonNullable<ShownDeal['newPartner']>): Reason {
  return near.length > 0 ? phrase(IMPORT.newPartnerNear, { name, near }) : phrase(IMPORT.newPartner, { name })
}

function doubleText(
  { case: name, deal, file, corrects }: ShownDeal['doubles'][number],
  { places }: Known,
): Reason {
  const place = places.get(name ?? '')
  const other =
    deal !== undefined
      ? phrase(IMPORT.deal, { deal: String(deal) })
      : place !== undefined
        ? placePhrase(place)
        : phrase(IMPORT.case, { name: name ?? '' })
  if (corrects) return phrase(IMPORT.corrects, { other })
  return phrase(file ? IMPORT.sameFile : IMPORT.like, { other })
}
