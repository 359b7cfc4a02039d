/** Files of receipts: in a folder, in the file box, and with different sizes. */
import { mkdir, readFile, truncate, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import iconv from 'iconv-lite'
import { describe, expect, test } from 'vitest'
import { createImportWorld, writeTable } from './world.ts'

test('reads a folder of receipts named by date and amount', async () => {
  const world = await createImportWorld()
  const folder = join(world.cwd, 'april')
  await mkdir(join(folder, 'inner'), { recursive: true })
  const files = [
    '2026-04-15_2200_コピー用紙.pdf',
    '20260416_㈱国税商事_1,100.jpg',
    'memo.txt',
    '.hidden.pdf',
    'x.pdf',
  ]
  for (const name of files) await writeFile(join(folder, name), `%PDF ${name}`)
  const options = ['--account-item', '消耗品費', '--rate', '10', '--qualified', 'yes', '--payment', '現金']
  const { out, err, status } = await world.kura(['april', ...options, '--write'])
  expect(status).toBe(1)
  expect(err).toContain('ignored, because it is no receipt: memo.txt')
  expect(out).toContain('x.pdf: wrong: the date in the name is empty; the amount in the name is empty')
  expect(world.deals()).toMatchObject([
    { issue_date: '2026-04-15', amount: 2200, details: [{ description: 'コピー用紙' }], receipts: [{}] },
    { issue_date: '2026-04-16', amount: 1100, details: [{ description: '㈱国税商事' }], receipts: [{}] },
  ])
  expect(await readFile(join(world.cwd, 'april.result.csv'), 'utf8')).toContain('done')
  const template = await world.kura(['april', '--template'])
  expect(template.out).toContain('2026-04-15,,,,2200,コピー用紙,,2026-04-15_2200_コピー用紙.pdf,,')
})

describe('a file in the file box', () => {
  const HEAD = '日付,科目,税率,適格,金額,取引先,ファイル,書類'

  test.each([
    {
      row: '令和8年4月15日,消耗品費,10,はい,"1,100",①㈱髙﨑商店,a.pdf,請求書',
      qualified: 'qualified',
      amount: 1100,
    },
    {
      row: '2026-04-15,消耗品費,10,いいえ,▲500,①㈱髙﨑商店,a.pdf,請求書',
      qualified: 'not_qualified',
      amount: -500,
    },
    { row: '2026-04-15,消耗品費,対象外,,300,①㈱髙﨑商店,a.pdf,請求書', qualified: 'unselected', amount: 300 },
  ])('is found by day, amount and partner: $qualified', async ({ row, qualified, amount }) => {
    const world = await createImportWorld()
    await writeFile(join(world.cwd, 'a.pdf'), '%PDF a')
    await writeFile(join(world.cwd, 't.csv'), [HEAD, row].join('\n'))
    await world.kura(['t.csv', '--write'])
    expect(world.receipts()).toMatchObject([
      {
        mime_type: 'application/pdf',
        receipt_metadatum: { partner_name: '①㈱髙﨑商店', issue_date: '2026-04-15', amount },
        document_type: 'invoice',
        qualified_invoice: qualified,
      },
    ])
  })

  test('is a PDF or an image, whatever its name is', async () => {
    const world = await createImportWorld()
    await writeFile(join(world.cwd, 'a.pdf'), 'PK\x03\x04')
    const table = await writeTable(world.cwd, '2026-04-15,消耗品費,10,はい,1100,,,a.pdf,,A')
    const { out, status } = await world.kura([table, '--write'])
    expect([status, world.receipts(), world.deals()]).toEqual([1, [], []])
    expect(out).toContain('row 2: the file "a.pdf" is neither a PDF nor an image, by its first bytes')
  })
})

test('sends no file of more than 4 MB through the host', async () => {
  const world = await createImportWorld()
  await writeFile(join(world.cwd, 'a.pdf'), '%PDF a')
  const table = await writeTable(world.cwd, '2026-04-15,消耗品費,10,はい,1100,,,a.pdf,,A')
  await truncate(join(world.cwd, 'a.pdf'), 4_000_001)
  const { out, status } = await world.kura([table, '--write'])
  expect([status, world.deals(), world.receipts()]).toEqual([1, [], []])
  expect(out).toMatch(/row 2: .*has 4000001 bytes, at most 4000000; .*--local/)
  await truncate(join(world.cwd, 'a.pdf'), 4_000_000)
  expect(await world.kura([table, '--write'])).toMatchObject({ status: 0 })
  expect(world.receipts()).toMatchObject([{ file: { size: 4_000_000 } }])
})

/** The pairs of characters that have one code in Windows-31J. */
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
  // another receipt with the same day and amount still looks double, although a Mac spells its partner's name (NFD)
  const other = await writeTable(world.cwd, row.replace('A1', 'B2').normalize('NFD'))
  const asked = await world.kura([other, ...words], { answers: ['no'] })
  expect(asked.asked).toHaveLength(1)
  expect([world.deals().length, world.company.partners.size]).toEqual(before)
})
