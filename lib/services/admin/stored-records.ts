/** The schemas are loaded when a record is read. Rules import only the types. */
import * as z from 'zod'
import { moment } from '../../core/json/fields.ts'

export const enrolmentSchema = z.object({
  /** A part of the names of the token and of the device's key. */
  id: z.string(),
  expires: z.iso.datetime(),
  /** The exchange: `claim` is a SHA-256, and `keyid` is that of the device's key. */
  used: z.object({ claim: z.string(), keyid: z.string(), at: moment }).optional(),
  /** The time at which another claim tried to exchange the used token, so two folders have it. */
  again: moment.optional(),
})
export type Enrolment = z.infer<typeof enrolmentSchema>

/** The record is read before zod is loaded, so it is not checked. */
export const keyUseSchema = z.object({ seen: moment })
export type StoredKeyUse = z.infer<typeof keyUseSchema>
