import { expect, test } from 'vitest'
import { allPages } from '../../../../lib/services/accounting/remote/client.ts'
import type { Deal } from '../../../../lib/services/accounting/remote/deal-schema.ts'
import { yen } from '../../../helpers/remotes/yen.ts'

const deal = (id: number): Deal => ({
  id,
  companyId: 1,
  issueDate: '2026-06-01',
  type: 'expense',
  amount: yen(1),
  status: 'unsettled',
  refNumber: undefined,
  partnerId: undefined,
  lines: [],
})

/** A listing in pages of two, newest first; `meanwhile` runs after each page. */
function listing(ids: number[], meanwhile: (page: number) => void = () => undefined) {
  let pages = 0
  return async (offset: number) => {
    const newest = [...ids].sort((one, other) => other - one)
    const answer = { deals: newest.slice(offset, offset + 2).map(deal), total: ids.length }
    pages += 1
    meanwhile(pages)
    return answer
  }
}

const read = async (page: ReturnType<typeof listing>) =>
  (await allPages(page)).map(({ id }) => id).sort((one, other) => one - other)

test('all pages are read', async () => {
  expect(await read(listing([1, 2, 3, 4, 5]))).toEqual([1, 2, 3, 4, 5])
  expect(await read(listing([]))).toEqual([])
})

test('a deal that is created during the reading hides none and doubles none', async () => {
  const ids = [1, 2, 3, 4, 5]
  const created = listing(ids, page => {
    if (page === 1) ids.push(6)
  })
  expect(await read(created)).toEqual([1, 2, 3, 4, 5])
})

test('a deal that is deleted during the reading hides none', async () => {
  const ids = [1, 2, 3, 4, 5, 6]
  const deleted = listing(ids, page => {
    if (page === 1) ids.splice(ids.indexOf(6), 1)
  })
  expect(await read(deleted)).toEqual([1, 2, 3, 4, 5])
})

test('reading ends if deals keep being deleted', async () => {
  const ids = Array.from({ length: 100 }, (_, index) => index)
  const shrinking = listing(ids, () => {
    ids.pop()
  })
  await expect(allPages(shrinking)).rejects.toMatchObject({ code: 'remote_answer' })
})

test('an empty page ends the reading, whatever the total says', async () => {
  expect(await allPages(async () => ({ deals: [], total: 5 }))).toEqual([])
})
