/** A JSON list, which people may edit. An accepted finding does not count as a fault. */
import * as z from 'zod'
import { AppError } from '../../core/errors.ts'
import { CAUSE_NAMES } from './cause-names.ts'

const schema = z.array(
  z.strictObject({
    cause: z.enum(CAUSE_NAMES),
    /** `308 https://new.example/`; if missing, every answer. */
    rule: z.string().optional(),
    /** `/news/…`; if missing, every folder. */
    folder: z.string().optional(),
    /** If missing, every address. */
    url: z.string().optional(),
    by: z.string().min(1),
    /** ISO 8601. */
    at: z.iso.datetime({ offset: true }),
    reason: z.string().min(1),
  }),
)

export type Acceptance = z.infer<typeof schema>[number]

/** @throws AppError `usage` if the text of the file `name` is not a list of entries */
export function readAccepted(text: string, name: string): Acceptance[] {
  try {
    return schema.parse(JSON.parse(text))
  } catch (cause) {
    const reason = cause instanceof z.ZodError ? z.prettifyError(cause) : 'it is not JSON'
    throw new AppError('usage', `Cannot read the accepted findings "${name}": ${reason}`, { cause })
  }
}
