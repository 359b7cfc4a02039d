import * as z from 'zod'
import { text } from '../../core/json/fields.ts'

const type = z.enum(['image/jpeg', 'image/png', 'application/pdf', 'image/heic', 'image/avif'])

/** The cells of a line, by their columns. An empty cell is left out. */
const cells = z.record(text, text)

const proposal = z.object({
  line: z.int(),
  column: text,
  value: text,
  /** Where the value comes from: the file's name or text, the service's reading, or the last deal with the partner. */
  source: z.enum(['name', 'file', 'service', 'last']),
})

export const draftSchema = z.object({
  /** The case of the receipt's deal. The case stays the same when the person changes cells. */
  case: text,
  /** The lines of the receipt: one for each rate. */
  lines: z.array(cells).min(1),
  /** The lines as the table that was sent had them. A person may have changed `lines` since. */
  sent: z.array(cells).optional(),
  /** `broken` is true for a PDF that lacks its end, so that no browser shows the PDF. */
  file: z
    .object({ sha256: text, name: text, size: z.int(), type, broken: z.boolean().optional() })
    .optional(),
  /** A file that a person has put into the file box with the app of the accounting service. */
  box: z.object({ company: z.int(), id: z.int(), name: text, type: type.optional() }).optional(),
  /** The file in the file box, if it was uploaded when the row was sent. */
  uploaded: z.object({ company: z.int(), id: z.int() }).optional(),
  /** Whether kura has the accounting service's reading of the file. */
  read: z.boolean().optional(),
  /** The service's own reading. It is kept here, because confirmed values replace it in the file box. */
  said: z.array(proposal).optional(),
  /** The partner and the registration number with which kura last searched for the last deal. */
  remembered: text.optional(),
  /** The deal of which the row is a copy. People see `name` as the name of the row. */
  copied: z.object({ deal: z.int(), name: text }).optional(),
  proposed: z.array(proposal).optional(),
  confirmed: z.array(proposal).optional(),
  /** The person who sent the row, and the store's time at that moment. */
  by: text,
  at: text,
  /** The outcome of the row's registration: the state of its case. */
  outcome: z.object({ state: text, deal: z.int().optional(), at: text }).optional(),
})
export type Draft = z.infer<typeof draftSchema>
