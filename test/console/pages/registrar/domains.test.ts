/** The pages of Domains: prices, a purchase with a passkey, the bought domains, and the money under the caps. */
import { brotliCompressSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { endpointOfItems } from '../../../../lib/console/approvals/verify.ts'
import { itemPage } from '../../../../lib/console/frame/addresses.ts'
import { unpacked } from '../../../../lib/console/frame/exact.ts'
import { frame } from '../../../../lib/console/frame/respond.ts'
import { listPage } from '../../../../lib/console/pages/registrar/list.ts'
import { listAll } from '../../../../lib/core/store/list.ts'
import { tooManyRequests } from '../../../../sandbox/registrar/errors.ts'
import { CONTACT, CONTACT_TEXTS, NOON } from '../../../helpers/remotes/registrar-sandbox.ts'
import { fieldsOf } from '../../signed-in.ts'
import { HOSTILE, viewIn } from '../../view.ts'
import { createConsoleWorld } from '../../world.ts'
import { createDomainsWorld, PURCHASE, TERMS } from './world.ts'

const DAY = 86_400_000
const moment = new Date(NOON).toISOString()
/** More domains than a page shows, in different states. */
const ORDERS = Array.from({ length: 60 }, (_, at) => ({
  domain: `${HOSTILE}${at}.example`,
  state: 'failed' as const,
  operation: `operation ${at}`,
  seenAt: moment,
  reason: { text: HOSTILE + at },
  failure: { text: HOSTILE + at * 7 },
  orderId: `order_${at}`,
  cents: 1125 + at,
  boughtAt: moment,
  expiresAt: moment,
  steps: [],
}))
const SPENDING = {
  purchases: true,
  caps: { order: 1, day: 2, month: 3 },
  spent: { day: 9, month: 9 },
  reserves: [],
}
const VIEW = viewIn('en', '/console/domains')

describe('a purchase', () => {
  test('shows exactly what is sent, and happens once by a passkey, however often the form is sent', async () => {
    const { ask, send, signed, open, remote } = await createDomainsWorld()
    const { text } = await ask(PURCHASE)
    for (const value of [...CONTACT_TEXTS, 'US$11.25', 'one year', 'It is charged at once'])
      expect(text).toContain(value)
    const fields = signed(text)
    const [first, second] = await Promise.all([
      send('/console/approve', fields),
      send('/console/approve', fields),
    ])
    expect(first.text).toMatch(/<summary>Details<.*: order order_/s)
    expect(second.text).toContain('Done')
    expect((await send('/console/approve', fields)).text).toContain('Done')
    expect(remote.charges('example.com')).toBe(1)
    const list = (await open('/console/domains')).text
    expect(list).toContain('US$11.25 of US$50.00')
    expect(list).toContain('value="1125"')
  })

  test('leaves contact data in no record and in no line of the log', async () => {
    const { ask, send, signed, store, lines } = await createDomainsWorld()
    const fields = signed((await ask(PURCHASE)).text)
    await send('/console/approve', fields)
    const { records } = await listAll(store, '')
    const kept = JSON.stringify([records, lines])
    expect(kept).toContain('approval/')
    for (const text of [...CONTACT_TEXTS, fields['enclosed']]) expect(kept).not.toContain(text)
  })

  test('names what is sent by a digest with a salt, which is sent and kept nowhere', async () => {
    const { ask, send, signed, store, lines, remote } = await createDomainsWorld()
    const [first, second] = [(await ask(PURCHASE)).text, (await ask(PURCHASE)).text]
    const sendsOf = (page: string) => /sends[^0-9a-f]+([0-9a-f]{64})/.exec(page)?.[1]
    expect(sendsOf(first)).toMatch(/^[0-9a-f]{64}$/)
    expect(sendsOf(first)).not.toBe(sendsOf(second))
    const fields = signed(second)
    await send('/console/approve', fields)
    expect(remote.charges('example.com')).toBe(1)
    const { salt } = unpacked(fields['enclosed']) as { salt: string }
    expect(salt).toMatch(/^[0-9a-f]{32}$/)
    const { records } = await listAll(store, '')
    expect(JSON.stringify([records, lines])).not.toContain(salt)
  })

  test('sends no other contact than the one that was shown', async () => {
    const { ask, send, signed, remote } = await createDomainsWorld()
    const fields = signed((await ask(PURCHASE)).text)
    const other = Buffer.from(JSON.stringify({ ...CONTACT, email: 'eve@other.example' })).toString(
      'base64url',
    )
    expect((await send('/console/approve', { ...fields, enclosed: other })).text).toContain('not done')
    expect(remote.charges('example.com')).toBe(0)
  })

  test('is no item of a statement with the contact in it', () => {
    const item = { method: 'POST', address: '/api/registrar/domains/example.com/buy?mode=write' }
    const sends = '0'.repeat(64)
    const body = JSON.stringify({ sends, contact: CONTACT })
    expect(() => endpointOfItems([{ ...item, body, sends }], 'Mei', createConsoleWorld().core)).toThrow(
      /no record may hold/,
    )
  })

  test('of an expired quote buys nothing, and begins again with what has changed', async () => {
    const { ask, send, signed, remote } = await createDomainsWorld()
    const fields = signed((await ask(PURCHASE)).text)
    remote.clock.now += 301_000
    const outcome = await send('/console/approve', fields)
    expect(outcome.text).toContain('it expired after five minutes')
    expect(remote.charges('example.com')).toBe(0)
    const same = await ask(fieldsOf(outcome.text, '/console/domains'))
    expect(same.text).toContain('Nothing has changed since the last quote')
    const before = JSON.stringify({ purchaseCents: 900, renewalCents: 1125, years: 1 })
    const changed = await ask({ ...fieldsOf(same.text, '/console/domains'), before })
    expect(changed.text).toContain('Price: US$9.00, now US$11.25')
    await send('/console/approve', signed(changed.text))
    expect(remote.charges('example.com')).toBe(1)
  })

  test('of a domain that was bought, or beyond a cap, offers no button', async () => {
    const { ask, send, signed } = await createDomainsWorld({ env: { REGISTRAR_CAP_DAY: '2000' } })
    await send('/console/approve', signed((await ask(PURCHASE)).text))
    const again = await ask(PURCHASE)
    expect(again.text).toContain('it was bought already')
    const other = await ask({ ...PURCHASE, domain: 'second.com' })
    expect(other.text).toContain('the cap of the day is US$20.00')
    for (const { text } of [again, other]) expect(text).not.toContain('action="/console/approve"')
  })

  test('needs a person who may buy', async () => {
    const { ask } = await createDomainsWorld({ scopes: ['registrar.read', 'approve'] })
    expect((await ask(PURCHASE)).text).toContain('You may not buy domains')
  })
})

describe('the form', () => {
  test('shows the price, then asks for the contact', async () => {
    const { text, status } = await (await createDomainsWorld()).ask(TERMS)
    expect(status).toBe(200)
    expect(text).toContain('US$11.25')
    expect(text).toContain('name="firstName"')
    expect(text).not.toContain('Enter this')
  })

  test('offers the contact of the last purchase to who may buy, until it is forgotten', async () => {
    const { ask, store } = await createDomainsWorld()
    await ask({ ...PURCHASE, phone: '０３-9876-5432' })
    const next = { ...TERMS, domain: 'example.net' }
    const offered = (await ask(next)).text
    for (const text of CONTACT_TEXTS) expect(offered).toContain(text)
    expect(offered).toContain('value="+81.398765432"')
    const record = await store.read('console/contact')
    for (const text of CONTACT_TEXTS) expect(JSON.stringify(record)).not.toContain(text)
    await ask({ act: 'forget' })
    expect((await ask(next)).text).not.toContain(CONTACT_TEXTS[0])
  })

  test.each([
    ['no domain', { domain: 'https://x' }, 'Enter a domain such as'],
    ['no choice of the renewal', { autoRenew: '' }, 'Choose whether it renews'],
    ['a missing field', { ...CONTACT, city: ' ' }, 'Enter this: City'],
    ['a wrong field', { ...CONTACT, phone: '03' }, 'Check this: Phone'],
    ['no language', { ...CONTACT, domain: '日本.com' }, 'Enter the language of the name'],
  ])('says beside the field what is wrong: %s', async (_, change, text) => {
    const { ask } = await createDomainsWorld()
    const page = await ask({ ...TERMS, ...change })
    expect([page.status, page.text.includes(text)]).toEqual([400, true])
  })
})

describe('the list', () => {
  test('counts the 15 days of the e-mail, and leads to the decision', async () => {
    const { ask, send, signed, open, remote, signInAgain } = await createDomainsWorld()
    await send('/console/approve', signed((await ask(PURCHASE)).text))
    for (let seconds = 0; seconds < 120; seconds += 30) {
      remote.clock.now += 30_000
      await open('/console/domains')
    }
    remote.clock.now += 3 * DAY
    await signInAgain()
    const { text } = await open('/console/domains')
    expect(text).toContain('11 more days of 15')
    expect(text).toContain('act=verified')
    expect(text).toContain('Registered until')
    const page = await open(itemPage('purchase', 'example.com'))
    expect(page.text).toContain('<dt>E-mail</dt><dd>open, by')
  })

  test('says of when a state is while the registrar cannot be asked', async () => {
    const { ask, send, signed, open, remote } = await createDomainsWorld()
    await send('/console/approve', signed((await ask(PURCHASE)).text))
    await open('/console/domains')
    remote.clock.now += 60_000
    remote.sandbox.faults.arm('GET /v1/registrar/orders/{orderId}', tooManyRequests())
    expect((await open('/console/domains')).text).toMatch(/<small>as it was on \d+ \w+ \d+ at [\d:]+: /)
  })

  test('shows what comes from outside as data, and its first page is small', () => {
    const { title, body } = listPage(
      { orders: ORDERS, spending: SPENDING, from: 0, domain: '', now: NOON },
      VIEW,
    )
    const page = frame({ title, body }, VIEW).text
    expect(page).not.toContain('<b onclick')
    expect(page).not.toContain('\u202e')
    expect(page).toContain('&lt;U+202E&gt;')
    expect(page.match(/<tr>/g)).toHaveLength(21)
    expect(page).toContain('href="/console/domains?after=20"')
    expect(brotliCompressSync(page).byteLength).toBeLessThan(10_000)
  })

  test('is shown to people who may see domains, and says when buying is off', async () => {
    const closed = await createDomainsWorld({ scopes: ['today.read'] })
    expect((await closed.open('/console/domains')).text).toContain('You may not see the domains')
    const off = await createDomainsWorld({ env: { REGISTRAR_PURCHASES: 'off' } })
    const { text } = await off.open('/console/domains?domain=a.com')
    expect(text).toContain('Buying is off')
    expect(text).toContain('value="a.com"')
  })
})
