import { expect, test } from 'vitest'
import type { SeenClaim } from '../../../../../lib/core/claims/claim.ts'
import {
  FIRST_APPROVAL_LIFE,
  type SecondQuestion,
  stepOfApproval,
} from '../../../../../lib/services/accounting/deals/cases/second-person.ts'
import type { RegisteredDeal } from '../../../../../lib/services/accounting/deals/schema.ts'
import type { DealBody } from '../../../../../lib/services/accounting/remote/deal-schema.ts'

const APPROVED_AT = 1_000_000
const HANA = { approval: 'a', person: 'Hana', at: APPROVED_AT }
const moving = { details: [{ amount: 60_000 }, { amount: -50_000 }] } as unknown as DealBody

/** An approval of a deal of 110,000 yen. */
interface ApprovalCase {
  readonly name: string
  readonly above?: number
  readonly people?: readonly string[]
  readonly first?: typeof HANA
  readonly age?: number
  readonly by?: SecondQuestion
  readonly want: string
}

const ken = (named?: string): SecondQuestion => ({ person: 'Ken', approval: 'k', first: named })

test.each<ApprovalCase>([
  { name: 'at the amount one person is enough', above: 110_000, want: 'send' },
  { name: 'the first approval rests', want: 'first' },
  {
    name: 'the same approval, posted again, waits',
    first: HANA,
    by: { person: 'Hana', approval: 'a' },
    want: 'waits',
  },
  { name: 'another person who names it sends', first: HANA, by: ken('a'), want: 'send' },
  { name: 'another person who does not name it', first: HANA, by: ken(), want: 'conflict' },
  { name: 'another person who names another', first: HANA, by: ken('b'), want: 'conflict' },
  {
    name: 'the same person in another spelling',
    first: HANA,
    by: { person: 'ＨＡＮＡ', approval: 'b', first: 'a' },
    want: 'conflict',
  },
  {
    name: 'a first person who can no longer approve is none',
    first: HANA,
    people: ['Ken', 'Mei'],
    by: ken('a'),
    want: 'first',
  },
  {
    name: 'after seven days it is the first again',
    first: HANA,
    age: FIRST_APPROVAL_LIFE,
    by: ken('a'),
    want: 'first',
  },
  { name: 'a key', by: { person: 'Ken' }, want: 'approval_needed' },
  { name: 'fewer than two people can approve', people: ['Ken'], want: 'settings_invalid' },
])(
  'an approval above the amount: $name: $want',
  async ({ above = 100_000, people = ['Hana', 'Ken'], first, age = 0, by = ken(), want }) => {
    const claim = { name: 'x', first, seenAt: APPROVED_AT + age } as unknown as SeenClaim<RegisteredDeal>
    const step = stepOfApproval({ claim, body: moving }, by, { above, approvers: async () => people })
    expect(await step.catch((error: { code: string }) => error.code)).toBe(want)
  },
)
