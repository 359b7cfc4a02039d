/**
 * Finding deals: the filters of the service, those of kura, and the number of deals that are read. The rows of deals
 * that the command line and the console share.
 */
import { expect, test } from 'vitest'
import type { AccountingApi } from '../../../../lib/cli/commands/accounting/call.ts'
import { textOf } from '../../../../lib/core/language/text.ts'
import { bodyRows, dealCells } from '../../../../lib/services/accounting/lists/deal-rows.ts'
import { findDeals } from '../../../../lib/services/accounting/lists/find-deals.ts'
import { NO_NAMES } from '../../../../lib/services/accounting/lists/names.ts'
import { type CompanySource, readDeals } from '../../../../lib/services/accounting/lists/pages.ts'
import { yen } from '../../../helpers/remotes/yen.ts'

const file = (id: number, description = '', status = 'confirmed') => ({ id, description, status })

/** A company with `count` deals: deal n is of n yen, and every tenth deal has a file. */
function company(count: number) {
  const asked: Record<string, string | undefined>[] = []
  const all = Array.from({ length: count }, (_, at) => ({
    id: count - at,
    amount: count - at,
    ...((count - at) % 10 === 0 && { receipts: [file(9000 + count - at, `kura sha256:${count - at}`)] }),
    ...(count - at === 7 && { receipts: [file(1, 'データ7')] }),
  }))
  const deals = async ({ query }: { query: Record<string, string> }) => {
    asked.push(query)
    const start = Number(query['offset'])
    return { deals: all.slice(start, start + Number(query['limit'])), meta: { total_count: all.length } }
  }
  return { source: { api: { deals }, company: 7 } as unknown as CompanySource, asked }
}

test('the service filters by day and partner, and is asked for one page', async () => {
  const { source, asked } = company(50)
  const search = { from: '2026-04-01', until: '2026-04-30', partner: 5 }
  const found = await findDeals(source, search, { offset: 20, limit: 20 })
  expect(asked).toEqual([
    {
      company_id: '7',
      start_issue_date: '2026-04-01',
      end_issue_date: '2026-04-30',
      partner_id: '5',
      offset: '20',
      limit: '20',
    },
  ])
  expect(found).toMatchObject({ read: 20, total: 50, next: 40 })
  expect(found.deals.map(({ id }) => id)).toEqual(Array.from({ length: 20 }, (_, at) => 30 - at))
})

test.each([
  ['at least', { least: yen(48) }, [50, 49, 48]],
  ['at most', { most: yen(2) }, [2, 1]],
  ['both', { least: yen(9), most: yen(11) }, [11, 10, 9]],
  ['with a file', { file: 'with' }, [50, 40, 30, 20, 10, 7]],
  ['without one', { file: 'without', most: yen(11), least: yen(9) }, [11, 9]],
  ['the number of a file', { word: '９０３０' }, [30]],
  ['a part of its description', { word: 'SHA256:4' }, [40]],
  ['nothing', { word: 'lunch' }, []],
  ['a description, typed on a Mac', { word: 'テ\u3099ータ7' }, [7]],
] as const)('kura filters by amount and file: %s', async (_, search, ids) => {
  const { source } = company(50)
  const found = await findDeals(source, search, { offset: 0, limit: 20 })
  expect(found.deals.map(({ id }) => id)).toEqual(ids)
  expect(found).toMatchObject({ read: 50, total: 50, next: undefined })
})

const signs = {
  'an expense': { type: 'expense', amount: 2200 },
  'a refund that is not paid yet': { type: 'expense', amount: -2200 },
  'a paid refund, which the service has turned around': { type: 'income', amount: 2200 },
  'a returned income that is not paid yet': { type: 'income', amount: -2200 },
}
const [EXPENSE, UNPAID, PAID, RETURNED] = Object.keys(signs)

test.each([
  ['2,200 finds all of them', { least: 2200, most: 2200 }, [EXPENSE, UNPAID, PAID, RETURNED]],
  ['-2,200 finds what has this sign', { least: -2200, most: -2200 }, [UNPAID, PAID, RETURNED]],
  ['from 2,200', { least: 2200 }, [EXPENSE, UNPAID, PAID, RETURNED]],
  ['from 2,201', { least: 2201 }, []],
  ['up to 2,199', { most: 2199 }, []],
  ['up to 2,200', { most: 2200 }, [EXPENSE, UNPAID, PAID, RETURNED]],
  ['up to -1', { most: -1 }, [UNPAID, PAID, RETURNED]],
  ['from -3,000 to 1,000', { least: -3000, most: 1000 }, [UNPAID, PAID, RETURNED]],
  ['from -3,000', { least: -3000 }, [EXPENSE, UNPAID, PAID, RETURNED]],
  ['0', { least: 0, most: 0 }, []],
] as const)(
  'the sign of an amount: %s',
  async (_, { least, most }: { least?: number; most?: number }, names) => {
    const deals = Object.entries(signs).map(([id, deal]) => ({ id, ...deal }))
    const api = { deals: async () => ({ deals, meta: { total_count: deals.length } }) }
    const bounds = {
      ...(least !== undefined && { least: yen(least) }),
      ...(most !== undefined && { most: yen(most) }),
    }
    const found = await findDeals({ api, company: 7 } as unknown as CompanySource, bounds, {
      offset: 0,
      limit: 20,
    })
    expect(found.deals.map(({ id }) => id)).toEqual(names)
  },
)

test('a search reads at most a thousand deals, and continues where it stopped', async () => {
  const { source, asked } = company(2500)
  const first = await findDeals(source, { most: yen(3) }, { offset: 0, limit: 20 })
  expect({ ...first, deals: first.deals.length }).toEqual({ deals: 0, read: 1000, total: 2500, next: 1000 })
  expect(asked).toHaveLength(10)
  const last = await findDeals(source, { most: yen(3) }, { offset: 2000, limit: 20 })
  expect(last.deals.map(({ id }) => id)).toEqual([3, 2, 1])
})

