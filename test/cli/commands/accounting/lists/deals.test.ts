import { beforeEach, describe, expect, test } from 'vitest'
import { type Books, serveBooks } from '../books.ts'

let served: Books['served']
let kura: Books['kura']
let confirmFirst: Books['confirmFirst']
let ids: number[]

beforeEach(async () => {
  ;({ served, kura, confirmFirst } = await serveBooks())
  ids = [...served.service.company.deals.keys()]
})

describe('kura accounting list deals', () => {
  const list = async (...options: string[]) => (await kura(['list', 'deals', ...options])).out

  test('shows names, the newest first', async () => {
    const [head, , ...rows] = (await list()).trim().split('\n')
    expect(head).toMatch(/^issue date +deal +amount +account items +partner +status$/)
    expect(rows).toHaveLength(3)
    expect(rows[0]).toMatch(/^2026-04-28 +\d+ +2,200 yen +消耗品費 +①㈱髙﨑商店 +unsettled$/)
  })

  const filters = [
    { name: 'days', options: ['--from', '令和8年4月5日', '--until', '2026/4/15'], amounts: [540] },
    { name: 'a partner', options: ['--partner', '①㈱髙﨑商店'], amounts: [2200, 540, 1100] },
    { name: 'an account item', options: ['--account-item', '会議費'], amounts: [] },
    { name: 'an account item by its number', options: ['--account-item', '501'], amounts: [2200, 540, 1100] },
    { name: 'their status', options: ['--status', 'settled'], amounts: [] },
  ]
  test.each(filters)('selects by $name', async ({ options, amounts }) => {
    const { deals } = JSON.parse(await list(...options, '--json'))
    expect(deals.map(({ amount }: { amount: number }) => amount)).toEqual(amounts)
  })

  const refused = [
    {
      name: 'a day that does not exist',
      options: ['--from', '2026-04-31'],
      want: /--from: .*does not exist/,
    },
    { name: 'a partner that does not exist', options: ['--partner', '高崎'], want: /the partner "高崎"/ },
    { name: 'a misspelt account item', options: ['--account-item', '消耗費'], want: /account item "消耗費"/ },
  ]
  test.each(refused)('refuses $name', async ({ options, want }) => {
    await expect(list(...options)).rejects.toThrow(want)
  })

  test('shows each deal of many pages once', async () => {
    const { deals } = served.service.company
    const [deal] = deals.values()
    if (!deal) throw new Error('the sandbox has no deal')
    for (let id = 1; id <= 198; id++) deals.set(id, { ...deal, id })
    const listed = JSON.parse(await list('--json')).deals
    expect(new Set(listed.map(({ id }: { id: number }) => id)).size).toBe(201)
    expect(listed).toHaveLength(201)
  })

  test('says what would fill it', async () => {
    served.service.company.deals.clear()
    expect(await list()).toBe('there is none yet: kura accounting deal --write registers one\n')
    expect(await list('--status', 'settled')).toMatch(/^no deal is as the options say/)
  })
})

describe('kura accounting show', () => {
  test('shows names with the numbers behind them', async () => {
    const [deal] = served.service.company.deals.values()
    if (!deal) throw new Error('the sandbox has no deal')
    const payment = { id: 9, date: '2026-04-04', from_walletable_type: 'wallet', from_walletable_id: 601 }
    served.service.company.deals.set(deal.id, { ...deal, payments: [{ ...payment, amount: 1100 }] })
    const { out } = await kura(['show', String(deal.id)])
    expect(out).toMatch(/^partner +①㈱髙﨑商店 \(\d+\)$/m)
    expect(out).toMatch(
      /^line 1 +消耗品費 \(501\), 課対仕入10% \(136\), 1,100 yen, 文房具 \(\d+\), コピー用紙$/m,
    )
    expect(out).toMatch(/^paid +1,100 yen on 2026-04-04, 現金 \(601\)$/m)
    const { deal: shown } = JSON.parse((await kura(['show', String(deal.id), '--json'])).out)
    expect(shown).toMatchObject({ id: deal.id, amount: 1100 })
  })
})

describe('a deal that is not there', () => {
  const rows = [
    { id: '99', want: { code: 'not_found', message: expect.stringContaining('the deal 99') } },
    { id: 'x', want: { code: 'usage', message: 'Cannot find the deal "x": expected its number' } },
  ]
  test.each(rows)('is told as such: $id', async ({ id, want }) => {
    const hint = expect.stringContaining('kura accounting list deals')
    for (const verb of ['show', 'delete'])
      await expect(kura([verb, id])).rejects.toMatchObject({ ...want, hint })
  })
})

describe('kura accounting delete', () => {
  test('shows the deal and its case, and deletes it with --write', async () => {
    await confirmFirst()
    const line = ['--date', '2026-06-15', '--account-item', '消耗品費', '--tax-code', '136', '--amount', '5']
    const written = await kura(['deal', '--write', '--case', 'receipt 1', ...line, '--json'])
    const id = String(JSON.parse(written.out).deal)
    const { out } = await kura(['delete', id])
    expect(out).toMatch(/^dry run: nothing was changed/)
    expect(out).toMatch(/^line 1 +消耗品費 \(501\)/m)
    expect(out).toMatch(/^it is the deal of the case "receipt 1"$/m)
    expect(served.service.company.deals.has(Number(id))).toBe(true)
    const deleted = (await kura(['delete', id, '--write'])).out
    expect(deleted).toMatch(/^deleted deal \d+\nits case "receipt 1" is gone\n +hint: .*kura settle/)
    expect(served.service.company.deals.has(Number(id))).toBe(false)
  })

  test('of a deal without a case answers in JSON too', async () => {
    await confirmFirst()
    const [id] = ids
    const words = ['delete', String(id), '--json']
    expect(JSON.parse((await kura(words)).out)).toMatchObject({ mode: 'dry-run', obstacles: [] })
    expect(JSON.parse((await kura([...words, '--write'])).out)).toMatchObject({ deal: id, deleted: true })
  })

  test('says what keeps it from being done', async () => {
    const { out } = await kura(['delete', String(ids[0])])
    expect(out).toMatch(/a write would be refused: .*kura accounting first-deal/)
  })
})
