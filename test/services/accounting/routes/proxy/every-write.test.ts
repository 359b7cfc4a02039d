import { beforeEach, describe, expect, test } from 'vitest'
import type { Endpoint } from '../../../../../lib/core/http/contract.ts'
import { accountingContract } from '../../../../../lib/services/accounting/contract.ts'
import {
  type RunningSandbox,
  startAccountingSandbox,
} from '../../../../helpers/remotes/accounting-sandbox.ts'
import { COMPANY } from '../../deals/world.ts'
import { createProxy, NUMBER, writing } from './world.ts'

/** Operations with a `mode` that kura carries out itself; the proxy does not pass them on. */
const OWN = ['registerDeal', 'releaseCase', 'learnTaxCodes', 'importDeals', 'uploadReceipt']

let running: RunningSandbox
beforeEach(async () => {
  running = await startAccountingSandbox()
})

describe('every write', () => {
  const first = (records: ReadonlyMap<number, unknown>) => [...records.keys()][0]
  /** Calls with `mode=write`: `path` is kura's; `sent` is the request that the service would get. */
  const rows = () => {
    const { deals, partners, items } = running.company
    const query = { company_id: COMPANY }
    const named = (name: string) => ({ company_id: COMPANY, name })
    const of = (path: string) => ({
      path: `${path}?company_id=${NUMBER}`,
      sent: { path: `/api/1${path}`, query },
    })
    return [
      {
        name: 'createItem',
        method: 'POST',
        path: '/items',
        sent: { path: '/api/1/items', body: named('切手') },
      },
      { name: 'deleteItem', method: 'DELETE', ...of(`/items/${first(items)}`) },
      { name: 'deleteDeal', method: 'DELETE', ...of(`/deals/${first(deals)}`) },
      {
        name: 'createPartner',
        method: 'POST',
        path: '/partners',
        sent: { path: '/api/1/partners', body: named('商店') },
      },
      {
        name: 'updatePartner',
        method: 'PUT',
        path: `/partners/${first(partners)}`,
        sent: { path: `/api/1/partners/${first(partners)}`, body: named('商店') },
      },
      {
        name: 'updateFile',
        method: 'PUT',
        path: '/file-box/1',
        sent: { path: '/api/1/receipts/1', body: { company_id: COMPANY, document_type: 'invoice' } },
      },
      { name: 'deletePartner', method: 'DELETE', ...of(`/partners/${first(partners)}`) },
      {
        name: 'stopAndDeletePartner',
        method: 'POST',
        path: `/partners/${first(partners)}/stop-and-delete?company_id=${NUMBER}`,
        sent: {},
      },
    ]
  }
  const rowOf = (name: string) => {
    const row = rows().find(candidate => candidate.name === name)
    if (!row) throw new Error(`no row ${name}`)
    const json = 'body' in row.sent ? { ...row.sent.body, company_id: NUMBER } : undefined
    return { ...row, json }
  }
  const names = Object.entries<Endpoint>(accountingContract.endpoints)
    .filter(([name, { changes }]) => changes === 'by mode' && !OWN.includes(name))
    .map(([name]) => ({ name }))
  const changes = () => running.requests.filter(request => !request.startsWith('GET'))

  test.each(names)('$name is a dry run without a mode, for a key that only reads', async ({ name }) => {
    const { method, path, json, sent } = rowOf(name)
    const reader = createProxy(running, { scopes: ['accounting.read'] })
    const { status, body } = await reader.call(method, path, json)
    expect([status, body]).toEqual([
      200,
      expect.objectContaining({ mode: 'dry-run', ...sent, obstacles: [] }),
    ])
    expect([changes(), reader.nonces]).toEqual([[], []])
  })

  test.each(names)('$name needs accounting.write with mode=write', async ({ name }) => {
    const { method, path, json } = rowOf(name)
    const reader = createProxy(running, { scopes: ['accounting.read'] })
    const { status, body } = await reader.call(method, writing(path), json)
    expect([status, body.code]).toEqual([403, 'scope_missing'])
    expect([running.requests, reader.nonces]).toEqual([[], []])
  })

  test.each(names)('$name needs an admin of this company, not of another one', async ({ name }) => {
    const { method, path, json } = rowOf(name)
    running.company.role = 'simple_accounting'
    const other = running.sandbox.state.companies.find(({ id }) => id !== COMPANY)
    if (other) other.role = 'admin'
    const proxy = createProxy(running)
    const refused = await proxy.call(method, writing(path), json)
    expect([refused.status, refused.body.code]).toEqual([403, 'permission_missing'])
    const shown = await proxy.call(method, path, json)
    expect(shown.body.obstacles).toMatchObject([
      { text: expect.stringContaining(`not an admin of it; let an admin`) },
    ])
    expect(changes()).toEqual([])
  })

  test.each(names)('$name needs ACCOUNTING_WRITES', async ({ name }) => {
    const { method, path, json } = rowOf(name)
    const proxy = createProxy(running, { writes: false })
    const off = await proxy.call(method, writing(path), json)
    expect([off.status, off.body.code]).toEqual([403, 'writes_off'])
    const shown = await proxy.call(method, path, json)
    expect(shown.body.obstacles).toMatchObject([{ text: expect.stringContaining('ACCOUNTING_WRITES') }])
    expect(changes()).toEqual([])
  })

  test.each(names)('$name waits until a person has confirmed the first deal', async ({ name }) => {
    const { method, path, json } = rowOf(name)
    const proxy = createProxy(running, { confirmed: false })
    const early = await proxy.call(method, writing(path), json)
    expect([early.status, early.body.code]).toEqual([403, 'writes_off'])
    const shown = await proxy.call(method, path, json)
    expect(shown.body.obstacles).toMatchObject([
      { text: expect.stringContaining('no first test deal is confirmed') },
    ])
    expect(changes()).toEqual([])
  })

  test('that is no GET is in the table above, or is kura’s own', () => {
    const others = Object.entries<Endpoint>(accountingContract.endpoints)
      .filter(([, { method, changes }]) => method !== 'GET' && changes !== 'by mode')
      .map(([name]) => name)
    expect(others).toEqual([
      'leaveOut',
      'resolveReceipt',
      'freeReceipt',
      'resolveCase',
      'freeCase',
      'confirmFirstDeal',
    ])
    expect(
      rows()
        .map(({ name }) => name)
        .sort(),
    ).toEqual(names.map(({ name }) => name).sort())
  })
})
