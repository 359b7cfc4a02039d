/** Schemas of what the publisher keeps and writes; what is sent to devices is in `release/schema.ts`. */
import { z } from 'zod'
import { WIRE_VERSION } from '../core/release/limits.ts'
import { pathProblem } from '../core/release/path.ts'
import { envelopeSchema } from '../core/release/schema.ts'

const path = z.string().superRefine((value, context) => {
  const problem = pathProblem(value)
  if (problem) context.addIssue({ code: 'custom', message: `the path ${problem}` })
})

/** The settings of a payload, `payload.json` beside the folder `payload`. */
export const payloadSettingsSchema = z.strictObject({
  /** The index file of a device, and the heading above the lines of the release. */
  index: z
    .strictObject({
      path: path.default('MEMORY.md'),
      heading: z
        .string()
        .regex(/^#{1,6} \S[^\p{Cc}]*$/u, 'expected a Markdown heading: "## Shared"')
        .default('## Shared'),
    })
    .prefault({}),
  /** The path of the device program, if the payload includes it. */
  program: path.optional(),
  /** Files and folders that are published although they look like leftovers of an editor or a system. */
  allow: z.array(path).optional(),
})
export type PayloadSettings = z.infer<typeof payloadSettingsSchema>

/** `roots.json`: every root, from the first one. */
export const rootChainSchema = z.strictObject({
  v: z.literal(WIRE_VERSION),
  roots: z.array(envelopeSchema).min(1),
})
