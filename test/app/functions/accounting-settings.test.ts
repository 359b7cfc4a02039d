/** What the settings of a deployment change for the books: previews, the time zone, writes that are off. */
import { describe, expect, test } from 'vitest'
import { listAll } from '../../../lib/core/store/list.ts'
import { dayIn } from '../../../lib/services/accounting/taxes/issue-date.ts'
import { hosted } from '../../helpers/functions.ts'
import { serveAccounting } from '../../helpers/remotes/accounting-function.ts'
import { startAccountingSandbox } from '../../helpers/remotes/accounting-sandbox.ts'
import { COMPANY } from '../../services/accounting/deals/world.ts'

const LINE = { account_item: '消耗品費', tax_code: 136, amount: 1100 }
const DEAL = { company_id: COMPANY, issue_date: '2026-06-15', details: [LINE] }
const TAXES = ['companies', 'users', 'account_items', 'taxes', 'deals'] as const

describe('/api/accounting in a preview deployment', () => {
  const PREVIEW = hosted('preview')
  const acts = [
    { path: '/deals', json: { ...DEAL, case: 'receipt 1' } },
    { path: '/cases/receipt%201/release', json: { person: 'Mei', operation: '1' } },
    { path: '/tax-table/learning', json: { company_id: COMPANY } },
  ]

  test.each(acts)('$path is shown and not done', async ({ path, json }) => {
    const running = await startAccountingSandbox({ permissions: TAXES })
    const { post, store } = await serveAccounting(PREVIEW, running)
    const digest = '0'.repeat(64)
    const claim = {
      state: 'review',
      name: 'receipt 1',
      digest,
      body: JSON.stringify({ company_id: COMPANY, issue_date: '2026-06-15', type: 'expense', details: [] }),
      operation: '1',
      until: 0,
      flags: ['x'],
      steps: [],
    }
    await store.swap('claim/deal/receipt%201', undefined, { value: JSON.stringify(claim), version: '1' })
    const { swap } = store.calls
    expect(await post(path, json)).toMatchObject({ status: 200, body: { mode: 'dry-run' } })
    expect(store.calls.swap, 'not even a nonce').toBe(swap)
    expect(await post(`${path}?mode=write`, json)).toMatchObject({
      status: 503,
      body: { code: 'not_in_preview' },
    })
    expect(running.requests.filter(request => request.startsWith('POST /api/1'))).toEqual([])
  })

  test('a dry run may be replayed, a real write may not', async () => {
    const { store, post } = await serveAccounting()
    const nonces = async () => (await listAll(store, 'nonce/')).records.length
    await post('/tax-table/learning', { company_id: COMPANY })
    expect(await nonces()).toBe(0)
    await post('/tax-table/learning?mode=write', { company_id: COMPANY })
    expect(await nonces()).toBe(1)
  })
})

describe('/api/accounting, the day of KURA_TIMEZONE', () => {
  /** Two time zones that are more than a day apart, so that at any moment their days differ. */
  const [EAST, WEST] = ['Pacific/Kiritimati', 'Pacific/Niue'] as const
  const serveIn = async (timezone: string) =>
    serveAccounting({ KURA_TIMEZONE: timezone }, await startAccountingSandbox({ permissions: TAXES }))

  test.each([
    { timezone: EAST, future: false },
    { timezone: WEST, future: true },
  ])('in $timezone a deal of the day in the east is of the future: $future', async ({ timezone, future }) => {
    const { post } = await serveIn(timezone)
    const { body } = await post('/deals', { ...DEAL, issue_date: dayIn(EAST, Date.now()) })
    const flags = body.flags.map(({ flag }: { flag: string }) => flag)
    expect(flags.includes('future')).toBe(future)
  })

  test('is the day of the test deals that learn tax codes', async () => {
    const days: string[] = []
    for (const timezone of [WEST, EAST]) {
      const { post } = await serveIn(timezone)
      days.push((await post('/tax-table/learning', { company_id: COMPANY })).body.issueDate)
    }
    const [west = '', east = ''] = days
    expect(west < east).toBe(true)
  })
})

describe('/api/accounting, writes that are off', () => {
  test('shows a deal and says what keeps it from being written', async () => {
    const running = await startAccountingSandbox({ permissions: TAXES })
    const { post } = await serveAccounting({ ACCOUNTING_WRITES: 'off' }, running)
    const dry = await post('/deals', { ...DEAL, case: 'receipt 1' })
    expect(dry.body.obstacles).toMatchObject([{ text: expect.stringContaining('ACCOUNTING_WRITES') }, {}])
    expect(await post('/deals?mode=write', { ...DEAL, case: 'receipt 1' })).toMatchObject({
      status: 403,
      body: { code: 'writes_off' },
    })
  })

  test('a schedule that does not exist is named', async () => {
    const { ask } = await serveAccounting({ ACCOUNTING_SCHEDULE: 'documnt-1' })
    expect(await ask('/companies')).toMatchObject({ status: 503, body: { code: 'settings_invalid' } })
  })
})
