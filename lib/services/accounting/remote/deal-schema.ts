import * as z from 'zod'
import type { Yen } from '../fields/amount.ts'
import { wholeYen } from '../fields/yen.ts'
import { id } from './schema.ts'

export interface DealLine {
  readonly id: number
  readonly accountItemId: number
  readonly taxCode: number
  readonly amount: Yen
  readonly description: string
  /** The consumption tax in the amount. */
  readonly vat?: Yen | undefined
  /** The line's item: null if the line has none, undefined if the service does not say. */
  readonly itemId?: number | null | undefined
  readonly sectionId?: number | null | undefined
}

export interface Deal {
  readonly id: number
  readonly companyId: number
  readonly issueDate: string
  readonly type: string | undefined
  readonly amount: Yen
  readonly status: string
  readonly refNumber: string | undefined
  readonly partnerId: number | undefined
  readonly lines: readonly DealLine[]
  readonly dueDate?: string | undefined
  /** The payments of the deal; undefined if the service does not say. */
  readonly payments?: readonly StoredPayment[] | undefined
  /** The ids of the attached files; undefined if the service does not say. */
  readonly files?: readonly number[] | undefined
}

const storedPayment = z.looseObject({
  date: z.string(),
  amount: wholeYen,
  from_walletable_type: z.string().nullish(),
  from_walletable_id: z.int().nullish(),
})
export type StoredPayment = z.infer<typeof storedPayment>

/** A deal with the service's own names. Only the members that kura uses are listed. */
export const serviceDeal = z.looseObject({
  id,
  issue_date: z.string(),
  type: z.string().optional(),
  amount: wholeYen,
  status: z.string(),
  ref_number: z.string().nullish(),
  details: z
    .array(
      z.looseObject({
        account_item_id: z.int(),
        tax_code: z.int(),
        amount: wholeYen,
        vat: wholeYen.optional(),
        description: z.string().nullish(),
        item_id: z.int().nullish(),
        section_id: z.int().nullish(),
      }),
    )
    .optional(),
  partner_id: z.int().nullish(),
  due_date: z.string().nullish(),
  payments: z.array(storedPayment).optional(),
  receipts: z
    .array(
      z.looseObject({
        id: z.int(),
        status: z.string().optional(),
        description: z.string().nullish(),
        mime_type: z.string().optional(),
      }),
    )
    .optional(),
})

const dealRecord = serviceDeal
  .extend({
    company_id: id,
    details: z.array(serviceDeal.shape.details.unwrap().element.extend({ id: z.int() })).default([]),
  })
  .transform(
    (deal): Deal => ({
      id: deal.id,
      companyId: deal.company_id,
      issueDate: deal.issue_date,
      type: deal.type,
      amount: deal.amount,
      status: deal.status,
      refNumber: deal.ref_number ?? undefined,
      partnerId: deal.partner_id ?? undefined,
      lines: deal.details.map(line => ({
        id: line.id,
        accountItemId: line.account_item_id,
        taxCode: line.tax_code,
        amount: line.amount,
        description: line.description ?? '',
        vat: line.vat,
        itemId: line.item_id,
        sectionId: line.section_id,
      })),
      dueDate: deal.due_date ?? undefined,
      payments: deal.payments,
      files: deal.receipts?.filter(({ status }) => status !== 'deleted').map(file => file.id),
    }),
  )

export const dealReply = z.looseObject({ deal: dealRecord }).transform(({ deal }) => deal)

export const dealsReply = z
  .looseObject({ deals: z.array(dealRecord), meta: z.looseObject({ total_count: z.int().min(0) }) })
  .transform(({ deals, meta }) => ({ deals, total: meta.total_count }))

/** A payment settles the deal, but does not mark the line of the bank statement as processed. */
const dealPayment = z.object({
  amount: wholeYen,
  date: z.string(),
  from_walletable_type: z.string(),
  from_walletable_id: z.int(),
})
export type DealPayment = z.infer<typeof dealPayment>

/** Amounts are whole yen, tax included. */
export const dealBody = z
  .object({
    company_id: z.int(),
    issue_date: z.string().describe('YYYY-MM-DD'),
    type: z.enum(['income', 'expense']),
    details: z.array(
      z.object({
        account_item_id: z.int(),
        tax_code: z.int(),
        amount: wholeYen,
        vat: wholeYen
          .optional()
          .describe('The consumption tax in the amount; if it is absent, the service computes it'),
        description: z.string().optional(),
        item_id: z.int().optional(),
        section_id: z.int().optional(),
        tag_ids: z.array(z.int()).optional(),
      }),
    ),
    ref_number: z.string().optional(),
    partner_id: z.int().optional(),
    due_date: z.string().optional(),
    receipt_ids: z.array(z.int()).optional(),
    payments: z.array(dealPayment).optional(),
  })
  .meta({ id: 'DealBody', description: 'The exact body of POST /deals at the accounting service' })
export type DealBody = z.infer<typeof dealBody>
