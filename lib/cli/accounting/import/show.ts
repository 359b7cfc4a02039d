/** Shows the dry run to people: a table, the rows that need attention with their reasons, and totals. */
import type { Output } from '../../terminal/output.ts'
import { yenText } from '../deal-rows.ts'
import type { PlannedRow, RowPlan, ShownDeal } from './plan.ts'

const HEAD = ['row', 'date', 'amount', 'account item', 'tax category', 'because', 'next']

const NEXT: Readonly<Record<RowPlan, string>> = {
  new: 'register',
  review: 'a person looks',
  open: 'look again',
  double: 'looks double',
  wrong: 'correct it',
  gone: 'was deleted',
  done: 'done',
}

export function showPlan(planned: readonly PlannedRow[], output: Output): void {
  output.table(planned.map(rowOf), HEAD)
  for (const { at, why } of planned) for (const reason of why) output.line(`${at}: ${reason}`)
  for (const line of totalLines(planned)) output.line(line)
}

function rowOf({ at, plan, row, shown }: PlannedRow): string[] {
  const lines = shown?.lines ?? []
  const given = row?.deal
  return [
    at,
    shown?.body?.issue_date ?? given?.issue_date ?? '',
    given ? yenText(amountOf(given)) : '',
    each(lines.map(({ accountItem }) => accountItem.name)),
    each(lines.map(({ tax }) => (tax ? `${tax.code} ${tax.name}` : ''))),
    each(lines.map((line, index) => reasonOf(given?.details[index], line))),
    plan === 'done' ? `done, deal ${shown?.deal}` : NEXT[plan],
  ]
}

/** Returns the texts about the lines of a deal, each once. */
function each(texts: readonly string[]): string {
  return [...new Set(texts)].join(', ')
}

type Line = NonNullable<ShownDeal['lines']>[number]
type AskedLine = NonNullable<PlannedRow['row']>['deal']['details'][number]

/** Returns why a line has its tax category. */
function reasonOf(asked: AskedLine | undefined, line: Line): string {
  if (!asked) return ''
  if (asked.rate === undefined) return 'named'
  if (asked.qualified) return `${asked.rate} %, qualified`
  const { deduction } = line
  return deduction ? `${deduction.deduction} % by "${deduction.schedule}"` : `${asked.rate} %, not qualified`
}

function amountOf({ details }: { readonly details: readonly { readonly amount: number }[] }): number {
  return details.reduce((sum, { amount }) => sum + amount, 0)
}

const ORDER: readonly RowPlan[] = ['new', 'review', 'open', 'double', 'wrong', 'gone', 'done']

/** Returns lines with the number of rows and their total amount, for each plan and each account item. */
function totalLines(planned: readonly PlannedRow[]): string[] {
  const sum = (rows: readonly PlannedRow[]) =>
    rows.reduce((total, { row }) => total + (row ? amountOf(row.deal) : 0), 0)
  const counted = (rows: readonly PlannedRow[]) => `${rows.length} rows, ${yenText(sum(rows))}`
  const byNext = ORDER.flatMap(plan => {
    const rows = planned.filter(row => row.plan === plan)
    return rows.length === 0 ? [] : [`  ${NEXT[plan]}: ${counted(rows)}`]
  })
  const lines = planned.flatMap(({ shown }) => shown?.lines ?? [])
  const byItem = [...Map.groupBy(lines, ({ accountItem }) => accountItem.name)].map(
    ([item, own]) => `  ${item}: ${own.length} lines, ${yenText(amountOf({ details: own }))}`,
  )
  return [`in all: ${counted(planned)}`, ...byNext, ...byItem, ...fileLines(planned)]
}

function fileLines(planned: readonly PlannedRow[]): string[] {
  const files = planned.flatMap(({ shown }) => shown?.files ?? [])
  const contents = new Map(files.map(file => [file.sha256, file]))
  if (contents.size === 0) return []
  const there = [...contents.values()].filter(({ state }) => state === 'done').length
  return [`files: ${contents.size}, of which ${there} are in the file box`]
}
