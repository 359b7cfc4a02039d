import { expect, test } from 'vitest'
import { STEPS } from '../../../lib/cli/setup/steps.ts'

test.each([
  ['https://kura.example', 'https://kura.example/api/accounting/authorize/callback'],
  ['http://127.0.0.1:3000', 'urn:ietf:wg:oauth:2.0:oob'],
])('the redirect address of the application for %s is %s', (KURA_URL, want) => {
  const { how } = STEPS.find(({ name }) => name === 'ACCOUNTING_CLIENT_ID') ?? {}
  const lines = typeof how === 'function' ? how({ KURA_URL }) : []
  expect(lines).toContain(`2. set the redirect address ${want}`)
})
