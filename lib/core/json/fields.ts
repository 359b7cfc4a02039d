/** Fields that many schemas have, each with one meaning. */
import * as z from 'zod'

export const text = z.string()

/** A moment, ISO 8601, as `Date.toISOString` writes it. */
export const moment = z.string()

/** A moment of the store's time, in milliseconds since the epoch. */
export const milliseconds = z.number()

/** An amount in whole yen; negative for a refund. */
export const yen = z.int()

/** A day of the calendar, `YYYY-MM-DD`. */
export const day = z.iso.date()

/** A SHA-256 digest in lower-case hex. */
export const sha256 = z.string().regex(/^[0-9a-f]{64}$/)

/** The member `sends` of a request: the digest of the body that a person was shown. */
export const bodyDigest = z
  .string()
  .regex(/^[0-9a-f]{64}$/, 'expected a SHA-256 in hex')
  .describe('The SHA-256 of the body that was shown: nothing else is sent')
