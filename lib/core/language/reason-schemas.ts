import * as z from 'zod'
import type { Value } from '../phrase.ts'

/** A reason as it is stored: a phrase, or a text from outside. */
export const storedReason = z.union([
  z.string(),
  z.object({ id: z.string(), values: z.record(z.string(), z.custom<Value>()) }),
])

/** A reason of a reply, as `saidReason` writes it. */
export const reasonReply = z
  .object({
    text: z.string().describe('In English'),
    id: z.string().optional().describe("Names the message; absent if the words are not kura's own"),
    values: z.record(z.string(), z.unknown()).optional().describe('The values in the message'),
  })
  .meta({ id: 'Reason', description: 'A text for people' })

/** The members that `errorReasons` adds to the English texts of an error. */
export const errorReasonsReply = {
  errorReason: reasonReply.optional().describe('The same as `error`, for other languages'),
  hintReason: reasonReply.optional().describe('The same as `hint`, for other languages'),
}
