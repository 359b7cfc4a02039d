import { expect, test } from 'vitest'
import { createPurchases } from '../../../../lib/services/registrar/purchase/purchase.ts'
import { createMemoryStore } from '../../../helpers/memory-store.ts'

test('the purchases of a team are its own, though another team shares the store', async () => {
  const store = createMemoryStore()
  const of = (team: string) => createPurchases({ store, team })
  const claim = { digest: 'd', by: 'hana', lease: 1000, flags: [] }
  for (const team of ['team', 'team2']) {
    const { claims, nameOf } = of(team)
    await claims.request(nameOf(`${team}.example`), { ...claim, operation: team })
  }
  expect((await of('team').list()).map(({ domain }) => domain)).toEqual(['team.example'])
  expect(await of('team').read('team2.example')).toBeUndefined()
})
