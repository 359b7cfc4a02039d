/** What callers send, as schemas; `http/read-request.ts` reads them strictly. */
import { z } from 'zod'
import { AppError } from '../errors.ts'

const name = z.string().trim().min(1).max(100)

export const deliveryBody = z.strictObject({
  name,
  text: z.string().max(10_000),
  channel: z
    .string()
    .regex(/^\d{1,20}$/, 'wanted an identifier, digits only')
    .optional(),
  people: z.array(name).min(1).max(50).optional(),
  way: z.enum(['private_channel', 'direct_messages']).optional(),
})

export const modeQuery = z.strictObject({ mode: z.enum(['dry-run', 'write']).default('dry-run') })

/** @throws AppError `bad_request` */
export function readIdentifier(text: string | undefined): string {
  if (text !== undefined && /^\d{1,20}$/.test(text)) return text
  throw new AppError('bad_request', `Cannot use "${text ?? ''}" as an identifier: wanted digits only`)
}
