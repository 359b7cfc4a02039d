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

test('a table that was typed on a Mac has the same receipts and partners', async () => {
  const world = await createImportWorld()
  const row = '2026-04-15,消耗品費,10,いいえ,1100,データの用紙,パン工場,,,A1'
  const words = ['--write', '--new-partners']
  const table = await writeTable(world.cwd, row, row.replace('A1', '').replace('1100', '1200'))
  expect(await world.kura([table, ...words], { answers: ['yes'] })).toMatchObject({ status: 0 })
  const before = [world.deals().length, world.company.partners.size]
  const text = await readFile(join(world.cwd, table), 'utf8')
  expect(text.normalize('NFD')).not.toBe(text)
  await writeFile(join(world.cwd, 'typed.csv'), text.normalize('NFD'))
  const typed = await world.kura(['typed.csv', ...words])
  expect(typed).toMatchObject({ status: 0, asked: [] })
  expect([world.deals().length, world.company.partners.size]).toEqual(before)
  // a further receipt of the partner, whose name the Mac has typed, is a double of its day and amount
  const other = await writeTable(world.cwd, row.replace('A1', 'B2').normalize('NFD'))
  const asked = await world.kura([other, ...words], { answers: ['no'] })
  expect(asked.asked).toHaveLength(1)
  expect([world.deals().length, world.company.partners.size]).toEqual(before)
})
