/** A reason in a stored record and in a reply. */
import * as z from 'zod'
import type { Value } from '../phrase.ts'

/** A reason as it is stored: a phrase, or a text from outside as a string. */
export const storedReason = z.union([
  z.string(),
  z.object({ id: z.string(), values: z.record(z.string(), z.custom<Value>()) }),
])

/** The members beside the English text of a reason in a reply; `reasonMembers` of `text.ts` fills them. */
export const reasonReply = {
  reasonId: z
    .string()
    .optional()
    .describe("Names the reason's message; absent if the words are not kura's own"),
  reasonValues: z.record(z.string(), z.unknown()).optional().describe('The values in that message'),
}

/** The members beside the English texts of an error in a reply; `phraseMembers` of `errors.ts` fills them. */
export const errorPhrases = {
  ...reasonReply,
  hintId: z.string().optional().describe("Names the hint's message"),
  hintValues: z.record(z.string(), z.unknown()).optional().describe('The values in that message'),
}

/** A reason in a reply, as `reasonMembers` of `text.ts` writes it. */
export const reasonObject = z.object({ reason: z.string(), ...reasonReply })
