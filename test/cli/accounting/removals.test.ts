import { beforeEach, describe, expect, test } from 'vitest'
import { COMPANY } from '../../services/accounting/deals/world.ts'
import { type Books, serveBooks } from './books.ts'

let served: Books['served']
let kura: Books['kura']
let confirmFirst: Books['confirmFirst']

beforeEach(async () => {
  ;({ served, kura, confirmFirst } = await serveBooks())
})

describe('kura accounting partners and items', () => {
  beforeEach(() => confirmFirst())

  test('a partner is stopped and deleted', async () => {
    const json = { company_id: COMPANY, name: '新しい商店' }
    const { body } = await served.service.call('POST', '/api/1/partners', { json })
    const { id } = body.partner
    const words = ['partners', 'stop-and-delete', String(id)]
    expect((await kura(words)).out).toMatch(
      new RegExp(
        `^dry run: .*\n  PUT /api/1/partners/${id} \\{"company_id":${COMPANY},.*"available":false\\}\n` +
          `  DELETE /api/1/partners/${id}\\?company_id=${COMPANY}\n$`,
      ),
    )
    expect(served.service.company.partners.get(id)?.available).toBe(true)
    expect((await kura([...words, '--write'])).out).toBe(`partner ${id}: use stopped, deleted\n`)
    expect(served.service.company.partners.has(id)).toBe(false)
  })

  test('a dry run says what keeps it from being done', async () => {
    served.service.company.role = 'simple_accounting'
    const { out } = await kura(['items', 'delete', '1', '--company', String(COMPANY)])
    expect(out).toMatch(
      /DELETE \/api\/1\/items\/1\?company_id=1234567\na write would be refused: .* not an admin/,
    )
  })

  test('an item that deals use stays, and the service says why', async () => {
    const [used, unused] = served.service.company.items.keys()
    const remove = (id: number | undefined) => kura(['items', 'delete', String(id), '--write'])
    await expect(remove(used)).rejects.toMatchObject({ code: 'remote_refused' })
    expect((await remove(unused)).out).toBe(`item ${unused}: deleted\n`)
  })
})
