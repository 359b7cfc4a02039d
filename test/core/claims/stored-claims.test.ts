import { describe, expect, test } from 'vitest'
import { createStoredClaims } from '../../../lib/core/claims/stored-claims.ts'
import { createClaimsWorld, NAME } from './world.ts'

const KEYS = { first: 'receipt%201', second: 'receipt%202', third: 'receipt%203' }

/** Creates three claims; reading a result adds 100 to its id. */
async function createStored() {
  const { store, claims, request } = createClaimsWorld()
  for (const name of ['receipt 2', 'receipt 3', NAME]) await claims.request(name, request())
  const parseResult = async (stored: unknown) => ({ id: (stored as { id: number }).id + 100 })
  const stored = createStoredClaims({ store, kind: 'deal', parseResult, foldName: name => name })
  return { claims, stored }
}

describe('list()', () => {
  const rows = [
    { name: 'the first page', page: { limit: 2 }, want: ['receipt 1', 'receipt 2'], next: KEYS.second },
    {
      name: 'the page after a key',
      page: { limit: 1, after: KEYS.first },
      want: ['receipt 2'],
      next: KEYS.second,
    },
    { name: 'the last page', page: { limit: 2, after: KEYS.second }, want: ['receipt 3'], next: undefined },
    {
      name: 'a page of everything',
      page: {},
      want: ['receipt 1', 'receipt 2', 'receipt 3'],
      next: undefined,
    },
  ]
  test.each(rows)(
    'gives $name, and the key of the next one without the kind',
    async ({ page, want, next }) => {
      const { stored } = await createStored()
      const listed = await stored.list(page)
      expect(listed.claims.map(({ name }) => name)).toEqual(want)
      expect(listed.next).toBe(next)
    },
  )
})

test('the schema reads the result of an orphaned effect too; an unknown result stays unknown', async () => {
  const { claims, stored } = await createStored()
  const settle = (operation: string, outcome: Parameters<typeof claims.settle>[1]['outcome']) =>
    claims.settle(NAME, { operation, outcome, by: 'jun' })
  await settle('lost-1', { state: 'done', result: { id: 8 } })
  await settle('lost-2', { state: 'unknown', reason: 'time-out' })
  const strays = (await stored.read(NAME))?.strays ?? []
  expect(strays.map(({ operation, result }) => ({ operation, result }))).toEqual([
    { operation: 'lost-1', result: { id: 108 } },
    { operation: 'lost-2', result: undefined },
  ])
})
