import { expect, test } from 'vitest'
import { createActivityLog } from '../../../../lib/services/activity/log.ts'
import { serveBooks } from '../../../cli/commands/accounting/books.ts'
import { COMPANY } from '../deals/world.ts'

const deal = (name: string, change: object = {}) => ({
  case: name,
  issue_date: '2026-06-15',
  details: [{ account_item: '消耗品費', tax_code: 136, amount: 1100 }],
  ...change,
})

test('the activity log has the deal of a call, and each case of an import', async () => {
  const { served, confirmFirst } = await serveBooks()
  await confirmFirst()
  const one = await served.post('/deals?mode=write', { ...deal('one'), company_id: COMPANY })
  const deals = [deal('two', { issue_date: '2026-06-16' }), deal('three', { issue_date: '2026-02-30' })]
  const many = await served.post('/imports?mode=write', { company_id: COMPANY, deals })
  expect(many.status).toBe(200)
  const { entries } = await createActivityLog({ store: () => served.store, now: Date.now }).page({
    limit: 50,
  })
  const [register, imported] = entries.slice(-2)
  expect(register).toMatchObject({
    act: 'registerDeal',
    what: { case: 'one', company_id: COMPANY, state: 'done', deal: one.body.deal },
  })
  const [two, three] = many.body.deals
  expect(imported).toMatchObject({
    act: 'importDeals',
    what: { company_id: COMPANY, 'case two': `done, deal ${two.deal}`, 'case three': three.state },
  })
})
