/** Deals: every request to create a deal creates one, so a repeated request creates two (document 1, Errors). */
import * as z from 'zod'
import {
  type CompanyEndpoint,
  choiceParameter,
  dateParameter,
  existing,
  page,
  parseBody,
} from './endpoint.ts'
import { invalid } from './errors.ts'
import { attachedReceipt } from './receipts.ts'
import type { AccountingState, Company, Deal, DealDetail } from './state.ts'

const PATH = '/api/1/deals'
const MOST_DETAILS = 100
const FIRST_DAY = '0000-01-01'
const LAST_DAY = '9999-12-31'

const id = z.int().min(1)
const date = z.iso.date()

/** The members of a deal that the service reads; it ignores all others. */
const dealBody = z.looseObject({
  company_id: id,
  issue_date: date,
  type: z.enum(['income', 'expense']),
  due_date: date.optional(),
  partner_id: id.optional(),
  ref_number: z.string().max(255).optional(),
  details: z
    .array(
      z.looseObject({
        account_item_id: id,
        tax_code: z.int().min(0),
        amount: z.int(),
        item_id: id.optional(),
        section_id: id.optional(),
        tag_ids: z.array(id).optional(),
        description: z.string().optional(),
        vat: z.int().optional(),
      }),
    )
    .min(1)
    .max(MOST_DETAILS),
  payments: z
    .array(
      z.looseObject({
        amount: z.int(),
        date,
        from_walletable_id: id,
        from_walletable_type: z.enum(['bank_account', 'credit_card', 'wallet', 'private_account_item']),
      }),
    )
    .optional(),
  receipt_ids: z.array(id).optional(),
})
type DealBody = z.infer<typeof dealBody>
type DealPayment = NonNullable<DealBody['payments']>[number]

export function dealEndpoints(state: AccountingState): CompanyEndpoint[] {
  return [
    {
      method: 'POST',
      path: PATH,
      permission: 'deals',
      company: 'body',
      write: true,
      answer({ company, body }) {
        const deal = asStored(createDeal(parseBody(dealBody, body), { company, nextId: state.nextId }))
        company.deals.set(deal.id, deal)
        return Response.json({ deal }, { status: 201 })
      },
    },
    {
      method: 'GET',
      path: PATH,
      permission: 'deals',
      company: 'query',
      answer({ company, query }) {
        const found = selectDeals(company, query)
        const deals = page(found, query, { size: 20, largest: 100 })
        return Response.json({ deals, meta: { total_count: found.length } })
      },
    },
    {
      method: 'GET',
      path: `${PATH}/{id}`,
      permission: 'deals',
      company: 'query',
      answer: ({ company, id: dealId }) => Response.json({ deal: existing(company.deals, dealId) }),
    },
    {
      method: 'DELETE',
      path: `${PATH}/{id}`,
      permission: 'deals',
      company: 'query',
      write: true,
      answer({ company, id: dealId }) {
        existing(company.deals, dealId)
        company.deals.delete(dealId)
        return new Response(null, { status: 204 })
      },
    },
  ]
}

/** The selected deals, the newest first. */
function selectDeals(company: Company, query: URLSearchParams): Deal[] {
  const from = dateParameter(query, 'start_issue_date', FIRST_DAY)
  const until = dateParameter(query, 'end_issue_date', LAST_DAY)
  const type = choiceParameter(query, 'type', ['income', 'expense'])
  const status = choiceParameter(query, 'status', ['unsettled', 'settled'])
  const partner = query.get('partner_id')
  const accountItem = query.get('account_item_id')
  const isOf = (line: DealDetail, id: string) => String(line.account_item_id) === id
  return [...company.deals.values()]
    .filter(deal => deal.issue_date >= from && deal.issue_date <= until)
    .filter(deal => type === undefined || deal.type === type)
    .filter(deal => status === undefined || deal.status === status)
    .filter(deal => partner === null || String(deal.partner_id) === partner)
    .filter(deal => accountItem === null || deal.details.some(line => isOf(line, accountItem)))
    .sort((one, other) => other.id - one.id)
}

