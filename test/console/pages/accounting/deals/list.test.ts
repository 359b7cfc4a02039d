/** The list of deals over real HTTP: its rows, its search, and the page while the books cannot be read. */
import { brotliCompressSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { answered } from '../../../../../sandbox/faults.ts'
import { HOSTILE } from '../../../view.ts'
import { createDealsWorld } from './world.ts'

/** Returns the numbers of the deals on a page, in order. */
const numbers = (html: string) =>
  [...html.matchAll(/deals\/deal\?company=\d+&amp;id=(\d+)/g)].map(([, id]) => Number(id))

test('shows deals with names, the newest first, and each leads to its page', async () => {
  const { text, add, addPartner, file } = await createDealsWorld()
  addPartner(77, HOSTILE)
  add()
  add({ partner_id: 77, ...file(9001) })
  const page = await text('/console/deals')
  expect(numbers(page)).toEqual([502, 501])
  add({ issue_date: '2026-01-31' })
  expect(numbers(await text('/console/deals'))).toEqual([502, 501, 503])
  expect(page).toContain('消耗品費')
  expect(page).toContain('1,100 yen')
  expect(page).toContain('1 to 2 of 2')
  expect(page).toContain('data-name="Account items"')
  expect(page).toContain('&lt;b onclick=&quot;x&quot;&gt;&lt;U+202E&gt;shop')
  expect(page).not.toContain('<b onclick')
  expect(page).not.toContain('\u202E')
})

test('finds by day, amount, partner and file, and by all of them together', async () => {
  const { text, add, addPartner, file } = await createDealsWorld()
  addPartner(77, '山田食堂')
  addPartner(78, '山田商店')
  add({ issue_date: '2026-03-31' })
  add({ issue_date: '2026-04-30', amount: 2200 })
  add({ issue_date: '2026-04-30', amount: 2200, partner_id: 77 })
  add({ issue_date: '2026-04-30', amount: 2200, partner_id: 77, ...file(9001, 'taxi') })
  const found = async (query: object) =>
    numbers(await text(`/console/deals?${new URLSearchParams({ ...query })}`))
  expect(await found({ from: '令和8年4月1日', until: '' })).toEqual([504, 503, 502])
  expect(await found({ until: '2026-03-31' })).toEqual([501])
  expect(await found({ least: '２，２００円' })).toEqual([504, 503, 502])
  expect(await found({ most: '1,100' })).toEqual([501])
  expect(await found({ partner: '山田食堂' })).toEqual([504, 503])
  expect(await found({ partner: '食堂' })).toEqual([504, 503])
  expect(await found({ file: 'without' })).toEqual([503, 502, 501])
  expect(await found({ word: '9001' })).toEqual([504])
  const all = {
    from: '2026-04-01',
    until: '2026-04-30',
    least: '2000',
    partner: '食堂',
    file: 'with',
    word: 'TAXI',
  }
  expect(await found(all)).toEqual([504])
})

test('asks which partner is meant, and says what is wrong with a field', async () => {
  const { text, add, addPartner, open } = await createDealsWorld()
  add()
  addPartner(77, '山田食堂')
  addPartner(78, '山田商店')
  const which = await text('/console/deals?partner=山田&least=1')
  expect(which).toContain('Which partner?')
  expect(which).toContain(`least=1&amp;partner=${encodeURIComponent('山田商店')}`)
  expect(numbers(which)).toEqual([])
  const wrong = await open('/console/deals?from=in+spring&least=much&partner=nix')
  expect(wrong.status).toBe(400)
  for (const name of ['from', 'least', 'partner']) expect(String(wrong.bytes)).toContain(`id="${name}-fault"`)
  expect(String(wrong.bytes)).toContain('value="in spring"')
  expect((await open('/console/deals?company=99')).status).toBe(404)
})

test('has the books of each company apart', async () => {
  const { text, add, service } = await createDealsWorld()
  add()
  const [, other] = service.sandbox.state.companies
  const deal = { ...add(), id: 900, company_id: other?.id ?? 0 }
  other?.deals.set(900, deal)
  expect(numbers(await text('/console/deals'))).toEqual([502, 501])
  const page = await text(`/console/deals?company=${other?.id}&least=1`)
  expect(numbers(page)).toEqual([900])
  expect(page).toContain(`name="company" value="${other?.id}"`)
  expect(page).toContain(`href="/console/deals/month?company=${other?.id}"`)
})

test('a long search is bounded: the page says what was read, and leads on', async () => {
  const { text, add } = await createDealsWorld()
  add({ amount: 5 })
  for (let count = 0; count < 1100; count++) add()
  const first = await text('/console/deals?most=5')
  expect(first).toContain('None fits among deals 1 to 1000 of 1101')
  expect(first).toContain('href="/console/deals?most=5&amp;after=1000"')
  expect(numbers(await text('/console/deals?most=5&after=1000'))).toEqual([501])
})

test('of ten thousand deals, the first page is small', async () => {
  const { open, add, addPartner } = await createDealsWorld()
  addPartner(77, '株式会社とても長い名前の取引先')
  for (let count = 0; count < 10_000; count++) add({ partner_id: 77, amount: count })
  const { bytes } = await open('/console/deals')
  expect(numbers(String(bytes))).toHaveLength(20)
  expect(brotliCompressSync(bytes).byteLength).toBeLessThan(10_000)
})

test('shows what kura has sent while the service does not answer', async () => {
  const { text, write, service } = await createDealsWorld()
  const details = [{ account_item: '消耗品費', tax_code: 136, amount: 4321 }]
  await write('/deals?mode=write', {
    case: 'lunch',
    company_id: 1_234_567,
    issue_date: '2026-06-15',
    details,
  })
  const down = answered(() => new Response('{}', { status: 503 }))
  service.sandbox.faults.arm('GET /api/1/deals', down, { times: 100 })
  const page = await text('/console/deals')
  expect(page).toContain('The books cannot be read now')
  expect(page).toContain('4,321 yen')
  service.sandbox.faults.arm('GET /api/1/deals/{id}', down, { times: 100 })
  const [, link = ''] = /href="(\/console\/deals\/deal[^"]*)">lunch/.exec(page) ?? []
  const deal = await text(link.replaceAll('&amp;', '&'))
  expect(deal).toContain('The books cannot be read now')
  expect(deal).toContain('4,321 yen')
  expect(deal).toContain('Case lunch')
  const other = await text('/console/deals/deal?id=1&case=lunch')
  expect(other).toContain('The books cannot be read now')
  expect(other).not.toContain('4,321 yen')
})

