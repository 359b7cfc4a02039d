import * as z from 'zod'

/** The last decision about a keyid. `by` is a key or a person, `at` the store's time in ISO 8601. */
export const revocationSchema = z.object({
  keyid: z.string(),
  state: z.enum(['revoked', 'restored']),
  by: z.string(),
  at: z.string(),
})
export type Revocation = z.infer<typeof revocationSchema>
