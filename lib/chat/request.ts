/** What callers send, as schemas; `http/read-request.ts` reads them strictly. */
import { z } from 'zod'
import type { ClaimState } from '../claims/claim.ts'
import { AppError } from '../errors.ts'

const identifier = z.string().regex(/^\d{1,20}$/, 'wanted an identifier, digits only')
const name = z.string().trim().min(1).max(100)

/** A delivery's name in the one form that it is stored under. */
const deliveryName = name
  .normalize('NFC')
  .regex(/^(?!\.{1,2}$)[^/\\]+$/, 'wanted a name that can stand in a path, without / and \\')

export const deliveryBody = z.strictObject({
  name: deliveryName,
  text: z.string().max(10_000),
  channel: identifier.optional(),
  people: z.array(name).min(1).max(50).optional(),
  way: z.enum(['private_channel', 'direct_messages']).optional(),
})

const decision = { case: z.string().min(1).max(500), person: name }

/** What a person saw of a message: its identifier, or that it was not sent. */
export const decisionBody = z.union([
  z.strictObject({ ...decision, message: identifier }),
  z.strictObject({ ...decision, not_sent: z.literal(true) }),
])

const STATES = ['claimed', 'done', 'refused', 'unknown'] as const satisfies ClaimState[]
export const statesQuery = z.strictObject({ state: z.enum(STATES).default('unknown') })

export const modeQuery = z.strictObject({ mode: z.enum(['dry-run', 'write']).default('dry-run') })

/** The delivery that a path names. @throws AppError `not_found` */
export function readDeliveryName(text: string | undefined): string {
  const parsed = deliveryName.safeParse(text)
  if (parsed.success) return parsed.data
  throw new AppError('not_found', `Cannot find the delivery "${text ?? ''}": none has such a name`)
}

/** @throws AppError `bad_request` */
export function readIdentifier(text: string | undefined): string {
  if (text !== undefined && /^\d{1,20}$/.test(text)) return text
  throw new AppError('bad_request', `Cannot use "${text ?? ''}" as an identifier: wanted digits only`)
}
