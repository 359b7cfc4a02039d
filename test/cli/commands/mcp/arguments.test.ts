/** The schemas of the tools in a form for every provider, and the arguments as clients really send them. */
import { expect, test } from 'vitest'
import * as z from 'zod'
import { portableSchema, readArguments } from '../../../../lib/cli/commands/mcp/arguments.ts'
import { TOOLS } from '../../../../lib/cli/commands/mcp/tools.ts'

/** Returns every pattern in a schema. */
function patternsIn(schema: unknown): string[] {
  if (typeof schema !== 'object' || schema === null) return []
  return Object.entries(schema).flatMap(([name, value]) =>
    name === 'pattern' && typeof value === 'string' ? [value] : patternsIn(value),
  )
}

test.each(TOOLS)('the schema of $name compiles in RE2, Rust and Python', async tool => {
  for (const schema of [await tool.schema(), z.toJSONSchema(await tool.input(), { io: 'input' })]) {
    expect(schema).toMatchObject({ type: 'object', properties: expect.any(Object) })
    for (const pattern of patternsIn(schema)) {
      expect(pattern).not.toMatch(/\\[pP]|\(\?[=!<]|\\u|\\k|\\[1-9]/)
      expect(() => new RegExp(pattern)).not.toThrow()
    }
  }
})

test('a portable pattern stays', () => {
  expect(
    patternsIn(portableSchema(z.strictObject({ id: z.string().regex(/^(?:[1-9][0-9]{0,18})$/) }))),
  ).toEqual(['^(?:[1-9][0-9]{0,18})$'])
  expect(patternsIn(portableSchema(z.strictObject({ name: z.string().regex(/^[^\p{Cc}]+$/u) })))).toEqual([])
})

const SCHEMA = portableSchema(
  z.strictObject({
    id: z.string(),
    count: z.int().optional(),
    qualified: z.boolean().optional(),
    either: z.union([z.int(), z.string()]).optional(),
    rate: z.literal([8, 10]).optional(),
    lines: z.array(z.strictObject({ amount: z.int(), note: z.string().nullable().optional() })).optional(),
    data: z.strictObject({ day: z.string().optional() }).optional(),
  }),
)

test.each([
  {
    name: 'a list as JSON text',
    given: { lines: '[{"amount":"1100"}]' },
    want: { lines: [{ amount: 1100 }] },
  },
  { name: 'entries as JSON text', given: { lines: ['{"amount":5}'] }, want: { lines: [{ amount: 5 }] } },
  {
    name: 'an object as JSON text',
    given: { data: '{"day":"2026-06-15"}' },
    want: { data: { day: '2026-06-15' } },
  },
  { name: 'a number as text', given: { count: '20' }, want: { count: 20 } },
  { name: 'a negative number as text', given: { count: '-20' }, want: { count: -20 } },
  { name: 'yes or no as text', given: { qualified: 'true' }, want: { qualified: true } },
  { name: 'an id as a number', given: { id: 1234 }, want: { id: '1234' } },
  { name: 'a member of two types as it is', given: { either: '20' }, want: { either: '20' } },
  { name: 'a number from a list, as text', given: { rate: '10' }, want: { rate: 10 } },
  { name: 'null for an absent member', given: { id: 'a', count: null, lines: null }, want: { id: 'a' } },
  { name: 'null that the schema allows', given: { lines: [{ amount: 1, note: null }] } },
  { name: 'null for a required member', given: { id: null } },
  { name: 'text that is no number', given: { count: 'many' } },
  { name: 'an amount with a comma, which the endpoint refuses', given: { count: '1,100' } },
  { name: 'text that is no list', given: { lines: 'none' } },
  { name: 'JSON text of another type', given: { lines: '{"amount":1}', data: '[]' } },
  { name: 'text that looks like JSON, for text', given: { id: '{"a":1}' } },
  { name: 'an unknown member', given: { mode: 'write', __proto: '1' } },
])('readArguments() reads $name', ({ given, want = given }) => {
  expect(readArguments(SCHEMA, given)).toEqual(want)
  expect(readArguments(SCHEMA, readArguments(SCHEMA, given)), 'a second reading changes nothing').toEqual(
    want,
  )
})
