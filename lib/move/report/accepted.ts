/** The file of accepted findings, a JSON list that people may edit. An accepted finding is no fault. */
import * as z from 'zod'
import { AppError } from '../../core/errors.ts'
import { CAUSE_NAMES } from './cause-names.ts'

const schema = z.array(
  z.strictObject({
    cause: z.enum(CAUSE_NAMES),
    /** The rule that the finding depends on, such as `308 https://new.example/`; if missing, any rule. */
    rule: z.string().optional(),
    /** The folder of the addresses, such as `/news/…`; if missing, any folder. */
    folder: z.string().optional(),
    /** The address; if missing, any address. */
    url: z.string().optional(),
    by: z.string().min(1),
    /** The time of the acceptance in ISO 8601. */
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
