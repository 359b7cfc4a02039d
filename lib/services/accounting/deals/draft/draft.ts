/** Turns a request into the exact body of POST /deals. Pure: nothing is sent here. */
import type { ReplyOf } from '../../../../core/http/contract.ts'
import { phrase } from '../../../../core/language/catalogue.ts'
import type { Phrase } from '../../../../core/phrase.ts'
import type { AccountingContract } from '../../contract.ts'
import type { Yen } from '../../fields/amount.ts'
import type { DealBody } from '../../remote/deal-schema.ts'
import { checkTaxCode, chooseTaxCode, type TaxChoice, type TaxQuestion } from '../../taxes/choose-code.ts'
import { readIssueDate } from '../../taxes/issue-date.ts'
import { DEAL_FLAGS } from '../../taxes/words.ts'
import type { DealRequest } from '../schema.ts'
import { type MasterData, type ResolvedLine, resolveLines } from './lines.ts'
import { contradiction, findParties, type Parties } from './parties.ts'

export interface DraftQuestion {
  readonly master: MasterData
  /** YYYY-MM-DD */
  readonly today: string
  readonly schedule: string | undefined
  readonly reference: string | undefined
}

type DealReply = ReplyOf<AccountingContract, 'registerDeal'>

export interface DealFlag extends Pick<DealReply['flags'][number], 'flag' | 'line'> {
  readonly reason: Phrase
}

export type DraftLine = DealReply['lines'][number] & { readonly amount: Yen }

export interface DealDraft {
  /** The date as kura read it, YYYY-MM-DD. The date may be uncertain. */
  readonly issueDate?: string
  /** The body that kura would send; absent if a person has to correct the date or a tax category first. */
  readonly body?: DealBody
  readonly flags: readonly DealFlag[]
  readonly lines: readonly DraftLine[]
}

/** @throws AppError `bad_request` that lists every name that the company lacks, each with the nearest names */
export function draftDeal(request: DealRequest, question: DraftQuestion): DealDraft {
  const parties = findParties(request, question.master)
  const resolved = resolveLines(request, question.master, parties.problems)
  const read = readIssueDate(request.issue_date, question)
  const date = 'date' in read ? read.date : read.read
  const choices = resolved.map(line => chooseTax(line, { request, question, date }))
  const lines = resolved.map((line, index) => draftLine(line, { choice: choices[index], question }))
  const contradicts = contradiction(request, parties.partner)
  const flags: DealFlag[] = [
    ...('flag' in read ? [{ flag: read.flag, reason: read.reason }] : []),
    ...(request.details.some(({ amount }) => amount < 0)
      ? [{ flag: 'refund' as const, reason: phrase(DEAL_FLAGS.refund) }]
      : []),
    ...(contradicts ? [{ flag: 'contradicts_partner' as const, reason: contradicts }] : []),
    ...choices.flatMap((choice, line) => choice.flags.map(flag => ({ ...flag, line }))),
  ]
  const body = date === undefined ? undefined : bodyOf(request, { date, lines, resolved, question, parties })
  return { ...(date !== undefined && { issueDate: date }), ...(body && { body }), flags, lines }
}

/** Without a date, a line has a category only if the caller named one. */
function chooseTax(
  { request: line, named }: ResolvedLine,
  { request, question, date }: { request: DealRequest; question: DraftQuestion; date: string | undefined },
): TaxChoice {
  const choice = { ...(named && { code: named.code }), flags: [] }
  if (date === undefined) return choice
  const taxQuestion: TaxQuestion = {
    issueDate: date,
    table: question.master.taxTable,
    chosen: question.schedule,
  }
  if (line.rate !== undefined)
    return chooseTaxCode({ rate: line.rate, qualified: line.qualified === true }, taxQuestion)
  if (named === undefined || request.type !== 'expense') return choice
  return { ...choice, flags: checkTaxCode(named.code, taxQuestion) }
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

interface Drafted {
  readonly date: string
  readonly lines: readonly DraftLine[]
  readonly resolved: readonly ResolvedLine[]
  readonly question: DraftQuestion
  readonly parties: Parties
}

function bodyOf(
  request: DealRequest,
  { date, lines, resolved, question, parties }: Drafted,
): DealBody | undefined {
  const details = resolved.flatMap(({ request: { amount, vat, description }, item, groups }, index) => {
    const tax = lines[index]?.tax
    if (!tax) return []
    const given = { ...(vat !== undefined && { vat }), ...(description !== undefined && { description }) }
    return { account_item_id: item.id, tax_code: tax.code, amount, ...given, ...groups }
  })
  if (details.length < lines.length) return undefined
  return {
    company_id: question.master.companyId,
    issue_date: date,
    type: request.type,
    details,
    ...(question.reference !== undefined && { ref_number: question.reference }),
    ...(parties.partnerId !== undefined && { partner_id: parties.partnerId }),
    ...(request.due_date !== undefined && { due_date: request.due_date }),
    ...(request.receipt_ids && { receipt_ids: request.receipt_ids }),
    ...(parties.payments.length > 0 && {
      payments: parties.payments.map(payment => ({ ...payment, date: payment.date ?? date })),
    }),
  }
}
