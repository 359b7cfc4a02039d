/**
 * Reads JSON of unknown origin by a schema, so that a hostile text costs no more memory than a valid one of the same
 * size. An array is read element by element up to its `maxLength`. Reading stops at the first invalid element. Members
 * that the schema does not name are skipped. (A schema library would collect an issue for each invalid element, and
 * JSON.parse may use a hundred bytes of memory for one byte of text.)
 */
import { isUtf8 } from 'node:buffer'
import type * as z from 'zod/mini'

/** `field` is the path of the first invalid member, or empty for the whole value. Undefined if the text is not JSON. */
export type Bounded<T> = { readonly value: T } | { readonly field: string | undefined }

/** The most members of an object, including those that the schema does not name. */
const MOST_MEMBERS = 100

/** The most bytes of a value that is parsed as a whole. Only a text may be longer. */
const LONGEST_VALUE = 65_536

/** Reads the bytes. Refinements of objects and arrays are ignored, except for the `maxLength` that each array needs. */
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

/** Runs `read` with `place` added to the path. */
function inside<T>(place: string | number, { path }: Reader, read: () => T): T {
  path.push(place)
  const value = read()
  path.pop()
  return value
}

/** Returns the most items of an array. @throws RangeError if its schema has no bound, which is a fault of kura */
function mostOf({ _zod }: z.core.$ZodType): number {
  for (const { _zod: check } of _zod.def.checks ?? []) {
    const { def } = check as z.core.$ZodChecks['_zod']
    if (def.check === 'max_length') return def.maximum
  }
  throw new RangeError('the schema of an array has no maxLength')
}

/** Yields the indexes of an array's items. The caller reads an item before it takes the next index. */
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

/** Checks the value and returns it, not the copy that the schema makes, because the copy would take more memory. */
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

/** Skips a value, and matches only quotes and brackets in it. */
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

function skipWord(reader: Reader): void {
  const { text } = reader
  while (reader.at < text.length && !ENDS_WORD.has(text[reader.at] ?? 0)) reader.at += 1
}

/** Skips white space and returns the next byte. Undefined at the end. */
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
