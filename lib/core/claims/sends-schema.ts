/** The schema of the member `sends` of a request. */
import * as z from 'zod'

export const bodyDigest = z
  .string()
  .regex(/^[0-9a-f]{64}$/, 'expected a SHA-256 in hex')
  .describe('The SHA-256 of the body that was shown: nothing else is sent')
