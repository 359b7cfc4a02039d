import { expect, test } from 'vitest'
import { deferHandlers } from '../../../lib/core/http/serve.ts'
import type { ShelfContract } from '../../helpers/http/sample-contract.ts'

test('deferHandlers() loads the other handlers once, at the first call of one of them', async () => {
  const loads: string[] = []
  const named = async (name: string) => ({ name })
  const contract = { endpoints: { here: {}, there: {}, far: {} } } as unknown as ShelfContract
  const handlers = deferHandlers(contract, { here: () => named('here') } as object, async () => {
    loads.push('others')
    return { there: () => named('there'), far: () => named('far') } as never
  }) as unknown as Readonly<Record<string, (call: object) => Promise<unknown>>>
  expect(await handlers['here']?.({})).toEqual({ name: 'here' })
  expect(loads).toEqual([])
  expect([await handlers['there']?.({}), await handlers['far']?.({})]).toEqual([
    { name: 'there' },
    { name: 'far' },
  ])
  expect(loads).toEqual(['others'])
})
