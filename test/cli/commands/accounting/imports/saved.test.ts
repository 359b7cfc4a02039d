import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import iconv from 'iconv-lite'
import { expect, test } from 'vitest'
import { createImportWorld, writeTable } from './world.ts'

/** The pairs that Windows-31J makes one. */
const PAIRS = ['〜～', '−－', '—―', '‖∥', '¢￠', '£￡', '¬￢']

test('a table that was saved as Shift_JIS has the same receipts and partners', async () => {
  const world = await createImportWorld()
  const rows = PAIRS.map(
    ([one], at) =>
      `2026-04-15,消耗品費,10,いいえ,110${at},4月${one}6月,商店${one}${at},,,${at % 2 ? `A${at}${one}` : ''}`,
  )
  const words = ['--write', '--new-partners']
  const table = await writeTable(world.cwd, ...rows)
  expect(await world.kura([table, ...words], { answers: ['yes'] })).toMatchObject({ status: 0 })
  const before = [world.deals().length, world.company.partners.size]
  expect(before[0]).toBe(PAIRS.length)
  const text = (await readFile(join(world.cwd, table), 'utf8')).replace(/^\ufeff/, '')
  const saved = PAIRS.reduce((saved, [one = '', other = '']) => saved.replaceAll(one, other), text)
  await writeFile(join(world.cwd, 'saved.csv'), iconv.encode(saved, 'cp932'))
  const again = await world.kura(['saved.csv', ...words])
  expect(again).toMatchObject({ status: 0, asked: [] })
  expect(again.out).not.toContain('correct it')
  expect([world.deals().length, world.company.partners.size]).toEqual(before)
  expect(world.service.problems).toEqual([])
})
