/** The schemas are loaded when a record is read. Rules import only the types. */
import * as z from 'zod'
import { moment } from '../../core/json/fields.ts'

export const enrolmentSchema = z.object({
  /** Part of the names of the token and the device's key. */
  id: z.string(),
  expires: z.iso.datetime(),
  /** `claim` is a SHA-256; `keyid` is that of the device's key. */
  used: z.object({ claim: z.string(), keyid: z.string(), at: moment }).optional(),
  /** Another claim tried to exchange the used token: two folders have it. */
  again: moment.optional(),
})
export type Enrolment = z.infer<typeof enrolmentSchema>

/** Read before zod is loaded, so it is not checked. */
export const keyUseSchema = z.object({ seen: moment })
export type StoredKeyUse = z.infer<typeof keyUseSchema>
