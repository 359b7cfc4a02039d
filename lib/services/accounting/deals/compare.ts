/**
 * The service returns a paid deal with a negative total with the opposite sign and type: an expense of -2,200 yen as an
 * income of 2,200. So deals are compared by their signed effect.
 */
import { phrase } from '../../../core/language/catalogue.ts'
import type { Phrase } from '../../../core/phrase.ts'
import { sumOf } from '../fields/amount.ts'
import type { Deal, DealBody, DealLine, DealPayment, StoredPayment } from '../remote/deal-schema.ts'
import { DIFFERS } from './compare-words.ts'

interface Directed {
  readonly type?: string | undefined
  readonly amount: number
}

/** Returns whole yen: the amount of an expense, or the amount of an income with the opposite sign. */
export function signedEffect({ type, amount }: Directed): number {
  return type === 'income' && amount !== 0 ? -amount : amount
}

export function effectOfBody({
  type,
  details,
}: Pick<Directed, 'type'> & { readonly details: readonly { readonly amount: number }[] }): number {
  return signedEffect({ type, amount: sumOf(details.map(({ amount }) => amount)) })
}

/** Undefined if nothing differs. A member that the service leaves out is not compared. */
export function differenceOf(body: DealBody, deal: Deal): Phrase | undefined {
  const facts = [...headFacts(body, deal), ...lineFacts(body, deal), ...besideFacts(body, deal)]
  return facts.length === 0 ? undefined : phrase(DIFFERS.otherwise, { facts: { items: facts, by: 'and' } })
}

function headFacts(body: DealBody, deal: Deal): Phrase[] {
  const { company_id: company, issue_date: day, partner_id: partner, ref_number: reference } = body
  const [sent, stored] = [effectOfBody(body), signedEffect(deal)]
  return [
    ...(deal.companyId === company
      ? []
      : [phrase(DIFFERS.company, { stored: String(deal.companyId), sent: String(company) })]),
    ...(deal.issueDate === day ? [] : [phrase(DIFFERS.day, { stored: deal.issueDate, sent: day })]),
    ...(stored === sent ? [] : [phrase(DIFFERS.amount, { stored, sent })]),
    ...(deal.partnerId === partner
      ? []
      : [phrase(DIFFERS.partner, { stored: idText(deal.partnerId), sent: idText(partner) })]),
    ...(deal.refNumber === undefined || deal.refNumber === reference ? [] : [phrase(DIFFERS.reference)]),
    ...(isPaid(body) && deal.status === 'unsettled' ? [phrase(DIFFERS.unpaid)] : []),
  ]
}

function idText(id: number | undefined): string {
  return id === undefined ? '–' : String(id)
}

function isPaid({ details, payments = [] }: DealBody): boolean {
  const total = sumOf(details.map(({ amount }) => amount))
  return payments.length > 0 && sumOf(payments.map(({ amount }) => amount)) === total
}

/** Signs and the order of the lines are not compared, because the service may change them. */
function lineFacts({ details }: DealBody, { lines }: Deal): Phrase[] {
  if (lines.length === 0) return []
  if (lines.length !== details.length)
    return [phrase(DIFFERS.lines, { stored: String(lines.length), sent: String(details.length) })]
  const left = [...lines]
  return details.flatMap((sent, index) => {
    const at = left.findIndex(line => isLine(line, sent))
    if (at < 0) return [phrase(DIFFERS.line, { line: String(index + 1) })]
    left.splice(at, 1)
    return []
  })
}

function isLine(line: DealLine, sent: DealBody['details'][number]): boolean {
  const { description = '' } = sent
  return (
    line.accountItemId === sent.account_item_id &&
    line.taxCode === sent.tax_code &&
    isAlike(line.amount, sent.amount) &&
    (sent.vat === undefined || line.vat === undefined || isAlike(line.vat, sent.vat)) &&
    (line.description === '' || sameText(line.description, description)) &&
    (line.itemId === undefined || (line.itemId ?? undefined) === sent.item_id) &&
    (line.sectionId === undefined || (line.sectionId ?? undefined) === sent.section_id)
  )
}

function besideFacts(
  { due_date: due, payments = [], receipt_ids: files = [] }: DealBody,
  deal: Deal,
): Phrase[] {
  const { dueDate, payments: stored = payments, files: attached = files } = deal
  return [
    ...(due === undefined || dueDate === undefined || due === dueDate
      ? []
      : [phrase(DIFFERS.due, { stored: dueDate, sent: due })]),
    ...payments
      .filter(sent => !stored.some(one => isPayment(one, sent)))
      .map(({ amount, date }) => phrase(DIFFERS.payment, { amount, date })),
    ...files
      .filter(file => !attached.includes(file))
      .map(file => phrase(DIFFERS.file, { file: String(file) })),
  ]
}

/** The service changes a payment's sign together with its deal's type, so the sign is not compared. */
function isPayment(stored: StoredPayment, sent: DealPayment): boolean {
  const { from_walletable_type: type, from_walletable_id: wallet } = stored
  return (
    stored.date === sent.date &&
    isAlike(stored.amount, sent.amount) &&
    (type ?? sent.from_walletable_type) === sent.from_walletable_type &&
    (wallet ?? sent.from_walletable_id) === sent.from_walletable_id
  )
}

function sameText(one: string, other: string): boolean {
  return one.normalize().trim() === other.normalize().trim()
}

function isAlike(one: number, other: number): boolean {
  return Math.abs(one) === Math.abs(other)
}
