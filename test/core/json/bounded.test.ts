import { describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { readBounded } from '../../../lib/core/json/bounded.ts'
import {
  answerSchema,
  envelopeSchema,
  pageSchema,
  updateHeadSchema,
} from '../../../lib/core/release/schema.ts'

const item = z.object({ name: z.string(), at: z.optional(z.tuple([z.int(), z.int()])) })
const schema = z.object({
  v: z.literal(1),
  items: z.array(item).check(z.maxLength(3)),
  inner: z.optional(z.object({ is: z.enum(['a', 'b']) })),
})
const read = (text: string) => readBounded(schema, Buffer.from(text))

describe('readBounded()', () => {
  test.each([
    '{"v":1,"items":[]}',
    ' { "v" : 1 , "items" : [ { "name" : "a\\"]}" , "at" : [ 1 , 2 ] } , {"name":"蔵\\\\"} ] } \n',
    '{"items":[{"name":"a"}],"inner":{"is":"b"},"v":1}',
  ])('reads %s as JSON.parse does', text => {
    expect(read(text)).toEqual({ value: JSON.parse(text) })
  })

  test('leaves out members that the schema does not name, whatever they hold', () => {
    const unknown = `"x":[{"y":"]}"},[[1]]],"z":{"":[]}`
    expect(read(`{${unknown},"v":1,"items":[{${unknown},"name":"a"}]}`)).toEqual({
      value: { v: 1, items: [{ name: 'a' }] },
    })
  })

  test.each([
    ['{"v":2,"items":[]}', 'v'],
    ['{"v":1}', 'items'],
    ['{"v":1,"items":{}}', 'items'],
    ['{"v":1,"items":[{"name":"a"},{"name":1},{}]}', 'items.1.name'],
    ['{"v":1,"items":[{"name":"a","at":[1]}]}', 'items.0.at'],
    ['{"v":1,"items":[{"name":"a"},{"name":"a"},{"name":"a"},{"name":"a"}]}', 'items'],
    ['{"v":1,"items":[],"inner":{"is":"c"}}', 'inner.is'],
    [`{"v":1,"items":[{"name":"a","at":[${'0,'.repeat(40_000)}0]}]}`, 'items.0.at'],
    [`{${'"x":0,'.repeat(100)}"v":1,"items":[]}`, ''],
    ['[]', ''],
    ['null', ''],
  ])('stops at the first member that is not valid: %.60s', (text, field) => {
    expect(read(text)).toEqual({ field })
  })

  test.each([
    '',
    '{',
    '{"v":1,"items":[]',
    '{"v":1,"items":[]}x',
    '{"v":1,"items":[]}{}',
    '{"v":1 "items":[]}',
    '{"v":1,,"items":[]}',
    '{"v":1,"items":[{"name":"a"} {"name":"b"}]}',
    '{"v":1,"items":[}]}',
    '{"v":01,"items":[]}',
    '{"v":1,"items":[{"name":"a\n"}]}',
    '{v:1}',
    '<html>',
    '"',
    ']',
  ])('does not read what is no JSON: %j', text => {
    expect(read(text)).toEqual({ field: undefined })
  })

  test('does not read what is no UTF-8', () => {
    const bytes = Buffer.from('{"v":1,"items":[{"name":"?"}]}')
    bytes[bytes.indexOf('?')] = 0xff
    expect(readBounded(schema, bytes)).toEqual({ field: undefined })
  })

  test('refuses a schema with an array of any length', () => {
    const open = z.object({ all: z.array(z.int()) })
    expect(() => readBounded(open, Buffer.from('{"all":[1]}'))).toThrow(RangeError)
  })
})

test.each(Object.entries({ answerSchema, envelopeSchema, pageSchema, updateHeadSchema }))(
  'every list of an answer has a bound: %s',
  (_, answer) => {
    expect(unbounded(z.toJSONSchema(answer))).toEqual([])
  },
)

/** Returns the paths of the arrays in a JSON schema that have no maximum length. */
function unbounded(part: unknown, path = ''): string[] {
  if (typeof part !== 'object' || part === null) return []
  const facts = part as Record<string, unknown>
  const open = facts['type'] === 'array' && !facts['prefixItems'] && facts['maxItems'] === undefined
  return [
    ...(open ? [path] : []),
    ...Object.entries(facts).flatMap(([name, inner]) => unbounded(inner, `${path}/${name}`)),
  ]
}