function createDeal(body: DealBody, { company, nextId }: { company: Company; nextId: () => number }): Deal {
  const problems = referenceProblems(body, company)
  if (problems.length > 0) throw invalid(...problems)
  const amount = body.details.reduce((sum, detail) => sum + detail.amount, 0)
  const payments = (body.payments ?? []).map(payment => ({ ...payment, id: nextId() }))
  const due = amount - payments.reduce((sum, payment) => sum + payment.amount, 0)
  return {
    id: nextId(),
    company_id: company.id,
    issue_date: body.issue_date,
    due_date: body.due_date ?? null,
    amount,
    due_amount: due,
    type: body.type,
    partner_id: body.partner_id ?? null,
    ref_number: body.ref_number ?? null,
    status: payments.length > 0 && due === 0 ? 'settled' : 'unsettled',
    details: body.details.map(detail => createDetail(body, { detail, company, nextId })),
    payments,
    ...(body.receipt_ids && {
      receipts: body.receipt_ids.flatMap(receipt => company.receipts.get(receipt) ?? []).map(attachedReceipt),
    }),
  }
}

/** The deal as the service stores it: it turns the sign and the type of a paid deal with a negative total around. */
function asStored(deal: Deal): Deal {
  if (deal.payments.length === 0 || deal.amount >= 0) return deal
  const isExpense = deal.type === 'expense'
  return {
    ...deal,
    type: isExpense ? 'income' : 'expense',
    amount: -deal.amount,
    due_amount: 0 - deal.due_amount,
    details: deal.details.map(detail => ({
      ...detail,
      amount: -detail.amount,
      vat: 0 - detail.vat,
      entry_side: isExpense ? 'credit' : 'debit',
    })),
    payments: deal.payments.map(payment => ({ ...payment, amount: -payment.amount })),
  }
}

/** The problems of a body: identifiers that the company does not have, and a `vat` for a category without tax. */
function referenceProblems(body: DealBody, company: Company): string[] {
  const accountItems = new Set(company.accountItems.map(item => item.id))
  const taxCodes = new Set(company.taxCodes.filter(tax => tax.available).map(tax => tax.code))
  const partnerKnown = body.partner_id === undefined || company.partners.get(body.partner_id)?.available
  const isKnown = ({ from_walletable_type: type, from_walletable_id: id }: DealPayment) =>
    type === 'private_account_item' || company.walletables.some(own => own.id === id && own.type === type)
  return [
    ...(partnerKnown ? [] : ['partner_id は存在しません。']),
    ...(body.payments ?? []).flatMap((payment, index) =>
      isKnown(payment) ? [] : [`payments.${index}.from_walletable_id は存在しません。`],
    ),
    ...(body.receipt_ids ?? []).flatMap((receipt, index) =>
      company.receipts.has(receipt) ? [] : [`receipt_ids.${index} は存在しません。`],
    ),
    ...body.details.flatMap(({ vat, tax_code: code }, index) =>
      vat === undefined || rateOf(company, code) > 0 ? [] : [`details.${index}.vat は指定できません。`],
    ),
    ...body.details.flatMap((detail, index) => [
      ...(accountItems.has(detail.account_item_id)
        ? []
        : [`details.${index}.account_item_id は存在しません。`]),
      ...(taxCodes.has(detail.tax_code) ? [] : [`details.${index}.tax_code は使用できません。`]),
      ...(detail.item_id === undefined || company.items.has(detail.item_id)
        ? []
        : [`details.${index}.item_id は存在しません。`]),
      ...(detail.section_id === undefined || company.sections.some(({ id }) => id === detail.section_id)
        ? []
        : [`details.${index}.section_id は存在しません。`]),
      ...((detail.tag_ids ?? []).every(tag => company.tags.some(({ id }) => id === tag))
        ? []
        : [`details.${index}.tag_ids は存在しません。`]),
    ]),
  ]
}

function rateOf({ taxCodes }: Company, taxCode: number): number {
  return taxCodes.find(({ code }) => code === taxCode)?.rate ?? 0
}

function createDetail(
  body: DealBody,
  {
    detail,
    company,
    nextId,
  }: { detail: DealBody['details'][number]; company: Company; nextId: () => number },
): DealDetail {
  const rate = rateOf(company, detail.tax_code)
  return {
    id: nextId(),
    account_item_id: detail.account_item_id,
    tax_code: detail.tax_code,
    item_id: detail.item_id ?? null,
    section_id: detail.section_id ?? null,
    tag_ids: detail.tag_ids ?? [],
    amount: detail.amount,
    vat: detail.vat ?? Math.trunc((detail.amount * rate) / (100 + rate)),
    description: detail.description ?? '',
    entry_side: body.type === 'expense' ? 'debit' : 'credit',
  }
}
