/** The sheet of a month: totals, missing files and waiting deals, the CSV file, and the page for printing. */
import iconv from 'iconv-lite'
import { expect, test } from 'vitest'
import {
  lastDayOf,
  monthAfter,
  monthPage,
  monthText,
} from '../../../../../lib/console/pages/accounting/deals/month.ts'
import { CLAIM_REASONS } from '../../../../../lib/core/claims/words.ts'
import { sheetCsv, taxTotals } from '../../../../../lib/services/accounting/lists/month-sheet.ts'
import { HOSTILE, viewIn } from '../../../view.ts'
import { createDealsWorld } from './world.ts'

const DIGESTS = ['ab'.repeat(32), 'cd'.repeat(32)]
const line = (tax_code: number, amount: number, vat: number) => ({
  account_item_id: 501,
  tax_code,
  amount,
  vat,
  description: HOSTILE,
})
const deal = (id: number, change: object = {}) => ({
  id,
  issue_date: '2026-04-07',
  type: 'expense',
  amount: 1100,
  status: 'settled',
  details: [line(136, 1100, 100)],
  ...change,
})
const names = {
  find: (kind: string) => (kind === 'partner' ? '=HYPERLINK("x")' : undefined),
  name: String,
  label: String,
}
const LOCALE = { language: 'ja', timezone: 'Asia/Tokyo' } as const

test.each([
  ['2026-01', '2026-01-31', '2025-12', '2026-02'],
  ['2028-02', '2028-02-29', '2028-01', '2028-03'],
  ['2026-12', '2026-12-31', '2026-11', '2027-01'],
])('%s ends on %s, after %s and before %s', (month, last, before, after) => {
  expect([lastDayOf(month), monthAfter(month, -1), monthAfter(month, 1)]).toEqual([last, before, after])
})

test('a month is written as people write it', () => {
  expect([monthText('2026-04', { language: 'ja' }), monthText('2026-12', { language: 'ja' })]).toEqual([
    '2026年4月',
    '2026年12月',
  ])
  expect(monthText('2026-04', { language: 'en' })).toBe('2026-04')
})

test('totals are by kind of deal and tax category', () => {
  const deals = [
    deal(1, { details: [line(136, 1100, 100), line(163, 1080, 80)] }),
    deal(2, { details: [line(136, -100, -9)] }),
    deal(3, { type: 'income', details: [line(136, 5500, 500)] }),
  ]
  expect(taxTotals(deals)).toEqual([
    { type: 'income', code: 136, lines: 1, amount: 5500, vat: 500 },
    { type: 'expense', code: 136, lines: 2, amount: 1000, vat: 91 },
    { type: 'expense', code: 163, lines: 1, amount: 1080, vat: 80 },
  ])
})

const approved = {
  deal: deal(1, { partner_id: 77, receipts: [{ id: 9001 }, { id: 9002, status: 'deleted' }] }),
  report: {
    case: HOSTILE,
    steps: [
      { by: 'hana', state: 'review' },
      { by: `Mei (approval ${DIGESTS[0]})`, reason: { id: CLAIM_REASONS.firstApproved.id, text: '' } },
      { by: `Ken (approval ${DIGESTS[1]})`, reason: { id: CLAIM_REASONS.released.id, text: '' } },
      { by: 'Ken', state: 'claimed' },
    ],
  } as never,
}

test('a spreadsheet gets a row a line, with files and approvals, and runs none of it', () => {
  const [heads = '', row = '', total = ''] = sheetCsv([approved], names, LOCALE).split('\r\n')
  expect(total).toMatch(/^合計,,支出,,,136,1100,100,+$/)
  expect(total.split(',')).toHaveLength(heads.split(',').length)
  expect(heads).toContain('税区分,金額,うち消費税,摘要')
  expect(row).toContain('"\'=HYPERLINK(""x"")"')
  expect(row).toContain(',9001,')
  expect(row).not.toContain('9002')
  expect(row.endsWith(`,Ken,"Mei, Ken",${DIGESTS.join(' ')},`)).toBe(true)
})