test.each(['/console/deals', '/console/deals/month?month=2026-06'])(
  'a link of %s leads to the case of the deal while the service does not answer',
  async address => {
    const { text, write, cut, add, service } = await createDealsWorld()
    const details = [{ account_item: '消耗品費', tax_code: 136, amount: 4321 }]
    const own = { case: 'lunch', company_id: 1_234_567, issue_date: '2026-06-15', details }
    const { deal } = (await write('/deals?mode=write', own)).body
    const copied = add({
      issue_date: '2026-06-15',
      ref_number: service.company.deals.get(deal)?.ref_number ?? null,
    })
    const page = await text(address)
    const linkOf = (id: number) =>
      new RegExp(`href="(/console/deals/deal[^"]*id=${id}[^"]*)"`).exec(page)?.[1]?.replaceAll('&amp;', '&')
    cut()
    const stored = await text(linkOf(deal) ?? '')
    expect(stored).toContain('The books cannot be read now')
    expect(stored).toContain('4,321 yen')
    expect(stored).toContain('Case lunch')
    expect(await text(linkOf(copied.id) ?? '')).not.toContain('Case lunch')
  },
)

test('says what to do to a person who may not read the books', async () => {
  const { text } = await createDealsWorld({}, ['today.read'])
  expect(await text('/console/deals')).toContain('You may not read the books')
})
