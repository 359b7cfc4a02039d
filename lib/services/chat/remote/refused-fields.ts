/**
 * The members of a call that the platform refuses (its code 50035). Its texts are left out, because they may quote a
 * person; the paths and codes say what to change. Pure.
 */
import type { ErrorContext } from '../../../core/errors.ts'
import type { Message } from '../../../core/language/catalogue.ts'
import { phrase } from '../../../core/language/catalogue.ts'
import { english } from '../../../core/language/text.ts'
import { FIELD_ADVICE } from './words.ts'

const MOST_FIELDS = 10
const DEEPEST = 8
/** A name of a member, the place in a list, or a code: nothing that could quote a text. */
const PLAIN = /^\w{1,60}$/

/** Each refused member in the platform's `errors` as its path with the code: `name: BASE_TYPE_REQUIRED`. */
export function refusedFields(errors: unknown): string[] {
  return fieldsBelow(errors, []).slice(0, MOST_FIELDS)
}

function fieldsBelow(errors: unknown, path: readonly string[]): string[] {
  if (typeof errors !== 'object' || errors === null || path.length > DEEPEST) return []
  return Object.entries(errors).flatMap(([name, inner]) => {
    if (name === '_errors') return codesOf(inner).map(code => `${path.join('.') || 'body'}: ${code}`)
    return PLAIN.test(name) ? fieldsBelow(inner, [...path, name]) : []
  })
}

function codesOf(list: unknown): string[] {
  if (!Array.isArray(list)) return []
  return list.map((entry: { readonly code?: unknown } | null) => {
    const code = String(entry?.code ?? '')
    return PLAIN.test(code) ? code : 'invalid'
  })
}

export function fieldsIn(details: ErrorContext['details']): string[] {
  const { fields } = details ?? {}
  return Array.isArray(fields) ? fields.map(String) : []
}

/** The advice about the first of the refused members. */
export function adviceFor([first = '']: readonly string[]): Message<object> {
  const [path = ''] = first.split(':')
  const [member = ''] = path.split('.')
  return ADVICE[member] ?? FIELD_ADVICE.other
}

/** The hint about refused members; undefined if the platform names none. */
export function hintForFields(fields: readonly string[]): string | undefined {
  return fields.length > 0 ? english(phrase(adviceFor(fields))) : undefined
}

const ADVICE: Readonly<Record<string, Message<object>>> = {
  name: FIELD_ADVICE.name,
  content: FIELD_ADVICE.content,
  recipient_id: FIELD_ADVICE.people,
  permission_overwrites: FIELD_ADVICE.people,
}
