/**
 * A proposal is not a cell yet. The form shows the proposal, which becomes a cell when the person sends the form. If
 * sources differ, the form shows what each of them says, and leaves the field empty. Pure.
 */

import { foldName } from '../../../../../core/language/nearest-name.ts'
import { readYesNo } from '../../../../../core/language/typed-text.ts'
import { readAmount } from '../../../../../services/accounting/fields/amount.ts'
import {
  hasCheckDigit,
  readRegistrationNumber,
} from '../../../../../services/accounting/fields/registration-number.ts'
import type { ReceiptText } from '../../../../../services/accounting/receipts/reading/read.ts'
import { readDay } from '../../../../../services/accounting/taxes/issue-date.ts'
import type { Draft } from '../../../../drafts/stored-records.ts'

export type Proposal = NonNullable<Draft['proposed']>[number]
export type Source = Proposal['source']
type Lines = Draft['lines']

/** The columns that a receipt has only once. They are proposed for the first line, and apply to all lines. */
export const SHARED = ['date', 'partner', 'qualified', 'payment', 'document'] as const
export const OF_LINE = ['amount', 'rate', 'account_item', 'description', 'section'] as const

function isShared(column: string): boolean {
  return SHARED.some(shared => shared === column)
}

/** Proposals for the first line, all from one source; empty cells are left out. */
export function proposalsOf(cells: Readonly<Record<string, string | undefined>>, source: Source): Proposal[] {
  return Object.entries(cells).flatMap(([column, value]) =>
    value === undefined || value === '' ? [] : [{ line: 0, column, value, source }],
  )
}

/** The proposals from a receipt's text: a line for each rate on the receipt; without rates, one line with the total. */
export function proposalsOfText({ date, total, number, misread, issuer, rates }: ReceiptText): Proposal[] {
  const first = proposalsOf({ date, partner: issuer, qualified: number ?? misread }, 'file')
  const lines = rates.length > 0 ? rates : total === undefined ? [] : [{ rate: '', amount: total }]
  const amounts = lines.flatMap(({ rate, amount }, line) =>
    proposalsOf({ rate, amount: String(amount) }, 'file').map(proposal => ({ ...proposal, line })),
  )
  return [...first, ...amounts]
}

/**
 * The proposals from the last deal with the partner. A line of the receipt gets the values of the deal's line at the
 * same rate. If no line of the deal has this rate, the deal's only line counts. If the receipt's line has no rate, all
 * lines of the deal count. If several lines count, only values in which all of them agree are proposed. A receipt of
 * one line also gets the rate, so that a person notices a different rate on the receipt.
 */
export function proposalsOfLast(
  draft: Pick<Draft, 'lines' | 'proposed'>,
  last: readonly Readonly<Record<string, string>>[],
): Proposal[] {
  const count = lineCount(draft)
  const lines = Array.from({ length: count }, (_, line) => {
    const cell = draft.lines[line]?.['rate'] ?? ''
    const rate = cell === '' ? (proposedCell(draft, { column: 'rate', line })?.value ?? '') : cell
    const same = last.filter(one => one['rate'] === rate)
    const own = onWhichAllAgree(same.length > 0 ? same : last.length === 1 || rate === '' ? last : [])
    const cells = Object.entries(own).filter(
      ([column]) => !isShared(column) && (column !== 'rate' || count === 1),
    )
    return proposalsOf(Object.fromEntries(cells), 'last').map(proposal => ({ ...proposal, line }))
  })
  const shared = Object.entries(onWhichAllAgree(last)).filter(([column]) => isShared(column))
  return [...proposalsOf(Object.fromEntries(shared), 'last'), ...lines.flat()]
}

function onWhichAllAgree(lines: readonly Readonly<Record<string, string>>[]): Record<string, string> {
  const [first = {}, ...others] = lines
  return Object.fromEntries(
    Object.entries(first).filter(([column, value]) => others.every(line => line[column] === value)),
  )
}

export interface ProposedCell {
  /** The value on which all sources agree; empty if they differ, or if there are only misread numbers. */
  readonly value: string
  readonly by: readonly Pick<Proposal, 'source' | 'value'>[]
  /** Registration numbers whose check digit is wrong. */
  readonly misread: readonly Pick<Proposal, 'source' | 'value'>[]
}

