/**
 * Reads JSON of unknown origin by a schema. An array is read element by element, at most as many as the schema's
 * `maxLength` allows, and reading stops at the first invalid element. Members that the schema does not name are skipped
 * without being parsed. So a hostile text costs no more memory than a valid text of the same size. (A schema library
 * would collect an issue for each invalid element, and JSON.parse may use a hundred bytes of memory for one byte of
 * text.)
 */
import { isUtf8 } from 'node:buffer'
import type * as z from 'zod/mini'

/**
 * The value; or in `field` the path of the first invalid member: empty if the whole value is invalid, undefined if the
 * text is not JSON.
 */
export type Bounded<T> = { readonly value: T } | { readonly field: string | undefined }

/** The maximum number of members of a JSON object, including those that the schema does not name. */
const MOST_MEMBERS = 100

/** The maximum size in bytes of a value that is parsed as a whole. A text may be longer. */
const LONGEST_VALUE = 65_536

/**
 * Reads a value by a schema. Objects and arrays are read member by member; other values are parsed with `JSON.parse`.
 * Refinements of objects and arrays are not checked, except for the `maxLength` that each array has.
 */
export function readBounded<S extends z.ZodMiniType>(schema: S, bytes: Uint8Array): Bounded<z.output<S>> {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  try {
    if (!isUtf8(text)) throw new Invalid(undefined)
    const reader = { text, at: 0, path: [] }
    const value = readValue(schema, reader)
    if (nextByte(reader) !== undefined) throw new Invalid(undefined)
    return { value: value as z.output<S> }
  } catch (error) {
    if (error instanceof Invalid) return { field: error.field }
    throw error
  }
}

interface Reader {
  readonly text: Buffer
  at: number
  readonly path: (string | number)[]
}

class Invalid extends Error {
  readonly field: string | undefined

  constructor(path: Reader['path'] | undefined) {
    super()
    this.field = path?.join('.')
  }
}

function readValue(schema: z.core.$ZodType, reader: Reader): unknown {
  const { def } = (schema as z.core.$ZodTypes)._zod
  if (def.type === 'optional') return readValue(def.innerType, reader)
  const first = nextByte(reader)
  if (def.type === 'object' && first === BYTE.openObject) return readObject(def.shape, reader)
  if (def.type === 'array' && first === BYTE.openArray) return readArray(def.element, mostOf(schema), reader)
  return checked(schema, parseNext(reader), reader)
}

function readObject(shape: z.core.$ZodShape, reader: Reader): Record<string, unknown> {
  const value: Record<string, unknown> = {}
  let members = 0
  for (const _ of items(reader, BYTE.closeObject)) {
    if (++members > MOST_MEMBERS) throw new Invalid(reader.path)
    const name = parseNext(reader)
    if (typeof name !== 'string' || takeByte(reader) !== BYTE.colon) throw new Invalid(undefined)
    const member = Object.hasOwn(shape, name) ? shape[name] : undefined
    if (member) value[name] = inside(name, reader, () => readValue(member, reader))
    else skip(reader)
  }
  for (const [name, member] of Object.entries(shape))
    if (!Object.hasOwn(value, name)) inside(name, reader, () => checked(member, undefined, reader))
  return value
}

function readArray(element: z.core.$ZodType, most: number, reader: Reader): unknown[] {
  const values: unknown[] = []
  for (const at of items(reader, BYTE.closeArray)) {
    if (at >= most) throw new Invalid(reader.path)
    values.push(inside(at, reader, () => readValue(element, reader)))
  }
  return values
}

/**
 * Calls `read` for a member or an element. During the call, the path ends with the name of the member or the number of
 * the element.
 */
function inside<T>(place: string | number, { path }: Reader, read: () => T): T {
  path.push(place)
  const value = read()
  path.pop()
  return value
}

/** @throws RangeError if the schema gives the array no bound: that is a fault of the program */
function mostOf({ _zod }: z.core.$ZodType): number {
  for (const { _zod: check } of _zod.def.checks ?? []) {
    const { def } = check as z.core.$ZodChecks['_zod']
    if (def.check === 'max_length') return def.maximum
  }
  throw new RangeError('the schema of an array has no maxLength')
}

/** Yields the index of each item of an object or an array. The caller reads the item before it takes the next index. */
function* items(reader: Reader, close: number): Generator<number, void> {
  reader.at += 1
  if (nextByte(reader) === close) {
    reader.at += 1
    return
  }
  for (let item = 0; ; item++) {
    yield item
    const byte = takeByte(reader)
    if (byte === close) return
    if (byte !== BYTE.comma) throw new Invalid(undefined)
  }
}

/** Checks the value and returns it. The copy that the schema makes is dropped, because it would take more memory. */
function checked(schema: z.core.$ZodType, value: unknown, { path }: Reader): unknown {
  const { issues } = schema._zod.run({ value, issues: [] }, { async: false }) as { issues: unknown[] }
  if (issues.length > 0) throw new Invalid(path)
  return value
}

function parseNext(reader: Reader): unknown {
  const isText = nextByte(reader) === BYTE.quote
  const start = reader.at
  skip(reader)
  if (!isText && reader.at - start > LONGEST_VALUE) throw new Invalid(reader.path)
  try {
    return JSON.parse(reader.text.toString('utf8', start, reader.at))
  } catch {
    throw new Invalid(undefined)
  }
}

/** Moves the offset past the next value without parsing the value: only quotes and brackets are matched. */
function skip(reader: Reader): void {
  let depth = 0
  do {
    const byte = takeByte(reader)
    if (byte === BYTE.quote) skipText(reader)
    else if (byte === BYTE.openObject || byte === BYTE.openArray) depth += 1
    else if (byte === BYTE.closeObject || byte === BYTE.closeArray) depth -= 1
    else if (depth === 0) skipWord(reader)
  } while (depth > 0)
  if (depth < 0) throw new Invalid(undefined)
}

/** Moves the offset past the quote that ends the text. */
function skipText(reader: Reader): void {
  const { text } = reader
  for (;;) {
    const quote = text.indexOf(BYTE.quote, reader.at)
    if (quote === -1) throw new Invalid(undefined)
    let before = quote
    while (before > reader.at && text[before - 1] === BYTE.backslash) before -= 1
    reader.at = quote + 1
    if ((quote - before) % 2 === 0) return
  }
}

/** Moves the offset past a number, true, false or null. */
function skipWord(reader: Reader): void {
  const { text } = reader
  while (reader.at < text.length && !ENDS_WORD.has(text[reader.at] ?? 0)) reader.at += 1
}

/** The next byte that is not white space; undefined at the end. */
function nextByte(reader: Reader): number | undefined {
  const { text } = reader
  while (WHITE.has(text[reader.at] ?? 0)) reader.at += 1
  return text[reader.at]
}

function takeByte(reader: Reader): number {
  const byte = nextByte(reader)
  if (byte === undefined) throw new Invalid(undefined)
  reader.at += 1
  return byte
}

const BYTE = {
  quote: 0x22,
  comma: 0x2c,
  colon: 0x3a,
  openArray: 0x5b,
  backslash: 0x5c,
  closeArray: 0x5d,
  openObject: 0x7b,
  closeObject: 0x7d,
}
const WHITE = new Set([0x20, 0x09, 0x0a, 0x0d])
const ENDS_WORD = new Set([...WHITE, BYTE.comma, BYTE.colon, BYTE.closeArray, BYTE.closeObject])
