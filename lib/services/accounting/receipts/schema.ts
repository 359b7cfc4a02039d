import * as z from 'zod'
import { pageQuery, pageReply } from '../../../core/http/page-schemas.ts'
import { day, text } from '../../../core/json/fields.ts'
import { reasonReply } from '../../../core/language/reason-schemas.ts'
import { caseStates } from '../deals/reply-schemas.ts'
import { freeRequest } from '../deals/schema.ts'
import { companyQuery, companyText } from '../fields/company.ts'

export const storedReceipt = z.object({ company: z.int().min(1), receipt: z.int().min(1) })
export type StoredReceipt = z.infer<typeof storedReceipt>

export const keptFile = z.object({ name: z.string(), size: z.int() })

const uploadQuery = z.strictObject({
  company_id: companyText,
  name: z
    .string()
    .trim()
    .normalize('NFC')
    .regex(/^[^/\\\p{Cc}\p{Cs}]{1,200}$/u, 'expected a file name without a folder')
    .describe('The name of the file, as the service shows it'),
  issue_date: day.optional().describe('The day of the receipt, by which the file box finds it'),
  amount: z
    .string()
    .regex(/^-?[0-9]{1,12}$/)
    .optional()
    .describe('What the receipt amounts to, in whole yen'),
  partner: z.string().min(1).max(255).optional().describe('Who issued the receipt'),
  document_type: z.enum(['receipt', 'invoice', 'other']).optional(),
  qualified_invoice: z.enum(['qualified', 'not_qualified', 'unselected']).optional(),
})

const file = { receipt: text.describe('The case: the company and the digest'), sha256: text, size: z.int() }

const uploadReply = z.discriminatedUnion('mode', [
  z.object({
    mode: z.literal('dry-run'),
    ...file,
    state: text.describe('What is known of the file; `new` if nothing is'),
    id: z.int().optional(),
    obstacles: z.array(reasonReply).describe('What keeps it from being uploaded now'),
  }),
  z.object({
    mode: z.literal('write'),
    ...file,
    id: z.int(),
    uploaded: z.boolean().describe('False if it was in the file box already'),
  }),
])

const receiptReport = z
  .object({
    receipt: text,
    sha256: text,
    name: text.optional(),
    size: z.int().optional(),
    state: caseStates,
    since: text.describe('When it got into this state, ISO 8601'),
    by: text.describe('Who got it into this state'),
    id: z.int().optional().describe('The id at the service'),
    reason: reasonReply.optional(),
    operation: text.describe('Names the attempt, for `free`'),
    strays: z
      .array(z.object({ id: z.int().optional(), since: text, by: text }))
      .optional()
      .describe('Files of other attempts, which may be duplicates; `id` is absent if it is unknown'),
  })
  .meta({ id: 'Receipt' })
export type ReceiptReport = z.infer<typeof receiptReport>

export const ownReceipt = z.object({
  receipt: text.describe('The case: the company and the digest'),
  id: z.int().describe('The id at the service'),
  name: text,
  size: z.int(),
  at: text.describe('When it was uploaded, ISO 8601'),
})
export type OwnReceipt = z.infer<typeof ownReceipt>

export const receiptSchemas = {
  ownReceipts: { reply: z.object({ receipts: z.array(ownReceipt) }) },
  uploadReceipt: { query: uploadQuery, reply: uploadReply },
  receipts: {
    query: z.strictObject({ ...pageQuery }),
    reply: z.object({ receipts: z.array(receiptReport), ...pageReply }),
  },
  file: { query: companyQuery },
  receipt: { reply: receiptReport },
  resolveReceipt: { reply: receiptReport.extend({ found: z.array(z.int()) }) },
  freeReceipt: { body: freeRequest, reply: receiptReport },
}
