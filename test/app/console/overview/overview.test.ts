/** The pages Deals and More over real HTTP, for a person who has signed in. */
import { expect, test } from 'vitest'
import { answered } from '../../../../sandbox/faults.ts'
import { servedConsole } from '../to-do/world.ts'

const MARKUP = '<b onclick="x">\u202Eshop</b>'

test('Deals shows the deals of the service with names, as data', async () => {
  const { open, sandbox } = await servedConsole()
  const partner = { id: 77, name: MARKUP, available: true } as never
  sandbox.company.partners.set(77, partner)
  const [deal] = [...sandbox.company.deals.values()]
  if (!deal) throw new Error('the sandbox has no deal')
  sandbox.company.deals.set(deal.id, { ...deal, partner_id: 77 })
  const { status, text } = await open('/console/deals')
  expect(status).toBe(200)
  expect(text).toContain('消耗品費')
  expect(text).toContain('100 yen')
  expect(text).not.toContain('<b onclick')
})

test('Deals shows what kura has sent while the service does not answer', async () => {
  const { open, sandbox, post } = await servedConsole()
  const details = [{ account_item: '消耗品費', tax_code: 136, amount: 4321 }]
  await post('/deals?mode=write', { case: 'lunch', company_id: 1_234_567, issue_date: '2026-06-15', details })
  sandbox.sandbox.faults.arm(
    'GET /api/1/deals',
    answered(() => new Response('{}', { status: 503 })),
    { times: 100 },
  )
  const { status, text } = await open('/console/deals')
  expect(status).toBe(200)
  expect(text).toContain('The books cannot be read now')
  expect(text).toContain('4,321 yen')
})

test('Deals says what to do to a person who may not read the books', async () => {
  const { open } = await servedConsole({ scopes: ['today.read'] })
  expect((await open('/console/deals')).text).toContain('You may not read the books')
})

test('More leads to the other pages, says what the person may do, and signs out', async () => {
  const { open, send } = await servedConsole()
  const { text } = await open('/console/more')
  expect(text).toContain('href="/console/connections"')
  expect(text).toContain('release with a passkey')
  expect(text).toContain('action="/console/sign-out"')
  const out = await send('/console/sign-out', {})
  expect(out.headers.get('set-cookie')).toContain('Max-Age=0')
  expect((await open('/console/more')).status).toBe(401)
})
