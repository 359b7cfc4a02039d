/** The sheet of a month while the books cannot be read: what kura has sent, and no file. */
import { expect, test } from 'vitest'
import { storedMonth } from '../../../../../lib/console/pages/accounting/deals/month-stored.ts'
import { CLAIM_REASONS } from '../../../../../lib/core/claims/words.ts'
import type { CaseReport } from '../../../../../lib/services/accounting/deals/cases/report.ts'
import { HOSTILE, viewIn } from '../../../view.ts'
import { createDealsWorld } from './world.ts'

const details = [{ account_item: '会議費', tax_code: 136, amount: 4321 }]
const deal = { company_id: 1_234_567, details, issue_date: '2026-06-14', case: 'lunch' }

/** Returns the cells of each row of the page's table. */
const rows = (page: string) =>
  [...page.matchAll(/<tr><td.*<\/tr>/g)].map(([row]) =>
    [...row.matchAll(/<td[^>]*>(.*?)<\/td>/g)].map(([, cell = '']) => cell.replaceAll(/<[^>]+>/g, '')),
  )

test('has the deals of the month that kura has sent, by day, and no totals', async () => {
  const { text, write, add, cut } = await createDealsWorld()
  const names = ['lunch', 'tea', 'before'] as const
  const days = ['2026-06-14', '2026-06-02', '2026-05-31']
  const ids: number[] = []
  for (const [at, name] of names.entries())
    ids.push((await write('/deals?mode=write', { ...deal, case: name, issue_date: days[at] })).body.deal)
  add({ issue_date: '2026-06-05' })
  cut()
  for (const more of ['', '&show=all', '&after=50', '&company=1234567']) {
    const page = await text(`/console/deals/month?month=2026-06${more}`)
    expect(page).toContain('Sheet of 2026-06')
    expect(page).toContain('The books cannot be read now')
    expect(page).toContain('The totals, and deals entered elsewhere, are missing')
    expect(rows(page).map(([day, name, id, by, , amount]) => [day, name, id, by !== '', amount])).toEqual([
      ['2026-06-02', 'tea', String(ids[1]), true, '4,321 yen'],
      ['2026-06-14', 'lunch', String(ids[0]), true, '4,321 yen'],
    ])
    expect(page).not.toContain('Totals by tax category')
    expect(page).not.toContain('Only some are shown')
    expect(page).not.toContain('Download as CSV')
  }
  const page = await text('/console/deals/month?month=2026-06')
  const [, link = ''] = /href="(\/console\/deals\/deal[^"]*)">lunch/.exec(page) ?? []
  expect(await text(link.replaceAll('&amp;', '&'))).toContain('Case lunch')
  expect(rows(await text('/console/deals/month?month=2026-06&company=99'))).toEqual([])
  expect(await text('/console/deals/month?month=2026-04')).toContain('No deal of this month is known')
})

test('a wrong month stays a fault of the address', async () => {
  const { open, cut } = await createDealsWorld()
  cut()
  expect((await open('/console/deals/month?month=2026-13')).status).toBe(400)
})

test('the file is refused with the words of the page', async () => {
  const { open, write, cut } = await createDealsWorld()
  await write('/deals?mode=write', deal)
  cut()
  const { status, headers, bytes } = await open('/console/deals/month/file?month=2026-06')
  expect(status).toBe(503)
  expect(headers.get('content-type')).toContain('text/html')
  expect(String(bytes)).toContain('The file cannot be made while the books cannot be read')
  expect(rows(String(bytes))).toHaveLength(1)
})

test('of more cases than one page of the store, it has some, and says so', async () => {
  const { text, write, cut, store } = await createDealsWorld()
  await write('/deals?mode=write', deal)
  const { record } = await store.read('claim/deal/lunch')
  const claim = JSON.parse(record?.value ?? '{}')
  for (let count = 100; count < 600; count++)
    await store.swap(`claim/deal/c${count}`, undefined, {
      value: JSON.stringify({ ...claim, name: `c${count}` }),
      version: `v${count}`,
    })
  cut()
  const page = await text('/console/deals/month?month=2026-06')
  expect(page).toContain('kura has more than 500 cases')
  expect(rows(page)).toHaveLength(500)
})

test.each([
  ['en', 'Mei, Ken', 'Only some are shown'],
  ['ja', 'Mei、Ken', '500件だけを調べて'],
] as const)('in %s, it names who registered and approved, and shows names as data', (language, by, some) => {
  const steps = [
    { by: `Mei (approval ${'ab'.repeat(32)})`, reason: { id: CLAIM_REASONS.firstApproved.id, text: '' } },
    { by: `Ken (approval ${'cd'.repeat(32)})`, reason: { id: CLAIM_REASONS.released.id, text: '' } },
    { by: 'hana', state: 'claimed' },
    { by: 'robot', state: 'done' },
  ]
  const body = { issue_date: '2026-06-14', details: [{ amount: 1000 }, { amount: 234 }] }
  const report = { case: HOSTILE, state: 'done', deal: 9, body, steps } as unknown as CaseReport
  const page = String(storedMonth({ month: '2026-06', cases: [report], read: 500 }, viewIn(language)))
  expect(rows(page)[0]?.slice(2, 5)).toEqual(['9', 'hana', by])
  expect(page).toContain('1,234')
  expect(page).toContain(some)
  expect(page).not.toContain('<b onclick')
  expect(page).not.toContain('\u202E')
})
