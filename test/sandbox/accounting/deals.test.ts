import { beforeEach, describe, expect, test } from 'vitest'
import { type RunningSandbox, startAccountingSandbox } from '../../helpers/remotes/accounting-sandbox.ts'
import { COMPANY, deal } from './company.ts'

let running: RunningSandbox
beforeEach(async () => {
  running = await startAccountingSandbox()
})

const get = (path: string) => running.call('GET', path)

describe('deals', () => {
  test('are created as often as they are asked for', async () => {
    const before = running.company.deals.size
    const [one, other] = [
      await running.call('POST', '/api/1/deals', { json: deal }),
      await running.call('POST', '/api/1/deals', { json: deal }),
    ]
    expect([one.status, other.status]).toEqual([201, 201])
    expect(one.body.deal.id).not.toBe(other.body.deal.id)
    expect(running.company.deals.size).toBe(before + 2)
    expect(one.body.deal).toMatchObject({ amount: 1100, ref_number: 'case-1', status: 'unsettled' })
    expect(one.body.deal.details[0]).toMatchObject({ vat: 100, entry_side: 'debit' })
  })

  test('that are paid and negative are stored with sign and type turned around', async () => {
    const [first] = deal.details
    const wallet = { from_walletable_type: 'wallet', from_walletable_id: 601 }
    const json = {
      ...deal,
      details: [{ ...first, amount: -2200 }],
      payments: [{ amount: -2200, date: deal.issue_date, ...wallet }],
    }
    const { body } = await running.call('POST', '/api/1/deals', { json })
    expect(body.deal).toMatchObject({
      type: 'income',
      amount: 2200,
      due_amount: 0,
      status: 'settled',
      details: [{ amount: 2200, vat: 200, entry_side: 'credit' }],
      payments: [{ amount: 2200 }],
    })
    const unpaid = await running.call('POST', '/api/1/deals', { json: { ...json, payments: undefined } })
    expect(unpaid.body.deal).toMatchObject({ type: 'expense', amount: -2200, status: 'unsettled' })
  })

  const [line] = deal.details
  const refused = [
    {
      name: 'the tax of a category without tax',
      json: { ...deal, details: [{ ...line, tax_code: 2, vat: 0 }] },
      names: 'details.0.vat',
    },
    { name: 'no date', json: { ...deal, issue_date: undefined }, names: 'issue_date' },
    { name: 'a date of another form', json: { ...deal, issue_date: '2026/06/01' }, names: 'issue_date' },
    { name: 'an unknown type', json: { ...deal, type: 'other' }, names: 'type' },
    { name: 'no line', json: { ...deal, details: [] }, names: 'details' },
    { name: '101 lines', json: { ...deal, details: Array(101).fill(line) }, names: 'details' },
    {
      name: 'an unknown account item',
      json: { ...deal, details: [{ ...line, account_item_id: 999 }] },
      names: 'details.0.account_item_id',
    },
    {
      name: 'a tax code of another company',
      json: { ...deal, details: [{ ...line, tax_code: 1136 }] },
      names: 'details.0.tax_code',
    },
    {
      name: 'a fraction of a yen',
      json: { ...deal, details: [{ ...line, amount: 1.5 }] },
      names: 'details.0.amount',
    },
    {
      name: 'a payment with an unknown walletable',
      json: {
        ...deal,
        payments: [
          { amount: 1100, date: '2026-06-01', from_walletable_type: 'wallet', from_walletable_id: 999 },
        ],
      },
      names: 'payments.0.from_walletable_id',
    },
    { name: 'an unknown partner', json: { ...deal, partner_id: 999 }, names: 'partner_id' },
    { name: 'no company', json: { ...deal, company_id: undefined }, names: 'company_id' },
  ]
  test.each(refused)('with $name are refused with 400 and nothing is created', async ({ json, names }) => {
    const before = running.company.deals.size
    const answer = await running.call('POST', '/api/1/deals', { json })
    expect(answer.status).toBe(400)
    expect(JSON.stringify(answer.body.errors)).toContain(names)
    expect(running.company.deals.size).toBe(before)
  })

  test('are listed 20 a page, at most 100, with their total', async () => {
    running.company.deals.clear()
    for (let count = 0; count < 25; count++) await running.call('POST', '/api/1/deals', { json: deal })
    const list = async (query: string) => (await get(`/api/1/deals?company_id=${COMPANY}${query}`)).body
    expect((await list('')).deals).toHaveLength(20)
    expect((await list('&limit=100')).deals).toHaveLength(25)
    expect((await list('&offset=20')).deals).toHaveLength(5)
    expect((await list('')).meta).toEqual({ total_count: 25 })
    expect((await list('&start_issue_date=2026-06-02')).deals).toEqual([])
    expect((await list('&partner_id=5')).deals).toEqual([])
    expect((await list('&account_item_id=502')).deals).toEqual([])
    expect((await list('&account_item_id=501')).meta).toEqual({ total_count: 25 })
    expect((await get(`/api/1/deals?company_id=${COMPANY}&limit=101`)).status).toBe(400)
  })

  test('are got and deleted by their id', async () => {
    const { body } = await running.call('POST', '/api/1/deals', { json: deal })
    const path = `/api/1/deals/${body.deal.id}?company_id=${COMPANY}`
    expect((await get(path)).body.deal.ref_number).toBe('case-1')
    expect((await running.call('DELETE', path)).status).toBe(204)
    expect((await running.call('DELETE', path)).status).toBe(404)
  })
})
