/** What an operator sends; loaded when a body arrives. */
import { z } from 'zod'

/** POST /api/admin/revocations: `restored` takes a revocation back. */
export const revocationSchema = z.strictObject({
  keyid: z.string(),
  state: z.enum(['revoked', 'restored']).default('revoked'),
})
