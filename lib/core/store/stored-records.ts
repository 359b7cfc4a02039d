/** The schemas of the store's own records. Rules import only the types. */
import * as z from 'zod'
import { moment } from '../json/fields.ts'

export const durabilitySchema = z.object({
  confirmed: z.boolean().describe('Whether a replica had the last such write'),
  since: z.string().describe('Since when that is so, ISO 8601'),
})
export type Durability = z.infer<typeof durabilitySchema>

export const stoppedSchema = z.object({
  since: moment,
  by: z.string().describe('What brought the end of the log back: a keyid, or `status`'),
  seq: z.int().describe('The entry of the activity log that the store lacks'),
  digest: z.string().describe('Its digest'),
  at: moment.describe('When that entry was written'),
})
export type Stopped = z.infer<typeof stoppedSchema>

/** A person's confirmation of the store. A missing entry from before `at` then stops no acts any more. */
export const restoredSchema = z.object({ at: moment, by: z.string() })
export type Restored = z.infer<typeof restoredSchema>
