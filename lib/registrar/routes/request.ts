/** What callers send; `http/read-request.ts` reads it strictly. */
import { z } from 'zod'
import { readDomain } from '../domain-name.ts'

const contact = z.record(z.string(), z.unknown())
const years = z.int().min(1).max(10)
const languageCode = z.string().regex(/^[A-Za-z-]{2,20}$/)

/** A domain in a body is read as one in a path is. */
const domain = z.string().max(300).transform(readDomain)

export const noQuery = z.strictObject({})

export const yearsQuery = z.strictObject({ years: z.coerce.number().pipe(years).optional() })

/** A dry run unless the query, which is signed, says otherwise. */
export const modeQuery = z.strictObject({ mode: z.enum(['dry-run', 'write']).default('dry-run') })
export type Mode = z.infer<typeof modeQuery>

export const quoteBody = z.strictObject({
  years: years.optional(),
  autoRenew: z.boolean().optional(),
  languageCode: languageCode.optional(),
  contact: contact.optional(),
})

export const fieldsBody = z.strictObject({
  languageCode: languageCode.optional(),
  contact: contact.optional(),
})

export const buyBody = z.strictObject({
  quote: z.string().max(2000),
  /** The domain, typed again. */
  confirm: domain,
  years: years.optional(),
  /** Stated, never assumed. */
  autoRenew: z.boolean(),
  languageCode: languageCode.optional(),
  contact,
})

/** Who says so. */
export const personBody = z.strictObject({ person: z.string().trim().min(1).max(100) })

export const resolveBody = z.strictObject({ orderId: z.string().min(1).max(200).optional() })

export const mailBody = z.strictObject({
  subject: z.string().min(1).max(2000),
  date: z.iso.datetime({ offset: true }).optional(),
  domain: domain.optional(),
})

export const attachBody = z.strictObject({ name: domain })
