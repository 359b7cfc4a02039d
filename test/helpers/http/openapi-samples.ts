/**
 * Generates replies from an OpenAPI description. Values follow example, enum, format and minimum. `minimal`:
 * only the required members, and null if a member may be null. `sparse`: the same, and also the members that are lists,
 * objects or null, so that each record within the reply is minimal too. `maximal`: every member, filled.
 */
import type { Json } from './openapi.ts'

export const SIZES = ['minimal', 'sparse', 'maximal'] as const
type Size = (typeof SIZES)[number]

/** Returns a valid body of an operation's JSON reply: that of the first status that means success. */
export function sampleReply(document: Json, { method, path }: { method: string; path: string }, size: Size) {
  const operation = document['paths']?.[path]?.[method.toLowerCase()]
  const status = Object.keys(operation?.['responses'] ?? {}).find(code => code.startsWith('2'))
  const schema = operation?.['responses']?.[status ?? '']?.['content']?.['application/json']?.['schema']
  if (!schema) throw new Error(`${method} ${path} has no JSON reply in the description`)
  return sampleOf(schema, { document, size, seen: [] })
}

interface Sampling {
  readonly document: Json
  readonly size: Size
  /** The references on the way to this value: a schema that contains itself ends there. */
  readonly seen: readonly string[]
}

function sampleOf(schema: Json, sampling: Sampling): unknown {
  const reference = schema['$ref'] as unknown as string | undefined
  if (reference !== undefined) {
    const seen = [...sampling.seen, reference]
    return sampleOf(resolveReference(sampling.document, reference), { ...sampling, seen })
  }
  if (sampling.size !== 'maximal' && mayBeNull(schema)) return null
  const parts = schema['allOf'] as unknown as Json[] | undefined
  if (parts) {
    const values = parts.map(part => sampleOf(part, sampling))
    return values.every(value => typeof value === 'object') ? Object.assign({}, ...values) : values[0]
  }
  const choices = (schema['oneOf'] ?? schema['anyOf']) as unknown as Json[] | undefined
  const choice = choices?.find(option => option['type'] !== ('null' as unknown)) ?? choices?.[0]
  return choice ? sampleOf(choice, sampling) : sampleOfType(schema, sampling)
}

function resolveReference(document: Json, reference: string): Json {
  return reference
    .slice(2)
    .split('/')
    .reduce((value, name) => value[name.replaceAll('~1', '/').replaceAll('~0', '~')] as Json, document)
}

function mayBeNull(schema: Json): boolean {
  const {
    nullable,
    type,
    oneOf = [],
    anyOf = [],
  } = schema as unknown as {
    nullable?: boolean
    type?: string | string[]
    oneOf?: { type?: string }[]
    anyOf?: { type?: string }[]
  }
  return (
    nullable === true ||
    [type].flat().includes('null') ||
    [...oneOf, ...anyOf].some(one => one.type === 'null')
  )
}

function sampleOfType(schema: Json, sampling: Sampling): unknown {
  const {
    type,
    enum: values,
    const: only,
    properties,
  } = schema as unknown as {
    type?: string | string[]
    enum?: unknown[]
    const?: unknown
    properties?: unknown
  }
  if (only !== undefined) return only
  if (values) return sampling.size === 'maximal' ? values.at(-1) : values[0]
  const kind = [type].flat().find(name => name !== 'null') ?? (properties ? 'object' : 'string')
  if (kind === 'object') return objectOf(schema, sampling)
  if (kind === 'array') return arrayOf(schema, sampling)
  if (kind === 'boolean') return sampling.size === 'maximal'
  return kind === 'string' ? textOf(schema) : numberOf(schema)
}

function objectOf(schema: Json, sampling: Sampling): Record<string, unknown> {
  const members = Object.entries((schema['properties'] ?? {}) as Record<string, Json>)
  const required = (schema['required'] ?? []) as unknown as string[]
  const kept = members.filter(
    ([name, member]) =>
      required.includes(name) || (isWanted(member, sampling) && !isWithin(member, sampling)),
  )
  return Object.fromEntries(kept.map(([name, member]) => [name, sampleOf(member, sampling)]))
}

/** Whether a sample of this size has the optional member. */
function isWanted(member: Json, { document, size }: Sampling): boolean {
  const reference = member['$ref'] as unknown as string | undefined
  const schema = reference === undefined ? member : resolveReference(document, reference)
  const { type } = schema as unknown as { type?: string }
  return (
    size === 'maximal' || (size === 'sparse' && (mayBeNull(schema) || type === 'object' || type === 'array'))
  )
}

/** Whether the schema is one of those that contain this value: it has no largest sample. */
function isWithin(schema: Json, { seen }: Sampling): boolean {
  const { $ref: own, items } = schema as unknown as { $ref?: string; items?: { $ref?: string } }
  return seen.includes(own ?? items?.$ref ?? '')
}

/** A list with one entry. */
function arrayOf(schema: Json, sampling: Sampling): unknown[] {
  const items = schema['items'] as Json | undefined
  return items ? [sampleOf(items, sampling)] : []
}

const FORMATS: Readonly<Record<string, string>> = {
  date: '2026-06-15',
  'date-time': '2026-06-15T12:00:00+09:00',
  email: 'mei@example.com',
  snowflake: '1234567890123456789',
  uri: 'https://example.com/',
}

function textOf(schema: Json): string {
  const {
    example,
    format = '',
    minLength = 1,
  } = schema as unknown as { example?: unknown; format?: string; minLength?: number }
  if (typeof example === 'string') return example
  if (FORMATS[format] !== undefined) return FORMATS[format]
  return '1'.repeat(Math.max(1, minLength))
}

function numberOf(schema: Json): number {
  const { example, minimum } = schema as unknown as { example?: unknown; minimum?: number }
  return typeof example === 'number' ? example : (minimum ?? 1)
}
