/**
 * What callers ask of deals, read strictly, and what is stored of them. A request is in the service's own words; where
 * the service wants an id, a name that exists serves too, and a purchase may say `rate` and `qualified` instead of a
 * tax code. The queries that several routes take stand here too.
 */
import { z } from 'zod'

const id = z.int().min(1)
const name = z.string().trim().min(1).max(100)

/**
 * What a person calls one receipt, invoice or order; it stands in paths, so it holds no slash. In NFC: a name that comes
 * from a file system may be in the other form, and must not be another case.
 */
export const caseName = z
  .string()
  .trim()
  .normalize('NFC')
  .regex(/^[^/\\\p{Cc}\p{Cs}]{1,100}$/u, 'wanted 1 to 100 characters without slashes')
  .refine(text => !/^\.{1,2}$/.test(text), 'wanted more than dots')

/** A company in a query or a path: its id, or its office number as people write it. */
export const companyText = z.string().regex(/^[0-9][0-9-]{0,24}$/, 'wanted an id or an office number')

/** A company in a body. */
export const companyReference = z.union([id, companyText])

export const companyQuery = z.strictObject({ company_id: companyText })

/** What would send anything is a dry run unless it says otherwise. */
export const modeQuery = z.strictObject({ mode: z.enum(['dry-run', 'write']).default('dry-run') })

const lineRequest = z
  .strictObject({
    account_item_id: id.optional(),
    account_item: name.optional(),
    tax_code: z.int().min(0).optional(),
    tax_category: name.optional(),
    rate: z.literal([10, 8]).optional(),
    qualified: z.boolean().optional(),
    amount: z.int().refine(amount => amount !== 0, 'wanted whole yen, tax included, not 0'),
    description: z.string().max(250).optional(),
  })
  .refine(line => count([line.account_item_id, line.account_item]) === 1, {
    error: 'wanted account_item_id or account_item, one of them',
  })
  .refine(line => (line.rate === undefined) === (line.qualified === undefined), {
    error: 'wanted rate together with qualified',
  })
  .refine(line => count([line.tax_code, line.tax_category, line.rate]) === 1, {
    error: 'wanted tax_code, or tax_category, or rate and qualified, one of them',
  })
export type LineRequest = z.infer<typeof lineRequest>

/** The most lines that the service takes in a deal. */
const MOST_LINES = 100

export const dealRequest = z
  .strictObject({
    case: caseName.optional(),
    company_id: companyReference,
    /** As it stands on the receipt. */
    issue_date: z.string().trim().min(1).max(40),
    type: z.enum(['expense', 'income']).default('expense'),
    partner_id: id.optional(),
    due_date: z.iso.date().optional(),
    details: z.array(lineRequest).min(1).max(MOST_LINES),
  })
  .refine(({ type, details }) => type === 'expense' || details.every(line => line.rate === undefined), {
    error: "wanted tax_code or tax_category: rate and qualified choose a purchase's category",
    path: ['details'],
  })
export type DealRequest = z.infer<typeof dealRequest>

/** Who decides, as a person gives the name; it is stored beside the key that signed. */
export const personName = z
  .string()
  .trim()
  .regex(/^[^\p{Cc}\p{Cs}]{1,80}$/u, 'wanted 1 to 80 characters')

/** `operation` names the attempt that the person looked at. */
export const releaseRequest = z.strictObject({
  person: personName,
  operation: z.string().max(100).optional(),
})

export const freeRequest = z.strictObject({
  person: personName,
  reason: z.string().trim().min(1).max(200),
  operation: z.string().max(100).optional(),
})

/** What the service gave for a case. */
export interface RegisteredDeal {
  readonly company: number
  readonly deal: number
}

export const registeredDeal: z.ZodType<RegisteredDeal> = z.object({ company: id, deal: id })

function count(members: readonly unknown[]): number {
  return members.filter(member => member !== undefined).length
}