test('the page counts what is missing, names who approved, and shows texts from outside as data', () => {
  const view = viewIn()
  const data = {
    book: { id: 7, name: HOSTILE },
    month: '2026-04',
    names,
    isCut: false,
    undated: 0,
    receipts: 0,
    isWhole: false,
  }
  const page = String(monthPage({ ...data, deals: [approved, { deal: deal(2) }], waiting: 2 }, view))
  expect(page).toContain('2 deals of this month wait for a person')
  expect(page).toContain('Mei, Ken')
  expect(page).toContain('from=2026-04-01&amp;until=2026-04-30&amp;file=without">1</a>')
  expect(page).not.toContain('<b onclick')
  expect(page).not.toContain('\u202E')
  const late = String(monthPage({ ...data, deals: [], waiting: 0, undated: 1 }, view))
  expect(late).toContain('A deal whose day cannot be read waits')
  expect(late).not.toContain('No deal of this month waits')
  const paper = String(monthPage({ ...data, deals: [], waiting: 0, receipts: 3 }, view))
  expect(paper).toContain('3 receipts wait to be registered <a href="/console/receipts">')
  expect(paper).not.toContain('No deal of this month waits')
  const many = Array.from({ length: 120 }, (_, at) => ({ deal: deal(at + 1) }))
  const first = String(monthPage({ ...data, deals: many, waiting: 0 }, view))
  expect(first).toContain('No deal of this month waits')
  expect(first.match(/deals\/deal\?/g)).toHaveLength(50)
  expect(first).toContain('after=50')
  expect(
    String(monthPage({ ...data, deals: many, waiting: 0, isWhole: true }, view)).match(/deals\/deal\?/g),
  ).toHaveLength(120)
})

test('the month of the books, with what waits, and its file in both encodings', async () => {
  const { open, text, write, add, addPartner } = await createDealsWorld()
  addPartner(77, '㈱髙﨑')
  add({ issue_date: '2026-03-31' })
  add({ issue_date: '2026-06-30', partner_id: 77 })
  const details = [{ account_item: '会議費', tax_code: 136, amount: 4321 }]
  const body = { company_id: 1_234_567, details }
  await write('/deals?mode=write', { ...body, issue_date: '2026-06-14', case: 'lunch' })
  await write('/deals?mode=write', { ...body, issue_date: '2026-06-29', case: 'later' })
  await write('/deals?mode=write', { ...body, issue_date: '2026-07-02', case: 'next month' })
  const page = await text('/console/deals/month')
  expect(page).toContain('Sheet of 2026-06')
  expect(page).toContain('Deals (2)')
  expect(page).toContain('A deal of this month waits for a person')
  expect(page).toContain('<dt>Registered by kura</dt><dd>1</dd>')
  const file = async (encoding: string) =>
    open(`/console/deals/month/file?month=2026-06&encoding=${encoding}`)
  const utf8 = await file('utf-8')
  expect(utf8.headers.get('content-disposition')).toBe('attachment; filename="deals-2026-06-1234567.csv"')
  expect([...utf8.bytes.subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf])
  const shiftJis = await file('shift_jis')
  expect(iconv.decode(shiftJis.bytes, 'cp932')).toBe(String(utf8.bytes).slice(1))
  expect(String(utf8.bytes)).toContain('㈱髙﨑')
  expect((await open('/console/deals/month?month=2026-13')).status).toBe(400)
})