test('no deal is left out between two pages of a search', async () => {
  const { source } = company(300)
  const ids: number[] = []
  let offset: number | undefined = 0
  while (offset !== undefined) {
    const found: Awaited<ReturnType<typeof findDeals>> = await findDeals(
      source,
      { file: 'without' },
      { offset, limit: 7 },
    )
    expect(found.deals.length).toBeLessThanOrEqual(7)
    ids.push(...found.deals.map(({ id }) => id))
    offset = found.next
  }
  expect(ids).toHaveLength(269)
  expect(new Set(ids).size).toBe(269)
})

test('a deleted file is none', async () => {
  const deals = async () => ({
    deals: [{ id: 1, amount: 1, receipts: [file(2, '', 'deleted')] }],
    meta: { total_count: 1 },
  })
  const source = { api: { deals }, company: 7 } as unknown as CompanySource
  expect((await findDeals(source, { file: 'with' }, { offset: 0, limit: 20 })).deals).toEqual([])
})

/** A company whose deals change after each page, the newest deal first. */
function changing(ids: number[], meanwhile: (pages: number) => void) {
  let pages = 0
  const deals = async ({ query }: { query: { offset: string; limit: string } }) => {
    const start = Number(query.offset)
    const page = ids.slice(start, start + Number(query.limit)).map(id => ({ id, amount: 1 }))
    const meta = { total_count: ids.length }
    meanwhile(++pages)
    return { deals: page, meta }
  }
  return { api: { deals } as unknown as AccountingApi, company: 7 }
}

const changes = [
  {
    name: 'one is created after each page',
    ids: 150,
    change: (ids: number[]) => ids.unshift(1000 + ids.length),
  },
  {
    name: 'the first is deleted after the first page',
    ids: 350,
    change: (ids: number[], page: number) => page === 1 && ids.shift(),
  },
  { name: 'one is deleted after each page', ids: 350, change: (ids: number[]) => ids.shift() },
  {
    name: 'many are deleted after the second page',
    ids: 350,
    change: (ids: number[], page: number) => page === 2 && ids.splice(50, 120),
  },
  {
    name: 'all others are deleted after the first page',
    ids: 250,
    change: (ids: number[]) => ids.splice(0, ids.length - 1),
  },
  {
    name: 'the last of a page is deleted and one is created',
    ids: 250,
    change: (ids: number[], page: number) => page === 1 && ids.splice(99, 1) && ids.unshift(1000),
  },
]
test.each(changes)('no deal is missed, and none comes twice, if $name', async ({ ids: count, change }) => {
  const all = () => Array.from({ length: count }, (_, index) => count - index)
  const [read, ids] = [[] as number[], all()]
  const source = changing(ids, page => change(ids, page))
  for await (const page of readDeals(source, {})) read.push(...page.map(({ id }) => id))
  expect(new Set(read).size).toBe(read.length)
  expect(ids.filter(id => id <= count && !read.includes(id))).toEqual([])

  const again = all()
  const moving = changing(again, page => change(again, page))
  const found = await findDeals(moving, { least: yen(0) }, { offset: 0, limit: 1000 })
  const shown = found.deals.map(({ id }) => id)
  expect(new Set(shown).size).toBe(shown.length)
  expect(again.filter(id => id <= count && !shown.includes(id))).toEqual([])
  expect(found).toMatchObject({ read: shown.length, next: undefined })
})

const LINE = { account_item_id: 501, tax_code: 136, amount: 1100 }
const DEAL = { id: 7, company_id: 1, issue_date: '2026-04-01', amount: 1100, status: 'settled' }

test.each([
  { language: 'en', type: 'income', shown: 'account item 501 (income)' },
  { language: 'ja', type: 'income', shown: '科目 501（収入）' },
  { language: 'ja', type: 'expense', shown: '科目 501' },
] as const)('the list names the account items of an $type in $language', ({ language, type, shown }) => {
  const locale = { language, timezone: 'Asia/Tokyo' }
  const cells = dealCells({ ...DEAL, type, details: [LINE, LINE] }, NO_NAMES)
  expect(cells.map(cell => textOf(cell, locale))).toContain(shown)
})

test('the rows of a deal that was not sent have all that is sent, and no empty row', () => {
  const body = { company_id: 1, issue_date: '2026-04-01', type: 'income', details: [LINE] } as const
  const locale = { language: 'en', timezone: 'Asia/Tokyo' } as const
  const paid = { amount: 1100, date: '2026-04-02', from_walletable_type: 'wallet', from_walletable_id: 9 }
  const shown = (more: object) =>
    bodyRows({ ...body, details: [LINE], ...more }, NO_NAMES).map(row =>
      row.map(part => textOf(part, locale)),
    )
  const own = [
    ['issue date', '2026-04-01'],
    ['type', 'income'],
  ]
  const line = ['line 1', 'account item 501, tax code 136, 1,100 yen']
  expect(shown({})).toEqual([...own, line])
  expect(
    shown({ ref_number: 'kura-1', partner_id: 77, receipt_ids: [9001, 9002], payments: [paid] }),
  ).toEqual([
    ...own,
    ['reference', 'kura-1'],
    ['partner', 'partner 77'],
    line,
    ['paid', '1,100 yen on 2026-04-02, walletable 9'],
    ['file', '9001, 9002'],
  ])
  const { from_walletable_type: _, from_walletable_id: __, ...bare } = paid
  const unnamed = ['paid', '1,100 yen on 2026-04-02, the service names no account for it']
  expect(shown({ payments: [bare] })).toContainEqual(unnamed)
})
