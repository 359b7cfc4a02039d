import type { Locale } from '../../../../core/language/language.ts'
import { type Say, sayIn, textOf } from '../../../../core/language/text.ts'
import { sumOf } from '../../../../services/accounting/fields/amount.ts'
import type { PlannedRow, RowPlan } from '../../../../services/accounting/imports/reading/plan.ts'
import {
  HEADS,
  IMPORT,
  PLANS,
  placePhrase,
  QUESTIONS,
} from '../../../../services/accounting/imports/reading/words.ts'
import { clipped, displayWidth } from '../../../terminal/fitting.ts'
import type { Output } from '../../../terminal/output.ts'

export interface Question {
  readonly number: number
  readonly planned: PlannedRow
}

/** The plans that need an answer of the person, in the order of the questions. */
const ASKED = [
  'wrong',
  'review',
  'gone',
  'open',
  'new partner',
  'double',
] as const satisfies readonly RowPlan[]

/** Numbers the rows that need an answer. The last questions are those that the command itself asks. */
export function questionsOf(planned: readonly PlannedRow[]): Question[] {
  const asked = ASKED.flatMap(plan => planned.filter(row => row.plan === plan))
  return asked.map((row, index) => ({ number: index + 1, planned: row }))
}

export function showPlan(
  planned: readonly PlannedRow[],
  { output, locale }: { output: Output; locale: Locale },
): void {
  const say = sayIn(locale)
  const questions = questionsOf(planned)
  const numbers = new Map(questions.map(({ number, planned: { at } }) => [at, number]))
  const rows = planned.map(row => cellsOf(row, { number: numbers.get(row.at), say }))
  const [head, ...lines] = fitted([Object.values(HEADS).map(name => say(name)), ...rows], output.columns)
  output.table(lines, head)
  for (const line of totalLines(planned, say)) output.line(line)
  for (const plan of ASKED) {
    const own = questions.filter(question => question.planned.plan === plan)
    if (own.length > 0) output.line(say(QUESTIONS[plan]))
    for (const { number, planned: row } of own) output.line(questionLine(number, row, locale))
  }
}

function questionLine(number: number, planned: PlannedRow, locale: Locale): string {
  const { at, shown } = planned
  const reason = whyText(planned, locale)
  const id = shown?.double === undefined ? '' : ` (--doubles ${shown.double})`
  return `  [${number}] ${textOf(placePhrase(at), locale)}: ${reason}${id}`
}

function cellsOf(
  { at, plan, row, shown }: PlannedRow,
  { number, say }: { number: number | undefined; say: Say },
): string[] {
  const lines = shown?.lines ?? []
  return [
    at.replace(/^rows? /, ''),
    shown?.body?.issue_date ?? row?.deal.issue_date ?? '',
    row ? say(IMPORT.amount, { amount: amountOf(row.deal) }) : '',
    row?.deal.partner ?? '',
    each(lines.map(({ accountItem }) => accountItem.name)),
    each(lines.map(({ tax }) => taxText(tax?.name ?? ''))),
    number === undefined ? say(PLANS[plan]) : `[${number}] ${say(PLANS[plan])}`,
  ]
}

function each(texts: readonly string[]): string {
  return [...new Set(texts.filter(text => text !== ''))].join('+')
}

/** Leaves out the part that all categories of purchases share: `課対仕入（控80）10%` -> `（控80）10%`. */
function taxText(name: string): string {
  return name.replace(/^課対仕入(?=.)/, '')
}

/** The columns that are cut if the terminal is narrow: partner, account item and tax. */
const ELASTIC = [3, 4, 5]
const GAP = 2
const LEAST = 5

function fitted(rows: readonly (readonly string[])[], columns: number): string[][] {
  const widths = (rows[0] ?? []).map((_, column) =>
    Math.max(...rows.map(cells => displayWidth(cells[column] ?? ''))),
  )
  const fixed = widths.reduce((sum, width, column) => sum + (ELASTIC.includes(column) ? 0 : width), 0)
  const rooms = shared(
    ELASTIC.map(column => widths[column] ?? 0),
    columns - fixed - GAP * (widths.length - 1),
  )
  return rows.map(cells =>
    cells.map((cell, column) =>
      ELASTIC.includes(column) ? clipped(cell, rooms[ELASTIC.indexOf(column)] ?? LEAST) : cell,
    ),
  )
}

/** Divides a width among columns. A column that needs less than its share leaves the rest to the other columns. */
function shared(widths: readonly number[], room: number): number[] {
  const order = [...widths.keys()].toSorted((one, other) => (widths[one] ?? 0) - (widths[other] ?? 0))
  const rooms = [...widths]
  let left = room
  for (const [index, column] of order.entries()) {
    const share = Math.max(LEAST, Math.floor(left / (order.length - index)))
    rooms[column] = Math.min(widths[column] ?? 0, share)
    left -= rooms[column] ?? 0
  }
  return rooms
}

function amountOf({ details }: { readonly details: readonly { readonly amount: number }[] }): number {
  return sumOf(details.map(({ amount }) => amount))
}

const ORDER: readonly RowPlan[] = ['new', 'done', 'left out', ...ASKED]

function totalLines(planned: readonly PlannedRow[], say: Say): string[] {
  const sum = (rows: readonly PlannedRow[]) =>
    rows.reduce((total, { row }) => total + (row ? amountOf(row.deal) : 0), 0)
  const counted = (name: string, rows: readonly PlannedRow[]) =>
    say(IMPORT.counted, { name, count: rows.length, amount: sum(rows) })
  const byPlan = ORDER.flatMap(plan => {
    const rows = planned.filter(row => row.plan === plan)
    return rows.length === 0
      ? []
      : [`  ${counted(say(plan === 'new' ? IMPORT.register : PLANS[plan]), rows)}`]
  })
  const lines = planned.flatMap(({ shown }) => shown?.lines ?? [])
  const byItem = [...Map.groupBy(lines, ({ accountItem }) => accountItem.name)].map(
    ([name, own]) =>
      `  ${say(IMPORT.countedLines, { name, count: own.length, amount: amountOf({ details: own }) })}`,
  )
  return [counted(say(IMPORT.inAll), planned), ...byPlan, ...byItem, ...fileLines(planned, say)]
}

function fileLines(planned: readonly PlannedRow[], say: Say): string[] {
  const files = planned.flatMap(({ shown }) => shown?.files ?? [])
  const contents = new Map(files.map(file => [file.sha256, file]))
  if (contents.size === 0) return []
  const there = [...contents.values()].filter(({ state }) => state === 'done').length
  return [say(IMPORT.files, { count: contents.size, there })]
}

export function whyText({ why }: Pick<PlannedRow, 'why'>, locale: Locale): string {
  return why.map(reason => textOf(reason, locale)).join('; ')
}
