import * as z from 'zod'

export const text = z.string()

/** A text of 1 to `most` characters that a person typed, without the spaces around it. */
export const typed = (most: number) => z.string().trim().min(1).max(most)

/** A time in ISO 8601, as `Date.toISOString` writes it. */
export const moment = z.string()

/** The store's time, in milliseconds since the epoch. */
export const milliseconds = z.number()

/** An amount in yen, which is negative for a refund. */
export const yen = z.int()

/** A day as `YYYY-MM-DD`. */
export const day = z.iso.date()

/** A SHA-256 in lower-case hex. */
export const sha256 = z.string().regex(/^[0-9a-f]{64}$/)

/** The member `sends` of a request. */
export const bodyDigest = z
  .string()
  .regex(/^[0-9a-f]{64}$/, 'expected a SHA-256 in hex')
  .describe('The SHA-256 of the body that was shown: nothing else is sent')
