/**
 * From what a caller asks to the exact body of POST /deals: names are looked up, the date is read, a purchase's tax
 * category follows the issue date, and what is not certain is flagged for a person. Pure: nothing is sent here.
 */

import type { DealBody } from '../remote/schema.ts'
import {
  checkTaxCode,
  chooseTaxCode,
  type TaxChoice,
  type TaxFlag,
  type TaxQuestion,
} from '../taxes/choose-code.ts'
import { type DateFlag, readIssueDate } from '../taxes/issue-date.ts'
import type { DeductionAnswer } from '../taxes/schedule.ts'
import { type MasterData, type ResolvedLine, resolveLines } from './lines.ts'
import type { DealRequest } from './schema.ts'

export interface DraftQuestion {
  readonly master: MasterData
  /** YYYY-MM-DD */
  readonly today: string
  /** The tax schedule that was chosen by a setting. */
  readonly schedule: string | undefined
  /** The deal's ref_number; none where the request names no case. */
  readonly reference: string | undefined
}

/** Why a person has to look at a deal before it is sent. */
export interface DealFlag {
  readonly flag: DateFlag | TaxFlag['flag']
  readonly reason: string
  /** The line that is meant, from 0. */
  readonly line?: number
}

/** A line as it was understood. */
export interface DraftLine {
  readonly accountItem: { readonly id: number; readonly name: string }
  /** Absent where a person has to choose. */
  readonly tax?: { readonly code: number; readonly name: string }
  /** What the schedule said of the date, where it was asked. */
  readonly deduction?: DeductionAnswer
  readonly amount: number
  readonly description?: string
}

export interface DealDraft {
  /** Absent where a person has to correct the request: its date, or a line's tax category. */
  readonly body?: DealBody
  readonly flags: readonly DealFlag[]
  readonly lines: readonly DraftLine[]
}

/** @throws AppError `bad_request` that names all that the company does not have, with the nearest names that it has */
export function draftDeal(request: DealRequest, question: DraftQuestion): DealDraft {
  const resolved = resolveLines(request.details, question.master)
  const read = readIssueDate(request.issue_date, question)
  const date = 'date' in read ? read.date : undefined
  const choices = resolved.map(line => chooseTax(line, { request, question, date }))
  const lines = resolved.map((line, index) => draftLine(line, { choice: choices[index], question }))
  const flags: DealFlag[] = [
    ...('flag' in read ? [{ flag: read.flag, reason: read.reason }] : []),
    ...choices.flatMap((choice, line) => choice.flags.map(flag => ({ ...flag, line }))),
  ]
  const body = date === undefined ? undefined : bodyOf(request, { date, lines, question })
  return { ...(body && { body }), flags, lines }
}

/** Without a date only a category that was named is known. */
function chooseTax(
  { request: line, named }: ResolvedLine,
  { request, question, date }: { request: DealRequest; question: DraftQuestion; date: string | undefined },
): TaxChoice {
  const choice = { ...(named && { code: named.code }), flags: [] }
  if (date === undefined) return choice
  const asked: TaxQuestion = { issueDate: date, table: question.master.taxTable, chosen: question.schedule }
  if (line.rate !== undefined)
    return chooseTaxCode({ rate: line.rate, qualified: line.qualified === true }, asked)
  if (named === undefined || request.type !== 'expense') return choice
  return { ...choice, flags: checkTaxCode(named.code, asked) }
}

function draftLine(
  { request, item }: ResolvedLine,
  { choice, question }: { choice: TaxChoice | undefined; question: DraftQuestion },
): DraftLine {
  const tax = question.master.taxTable.find(({ code }) => code === choice?.code)
  return {
    accountItem: { id: item.id, name: item.name },
    ...(tax && { tax: { code: tax.code, name: tax.name } }),
    ...(choice?.deduction && { deduction: choice.deduction }),
    amount: request.amount,
    ...(request.description !== undefined && { description: request.description }),
  }
}

/** Undefined where a line has no tax code. */
function bodyOf(
  request: DealRequest,
  { date, lines, question }: { date: string; lines: readonly DraftLine[]; question: DraftQuestion },
): DealBody | undefined {
  const details = lines.flatMap(({ accountItem, tax, amount, description }) =>
    tax === undefined
      ? []
      : [
          {
            account_item_id: accountItem.id,
            tax_code: tax.code,
            amount,
            ...(description !== undefined && { description }),
          },
        ],
  )
  if (details.length < lines.length) return undefined
  return {
    company_id: question.master.companyId,
    issue_date: date,
    type: request.type,
    details,
    ...(question.reference !== undefined && { ref_number: question.reference }),
    ...(request.partner_id !== undefined && { partner_id: request.partner_id }),
    ...(request.due_date !== undefined && { due_date: request.due_date }),
  }
}
