import { phrase } from '../../../core/language/catalogue.ts'
import { nearestNames } from '../../../core/language/nearest-name.ts'
import { phraseError } from '../../../core/language/phrase-error.ts'
import type { Yen } from '../fields/amount.ts'
import { wholeYen } from '../fields/yen.ts'
import type { Deal, DealBody } from '../remote/deal-schema.ts'
import { withName } from '../remote/names.ts'
import type { AccountItem } from '../remote/schema.ts'
import { LEARNING } from './words.ts'

/** The description of a test deal in the books. */
const DESCRIPTION = '税区分の確認 (kura)'

export interface LearningPlan {
  readonly company: number
  readonly issueDate: string
  readonly accountItem: { readonly id: number; readonly name: string }
  readonly candidates: readonly { readonly code: number; readonly amount: Yen }[]
}

/** Returns in ascending order the given codes or, without them, the codes of account items and earlier deals. */
export function candidateCodes(
  given: readonly number[] | undefined,
  { accountItems, deals }: { accountItems: readonly AccountItem[]; deals: readonly Deal[] },
): number[] {
  const named = [
    ...accountItems.map(item => item.taxCode),
    ...deals.flatMap(deal => deal.lines.map(line => line.taxCode)),
  ]
  return [...new Set(given ?? named)].sort((one, other) => one - other)
}

/** Returns the named account item, or the one that earlier expenses use most. @throws AppError `bad_request` */
export function chooseAccountItem(
  named: string | undefined,
  { accountItems, deals }: { accountItems: readonly AccountItem[]; deals: readonly Deal[] },
): AccountItem {
  const item = named === undefined ? mostUsed(accountItems, deals) : withName(accountItems, named)
  if (item) return item
  const names = accountItems.map(({ name }) => name)
  const near = named === undefined ? [] : nearestNames(named, names)
  const message = named === undefined ? phrase(LEARNING.noItem) : phrase(LEARNING.noSuchItem, { name: named })
  const hint = phrase(LEARNING.nameOne, { names: near.length > 0 ? near : names.slice(0, 12) })
  throw phraseError('bad_request', message, { hint })
}

function mostUsed(accountItems: readonly AccountItem[], deals: readonly Deal[]): AccountItem | undefined {
  const uses = new Map<number, number>()
  for (const { type, lines } of deals) {
    for (const { accountItemId } of type === 'expense' ? lines : [])
      uses.set(accountItemId, (uses.get(accountItemId) ?? 0) + 1)
  }
  const used = accountItems.filter(({ id }) => uses.has(id))
  return used.toSorted((one, other) => (uses.get(other.id) ?? 0) - (uses.get(one.id) ?? 0))[0]
}

const FIRST_AMOUNT = 1001

/** Chooses amounts that no other deal of the day has, because kura may have to find a test deal by its amount. */
export function distinctAmounts(
  codes: readonly number[],
  sameDay: readonly Deal[],
): { code: number; amount: Yen }[] {
  const taken = new Set<number>(
    sameDay.flatMap(({ amount, lines }) => [amount, ...lines.map(line => line.amount)]),
  )
  let next = FIRST_AMOUNT
  return codes.map(code => {
    while (taken.has(next)) next += 1
    next += 1
    return { code, amount: wholeYen.parse(next - 1) }
  })
}

export function testDeal(
  { company, issueDate, accountItem }: Omit<LearningPlan, 'candidates'>,
  { code, amount }: LearningPlan['candidates'][number],
  reference?: string,
): DealBody {
  return {
    company_id: company,
    issue_date: issueDate,
    type: 'expense',
    details: [{ account_item_id: accountItem.id, tax_code: code, amount, description: DESCRIPTION }],
    ...(reference !== undefined && { ref_number: reference }),
  }
}
