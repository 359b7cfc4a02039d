import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { STEPS } from '../../../lib/cli/setup/steps.ts'
import { SERVICE_NAMES, SERVICE_SETTINGS } from '../../../lib/core/config/services.ts'

test.each([
  ['https://kura.example', 'https://kura.example/api/accounting/authorize/callback'],
  ['http://127.0.0.1:3000', 'urn:ietf:wg:oauth:2.0:oob'],
])('the redirect address of the application for %s is %s', (KURA_URL, want) => {
  const { how } = STEPS.find(({ name }) => name === 'ACCOUNTING_CLIENT_ID') ?? {}
  const lines = typeof how === 'function' ? how({ KURA_URL }) : []
  expect(lines).toContain(`2. set the redirect address ${want}`)
})

test.each(SERVICE_NAMES)('every setting that %s needs has a question', service => {
  const asked = new Set(STEPS.map(({ name }) => name))
  const { placeholders } = SERVICE_SETTINGS[service]
  expect(Object.keys(placeholders).filter(name => !asked.has(name))).toEqual([])
})

test.each([
  ['accounting,chat', true],
  ['accounting, chat', true],
  ['accounting', false],
  ['none', false],
])('the services "%s" are asked for the server of the chat: %s', (services, asked) => {
  const { when } = STEPS.find(({ name }) => name === 'CHAT_GUILD_ID') ?? {}
  expect(when?.({ SETUP_SERVICES: services })).toBe(asked)
})

test('a fresh checkout names the region that is the usual answer', () => {
  const settings = JSON.parse(readFileSync(new URL('../../../vercel.json', import.meta.url), 'utf8'))
  expect(settings.regions).toEqual([STEPS.find(({ name }) => name === 'SETUP_REGION')?.usual])
})

/** What is said before the question `of`, after the answers so far. */
function linesBefore(of: string, answers: Readonly<Record<string, string>>): readonly string[] {
  const { how = [] } = STEPS.find(({ name }) => name === of) ?? {}
  return typeof how === 'function' ? how(answers) : how
}

test.each([
  [{}, 'in Tokyo as the functions (hnd1)'],
  [{ SETUP_REGION: 'fra1' }, 'in Frankfurt as the functions (fra1)'],
])('the database is created in the region of the functions: %o', (answers, want) => {
  expect(linesBefore('UPSTASH_REDIS_REST_URL', answers)[0]).toContain(want)
})

test.each([
  ['Asia/Tokyo', /^near Asia\/Tokyo: hnd1 \(Tokyo\), kix1 \(Osaka\), icn1/, /fra1|iad1/],
  ['Europe/Berlin', /fra1 \(Frankfurt\)/, /hnd1/],
  ['America/New_York', /iad1 \(Washington, D\.C\.\)/, /hnd1/],
  ['UTC', /hnd1.*fra1.*iad1/, /^$/],
])('the regions near %s are named', (KURA_TIMEZONE, named, others) => {
  const [line = ''] = linesBefore('SETUP_REGION', { KURA_TIMEZONE })
  expect(line).toMatch(named)
  expect(line).not.toMatch(others)
})

test('the question for the plan names what each plan allows', () => {
  const { how } = STEPS.find(({ name }) => name === 'SETUP_PLAN') ?? {}
  expect(how).toEqual([
    expect.stringMatching(/^free: for non-commercial use only; each cron job runs once a day/),
    expect.stringMatching(/^paid: for a company/),
  ])
})
