/** Finding the cases of many deals by their reference numbers. */
import { expect, test, vi } from 'vitest'
import { casesOfReferences, referenceOf } from '../../../../../lib/services/accounting/deals/cases/of-deal.ts'
import { COMPANY, createDealWorld } from '../world.ts'

test('the cases of deals are found by their references, in two calls of the store', async () => {
  const world = await createDealWorld()
  for (const name of ['a', 'b', 'c']) await world.register({ case: name })
  const readMany = vi.spyOn(world.deps.store, 'readMany')
  const references = ['b', 'a', 'unknown'].map(name => referenceOf(COMPANY, name))
  const found = await casesOfReferences(['INV-1', '../claim', ...references], world.deps)
  expect(found.map(({ name }) => name)).toEqual(['b', 'a'])
  expect(readMany.mock.calls.map(([keys]) => keys.length)).toEqual([3, 2])
})