test('a further page reads only its own deals and their cases', async () => {
  const { text, write, add, service } = await createDealsWorld()
  const details = [{ account_item: '会議費', tax_code: 136, amount: 4321 }]
  const own = { company_id: 1_234_567, details, issue_date: '2026-06-14', case: 'lunch' }
  const { deal: sent } = (await write('/deals?mode=write', own)).body
  service.company.deals.set(sent, { ...service.company.deals.get(sent), amount: 5 } as never)
  add({ issue_date: '2026-05-31' })
  for (let count = 0; count < 59; count++) add({ issue_date: '2026-06-30' })
  // the service has the newest first: 60 deals precede the deal of the case
  for (let count = 1; count <= 60; count++) {
    const { id, ...deal } = add({ issue_date: '2026-06-30' })
    service.company.deals.delete(id)
    service.company.deals.set(sent + count, { ...deal, id: sent + count })
  }
  const shown = (page: string) =>
    [...page.matchAll(/deals\/deal\?[^"]*id=(\d+)/g)].map(([, id]) => Number(id))
  const pages: number[] = []
  let address = '/console/deals/month?company=1234567&month=2026-06'
  for (let count = 0; count < 3; count++) {
    service.requests.length = 0
    const page = await text(address)
    pages.push(...shown(page))
    const reads = service.requests.filter(request => request.startsWith('GET /api/1/deals?'))
    expect(reads).toHaveLength(count === 0 ? 2 : 1)
    expect(page.includes('Totals by tax category')).toBe(count === 0)
    expect(page).toContain('Deals (120)')
    expect(page.includes('<mark>changed since</mark>')).toBe(count === 1)
    const first =
      'href="/console/deals/month?company=1234567&amp;month=2026-06">The totals and what is missing'
    expect(page.includes(first)).toBe(count > 0)
    if (count > 0) expect(shown(page)).toHaveLength(count === 1 ? 50 : 20)
    const [, next = ''] = /href="([^"]*after=\d+)"/.exec(page) ?? []
    expect(next === '').toBe(count === 2)
    address = next.replaceAll('&amp;', '&')
  }
  expect(new Set(pages).size).toBe(120)
  expect(await text('/console/deals/month?month=2026-06&after=9000')).toContain('No deal fits.')
})

test('receipts that wait are named, but those of another month', async () => {
  const { text, signIn } = await createDealsWorld()
  const writer = await signIn('Ken')
  for (const name of ['2026-06-03_1100_lunch.pdf', '2026-05-02_900_tea.pdf', 'photo.pdf'])
    await writer.send([name, `%PDF ${name}`])
  expect(await text('/console/deals/month?month=2026-06')).toContain('2 receipts wait to be registered')
})

test('a month of too many deals says so, and has no file', async () => {
  const { text, open, add } = await createDealsWorld()
  for (let count = 0; count < 5_000; count++) add({ issue_date: '2026-06-30' })
  expect(await text('/console/deals/month?month=2026-06')).not.toContain('The month has more deals')
  add({ issue_date: '2026-06-30' })
  expect(await text('/console/deals/month?month=2026-06')).toContain('The month has more deals')
  const { status, bytes } = await open('/console/deals/month/file?month=2026-06')
  expect(status).toBe(400)
  expect(String(bytes)).toContain('take the journal instead')
})

test('the Shift_JIS of a month has each character for which Windows-31J has a place', async () => {
  const { open, add, addPartner } = await createDealsWorld()
  addPartner(77, '4〜6月−—‖¢£¬食堂\ue000')
  add({ issue_date: '2026-06-30', partner_id: 77 })
  const { status, bytes } = await open('/console/deals/month/file?month=2026-06&encoding=shift_jis')
  expect(status).toBe(200)
  expect(new TextDecoder('shift_jis', { fatal: true }).decode(bytes)).toContain('4～6月－―∥￠￡￢食堂\ue000')
})

test('a character that Shift_JIS lacks is named on the page, which offers UTF-8', async () => {
  const { open, add, addPartner } = await createDealsWorld()
  addPartner(77, '🍜食堂')
  add({ issue_date: '2026-06-30', partner_id: 77 })
  const { status, bytes } = await open('/console/deals/month/file?month=2026-06&encoding=shift_jis')
  expect(status).toBe(400)
  expect(String(bytes)).toContain('🍜')
  expect(String(bytes)).toContain('encoding=utf-8')
})
