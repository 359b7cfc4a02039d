import { expect, test } from 'vitest'
import * as z from 'zod'
import { isRepeatable, nameOf } from '../../../lib/core/remote/call.ts'

const call = { path: '/things/1', query: { token: 'secret' }, reply: z.unknown() }

test.each([
  { method: 'GET', want: true },
  { method: 'GET', repeatable: false, want: false },
  { method: 'POST', want: false },
  { method: 'POST', repeatable: true, want: true },
  { method: 'PUT', want: false },
  { method: 'PATCH', want: false },
  { method: 'DELETE', want: false },
] as const)('isRepeatable() of $method, repeatable: $repeatable, is $want', ({ want, ...change }) => {
  expect(isRepeatable({ ...call, ...change })).toBe(want)
})

test('nameOf() leaves out the query', () => {
  expect(nameOf({ ...call, method: 'GET' })).toBe('GET "/things/1"')
})
