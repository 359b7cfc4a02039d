/**
 * How callers name a company. These schemas are not in the file with the schemas of deals, so that a function without
 * deals does not load those.
 */
import * as z from 'zod'

/** A company in a query or a path: its id, or its office number as people write it. */
export const companyText = z.string().regex(/^[0-9][0-9-]{0,24}$/, 'expected an id or an office number')

/** A company in a body. */
export const companyReference = z.union([z.int().min(1), companyText])

export const companyQuery = z.strictObject({ company_id: companyText })
