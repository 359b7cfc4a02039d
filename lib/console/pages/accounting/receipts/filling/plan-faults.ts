import { textOf } from '../../../../../core/language/text.ts'
import type { Phrase, Reason, Value } from '../../../../../core/phrase.ts'
import { WORDS } from '../../../../../services/accounting/deals/draft/unknown-names.ts'
import type { PlannedRow } from '../../../../../services/accounting/imports/reading/plan.ts'
import type { FieldFaults } from '../../../../frame/parts.ts'
import type { View } from '../../../../page.ts'

/** The column for each member of a deal. An error names a member, for example as `details.0.account_item`. */
const COLUMNS: Readonly<Record<string, string>> = {
  issue_date: 'date',
  partner: 'partner',
  partner_id: 'partner',
  registration_number: 'qualified',
  payments: 'payment',
  account_item: 'account_item',
  account_item_id: 'account_item',
  tax_category: 'rate',
  tax_code: 'rate',
  rate: 'rate',
  amount: 'amount',
  description: 'description',
  section: 'section',
}

const FLAGS: Readonly<Record<string, string>> = {
  unreadable: 'date',
  ambiguous: 'date',
  future: 'date',
  long_ago: 'date',
}

/** The flags about the tax category of a line. */
const OF_RATE: readonly string[] = [
  'schedules_disagree',
  'contradicts_schedule',
  'no_measure',
  'category_missing',
]

/** The faults by the names of their fields; empty unless the row is wrong and every fault has a field. */
export function planFaults({ plan, shown, why }: PlannedRow, view: View): FieldFaults {
  if (plan !== 'wrong' || !shown) return {}
  const fields = shown.problem
    ? [fieldOfMember(shown.problem.error)]
    : (shown.flags ?? []).map(({ flag, line }) => fieldOfFlag(flag, line))
  const found = fields.flatMap((field, at) => {
    const reason = why[at]
    return field === undefined || reason === undefined
      ? []
      : [[field, textOf(withoutCase(reason), view.locale)] as const]
  })
  return found.length === why.length ? Object.fromEntries(found) : {}
}

function fieldOfMember(error: string): string | undefined {
  const member = /`(?:details\.(?<line>\d+)\.)?(?<name>\w+)[\w.]*`/.exec(error)?.groups
  const column = COLUMNS[member?.['name'] ?? '']
  return column === undefined || member?.['line'] === undefined ? column : `line-${member['line']}-${column}`
}

function fieldOfFlag(flag: string, line = 0): string | undefined {
  return OF_RATE.includes(flag) ? `line-${line}-rate` : FLAGS[flag]
}

function withoutCase(given: Reason): Reason {
  if (typeof given === 'string') return given
  const { problem } = given.values
  if (given.id === WORDS.case.id && isPhrase(problem)) return problem
  const values = Object.entries(given.values).map(([name, value]) => [
    name,
    isPhrase(value) ? withoutCase(value) : value,
  ])
  return { ...given, values: Object.fromEntries(values) as Phrase['values'] }
}

function isPhrase(value: Value | undefined): value is Phrase {
  return typeof value === 'object' && 'id' in value
}
