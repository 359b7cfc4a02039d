/** Matches rows of the journal to codes. A code is not learned if its deal is missing or its category is ambiguous. */
import { readAmount } from '../fields/amount.ts'
import type { JournalRow } from '../journals/rows.ts'
import type { Candidate } from './schema.ts'

const DEAL_ID = '取引ID'
const AMOUNT = '借方金額'
const CATEGORY = '借方税区分'

/** The test deals of all `candidates` must exist already. */
export function createMatcher(candidates: readonly Candidate[]) {
  const byDeal = new Map(candidates.map(({ deal, code }) => [String(deal), code]))
  const byAmount = new Map(candidates.map(({ amount, code }) => [amount, code]))
  const seen = { deal: new Map<number, Set<string>>(), amount: new Map<number, Set<string>>() }
  const note = (names: Map<number, Set<string>>, code: number | undefined, name: string) => {
    if (code !== undefined && name !== '') names.set(code, (names.get(code) ?? new Set()).add(name))
  }
  return {
    read(row: JournalRow) {
      const name = row[CATEGORY] ?? ''
      const amount = readAmount(row[AMOUNT] ?? '')
      note(seen.deal, byDeal.get(row[DEAL_ID] ?? ''), name)
      note(seen.amount, amount && byAmount.get(amount), name)
    },
    categories(): Map<number, string> {
      const found = candidates.map(
        ({ code }) => [code, seen.deal.get(code) ?? seen.amount.get(code)] as const,
      )
      return new Map(found.flatMap(([code, names]) => (names?.size === 1 ? [[code, [...names].join()]] : [])))
    },
  }
}
