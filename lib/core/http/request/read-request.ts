/** Strict reading refuses an unknown member. The error names the member in backticks, and in its detail `member`. */
import type * as z from 'zod'
import { AppError } from '../../errors.ts'
import { parseJsonBytes } from '../../json/json.ts'
import { expectationOf } from './expectation.ts'

/** @throws AppError `bad_request` */
export function readJsonBody<T>(schema: z.ZodType<T>, body: Uint8Array): T {
  return read(schema, parseJsonBytes(body), 'body')
}

/** @throws AppError `bad_request` */
export function readFormBody<T>(schema: z.ZodType<T>, body: Uint8Array): T {
  return readFields(schema, new URLSearchParams(Buffer.from(body).toString()), 'body')
}

/** Refuses a parameter that is given twice. @throws AppError `bad_request` */
export function readQuery<T>(schema: z.ZodType<T>, query: URLSearchParams): T {
  return readFields(schema, query, 'query')
}

/** The most fields of a form. A stranger may send a form, and each field costs time. */
const MOST_FIELDS = 2_000

function readFields<T>(schema: z.ZodType<T>, fields: URLSearchParams, what: 'body' | 'query'): T {
  const names = new Set<string>()
  for (const name of fields.keys()) {
    if (names.has(name))
      throw new AppError('bad_request', `Cannot read the ${what}: \`${name}\` is given more than once`)
    names.add(name)
    if (names.size > MOST_FIELDS)
      throw new AppError('bad_request', `Cannot read the ${what}: it has more than ${MOST_FIELDS} fields`)
  }
  return read(schema, Object.fromEntries(fields), what)
}

function read<T>(schema: z.ZodType<T>, value: unknown, what: 'body' | 'query'): T {
  const parsed = schema.safeParse(value, { error: expectationOf })
  if (parsed.success) return parsed.data
  const [issue] = parsed.error.issues
  const unknown = issue?.code === 'unrecognized_keys' ? issue.keys : []
  const path = [...(issue?.path ?? []), ...unknown.slice(0, 1)].map(String).join('.')
  const member = path.slice(0, 100).replaceAll('`', '')
  const subject = member === '' ? 'it' : `\`${member}\``
  throw new AppError('bad_request', `Cannot read the ${what}: ${subject} is not valid`, {
    hint: unknown.length > 0 ? 'there is no such member' : (issue?.message ?? 'send JSON'),
    details: { member },
  })
}