/** The proposal for a cell; undefined if the cell is filled, or has no proposal. */
export function proposedCell(
  { lines, proposed = [] }: Pick<Draft, 'lines' | 'proposed'>,
  { column, line }: Pick<Proposal, 'column' | 'line'>,
): ProposedCell | undefined {
  if ((lines[line]?.[column] ?? '') !== '') return undefined
  const all = proposed.filter(one => one.column === column && one.line === line)
  const misread = column === 'qualified' ? all.filter(isMisread) : []
  const by = all.filter(one => !misread.includes(one))
  const [first] = by
  if (!first) return misread.length > 0 ? { value: '', by, misread } : undefined
  const compared = column === 'qualified' ? withoutPlainYes(by) : by
  const [chosen = first] = compared
  const agree = compared.every(({ value }) => meaningOf(column, value) === meaningOf(column, chosen.value))
  return { value: agree ? chosen.value : '', by, misread }
}

function isMisread({ value }: Proposal): boolean {
  const number = readRegistrationNumber(value)
  return number !== undefined && !hasCheckDigit(number)
}

/** Leaves out a plain yes beside a registration number, which says yes and more. */
function withoutPlainYes(by: readonly Proposal[]): readonly Proposal[] {
  const hasNumber = by.some(({ value }) => readRegistrationNumber(value) !== undefined)
  return hasNumber ? by.filter(({ value }) => readYesNo(value) !== true) : by
}

/** The day that the form shows: the cell, or else its proposal; empty without either. */
export function dayShown(draft: Pick<Draft, 'lines' | 'proposed'>): string {
  return draft.lines[0]?.['date'] ?? proposedCell(draft, { column: 'date', line: 0 })?.value ?? ''
}

/** A value in a form for comparison, so that `2,200` and `2200` agree. */
function meaningOf(column: string, value: string): string {
  if (column === 'amount') return String(readAmount(value) ?? value)
  if (column === 'qualified') return readRegistrationNumber(value) ?? String(readYesNo(value) ?? value)
  if (column === 'partner') return foldName(value)
  const day = column === 'date' ? readDay(value) : {}
  return 'date' in day ? String(day.date) : value.normalize('NFKC').replaceAll(/\s/g, '')
}

/** The lines as the form shows them: an empty cell has its proposed value. */
export function linesShown(draft: Pick<Draft, 'lines' | 'proposed'>): Lines {
  const columns = new Set((draft.proposed ?? []).map(({ column }) => column))
  return Array.from({ length: lineCount(draft) }, (_, line) => {
    const shown = [...columns].flatMap(column => {
      const own = isShared(column) ? 0 : line
      const value = draft.lines[own]?.[column] ?? proposedCell(draft, { column, line: own })?.value ?? ''
      return value === '' ? [] : [[column, value] as const]
    })
    return { ...draft.lines[line], ...Object.fromEntries(shown) }
  })
}

export function lineCount({ lines, proposed = [] }: Pick<Draft, 'lines' | 'proposed'>): number {
  return Math.max(lines.length, ...proposed.map(({ line }) => line + 1))
}

/**
 * The proposals after a form. `confirmed` has the proposals that earlier forms confirmed, then those with the same
 * value as the new cell. `proposed` has the proposals that are still open: their sources differ, and the cell is empty.
 */
export function afterForm(
  before: Pick<Draft, 'lines' | 'proposed' | 'confirmed'>,
  lines: Lines,
): { readonly proposed: Proposal[]; readonly confirmed: Proposal[] } {
  const { proposed = [], confirmed = [] } = before
  const waited = proposed.filter(one => proposedCell(before, one) !== undefined)
  const cellOf = ({ line, column }: Proposal) => lines[isShared(column) ? 0 : line]?.[column] ?? ''
  const taken = waited.filter(one => meaningOf(one.column, cellOf(one)) === meaningOf(one.column, one.value))
  const open = waited.filter(one => cellOf(one) === '' && proposedCell(before, one)?.value === '')
  return { proposed: open, confirmed: [...confirmed, ...taken] }
}
