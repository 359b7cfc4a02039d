import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { MEANING } from '../../../lib/cli/help/words.ts'
import { EXIT, exitStatusOf } from '../../../lib/cli/terminal/exit-status.ts'
import { AppError } from '../../../lib/core/errors.ts'

test.each([
  ['a wrong option', new AppError('usage', 'Cannot read it'), 2],
  ['Ctrl-C', new AppError('interrupted', 'Stopped'), 130],
  [
    'a repeat of what is done',
    new AppError('conflict', 'Cannot', { details: { decision: 'already_done' } }),
    4,
  ],
  ['another conflict', new AppError('conflict', 'Cannot', { details: { decision: 'unknown' } }), 1],
  ['any other error', new AppError('not_found', 'Cannot find it'), 1],
  ['a bug', new TypeError('x is not a function'), 1],
])('%s', (_name, error, status) => {
  expect(exitStatusOf(error)).toBe(status)
})

test('every status has its meaning', () => {
  expect(Object.keys(MEANING)).toEqual(Object.keys(EXIT))
})

test('the manual has the same table', () => {
  const manual = readFileSync(new URL('../../../docs/README.md', import.meta.url), 'utf8')
  const rows = Object.entries(EXIT).map(
    ([name, status]) => `| ${status} | ${MEANING[name as keyof typeof EXIT].en} |`,
  )
  expect(manual).toContain(rows.join('\n'))
})
