/** Every reply of `/api/accounting/…` has the status and the members that the contract describes. */
import { describe, expect, test } from 'vitest'
import type { Endpoint } from '../../../lib/core/http/contract.ts'
import type { Scope } from '../../../lib/core/signatures/keys.ts'
import { accountingContract } from '../../../lib/services/accounting/contract.ts'
import { lostAnswer } from '../../../sandbox/faults.ts'
import { serveAccounting } from '../../helpers/remotes/accounting-function.ts'
import { startAccountingSandbox } from '../../helpers/remotes/accounting-sandbox.ts'
import { ALL_PERMISSIONS, COMPANY, storeConfirmation } from './deals/world.ts'

type Name = keyof typeof accountingContract.endpoints

const OF_COMPANY = `company_id=${COMPANY}`

/** Serves the function, and returns a call of an endpoint; `serveFunction()` compares each reply with its schema. */
async function serve(permissions = ALL_PERMISSIONS) {
  const { call, store, service } = await serveWith(permissions)
  return { ...replies(call), service, store }
}

async function serveWith(permissions = ALL_PERMISSIONS) {
  const service = await startAccountingSandbox({ permissions })
  return serveAccounting({}, service)
}

function replies(call: Awaited<ReturnType<typeof serveWith>>['call']) {
  const reply = async (name: Name, path: string, json?: object) => {
    const { method, statuses = [200] }: Endpoint = accountingContract.endpoints[name]
    const scopes = ['accounting.read', 'accounting.write', 'approve'] as const
    const body = json && { body: JSON.stringify(json) }
    const response = await call(`/api/accounting/${path}`, { method, scopes, ...body })
    const text = await response.text()
    expect(statuses, text).toContain(response.status)
    return text === '' ? undefined : JSON.parse(text)
  }
  return { reply }
}

const LINE = { account_item: '消耗品費', rate: 10, qualified: false, amount: 1100, description: '紙' }
const DEAL = { company_id: COMPANY, issue_date: '2026-06-15', details: [LINE] }
const FIRST = { ...DEAL, details: [{ ...LINE, amount: 100 }], case: `first-deal-${COMPANY}` }

