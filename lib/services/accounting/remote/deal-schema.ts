/** The accounting service's deals, as `schema.ts` has its other records. */
import * as z from 'zod'
import { id } from './schema.ts'

export interface DealLine {
  readonly id: number
  readonly accountItemId: number
  readonly taxCode: number
  readonly amount: number
  readonly description: string
}

export interface Deal {
  readonly id: number
  readonly companyId: number
  readonly issueDate: string
  readonly type: string | undefined
  readonly amount: number
  readonly status: string
  readonly refNumber: string | undefined
  readonly partnerId: number | undefined
  readonly lines: readonly DealLine[]
}

/** A deal in the service's own words, as far as kura reads it. */
export const serviceDeal = z.looseObject({
  id,
  issue_date: z.string(),
  type: z.string().optional(),
  amount: z.int(),
  status: z.string(),
  ref_number: z.string().nullish(),
  details: z
    .array(
      z.looseObject({
        account_item_id: z.int(),
        tax_code: z.int(),
        amount: z.int(),
        description: z.string().nullish(),
        item_id: z.int().nullish(),
      }),
    )
    .optional(),
  partner_id: z.int().nullish(),
  payments: z
    .array(
      z.looseObject({
        date: z.string(),
        amount: z.int(),
        from_walletable_type: z.string(),
        from_walletable_id: z.int(),
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
      })),
    }),
  )

export const dealReply = z.looseObject({ deal: dealRecord }).transform(({ deal }) => deal)

export const dealsReply = z
  .looseObject({
    deals: z.array(dealRecord),
    meta: z.looseObject({ total_count: z.int().min(0) }),
  })
  .transform(({ deals, meta }) => ({ deals, total: meta.total_count }))

/** The exact body of POST /deals. Amounts are whole yen, tax included. */
export interface DealBody {
  readonly company_id: number
  /** YYYY-MM-DD */
  readonly issue_date: string
  readonly type: 'income' | 'expense'
  readonly details: readonly {
    readonly account_item_id: number
    readonly tax_code: number
    readonly amount: number
    readonly description?: string
  }[]
  readonly ref_number?: string
  readonly partner_id?: number
  readonly due_date?: string
  readonly receipt_ids?: readonly number[]
  readonly payments?: readonly DealPayment[]
}

/** A payment of a deal. It settles the deal; it does not tick off the bank's own line. */
export interface DealPayment {
  /** Whole yen. */
  readonly amount: number
  /** YYYY-MM-DD */
  readonly date: string
  readonly from_walletable_type: string
  /** The id of a walletable, or for `private_account_item` of an account item. */
  readonly from_walletable_id: number
}
