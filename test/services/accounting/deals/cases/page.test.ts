/** Cases are listed in pages. */
import { describe, expect, test, vi } from 'vitest'
import { casesOfReferences, referenceOf } from '../../../../../lib/services/accounting/deals/cases/of-deal.ts'
import { type CasesPage, casesPage } from '../../../../../lib/services/accounting/deals/cases/report.ts'
import { COMPANY, createDealWorld, flagged } from '../world.ts'

describe('casesPage()', () => {
  const FIRST = { after: undefined, limit: 500 }
  const namesOf = ({ cases }: CasesPage) => cases.map(({ case: name }) => name)

  test('has the open cases, the newest first, or those in a state', async () => {
    const world = await createDealWorld()
    for (const name of ['receipt 1', 'receipt 2']) {
      world.advance(1000)
      await world.register({ ...flagged, case: name } as never)
    }
    const { claims } = world.deps
    expect(namesOf(await casesPage(undefined, FIRST, claims))).toEqual(['receipt 2', 'receipt 1'])
    expect(await casesPage('review', FIRST, claims)).toMatchObject({
      cases: [{ case: 'receipt 2', body: { issue_date: '2026-06-15' } }, { case: 'receipt 1' }],
    })
    expect(await casesPage('unknown', FIRST, claims)).toEqual({ cases: [], next: undefined })
    const first = await casesPage(undefined, { ...FIRST, limit: 1 }, claims)
    expect(namesOf(first)).toEqual(['receipt 2'])
    const second = await casesPage(undefined, { after: first.next, limit: 1 }, claims)
    expect({ names: namesOf(second), next: second.next }).toEqual({ names: ['receipt 1'], next: undefined })
  })

  test('reads no more claims than a page has, closed ones by name', async () => {
    const world = await createDealWorld()
    for (const [at, name] of ['b', 'a', 'c'].entries())
      await world.register({ case: name, issue_date: `2026-06-0${at + 1}` })
    await world.register({ ...flagged, case: 'ab' } as never)
    const { claims, store } = world.deps
    const readMany = vi.spyOn(store, 'readMany')
    const pages: CasesPage[] = []
    for (let after: string | undefined; ; ) {
      const page = await casesPage('done', { after, limit: 2 }, claims)
      pages.push(page)
      if (page.next === undefined) break
      after = page.next
    }
    // the first page read `ab` too, whose case is not done
    expect(pages.map(namesOf)).toEqual([['a'], ['b', 'c']])
    expect(readMany.mock.calls.map(([keys]) => keys.length)).toEqual([2, 2])
    expect(namesOf(await casesPage('all', FIRST, claims))).toEqual(['a', 'ab', 'b', 'c'])
  })
})

test('the cases of deals are found by their references, in two calls of the store', async () => {
  const world = await createDealWorld()
  for (const name of ['a', 'b', 'c']) await world.register({ case: name })
  const readMany = vi.spyOn(world.deps.store, 'readMany')
  const references = ['b', 'a', 'unknown'].map(name => referenceOf(COMPANY, name))
  const found = await casesOfReferences(['INV-1', '../claim', ...references], world.deps)
  expect(found.map(({ name }) => name)).toEqual(['b', 'a'])
  expect(readMany.mock.calls.map(([keys]) => keys.length)).toEqual([3, 2])
})
