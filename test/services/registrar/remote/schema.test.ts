import { expect, test } from 'vitest'
import { readError } from '../../../../lib/services/registrar/remote/schema.ts'

const issue = (...path: unknown[]) => ({ issues: [{ path }] })
const rows = [
  { name: 'a flat error', body: { code: 'a', message: 'b' }, want: { code: 'a', message: 'b' } },
  {
    name: 'a wrapped error',
    body: { error: { code: 'a', message: 'b' } },
    want: { code: 'a', message: 'b' },
  },
  {
    name: 'a code that is none',
    body: { code: 5, message: ['b'], ...issue('zip') },
    want: { fields: ['zip'] },
  },
  {
    name: 'an issue with its path',
    body: issue('contactInformation', 'address1'),
    want: { fields: ['address1'] },
  },
  { name: 'an issue without a path', body: { issues: [{}] }, want: {} },
  { name: 'issues that are none', body: { issues: 'zip', code: 'a' }, want: { code: 'a' } },
  { name: 'contact data behind a name', body: issue('email hanako@registrant.example'), want: {} },
  { name: 'contact data before a name', body: issue('+81.398765432 phone'), want: {} },
  { name: 'a position', body: issue('domains', 0), want: {} },
  { name: 'a wait', body: { retryAfter: { value: 30 } }, want: { retryAfter: 30 } },
  { name: 'a wait in words', body: { retryAfter: { value: 'soon' } }, want: {} },
  { name: 'a page', body: '<html>', want: {} },
]
test.each(rows)('of an error is read: $name', ({ body, want }) => {
  expect(readError(body)).toEqual({ fields: [], ...want })
})
