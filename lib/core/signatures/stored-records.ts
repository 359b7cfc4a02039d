/** The schema of a stored revocation. (The authenticator reads the list of revocations without it.) */
import * as z from 'zod'

/**
 * The last decision about a keyid: `by` names the key or the person that made it; `at` is ISO 8601, the store's time.
 */
export const revocationSchema = z.object({
  keyid: z.string(),
  state: z.enum(['revoked', 'restored']),
  by: z.string(),
  at: z.string(),
})
export type Revocation = z.infer<typeof revocationSchema>
