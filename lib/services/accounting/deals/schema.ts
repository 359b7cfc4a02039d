/** A request may give an existing name instead of an id, and `rate` and `qualified` instead of a tax code. */
import * as z from 'zod'
import { foldCaseName } from '../../../core/claims/case-name.ts'
import { bodyDigest, day, sha256, typed } from '../../../core/json/fields.ts'
import { composed } from '../../../core/language/windows-31j.ts'
import { companyReference, registrationNumber } from '../fields/company.ts'
import { givenYen } from '../fields/yen.ts'

const id = z.int().min(1)
const name = typed(100)

/** The name is part of paths, so it has no slash. Two spellings of one name are one case (`foldCaseName`). */
export const caseName = z
  .string()
  .trim()
  .normalize('NFC')
  .regex(/^[^/\\\p{Cc}\p{Cs}]{1,100}$/u, 'expected 1 to 100 characters without slashes')
  .refine(text => !/^\.{0,2}$/.test(foldCaseName(text)), 'expected more than dots and invisible characters')

const operation = z.string().min(1).max(100)

const apart = z
  .array(z.string().min(1).max(60))
  .max(1000)
  .optional()
  .describe(
    'The ids of deals and cases that look like this deal, and that a person has called other receipts; if the deal looks like any other one, it waits',
  )

const lineRequest = z
  .strictObject({
    account_item_id: id.optional(),
    account_item: name.optional(),
    tax_code: z.int().min(0).optional(),
    tax_category: name.optional(),
    rate: z.literal([10, 8]).optional(),
    qualified: z.boolean().optional(),
    amount: givenYen.refine(amount => amount !== 0, 'expected whole yen, tax included, not 0'),
    vat: givenYen
      .optional()
      .describe('The consumption tax in the amount; the service computes it unless it is given'),
    description: z.string().overwrite(composed).max(250).optional(),
    item: name.optional().describe('The name of an item of the company'),
    section: name.optional().describe('The name of a section of the company'),
    tags: z.array(name).min(1).max(20).optional().describe('The names of memo tags of the company'),
  })
  .refine(line => count([line.account_item_id, line.account_item]) === 1, {
    error: 'expected either `account_item_id` or `account_item`',
  })
  .refine(line => (line.rate === undefined) === (line.qualified === undefined), {
    error: 'expected `rate` together with `qualified`',
  })
  .refine(line => count([line.tax_code, line.tax_category, line.rate]) === 1, {
    error: 'expected either `tax_code`, or `tax_category`, or `rate` and `qualified`',
  })
  .refine(line => line.vat === undefined || line.qualified === true, {
    error: 'expected `vat` only together with `rate` and `qualified` true: the service computes other tax',
    path: ['vat'],
  })
export type LineRequest = z.infer<typeof lineRequest>

/** The lines of a deal that the service accepts at most. */
const MOST_LINES = 100

const paymentRequest = z
  .strictObject({
    walletable: name.optional().describe('The name of a walletable of the company'),
    from_walletable_type: z
      .enum(['bank_account', 'credit_card', 'wallet', 'private_account_item'])
      .optional(),
    from_walletable_id: id.optional(),
    amount: givenYen.optional().describe('Whole yen; what the deal amounts to unless it is given'),
    date: day.optional().describe('The issue date unless it is given'),
  })
  .refine(payment => (payment.from_walletable_type === undefined) === !payment.from_walletable_id, {
    error: 'expected `from_walletable_type` together with `from_walletable_id`',
  })
  .refine(payment => count([payment.walletable, payment.from_walletable_id]) === 1, {
    error: 'expected either `walletable`, or `from_walletable_type` and `from_walletable_id`',
  })
export type PaymentRequest = z.infer<typeof paymentRequest>

