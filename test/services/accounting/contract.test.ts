/** Every reply of `/api/accounting/…` has the status and the members that the contract describes. */
import { describe, expect, test } from 'vitest'
import type { Endpoint } from '../../../lib/core/http/contract.ts'
import type { Scope } from '../../../lib/core/signatures/keys.ts'
import { accountingContract } from '../../../lib/services/accounting/contract.ts'
import { serveAccounting } from '../../helpers/remotes/accounting-function.ts'
import { startAccountingSandbox } from '../../helpers/remotes/accounting-sandbox.ts'
import { ALL_PERMISSIONS, COMPANY, storeConfirmation } from './deals/world.ts'

type Name = keyof typeof accountingContract.endpoints

const OF_COMPANY = `company_id=${COMPANY}`

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

describe('the contract describes', () => {
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
})
