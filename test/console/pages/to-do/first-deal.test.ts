/** The first deal of a company: registered by a form, compared with the books, and confirmed by a passkey. */
import { expect, test } from 'vitest'
import { ALL_PERMISSIONS, COMPANY } from '../../../services/accounting/deals/world.ts'
import { servedConsole } from './world.ts'

const NAME = `first-deal-${COMPANY}`
const PAGE = `/console/item?kind=first&name=${NAME}`
const FORM = { kind: 'first', name: NAME, act: 'correct', form: 'a-number-of-a-form' }
const TYPED = {
  company: String(COMPANY),
  day: '2026-06-15',
  type: 'expense',
  amount: '110',
  account: '消耗品費',
}

test('is entered, registered once, shown with its names, and confirmed by an approval', async () => {
  const world = await servedConsole({ isConfirmed: false, permissions: ALL_PERMISSIONS })
  const { open, send, ask, signed, service } = world
  const before = service.company.deals.size
  expect((await open(PAGE)).text).toContain('act=correct')
  const body = new FormData()
  body.append('file', new File(['%PDF 1'], 'a.pdf'))
  await open('/console/receipts', { method: 'POST', body })
  expect((await open('/console/receipts')).text).toContain(`href="${PAGE.replace('&', '&amp;')}"`)

  const typed = { ...TYPED, rate: '', tax: '課対仕入10%', partner: '', text: '' }
  expect((await send('/console/item', { ...FORM, ...typed })).text).toContain('Register it')
  expect(service.company.deals.size).toBe(before)
  for (const _ of ['the form', 'the same form again']) {
    const { status, headers } = await send('/console/item', { ...FORM, ...typed, step: 'register' })
    expect([status, headers.get('location')]).toEqual([303, PAGE])
  }
  expect(service.company.deals.size).toBe(before + 1)

  const { text } = await open(PAGE)
  for (const part of ['110 yen', '2026-06-15', '消耗品費 (501)', 'The books show it like this'])
    expect(text).toContain(part)
  await send('/console/approve', signed(text))
  const query = `/first-deal?company_id=${COMPANY}`
  expect((await ask(query)).body.confirmed).toMatchObject({ confirmedBy: 'Mei', key: expect.any(String) })
  expect((await open(PAGE)).text).toContain('Confirmed by')
  expect((await open('/console/receipts')).text).not.toContain('kind=first')
})

test.each(['first-deal-0', 'x', 'first-deal-1/../2'])('the name %j is no first deal', async name => {
  const world = await servedConsole({ isConfirmed: false })
  expect((await world.open(`/console/item?${new URLSearchParams({ kind: 'first', name })}`)).status).toBe(404)
})
