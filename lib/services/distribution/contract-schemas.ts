/** The schemas for the OpenAPI document. `question.ts` reads the query without them. */
import * as z from 'zod'
import { questionSchema } from '../../core/release/question.ts'
import { answerSchema, pageSchema, updateHeadSchema } from '../../core/release/schema.ts'
import { QUERY_FIELDS } from './question.ts'

function field({ pattern, form }: { pattern: RegExp; form: string }) {
  return z.string().regex(pattern).describe(form).optional()
}

const { v, have, root, page, part } = QUERY_FIELDS
const query = z.strictObject({
  v: field(v),
  have: field(have),
  root: field(root),
  page: field(page),
  part: field(part),
})
/** An answer. If it is of version 2, which is bytes, only its first line (the head) is described. */
const reply = z.union([answerSchema, pageSchema, updateHeadSchema])

export const distributionSchemas = {
  fetch: { query, reply },
  // an empty body is a request without members
  ask: { query, body: questionSchema.optional(), reply },
}
