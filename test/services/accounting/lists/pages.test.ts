import { expect, test } from 'vitest'
import type { AccountingApi } from '../../../../lib/cli/commands/accounting/call.ts'
import { readDeals } from '../../../../lib/services/accounting/lists/pages.ts'

test('readDeals() gives each deal once if one is created while the pages are read', async () => {
  const ids = Array.from({ length: 150 }, (_, index) => 150 - index)
  const deals = async ({ query }: { query: { offset: string; limit: string } }) => {
    const start = Number(query.offset)
    const page = ids.slice(start, start + Number(query.limit)).map(id => ({ id }))
    ids.unshift(ids.length + 1)
    return { deals: page }
  }
  const read: number[] = []
  const source = { api: { deals } as unknown as AccountingApi, company: 7 }
  for await (const page of readDeals(source, {})) read.push(...page.map(({ id }) => id))
  expect(read).toEqual(Array.from({ length: 150 }, (_, index) => 150 - index))
})
