import { describe, expect, test } from 'vitest'
import * as z from 'zod'
import { expectationOf } from '../../../../lib/core/http/request/expectation.ts'

describe('expectationOf()', () => {
  const rows: { schema: z.ZodType; value: unknown; want: string }[] = [
    { schema: z.string(), value: 5, want: 'expected a text' },
    { schema: z.int(), value: 1.5, want: 'expected a whole number' },
    { schema: z.boolean(), value: undefined, want: 'expected true or false, found nothing' },
    { schema: z.string().min(1), value: '', want: 'expected at least 1 character' },
    { schema: z.array(z.int()).max(2), value: [1, 2, 3], want: 'expected at most 2 entries' },
    { schema: z.int().max(10), value: 11, want: 'expected at most 10' },
    { schema: z.enum(['a', 'b']), value: 'c', want: 'expected "a" or "b"' },
    { schema: z.literal([10, 8]), value: 5, want: 'expected 10 or 8' },
    { schema: z.iso.date(), value: 'x', want: 'expected a day such as 2026-10-05' },
    { schema: z.string().regex(/^a$/, 'expected an a'), value: 'x', want: 'expected an a' },
  ]
  test.each(rows)('of $value: $want', ({ schema, value, want }) => {
    expect(schema.safeParse(value, { error: expectationOf }).error?.issues[0]?.message).toBe(want)
  })
})
