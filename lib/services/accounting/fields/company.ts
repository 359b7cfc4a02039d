/** These schemas have a file of their own, so that a function without deals does not load the schemas of deals. */
import * as z from 'zod'
import { hasCheckDigit } from './registration-number.ts'

/** The id of a company, or its office number as people write it. */
export const companyText = z.string().regex(/^[0-9][0-9-]{0,24}$/, 'expected an id or an office number')

export const companyReference = z.union([z.int().min(1), companyText])

export const companyQuery = z.strictObject({ company_id: companyText })

/** The service accepts the number with or without the T. */
export const registrationNumber = z
  .string()
  .regex(/^T?[1-9][0-9]{12}$/, 'expected T and 13 digits')
  .refine(hasCheckDigit, 'expected the number as the invoice has it: its check digit is wrong')
