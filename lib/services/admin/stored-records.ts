/** The schemas of the admin service's stored records; loaded when a record is read. Rules import only the types. */
import * as z from 'zod'
import { moment } from '../../core/json/fields.ts'

export const enrolmentSchema = z.object({
  /** The id of the enrolment, which is part of the names of the token and the device's key. */
  id: z.string(),
  expires: z.iso.datetime(),
  /** Set after the token was exchanged: the SHA-256 of the claim, the key id of the device's key, and the time. */
  used: z.object({ claim: z.string(), keyid: z.string(), at: moment }).optional(),
  /** When another claim tried to exchange the used token. If this is set, two folders have the token. */
  again: moment.optional(),
})
export type Enrolment = z.infer<typeof enrolmentSchema>

/** When an operator's key was last used; read before zod is loaded, so it is not checked. */
export const keyUseSchema = z.object({ seen: moment })
export type StoredKeyUse = z.infer<typeof keyUseSchema>
