/** The page of an outcome, shown by a process that has executed none of the items. */
import { expect, test, vi } from 'vitest'
import { outcomePage } from '../../../lib/console/approvals/outcome.ts'
import { AppError } from '../../../lib/core/errors.ts'

const ERRORS = ['registrar.refusals.expired', 'registrar.caps.day', 'registrar.failures.payment'] as const

test('has the texts of the errors that another process has stored', async () => {
  vi.resetModules()
  await import('../../../lib/console/approvals/outcome.ts')
  const { MESSAGES } = await import('../../../lib/core/language/catalogue.ts')
  expect(ERRORS.filter(id => !MESSAGES.has(id))).toEqual([])
})

test('an entry that cannot be read is named as such, not as a wrong address', () => {
  const item = { method: 'POST', address: '/api/chat/messages/resolve', body: '{"case":"a"}', sends: null }
  const error = new AppError('bad_request', 'Cannot read the body: `message` is not valid')
  const executed = {
    digest: 'd',
    items: [{ item, outcome: { state: 'failed', error } as const }],
    continues: true,
  }
  const view = {
    language: 'en',
    locale: { language: 'en', timezone: 'Asia/Tokyo' },
    path: '/console/approve',
    address: '/console',
    nonce: 'n',
  } as const
  const { body } = outcomePage(executed, { issued: '', answer: '', back: '/console' }, view)
  expect(String(body)).toContain('<strong>a</strong>: not done: what was entered is not valid')
})
