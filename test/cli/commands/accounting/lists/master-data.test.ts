import { beforeEach, describe, expect, test } from 'vitest'
import { ALL_PERMISSIONS, COMPANY } from '../../../../services/accounting/deals/world.ts'
import { type Books, serveBooks } from '../books.ts'

let served: Books['served']
let kura: Books['kura']

beforeEach(async () => {
  ;({ served, kura } = await serveBooks())
})

describe('kura accounting list', () => {
  const lists = [
    { name: 'account-items', member: 'account_items', row: /^消耗品費 +501 +課対仕入10% \(136\)$/m },
    { name: 'taxes', member: 'taxes', row: /^課対仕入（控80）10% +189$/m },
    { name: 'partners', member: 'partners', row: /^①㈱髙﨑商店 +\d+ +in use$/m },
    { name: 'items', member: 'items', row: /^文房具 +\d+ +in use$/m },
    { name: 'walletables', member: 'walletables', row: /^試験銀行 普通 +602 +bank account$/m },
  ]
  test.each(lists)('of $name shows names with their numbers, and JSON', async ({ name, member, row }) => {
    expect((await kura(['list', name])).out).toMatch(row)
    const entries = JSON.parse((await kura(['list', name, '--json'])).out)[member]
    expect(entries.length).toBeGreaterThan(1)
    expect(entries[0]).toHaveProperty('name')
  })

  test('of partners says which are not in use, and searches by a word', async () => {
    expect((await kura(['list', 'partners'])).out).toMatch(/^廃業した商店 +\d+ +not in use$/m)
    const { out } = await kura(['list', 'partners', '--search', '髙﨑'])
    expect(out).toContain('①㈱髙﨑商店')
    expect(out).not.toContain('廃業した商店')
    expect((await kura(['list', 'partners', '--search', '無い'])).out).toMatch(/^no name has "無い"/)
  })

  test('of more partners than a page of the service has shows each once', async () => {
    const { company } = served.service
    for (let id = 1; id <= 3000; id++) {
      const update_date = '2026-04-01'
      const names = { name: `取引先${id}`, code: null, others: {} }
      company.partners.set(id, { id, company_id: COMPANY, available: true, update_date, ...names })
    }
    const { partners } = JSON.parse((await kura(['list', 'partners', '--json'])).out)
    expect(new Set(partners.map(({ id }: { id: number }) => id)).size).toBe(3002)
    expect(partners).toHaveLength(3002)
  })
})

test('kura accounting list taxes tells how to learn the codes, which it may not read', async () => {
  const { kura } = await serveBooks(ALL_PERMISSIONS.filter(name => name !== 'taxes'))
  await expect(kura(['list', 'taxes'])).rejects.toMatchObject({
    code: 'permission_missing',
    hint: expect.stringContaining('kura accounting learn-tax-codes'),
  })
  expect((await kura(['list', 'account-items'])).out).toMatch(/^消耗品費 +501 +tax code 136$/m)
})

test('kura accounting list companies shows both numbers of each company', async () => {
  const { out } = await kura(['list', 'companies'])
  expect(out).toMatch(/開発用テスト事業所 +1234567 +8101234567 +admin/)
  expect(out).toMatch(/株式会社ことなる番号 +7654321 +0091234567 +read_only/)
})

test('kura accounting list refuses the option of another list', async () => {
  await expect(kura(['list', 'items', '--search', 'x'])).rejects.toMatchObject({
    code: 'usage',
    message: 'Cannot use --search to list items',
  })
})
