import * as z from 'zod'

export type JsonSchema = Readonly<Record<string, unknown>>

/**
 * Returns the schema without patterns that RE2, Rust or Python cannot compile, because one such pattern makes a
 * provider refuse all tools. The largest safe integer is left out as a maximum, because this bound says nothing.
 */
export function portableSchema(schema: z.ZodType): JsonSchema {
  return z.toJSONSchema(schema, {
    io: 'input',
    override: ({ jsonSchema }) => {
      if (jsonSchema.pattern !== undefined && !isPortable(jsonSchema.pattern)) delete jsonSchema.pattern
      const { minimum = Number.MIN_SAFE_INTEGER, maximum } = jsonSchema
      if (maximum === Number.MAX_SAFE_INTEGER && minimum > Number.MIN_SAFE_INTEGER) delete jsonSchema.maximum
    },
  }) as JsonSchema
}

function isPortable(pattern: string): boolean {
  return !/\\[pPuxkc1-9]|\(\?(?!:)/.test(pattern)
}

/**
 * Corrects arguments, because clients send lists and objects as JSON text, numbers as text, ids as numbers, and null
 * for an absent member. A value that does not fit is returned unchanged.
 */
export function readArguments(schema: JsonSchema, given: unknown): unknown {
  return read(given, schema, schema)
}

function read(given: unknown, part: JsonSchema, root: JsonSchema): unknown {
  const schema = resolved(part, root)
  const choices = (schema['anyOf'] ?? schema['oneOf']) as JsonSchema[] | undefined
  if (choices) {
    const readings = choices.map(choice => ({ choice, value: read(given, choice, root) }))
    const same = readings.find(({ choice }) => fits(given, resolved(choice, root)))
    return (same ?? readings.find(({ choice, value }) => fits(value, resolved(choice, root))))?.value ?? given
  }
  const value = typeof given === 'string' ? fromText(given, schema) : given
  if (Array.isArray(value)) {
    const { items } = schema as { items?: JsonSchema }
    return items ? value.map(item => read(item, items, root)) : value
  }
  if (typeof value === 'object' && value !== null) return readMembers(value, schema, root)
  return typeof value === 'number' && mainType(schema) === 'string' ? String(value) : value
}

function readMembers(value: object, schema: JsonSchema, root: JsonSchema): object {
  const { properties = {}, required = [] } = schema as {
    properties?: Readonly<Record<string, JsonSchema>>
    required?: readonly string[]
  }
  const members = Object.entries(value).flatMap(([name, member]) => {
    const own = Object.hasOwn(properties, name) ? properties[name] : undefined
    if (!own) return [[name, member]]
    const isAbsent = member === null && !required.includes(name) && !allowsNull(own, root)
    return isAbsent ? [] : [[name, read(member, own, root)]]
  })
  return Object.fromEntries(members)
}

function fromText(text: string, schema: JsonSchema): unknown {
  const type = mainType(schema)
  if (type === 'integer' || type === 'number')
    return /^-?\d{1,15}(?:\.\d+)?$/.test(text) ? Number(text) : text
  if (type === 'boolean') return text === 'true' ? true : text === 'false' ? false : text
  if (type !== 'object' && type !== 'array') return text
  const value = parsed(text)
  return typeof value === 'object' && Array.isArray(value) === (type === 'array') ? value : text
}

function mainType({ type }: JsonSchema): unknown {
  return [type].flat().find(name => name !== 'null')
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function resolved(schema: JsonSchema, root: JsonSchema): JsonSchema {
  const { $ref: reference } = schema as { $ref?: string }
  if (reference === undefined) return schema
  const names = reference.split('/').slice(1)
  return names.reduce<JsonSchema>((found, name) => (found[name] ?? {}) as JsonSchema, root)
}

function allowsNull(part: JsonSchema, root: JsonSchema): boolean {
  const schema = resolved(part, root)
  const choices = (schema['anyOf'] ?? schema['oneOf'] ?? []) as JsonSchema[]
  return [schema['type']].flat().includes('null') || choices.some(choice => allowsNull(choice, root))
}

function fits(value: unknown, schema: JsonSchema): boolean {
  const { enum: values, const: only } = schema
  if (only !== undefined) return value === only
  if (Array.isArray(values)) return values.includes(value)
  const type = value === null ? [schema['type']].flat().find(name => name === 'null') : mainType(schema)
  if (type === 'integer') return Number.isInteger(value)
  if (type === 'array') return Array.isArray(value)
  if (type === 'null') return value === null
  if (type === 'object') return typeof value === 'object' && value !== null && !Array.isArray(value)
  return type === undefined || typeof value === type
}
