import { beforeEach, describe, expect, test } from 'vitest'
import { type RunningSandbox, startAccountingSandbox } from '../../helpers/remotes/accounting-sandbox.ts'
import { COMPANY, OTHER } from './company.ts'

let running: RunningSandbox
beforeEach(async () => {
  running = await startAccountingSandbox()
})

const get = (path: string) => running.call('GET', path)

describe('master data', () => {
  test('companies have an id, another office number and a role', async () => {
    const { body } = await get('/api/1/companies')
    expect(
      body.companies.map((company: Record<string, unknown>) => [
        company['id'],
        company['company_number'],
        company['role'],
      ]),
    ).toEqual([
      [COMPANY, '8101234567', 'admin'],
      [OTHER, '0091234567', 'read_only'],
    ])
  })

  test('users/me lists the companies on request', async () => {
    expect((await get('/api/1/users/me')).body.user).not.toHaveProperty('companies')
    const { body } = await get('/api/1/users/me?companies=true')
    expect(body.user.companies[0]).toMatchObject({ id: COMPANY, role: 'admin' })
  })

  test('account items need a company', async () => {
    expect((await get('/api/1/account_items')).status).toBe(400)
    const { body } = await get(`/api/1/account_items?company_id=${COMPANY}`)
    expect(body.account_items[0]).toMatchObject({ id: 501, name: '消耗品費' })
  })

  test.each([{ path: `/api/1/taxes/companies/${COMPANY}` }, { path: '/api/1/taxes/codes' }])(
    '$path is forbidden unless the application may read it',
    async ({ path }) => {
      const refused = await get(path)
      expect(refused.status).toBe(403)
      expect(refused.body.message).toContain('アクセス権')
      running.sandbox.state.application.permissions.add('taxes')
      expect((await get(path)).status).toBe(200)
    },
  )

  test('the test company has the nine tax codes of document 1, and those of 70 % and 30 %', async () => {
    running.sandbox.state.application.permissions.add('taxes')
    const { body } = await get(`/api/1/taxes/companies/${COMPANY}`)
    const names = body.taxes.map(({ code, name_ja }: { code: number; name_ja: string }) => [code, name_ja])
    expect(names).toEqual([
      [136, '課対仕入10%'],
      [163, '課対仕入8%（軽）'],
      [189, '課対仕入（控80）10%'],
      [187, '課対仕入（控80）8%（軽）'],
      [190, '課対仕入（控50）10%'],
      [188, '課対仕入（控50）8%（軽）'],
      [2, '対象外'],
      [34, '課対仕入'],
      [108, '課対仕入8%'],
      [234, '課対仕入(控70) 10%'],
      [235, '課対仕入(控70) 8%(軽)'],
      [236, '課対仕入(控30) 10%'],
      [237, '課対仕入(控30) 8%(軽)'],
    ])
  })

  test('walletables have a name and a type, which selects them', async () => {
    const path = `/api/1/walletables?company_id=${COMPANY}`
    const names = async (query: string) =>
      (await get(`${path}${query}`)).body.walletables.map(({ name }: { name: string }) => name)
    expect(await names('')).toEqual(['現金', '試験銀行 普通', '試験カード'])
    expect(await names('&type=credit_card')).toEqual(['試験カード'])
    expect((await get(`${path}&type=purse`)).status).toBe(400)
  })
})
