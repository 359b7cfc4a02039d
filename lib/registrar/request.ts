/** What callers send: read strictly, and refused with the name of the member that is not as wanted. */
import { z } from 'zod'
import { AppError } from '../errors.ts'
import { parseJsonBytes } from '../json.ts'
import { readDomain } from './domain-name.ts'

const contact = z.record(z.string(), z.unknown())
const years = z.int().min(1).max(10)
const languageCode = z.string().regex(/^[A-Za-z-]{2,20}$/)
const person = z.string().trim().min(1).max(100)

/** A domain in a body is read as one in a path is; a bad one is the member's fault. */
const domain = z.string().max(300).transform(readDomain)

export const quoteBody = z.strictObject({
  years: years.optional(),
  autoRenew: z.boolean().optional(),
  languageCode: languageCode.optional(),
  contact: contact.optional(),
})

export const fieldsBody = z.strictObject({ contact: contact.optional() })

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
export const personBody = z.strictObject({ person })

export const resolveBody = z.strictObject({ orderId: z.string().min(1).max(200).optional() })

export const mailBody = z.strictObject({
  subject: z.string().min(1).max(2000),
  from: z.string().max(320).default(''),
  date: z.iso.datetime({ offset: true }).optional(),
  domain: domain.optional(),
})

export const attachBody = z.strictObject({ name: domain })

/** The body of a request as `schema` wants it. @throws AppError `bad_request` naming the member */
export function readBody<T>(schema: z.ZodType<T>, bytes: Uint8Array): T {
  const parsed = schema.safeParse(parseJsonBytes(bytes))
  if (parsed.success) return parsed.data
  const [issue] = parsed.error.issues
  const extra = issue?.code === 'unrecognized_keys' ? issue.keys.join('", "') : undefined
  const member = [...(issue?.path ?? []), ...(extra ? [extra] : [])].join('.') || 'body'
  throw new AppError('bad_request', `Cannot read the body: "${member}" is not as wanted`, {
    hint: extra ? 'there is no such member' : (issue?.message ?? 'wanted JSON'),
  })
}

/** The number of years in a query. @throws AppError `bad_request` */
export function readYears(text: string | null): number | undefined {
  if (text === null) return undefined
  const parsed = years.safeParse(Number(text))
  if (parsed.success) return parsed.data
  throw new AppError('bad_request', `Cannot use "${text}" as years: wanted 1 to 10`)
}

/** Whether a query asks for the real thing. @throws AppError `bad_request` for a mode that there is not */
export function readMode(query: URLSearchParams): 'dry-run' | 'write' {
  const mode = query.get('mode') ?? 'dry-run'
  if (mode === 'dry-run' || mode === 'write') return mode
  throw new AppError('bad_request', `Cannot act in the mode "${mode}": wanted "write" or none`)
}
