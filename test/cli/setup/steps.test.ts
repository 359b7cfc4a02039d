import { readFileSync } from 'node:fs'
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

test('the database is created in the region in which the functions run, the nearest to the company', () => {
  const settings = JSON.parse(readFileSync(new URL('../../../vercel.json', import.meta.url), 'utf8'))
  expect(settings.regions).toEqual(['hnd1'])
  const { how } = STEPS.find(({ name }) => name === 'UPSTASH_REDIS_REST_URL') ?? {}
  expect(String(how)).toContain(`Tokyo for ${settings.regions[0]}`)
})

test('the question for the plan names what each plan allows', () => {
  const { how } = STEPS.find(({ name }) => name === 'SETUP_PLAN') ?? {}
  expect(how).toEqual([
    expect.stringMatching(/^free: for non-commercial use only; each cron job runs once a day/),
    expect.stringMatching(/^paid: for a company/),
  ])
})
