/** The page of an outcome, shown by a process that has executed none of the items. */
import { expect, test, vi } from 'vitest'

const ERRORS = ['registrar.refusals.expired', 'registrar.caps.day', 'registrar.failures.payment'] as const

test('has the texts of the errors that another process has stored', async () => {
  vi.resetModules()
  await import('../../../../lib/app/console/approvals/outcome.ts')
  const { MESSAGES } = await import('../../../../lib/core/language/catalogue.ts')
  expect(ERRORS.filter(id => !MESSAGES.has(id))).toEqual([])
})
