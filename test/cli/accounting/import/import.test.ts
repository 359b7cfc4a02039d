import { expect, test } from 'vitest'
import { createImportWorld, writeReceipts } from './world.ts'

test('a dry run shows every row and writes nothing; a write registers each once; a second one adds nothing', async () => {
  const world = await createImportWorld()
  const table = await writeReceipts(world.cwd, { count: 30 })
  const dry = await world.kura([table])
  expect(dry.status).toBe(0)
  expect([world.deals(), world.receipts()]).toEqual([[], []])
  const written = await world.kura([table, '--write'])
  expect(written.status).toBe(0)
  expect([world.deals().length, world.receipts().length]).toEqual([30, 30])
  const again = await world.kura([table, '--write'])
  expect(again.status).toBe(0)
  expect([world.deals().length, world.receipts().length]).toEqual([30, 30])
  expect(world.service.problems).toEqual([])
})
