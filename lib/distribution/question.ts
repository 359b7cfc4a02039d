/** What a device asks, read strictly: an unknown or malformed field is refused by name. */
import { AppError } from '../errors.ts'
import { parseJsonBytes } from '../json.ts'
import { WIRE_VERSION } from '../release/limits.ts'
import type { Question } from '../release/schema.ts'

/** The wire versions that are answered. */
const SUPPORTED = [WIRE_VERSION]

/** The largest body of a question in bytes. */
export const QUESTION_LIMIT = 1_500_000

/** A question, from the query and the body together. */
export interface FullQuestion extends Question {
  readonly page?: number | undefined
  readonly part?: { readonly sha256: string; readonly part: number } | undefined
}

const DIGEST = /^[0-9a-f]{64}$/
const COUNT = /^(0|[1-9][0-9]{0,8})$/
const PART = /^([0-9a-f]{64})\.(0|[1-9][0-9]{0,8})$/

type Parse = (text: string) => unknown

/** The fields of the query: each gives its value, or undefined where the text is not of its form. */
const FIELDS: Readonly<Record<string, { readonly wanted: string; readonly parse: Parse }>> = {
  v: { wanted: SUPPORTED.join(' or '), parse: text => SUPPORTED.map(String).includes(text) || undefined },
  have: {
    wanted: 'the digest of a release, 64 hex digits',
    parse: text => (DIGEST.test(text) ? text : undefined),
  },
  root: {
    wanted: 'the version of a root, from 1',
    parse: text => (COUNT.test(text) && text !== '0' ? Number(text) : undefined),
  },
  page: { wanted: 'a number from 0', parse: text => (COUNT.test(text) ? Number(text) : undefined) },
  part: { wanted: '<sha256>.<number from 0>', parse: parsePart },
}

/** Reads the query of a call. @throws AppError `bad_request` naming the field */
export function parseQuery(params: URLSearchParams): Omit<FullQuestion, 'want' | 'status'> {
  const question: Record<string, unknown> = {}
  for (const [name, text] of params) {
    const field = Object.hasOwn(FIELDS, name) ? FIELDS[name] : undefined
    if (!field) throw badField(name, `the query knows ${Object.keys(FIELDS).join(', ')}`)
    if (Object.hasOwn(question, name)) throw badField(name, 'it stands twice, wanted once')
    const value = field.parse(text)
    if (value === undefined) throw badValue(name, field.wanted)
    question[name] = value
  }
  if ('page' in question && 'part' in question)
    throw badField('part', 'a page is asked for as well, wanted one')
  const { v: _, ...known } = question
  return known
}

/**
 * Reads the body of a call; an empty one is an empty question.
 * @throws AppError `bad_request` naming the field
 */
export async function parseBody(body: Uint8Array): Promise<Question> {
  if (body.length === 0) return {}
  const { questionSchema } = await import('../release/schema.ts')
  const value = parseJsonBytes(body)
  if (value === undefined) throw badField('body', 'it is not JSON')
  const parsed = questionSchema.safeParse(value)
  if (parsed.success) return parsed.data
  const [issue] = parsed.error.issues
  const unknown = issue?.code === 'unrecognized_keys' ? issue.keys.slice(0, 1) : []
  const field = [...(issue?.path ?? []), ...unknown].map(String).join('.') || 'body'
  throw badField(field, issue?.message ?? 'not a question')
}

/** Puts query and body together. @throws AppError `bad_request` where both say the same field */
export function joinQuestion(query: FullQuestion, body: Question): FullQuestion {
  const twice = Object.keys(body).find(name => Object.hasOwn(query, name))
  if (twice !== undefined) throw badField(twice, 'it stands in the query and in the body, wanted once')
  return { ...query, ...body }
}

function parsePart(text: string): { sha256: string; part: number } | undefined {
  const match = PART.exec(text)
  return match?.[1] ? { sha256: match[1], part: Number(match[2]) } : undefined
}

function badValue(name: string, wanted: string): AppError {
  if (name !== 'v') return badField(name, `wanted ${wanted}`)
  return new AppError('bad_request', `Cannot answer this version of the protocol: supported is ${wanted}`, {
    hint: 'update the device program',
    details: { field: name, supported: SUPPORTED.map(String) },
  })
}

function badField(field: string, reason: string): AppError {
  return new AppError('bad_request', `Cannot read the question: "${field}": ${reason}`, {
    details: { field },
  })
}