const dealMembers = {
  issue_date: typed(40),
  type: z.enum(['expense', 'income']).default('expense'),
  partner_id: id.optional(),
  partner: name.optional().describe('The name of a partner of the company, in place of partner_id'),
  registration_number: registrationNumber
    .optional()
    .describe("The issuer's registration number on the receipt, to be compared with the partner's"),
  due_date: day.optional(),
  details: z.array(lineRequest).min(1).max(MOST_LINES),
  payments: z.array(paymentRequest).min(1).max(MOST_LINES).optional(),
}

interface RefinedMembers {
  readonly type: 'expense' | 'income'
  readonly details: readonly LineRequest[]
  readonly partner?: string | undefined
  readonly partner_id?: number | undefined
}

function refined<S extends z.ZodType<RefinedMembers>>(deal: S): S {
  return deal
    .refine(({ type, details }) => type === 'expense' || details.every(line => line.rate === undefined), {
      error: "expected `tax_code` or `tax_category`: `rate` and `qualified` choose a purchase's category",
      path: ['details'],
    })
    .refine(({ partner, partner_id }) => partner === undefined || partner_id === undefined, {
      error: 'expected either `partner` or `partner_id`',
      path: ['partner'],
    })
}

export const dealRequest = refined(
  z.strictObject({
    case: caseName.optional(),
    company_id: companyReference,
    ...dealMembers,
    receipt_ids: z
      .array(id)
      .min(1)
      .max(MOST_LINES)
      .optional()
      .describe('Files of the file box, as uploadReceipt gives their ids'),
    reason: typed(500).optional().describe('Why the deal is proposed; only and always with mode=propose'),
    corrects: operation
      .optional()
      .describe('The operation in review that the request corrects: nothing else is replaced'),
  }),
)
export type DealRequest = z.infer<typeof dealRequest>

/** An imported deal does not name the company, because the request names it once for all deals. */
export const importedDeal = refined(
  z.strictObject({
    case: caseName,
    ...dealMembers,
    receipts: z
      .array(z.string().regex(/^[0-9a-f]{64}$/, 'expected a SHA-256 in hex'))
      .max(MOST_LINES)
      .default([])
      .describe('The SHA-256 of files that uploadReceipt has put into the file box'),
    receipt_ids: z
      .array(id)
      .max(MOST_LINES)
      .optional()
      .describe('Files that people have put into the file box themselves, by their ids at the service'),
    hold: typed(1000)
      .optional()
      .describe(
        'Why the deal must not be sent now: it is stored without the files that are missing, and waits for a person',
      ),
    apart,
  }),
)
export type ImportedDeal = z.infer<typeof importedDeal>

/** The person's name as the caller gives it. kura stores the name together with the key that signed. */
const personName = z
  .string()
  .trim()
  .regex(/^[^\p{Cc}\p{Cs}]{1,80}$/u, 'expected 1 to 80 characters')

export const releaseRequest = z.strictObject({
  person: personName,
  operation: operation.describe('The operation of the case whose body the person saw'),
  sends: bodyDigest.optional(),
  first: sha256
    .optional()
    .describe('The first approval of the case, as it was shown: the second person names it'),
  apart,
})
export type ReleaseRequest = z.infer<typeof releaseRequest>

export const freeRequest = z.strictObject({
  person: personName,
  reason: typed(200),
  operation: operation.describe('The operation of the case that the person looked at'),
})

export const confirmRequest = z.strictObject({
  company_id: companyReference,
  deal: z.int().min(1),
  person: personName,
})

export const registeredDeal = z.object({ company: id, deal: id })
export type RegisteredDeal = z.infer<typeof registeredDeal>

export const firstDeal = z.object({
  company: z.int(),
  deal: z.int(),
  /** The person's name as the caller gave it; `key` is the key that signed, or `approval <digest>`. */
  confirmedBy: z.string(),
  key: z.string(),
  /** ISO time. */
  at: z.string(),
})
export type FirstDeal = z.infer<typeof firstDeal>

/** The places that a key's proposals take; `at` is in milliseconds since the epoch. */
export const proposedCases = z.array(z.object({ case: z.string(), at: z.number() })).readonly()

function count(members: readonly unknown[]): number {
  return members.filter(member => member !== undefined).length
}
