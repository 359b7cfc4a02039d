/** The file of accepted findings: a JSON list of entries, which people may edit. */
import * as z from 'zod'
import { AppError } from '../../core/errors.ts'
import { CAUSE_NAMES } from './cause-names.ts'

const schema = z.array(
  z.strictObject({
    cause: z.enum(CAUSE_NAMES),
    /** How the host answers, such as `308 https://new.example/`; if missing, every rule. */
    rule: z.string().optional(),
    /** A folder as the report names it, such as `/news/…`; if missing, every folder. */
    folder: z.string().optional(),
    /** One address; if missing, every address. */
    url: z.string().optional(),
    by: z.string().min(1),
    /** ISO 8601. */
    at: z.iso.datetime({ offset: true }),
    reason: z.string().min(1),
  }),
)

/** A decision of a person that findings of one cause are no fault. */
export type Acceptance = z.infer<typeof schema>[number]

/**
 * Reads the text of the file at `name`.
 * @throws AppError `usage` if it is not a list of entries
 */
export function readAccepted(text: string, name: string): Acceptance[] {
  try {
    return schema.parse(JSON.parse(text))
  } catch (cause) {
    const reason = cause instanceof z.ZodError ? z.prettifyError(cause) : 'it is not JSON'
    throw new AppError('usage', `Cannot read the accepted findings "${name}": ${reason}`, { cause })
  }
}