describe('the contract describes', () => {
  test('what is read of the service', async () => {
    const { reply, service } = await serve()
    const idOf = (records: ReadonlyMap<number, unknown>) => [...records.keys()][0]
    const { deals, partners, items } = service.company
    await reply('companies', 'companies')
    await reply('user', 'users/me?companies=true')
    await reply('accountItems', `account_items?${OF_COMPANY}`)
    await reply('taxCodes', 'taxes/codes')
    await reply('companyTaxCodes', `taxes/companies/${COMPANY}`)
    await reply('deals', `deals?${OF_COMPANY}`)
    await reply('deal', `deals/${idOf(deals)}?${OF_COMPANY}`)
    await reply('partners', `partners?${OF_COMPANY}`)
    await reply('partner', `partners/${idOf(partners)}?${OF_COMPANY}`)
    await reply('items', `items?${OF_COMPANY}`)
    await reply('item', `items/${idOf(items)}?${OF_COMPANY}`)
    await reply('walletables', `walletables?${OF_COMPANY}&type=bank_account`)
  })

  test('files of the file box, and deals that are imported with them', async () => {
    const { call, store, service } = await serveWith()
    await storeConfirmation(store)
    const scopes = ['accounting.read', 'accounting.write', 'approve'] as const
    const upload = (query: string, by: readonly Scope[] = scopes) =>
      call(`/api/accounting/receipts?${OF_COMPANY}&name=a.pdf${query}`, {
        method: 'POST',
        scopes: by,
        body: new TextEncoder().encode('%PDF'),
        contentType: 'application/octet-stream',
      })
    const read = async (response: Response) => {
      const body = (await response.json()) as { receipt: string; sha256: string; uploaded: boolean }
      return { status: response.status, body }
    }
    const shown = await read(await upload('', ['accounting.read']))
    expect(shown).toMatchObject({ status: 200, body: { mode: 'dry-run', state: 'new', obstacles: [] } })
    expect((await upload('&mode=write', ['accounting.read'])).status).toBe(403)
    expect(service.company.receipts.size).toBe(0)
    expect((await upload('&mode=write')).status).toBe(201)
    const { status, body } = await read(await upload('&mode=write'))
    expect([status, body.uploaded]).toEqual([200, false])
    const { reply } = replies(call)
    expect(await reply('ownReceipts', 'own-receipts')).toMatchObject({
      receipts: [{ receipt: body.receipt }],
    })
    const days = 'start_date=2020-01-01&end_date=2099-12-31&category=without_deal'
    const { receipts } = await reply('fileBox', `file-box?${OF_COMPANY}&${days}`)
    await reply('fileInBox', `file-box/${receipts[0].id}?${OF_COMPANY}`)
    await reply('receipt', `receipts/${body.receipt}`)
    await reply('receipts', 'receipts')
    await reply('resolveReceipt', `receipts/${body.receipt}/resolve`)
    service.company.receipts.clear()
    const { operation } = await reply('resolveReceipt', `receipts/${body.receipt}/resolve`)
    await reply('receipts', 'receipts')
    await reply('freeReceipt', `receipts/${body.receipt}/free`, {
      person: 'Mei',
      reason: 'deleted',
      operation,
    })
    await upload('&mode=write')
    const { company_id: _, ...deal } = DEAL
    const deals = [
      { ...deal, case: 'a', partner: '①㈱髙﨑商店', receipts: [body.sha256] },
      { ...deal, case: 'b', partner: 'x' },
    ]
    await reply('importDeals', 'imports', { company_id: COMPANY, deals })
    await reply('importDeals', 'imports?mode=write', { company_id: COMPANY, deals })
  })

  test('the report of a journal', async () => {
    const { reply } = await serve()
    const { journals } = await reply('requestJournal', `journals?${OF_COMPANY}&start_date=2026-04-01`)
    const report = `journals/reports/${journals.id}`
    for (let look = 0; look < 3; look++) await reply('journalStatus', `${report}/status?${OF_COMPANY}`)
  })

  test('what is written to the service', async () => {
    const { reply, service, store } = await serve()
    await storeConfirmation(store)
    const both = async (...[name, path, json]: Parameters<typeof reply>) => {
      await reply(name, path, json)
      return reply(name, `${path}${path.includes('?') ? '&' : '?'}mode=write`, json)
    }
    const create = async (name: string) =>
      (await both('createPartner', 'partners', { company_id: COMPANY, name })).partner.id
    const stopped = await create('新しい商店')
    const change = { company_id: COMPANY, name: '新しい商店', available: false }
    await both('updatePartner', `partners/${stopped}`, change)
    await both('deletePartner', `partners/${stopped}?${OF_COMPANY}`)
    const used = await create('別の商店')
    await both('stopAndDeletePartner', `partners/${used}/stop-and-delete?${OF_COMPANY}`)
    const { item } = await both('createItem', 'items', { company_id: COMPANY, name: '切手' })
    await both('deleteItem', `items/${item.id}?${OF_COMPANY}`)
    const [deal] = service.company.deals.keys()
    await both('deleteDeal', `deals/${deal}?${OF_COMPANY}`)
    const { deal: own } = await reply('registerDeal', 'deals?mode=write', FIRST)
    expect(await both('deleteDeal', `deals/${own}?${OF_COMPANY}`)).toHaveProperty('case')
  })

  test('a deal: shown, written, reviewed, of unknown outcome, freed', async () => {
    const { reply, service } = await serve()
    await reply('firstDeal', `first-deal?${OF_COMPANY}`)
    const first = await reply('registerDeal', 'deals?mode=write', FIRST)
    const person = 'Mei'
    await reply('confirmFirstDeal', 'first-deal', { company_id: COMPANY, deal: first.deal, person })
    expect(await reply('firstDeal', `first-deal?${OF_COMPANY}`)).toHaveProperty('confirmed')
    expect(await reply('registerDeal', 'deals', FIRST)).toMatchObject({ case: { state: 'done' } })
    const flagged = { ...DEAL, case: 'x', issue_date: '2026-10-02', details: [{ ...LINE, amount: 5 }] }
    expect(await reply('registerDeal', 'deals?mode=write', flagged)).toMatchObject({ state: 'review' })
    const { operation } = await reply('case', 'cases/x')
    await reply('releaseCase', 'cases/x/release', { person, operation })
    await reply('releaseCase', 'cases/x/release?mode=write', { person, operation })
    service.sandbox.faults.arm('POST /api/1/deals', lostAnswer())
    await expect(reply('registerDeal', 'deals?mode=write', { ...DEAL, case: 'y' })).rejects.toThrow()
    await reply('cases', 'cases')
    const { deal } = await reply('resolveCase', 'cases/y/resolve')
    service.company.deals.delete(deal)
    const looked = await reply('case', 'cases/y')
    await reply('freeCase', 'cases/y/free', { person, reason: 'deleted', operation: looked.operation })
  })

  test('tax codes: of the listing, learned, and how far learning has come', async () => {
    const listed = await serve()
    expect(await listed.reply('taxTable', `tax-table?${OF_COMPANY}`)).toMatchObject({ source: 'listing' })
    const { reply } = await serve(ALL_PERMISSIONS.filter(name => name !== 'taxes'))
    const request = { company_id: COMPANY, tax_codes: [136, 999], account_item: '会議費' }
    await reply('learning', `tax-table/learning?${OF_COMPANY}`)
    await reply('learnTaxCodes', 'tax-table/learning', request)
    const { deal } = await reply('learnTaxCodes', 'tax-table/learning?mode=write', request)
    await reply('confirmFirstDeal', 'first-deal', { company_id: COMPANY, deal, person: 'Mei' })
    await reply('learnTaxCodes', 'tax-table/learning?mode=write', request)
    expect(await reply('learning', `tax-table/learning?${OF_COMPANY}`)).toMatchObject({ phase: 'ended' })
    expect(await reply('taxTable', `tax-table?${OF_COMPANY}`)).toMatchObject({ source: 'learned' })
  })
})
