import * as z from 'zod'

/** The last decision about a keyid. `by`: a key or a person; `at`: ISO 8601, the store's time. */
export const revocationSchema = z.object({
  keyid: z.string(),
  state: z.enum(['revoked', 'restored']),
  by: z.string(),
  at: z.string(),
})
export type Revocation = z.infer<typeof revocationSchema>
