/** Reads errors of orders. Keeps only names of fields, languages, prices and moments: texts may quote contact data. */
import * as z from 'zod'
import { parseUtc } from '../../../core/language/wall-clock.ts'
import { centsOf } from '../spending/money.ts'

export const storedOrderError = z.object({
  field: z.string().optional(),
  /** The language that the registrar detected in an international name. */
  language: z.string().optional(),
  /** The price that was sent. */
  expectedCents: z.int().optional(),
  actualCents: z.int().optional(),
  /** The top-level domains whose registry is out of service, until `endsAt` (milliseconds since the epoch). */
  outages: z.array(z.object({ tld: z.string(), endsAt: z.number() })).optional(),
})

export type OrderErrorContent = Readonly<z.infer<typeof storedOrderError>>

export interface OrderError extends OrderErrorContent {
  /** The registrar's code; `unreadable` if the error has an unknown shape. */
  readonly code: string
}

const absent = undefined
const fieldName = z.string().regex(/^[A-Za-z][A-Za-z0-9]{0,39}$/)
const language = z.string().regex(/^[A-Za-z-]{2,20}$/)
const cents = z.union([z.number(), z.string()]).transform(centsOf)
const outage = z
  .looseObject({ tldName: z.string().regex(/^[a-z0-9.-]{1,63}$/i), endsAt: z.string() })
  .transform(({ tldName, endsAt }) => ({ tld: tldName, endsAt: parseUtc(endsAt) }))
  .refine(({ endsAt }) => Number.isFinite(endsAt))

const details = z.looseObject({
  invalidField: fieldName.optional().catch(absent),
  detectedLanguageCode: language.optional().catch(absent),
  expectedPrice: cents.optional().catch(absent),
  actualPrice: cents.optional().catch(absent),
  tlds: z
    .array(outage.optional().catch(absent))
    .transform(outages => outages.filter(entry => entry !== undefined))
    .optional()
    .catch(absent),
})

/** The error of an order. If it is unreadable, the order's status can still be read. */
export const orderError = z
  .looseObject({ code: z.string(), details: details.optional().catch(absent) })
  .transform(({ code, details }): OrderError => ({ code, ...contentOf(details) }))
  .nullish()
  .catch({ code: 'unreadable' })

function contentOf(given: z.infer<typeof details> | undefined): OrderErrorContent {
  const content = {
    field: given?.invalidField,
    language: given?.detectedLanguageCode,
    expectedCents: given?.expectedPrice,
    actualCents: given?.actualPrice,
    outages: given?.tlds?.length ? given.tlds : undefined,
  }
  return Object.fromEntries(Object.entries(content).filter(([, value]) => value !== undefined))
}
