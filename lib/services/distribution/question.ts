/** Reads a device's request strictly: an unknown or malformed field is refused by name. */
import { AppError } from '../../core/errors.ts'
import { parseJsonBytes } from '../../core/json/json.ts'
import { UPDATE_VERSION, WIRE_VERSION } from '../../core/release/limits.ts'
import type { Question } from '../../core/release/question.ts'

const SUPPORTED = [WIRE_VERSION, UPDATE_VERSION]

/** The largest body of a request, in bytes. */
export const QUESTION_LIMIT = 1_500_000

/** A request from the query and the body together. */
export interface FullQuestion extends Question {
  /** The version of the wire protocol; by default 1. */
  readonly v?: number | undefined
  readonly page?: number | undefined
  readonly part?: { readonly sha256: string; readonly part: number } | undefined
}

const DIGEST = /^[0-9a-f]{64}$/
const COUNT = /^(?:0|[1-9][0-9]{0,8})$/

interface QueryField {
  /** The description of valid values, for the error message. */
  readonly form: string
  readonly pattern: RegExp
  parse(text: string): unknown
}

export const QUERY_FIELDS = {
  v: { form: SUPPORTED.join(' or '), pattern: new RegExp(`^(?:${SUPPORTED.join('|')})$`), parse: Number },
  have: { form: 'the digest of a release, 64 hex digits', pattern: DIGEST, parse: String },
  root: { form: 'the version of a root, from 1', pattern: /^[1-9][0-9]{0,8}$/, parse: Number },
  page: { form: 'a number from 0', pattern: COUNT, parse: Number },
  part: {
    form: '<sha256>.<number from 0>',
    pattern: /^[0-9a-f]{64}\.(?:0|[1-9][0-9]{0,8})$/,
    parse: parsePart,
  },
} as const satisfies Readonly<Record<string, QueryField>>

/** @throws AppError `bad_request` naming the field */
export function parseQuery(params: URLSearchParams): Omit<FullQuestion, 'want' | 'status'> {
  const question: Record<string, unknown> = {}
  for (const [name, text] of params) {
    const field = fieldOf(name)
    if (!field) throw badField(name, `the query fields are ${Object.keys(QUERY_FIELDS).join(', ')}`)
    if (Object.hasOwn(question, name)) throw badField(name, 'it is given more than once')
    if (!field.pattern.test(text)) throw badValue(name, field.form)
    question[name] = field.parse(text)
  }
  if ('page' in question && 'part' in question) throw badField('part', 'give either a page or a part')
  return question
}

/** @throws AppError `bad_request` naming the field */
export async function parseBody(body: Uint8Array): Promise<Question> {
  const { questionSchema } = await import('../../core/release/question.ts')
  const value = parseJsonBytes(body)
  if (value === undefined) throw badField('body', 'it is not JSON')
  const parsed = questionSchema.safeParse(value)
  if (parsed.success) return parsed.data
  const [issue] = parsed.error.issues
  const unknown = issue?.code === 'unrecognized_keys' ? issue.keys.slice(0, 1) : []
  const field = [...(issue?.path ?? []), ...unknown].map(String).join('.') || 'body'
  throw badField(field, issue?.message ?? 'not a question')
}

/** @throws AppError `bad_request` if both have the same field, or a field does not fit the version */
export function joinQuestion(query: FullQuestion, body?: Question): FullQuestion {
  const twice = body && Object.keys(body).find(name => Object.hasOwn(query, name))
  if (twice !== undefined) throw badField(twice, 'it is given in the query and in the body')
  const question = body ? { ...query, ...body } : query
  checkVersion(question)
  return question
}

function checkVersion({ v = WIRE_VERSION, have, knows, lacks, want = [] }: FullQuestion): void {
  if (knows !== undefined && (v !== UPDATE_VERSION || have !== undefined))
    throw badField('knows', `it is for version ${UPDATE_VERSION}, and instead of "have"`)
  if (lacks && knows === undefined) throw badField('lacks', 'it is given with "knows"')
  if (want.length > 0 && v !== WIRE_VERSION)
    throw badField('want', `it is for version ${WIRE_VERSION}; give "knows" and "lacks"`)
}

function fieldOf(name: string): QueryField | undefined {
  return Object.hasOwn(QUERY_FIELDS, name) ? QUERY_FIELDS[name as keyof typeof QUERY_FIELDS] : undefined
}

function parsePart(text: string): FullQuestion['part'] {
  const [sha256 = '', part] = text.split('.')
  return { sha256, part: Number(part) }
}

function badValue(name: string, form: string): AppError {
  if (name !== 'v') return badField(name, `expected ${form}`)
  return new AppError('bad_request', `Cannot answer this version of the protocol: expected ${form}`, {
    hint: 'update the device program',
    details: { field: name, supported: SUPPORTED.map(String) },
  })
}

function badField(field: string, reason: string): AppError {
  return new AppError('bad_request', `Cannot read the question: "${field}": ${reason}`, {
    details: { field },
  })
}
