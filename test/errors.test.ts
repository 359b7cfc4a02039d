import { expect, test } from 'vitest'
import { AppError, restate } from '../lib/errors.ts'

const failure = new AppError('remote_refused', 'Cannot delete: it is in use', {
  hint: 'stop its use first',
  status: 400,
  details: { step: 'delete', id: 7 },
  cause: new Error('the reply'),
})

test.each([
  { name: 'nothing', words: {}, want: {} },
  { name: 'a message', words: { message: 'Cannot remove it' }, want: { message: 'Cannot remove it' } },
  { name: 'a hint', words: { hint: 'look' }, want: { hint: 'look' } },
  {
    name: 'details',
    words: { details: { id: 8, part: 1 } },
    want: { details: { step: 'delete', id: 8, part: 1 } },
  },
])('restate() changes $name and keeps the rest', ({ words, want }) => {
  const { code, message, hint, status, details } = failure
  const said = restate(failure, words)
  expect(said).toMatchObject({ code, message, hint, status, details, cause: failure, ...want })
})
