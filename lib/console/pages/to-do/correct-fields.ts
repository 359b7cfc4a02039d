/** A corrected request keeps the parts that the form does not show: the files, the payments, the sections. Pure. */
import type { CaseReport } from '../../../services/accounting/deals/cases/report.ts'
import { readAmount } from '../../../services/accounting/fields/amount.ts'
import type { RecordNames } from '../../../services/accounting/lists/names.ts'
import { readDay } from '../../../services/accounting/taxes/issue-date.ts'
import type { Fields } from '../../page.ts'

type Asked = NonNullable<CaseReport['asked']>
type Line = Asked['details'][number]

export interface Base {
  readonly asked: Asked
  readonly fields: Fields
}

/**
 * Whether a form can correct the deal. Older versions stored no request, so the form may have to start from the body.
 * From the body, the form cannot turn the ids of sections, items and tags back into fields.
 */
export function isCorrectable({ asked, body }: Pick<CaseReport, 'asked' | 'body'>): boolean {
  const hasGroups = body?.details.some(
    ({ item_id: item, section_id: section, tag_ids: tags }) => item ?? section ?? tags,
  )
  return asked !== undefined || !hasGroups
}

export function baseOf({ asked, body }: CaseReport, names: RecordNames): Base | undefined {
  const known = asked ?? (body && askedOfBody(body))
  return known && { asked: known, fields: fieldsOf(known, names) }
}

function askedOfBody({ ref_number: _, details, payments, ...body }: NonNullable<CaseReport['body']>): Asked {
  return {
    ...body,
    // kura has accepted this request, so the types of its walletables are valid
    ...(payments && { payments: payments as NonNullable<Asked['payments']> }),
    details: details.flatMap(({ account_item_id, tax_code, amount: stored, description }) => {
      const amount = readAmount(String(stored))
      return amount === undefined
        ? []
        : [{ account_item_id, tax_code, amount, ...(description !== undefined && { description }) }]
    }),
  }
}

/** The name of a field of a line. The names of the first line's fields have no number. */
export function lineField(name: string, at: number): string {
  return at === 0 ? name : `${name}-${at + 1}`
}

export const LINE_FIELDS = ['amount', 'account', 'rate', 'tax', 'text'] as const

function fieldsOf(asked: Asked, names: RecordNames): Fields {
  const read = readDay(asked.issue_date)
  const { partner_id: id, partner = id === undefined ? '' : (names.find('partner', id) ?? '') } = asked
  const lines = asked.details.flatMap((line, at) =>
    Object.entries(lineFields(line, names)).map(([name, value]) => [lineField(name, at), value]),
  )
  return {
    company: String(asked.company_id),
    type: asked.type,
    // a text that is no day is not in the field, but the reasons above the form have it
    day: 'date' in read ? read.date : '',
    partner,
    registration: asked.registration_number === undefined ? '' : String(asked.registration_number),
    ...Object.fromEntries(lines),
  }
}

function lineFields(line: Line, names: RecordNames): Record<(typeof LINE_FIELDS)[number], string> {
  const { account_item_id: account, tax_code: code, rate, qualified, amount, description = '' } = line
  const isRate = rate !== undefined
  return {
    amount: String(amount),
    account: line.account_item ?? (account === undefined ? '' : (names.find('account item', account) ?? '')),
    rate: isRate ? `${rate} ${qualified ? 'yes' : 'no'}` : '',
    tax: line.tax_category ?? (code === undefined ? '' : (names.find('tax code', code) ?? '')),
    text: description,
  }
}

/** The places of the lines after the form. A line other than the first is removed if its amount was emptied. */
export function linesOf(base: Base | undefined, fields: Fields): number[] {
  const count = base?.asked.details.length ?? 1
  return Array.from({ length: count }, (_, at) => at).filter(
    at => at === 0 || (fields[lineField('amount', at)] ?? '').trim() !== '',
  )
}

/** Returns the corrected request. The caller has checked that each amount can be read. */
export function requestOf(name: string, base: Base | undefined, fields: Fields) {
  const { company = '', day = '', type = 'expense', partner = '', registration = '' } = fields
  const { operation = '' } = fields
  const { details = [], payments, reason: _, ...asked } = withoutParties(base?.asked)
  return {
    ...asked,
    case: name,
    company_id: Number(company),
    issue_date: day,
    type: type === 'income' ? ('income' as const) : ('expense' as const),
    ...(partner.trim() !== '' && { partner: partner.trim() }),
    ...(registration.trim() !== '' && { registration_number: registration.trim() }),
    details: linesOf(base, fields).flatMap(at => lineOf(details[at], at, fields)),
    ...(payments && { payments: paymentsOf(payments, base?.asked) }),
    ...(operation !== '' && { corrects: operation }),
  }
}

function withoutParties(asked: Asked | undefined): Partial<Asked> {
  const { partner: _, partner_id: __, registration_number: ___, corrects: ____, ...rest } = asked ?? {}
  return rest
}

function lineOf(line: Line | undefined, at: number, fields: Fields) {
  const value = (name: string) => (fields[lineField(name, at)] ?? '').trim()
  const rate = /^(10|8) (yes|no)$/.exec(value('rate'))
  const text = value('text')
  const { item, section, tags } = line ?? {}
  const amount = readAmount(value('amount'))
  if (amount === undefined) return []
  const booked = {
    account_item: value('account'),
    amount,
    ...(rate
      ? { rate: Number(rate[1]) as 10 | 8, qualified: rate[2] === 'yes' }
      : { tax_category: value('tax') }),
    ...(text !== '' && { description: text }),
    ...(item !== undefined && { item }),
    ...(section !== undefined && { section }),
    ...(tags !== undefined && { tags }),
  }
  return [booked]
}

/** A single payment of the whole deal gets the corrected amount, and one on the deal's day gets the corrected day. */
function paymentsOf(payments: NonNullable<Asked['payments']>, asked: Asked | undefined) {
  const [only, another] = payments
  if (!only || another) return payments
  const total = asked?.details.reduce((sum, { amount }) => sum + amount, 0)
  const { amount, date, ...payment } = only
  return [
    {
      ...payment,
      ...(amount !== undefined && amount !== total && { amount }),
      ...(date !== undefined && date !== asked?.issue_date && { date }),
    },
  ]
}
