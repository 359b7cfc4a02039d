/** Callers see the files that they uploaded lately, and no files of others. */
import { expect, test } from 'vitest'
import { addOwn, readOwn } from '../../../../lib/services/accounting/receipts/own.ts'
import { createMemoryStore } from '../../../helpers/memory-store.ts'

const DAY = 86_400_000
const file = (id: number) => ({ receipt: `7-${id}`, id, name: `${id}.pdf`, size: 4 })

test('lists the newest first, each file once, at most 50, for 30 days', async () => {
  let now = Date.parse('2026-11-24T00:00:00Z')
  const store = createMemoryStore({ now: () => now })
  const ids = async (caller = 'Mei') => (await readOwn(caller, store)).map(({ id }) => id)
  for (const id of [1, 2, 1]) await addOwn('Mei', file(id), store)
  expect(await ids()).toEqual([1, 2])
  expect(await ids('Ken')).toEqual([])
  now += 29 * DAY
  for (let id = 3; id < 60; id++) await addOwn('Mei', file(id), store)
  expect(await ids()).toHaveLength(50)
  now += 30 * DAY
  expect(await ids()).toEqual([])
})
