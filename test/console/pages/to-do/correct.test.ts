/** The form for a deal that must be corrected loses no typed text, and registers the deal once, under its name. */
import { beforeEach, expect, test } from 'vitest'
import { AppError } from '../../../../lib/core/errors.ts'
import { lostRequest } from '../../../../sandbox/faults.ts'
import { incorrect, servedConsole } from './world.ts'

let world: Awaited<ReturnType<typeof servedConsole>>
beforeEach(async () => {
  world = await servedConsole()
  await incorrect(world, 'receipt 4')
})

const FIELDS = {
  kind: 'deal',
  name: 'receipt 4',
  act: 'correct',
  company: '1234567',
  type: 'expense',
  day: '2026-06-15',
  amount: '1,234円',
  account: '消耗品費',
  rate: '',
  tax: '課対仕入10%',
  partner: '',
  text: 'pens <b>',
}
/** Returns the number of the page that shows kura's interpretation of the deal. */
const formOf = ({ text }: { text: string }) => /name="form" value="([^"]+)"/.exec(text)?.[1] ?? ''
const send = (change: object = {}) => world.send('/console/item', { ...FIELDS, ...change })
const state = async () => (await world.ask('/cases/receipt%204')).body

test('the form names what is wrong, and offers the names of the books', async () => {
  const { status, text } = await world.open('/console/item?kind=deal&name=receipt+4&act=correct')
  expect(status).toBe(200)
  expect(text).toContain('&quot;in spring&quot; is not a date')
  expect(text).toContain('<option value="消耗品費">消耗品費</option>')
})

test('a correct deal is shown as it is understood, and then registered', async () => {
  const checked = await send()
  expect(checked.text).toContain('1,234 yen')
  expect(checked.text).toContain('<dd>消耗品費, 課対仕入10%, ')
  expect(checked.text).toContain('The button registers it in the books.')
  expect(checked.text).toContain('pens &lt;b&gt;')
  expect(await state()).toMatchObject({ state: 'review' })
  const form = formOf(checked)
  const registered = await send({ step: 'register', form })
  expect([registered.status, registered.headers.get('location')]).toEqual([
    303,
    '/console/item?kind=deal&name=receipt+4',
  ])
  const { deal, body } = await state()
  expect(body.details).toMatchObject([{ amount: 1234, description: 'pens <b>' }])
  expect(world.service.company.deals.get(deal)?.amount).toBe(1234)
  // a double click, a reload and a second tab all post the same number
  expect((await send({ step: 'register', form })).headers.get('location')).toBe(
    '/console/item?kind=deal&name=receipt+4',
  )
  expect((await state()).deal).toBe(deal)
})

test('the amount of a refund needs no minus', async () => {
  const refund = { amount: '2,200', 'amount-refund': 'on' }
  await send({ ...refund, step: 'register', form: formOf(await send(refund)) })
  expect((await state()).body.details).toMatchObject([{ amount: -2200 }])
})

test('one that a person has to look at waits for its release', async () => {
  const checked = await send({ day: '2027-06-15' })
  expect(checked.text).toContain('It is sent when a person has released it.')
  await send({ day: '2027-06-15', step: 'register', form: formOf(checked) })
  expect(await state()).toMatchObject({ state: 'review', body: { issue_date: '2027-06-15' } })
})

test.each([
  ['no day', { day: '' }, 'day', 'Enter the day of the receipt.'],
  ['no amount', { amount: 'a lot' }, 'amount', 'Enter the amount in whole yen.'],
  ['no account item', { account: '' }, 'account', 'Choose the account item.'],
  ['no tax', { tax: '' }, 'tax', 'Choose a rate, or type a tax category.'],
  [
    'an account item that the books do not have',
    { account: 'なし' },
    'account',
    'Cannot use the deal of the case &quot;receipt 4&quot;',
  ],
])(
  '%s: the fault stands once, at its field, which has the focus, and nothing typed is lost',
  async (_, change, field, fault) => {
    const { status, text } = await send(change)
    expect(status).toBe(400)
    expect(text.split(fault)).toHaveLength(2)
    expect(text).toMatch(new RegExp(`id="${field}"[^>]* autofocus`))
    expect(text).toMatch(new RegExp(`<p class="bad" id="${field}-fault">${fault}`))
    expect(text).toMatch(
      new RegExp(`id="${field}"[^>]* aria-invalid="true" aria-describedby="[^"]*${field}-fault"`),
    )
    expect(text).toContain('value="pens &lt;b&gt;"')
    expect(await state()).toMatchObject({ state: 'review' })
  },
)

test('what was checked can be changed again', async () => {
  const { status, text } = await send({ step: 'change' })
  expect(status).toBe(200)
  expect(text).toContain('value="1,234円"')
})

/** Returns the fields that the button of an error page posts. */
const kept = (text: string) =>
  Object.fromEntries(
    [...text.matchAll(/<textarea hidden name="(\w+)">([^<]*)<\/textarea>/g)].map(
      ([, name = '', value = '']) => [name, value.replaceAll('&lt;', '<').replaceAll('&gt;', '>')],
    ),
  )

test('while the books do not answer, the form can be filled, and nothing typed is lost', async () => {
  const { faults } = world.sandbox.sandbox
  faults.arm('* /*', lostRequest(), { times: Number.POSITIVE_INFINITY })
  const opened = await world.open('/console/item?kind=deal&name=receipt+4&act=correct')
  expect([opened.status, opened.text.includes('<input id="account"')]).toEqual([200, true])
  expect(opened.text).toContain('The other service does not answer')
  const checked = await send()
  expect([checked.status, kept(checked.text)]).toEqual([504, FIELDS])
  expect(checked.text).toContain('Try again with what you entered')
  expect((await send({ amount: '' })).text).toContain('value="pens &lt;b&gt;"')
  const form = 'a-number-of-a-form'
  const failed = await send({ step: 'register', form })
  faults.clear()
  const again = await world.send('/console/item', kept(failed.text))
  expect([again.status, (await state()).state]).toEqual([303, 'done'])
})

test('while the store does not answer, the error keeps the fields of the own pages alone', async () => {
  world.store.readMany = () => Promise.reject(new AppError('store_unavailable', 'Cannot read'))
  expect(kept((await send()).text)).toEqual(FIELDS)
  const body = new URLSearchParams(FIELDS)
  const headers = { 'sec-fetch-site': 'cross-site' }
  const foreign = await world.open('/console/item', { method: 'POST', body, headers })
  expect([foreign.status, kept(foreign.text)]).toEqual([503, {}])
})

test('after the store has failed during the work, the button of the error page does the work', async () => {
  const { read } = world.store
  let failures = 0
  world.store.read = async key => {
    const isBegun = (await world.store.keys('console/form/', { limit: 1 })).keys.length > 0
    if (key.startsWith('claim/') && isBegun && failures++ === 0)
      throw new AppError('store_unavailable', 'Cannot read')
    return read(key)
  }
  const failed = await send({ step: 'register', form: 'a-number-of-a-form' })
  expect([failed.status, failures]).toEqual([503, 1])
  const again = await world.send('/console/item', kept(failed.text))
  expect([again.status, (await state()).state]).toEqual([303, 'done'])
})
