import { link, mkdir, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeEach, describe, expect, test } from 'vitest'
import { readConfined } from '../../../../../../lib/cli/commands/accounting/imports/source/confined-file.ts'
import { english } from '../../../../../../lib/core/language/text.ts'
import { type Cells, cellsOf } from '../../../../../../lib/services/accounting/imports/reading/columns.ts'
import {
  type ImportRow,
  readRows,
  rowFileOf,
} from '../../../../../../lib/services/accounting/imports/reading/deal-rows.ts'
import { USUAL_TITLES } from '../../../../../../lib/services/accounting/imports/reading/titles.ts'
import { temporaryDirectory } from '../../../../../helpers/temporary-directory.ts'

let root: string
const LIMIT = { limit: 10, hint: 'use --local' }

beforeEach(async () => {
  const outer = await temporaryDirectory({ 'secret.pdf': 'secret' })
  root = join(outer, 'table')
  await mkdir(join(root, 'in'), { recursive: true })
  await writeFile(join(root, 'in', 'a.pdf'), '%PDF a')
  await writeFile(join(root, 'empty.pdf'), '')
  await writeFile(join(root, 'large.pdf'), '12345678901')
  await symlink(join(outer, 'secret.pdf'), join(root, 'link.pdf'))
  await symlink(join(root, 'in', 'a.pdf'), join(root, 'inner-link.pdf'))
  await symlink(outer, join(root, 'folder-link'))
})

describe('readConfined()', () => {
  test.each(['in/a.pdf', './in/a.pdf', 'in//a.pdf'])('reads %s', async path => {
    expect(Buffer.from(await readConfined({ root, path }, LIMIT)).toString()).toBe('%PDF a')
  })

  const refused = [
    ['../secret.pdf', 'leads out'],
    ['in/../../secret.pdf', 'leads out'],
    ['in/../in/a.pdf', 'leads out'],
    ['/etc/hostname', 'is absolute'],
    ['C:\\secret.pdf', 'is absolute'],
    ['c:secret.pdf', 'is absolute'],
    ['\\\\host\\share\\a.pdf', 'is absolute'],
    ['link.pdf', 'is a link'],
    ['inner-link.pdf', 'is a link'],
    ['folder-link/secret.pdf', 'is a link'],
    ['in', 'not a file'],
    ['.', 'not the name of a file'],
    ['none.pdf', 'not there'],
    ['in/a.pdf\0.pdf', 'not the name of a file'],
    ['empty.pdf', 'is empty'],
    ['large.pdf', 'has 11 bytes, at most 10'],
  ] as const
  test.each(refused)('refuses %j', async (path, says) => {
    await expect(readConfined({ root, path }, LIMIT)).rejects.toMatchObject({
      code: 'usage',
      message: expect.stringContaining(says),
    })
  })

  const read = async (path: string) => String(Buffer.from(await readConfined({ root, path }, LIMIT)))
  const [composed, decomposed] = ['ガス代.pdf'.normalize('NFC'), 'ガス代.pdf'.normalize('NFD')]

  test('finds a file and a folder that were named on a Mac', async () => {
    await mkdir(join(root, 'データ'.normalize('NFD')))
    await writeFile(join(root, 'データ'.normalize('NFD'), decomposed), '%PDF mac')
    expect(await read(`データ/${composed}`)).toBe('%PDF mac')
    expect(await read(`データ/${decomposed}`)).toBe('%PDF mac')
  })

  test('prefers the exact name, and takes none of several', async () => {
    await writeFile(join(root, decomposed), '%PDF mac')
    await writeFile(join(root, composed), '%PDF own')
    expect(await read(composed)).toBe('%PDF own')
    await writeFile(join(root, 'é\u0323.pdf'), '%PDF 1')
    await writeFile(join(root, 'e\u0323\u0301.pdf'), '%PDF 2')
    await expect(read('ẹ\u0301.pdf')).rejects.toThrow('it is not there')
  })

  test('finds the file of a table that was saved as Shift_JIS', async () => {
    await writeFile(join(root, '4〜6月.pdf'), '%PDF wave')
    expect(await read('4～6月.pdf')).toBe('%PDF wave')
  })

  test('finds no link under another form of its name', async () => {
    await symlink(join(root, 'in', 'a.pdf'), join(root, decomposed))
    await expect(read(composed)).rejects.toThrow('is a link')
  })

  test('says what to do about a file that is too large', async () => {
    await expect(readConfined({ root, path: 'large.pdf' }, LIMIT)).rejects.toMatchObject({ hint: LIMIT.hint })
  })
})

const CELLS = { date: '2026-04-01', account_item: '消耗品費', rate: '10', qualified: 'はい', amount: '1,100' }

/** Returns the cases of rows, or their faults. */
async function casesOf(...rows: Partial<Cells>[]): Promise<(string | readonly string[])[]> {
  const sources = rows.map((row, index) => ({
    at: `row ${index + 2}`,
    cells: cellsOf({ ...CELLS, ...row }),
    titles: USUAL_TITLES,
  }))
  const read: ImportRow[] = await readRows(sources, {
    fileOf: async path => rowFileOf({ root, path }, await readConfined({ root, path }, LIMIT)),
  })
  return read.map(row => ('deal' in row ? row.deal.case : row.problems.map(english)))
}

describe('readRows()', () => {
  test('names a case by the number of its row', async () => {
    expect(await casesOf({ number: 'R-1' })).toEqual(['R-1'])
    expect(await casesOf({ number: 'R-1' }, { number: 'ｒ-１', date: '2026-04-02' })).toEqual([
      'R-1',
      [
        '番号 (number) "ｒ-１" is also of row 2: rows of one receipt have the same number, day, partner and file',
      ],
    ])
  })

  test('takes a number that is there twice with the same day, amount and partner for a second receipt', async () => {
    expect(
      await casesOf({ number: 'R-1' }, { number: 'ｒ-１' }, { number: 'R-1', file: 'in/a.pdf' }),
    ).toEqual(['R-1', 'ｒ-１ #2', 'R-1 #3'])
  })

  test('names a case by what its row says, however it is typed', async () => {
    const [plain] = await casesOf({})
    expect(plain).toMatch(/^2026-04-01 1100 [0-9a-f]{16}$/)
    const typed = [{ date: '2026/4/1' }, { date: '令和8年4月1日' }, { amount: '¥1100' }, { rate: '10%' }]
    for (const cells of [...typed, { qualified: 'yes' }]) expect(await casesOf(cells)).toEqual([plain])
  })

  test('tells rows apart by each thing that they say', async () => {
    const [plain] = await casesOf({})
    const others: Partial<Cells>[] = [
      { date: '2026-04-02' },
      { account_item: '会議費' },
      { rate: '8' },
      { qualified: 'no' },
      { amount: '1101' },
      { description: '紙' },
      { partner: '商店' },
      { payment: '現金' },
      { file: 'in/a.pdf' },
    ]
    for (const cells of others) expect(await casesOf(cells)).not.toEqual([plain])
  })

  test('takes two rows that say the same for two receipts, in any order', async () => {
    const [first, second, third] = await casesOf({}, {}, { amount: '5' })
    expect(first).not.toBe(second)
    expect(await casesOf({ amount: '5' }, {}, {})).toEqual([third, first, second])
  })

  test('names a file by its content: another name or a hard link is the same receipt', async () => {
    await link(join(root, 'in', 'a.pdf'), join(root, 'b.pdf'))
    expect(await casesOf({ file: 'b.pdf' })).toEqual(await casesOf({ file: 'in/a.pdf' }))
  })

  test('tells what is wrong with a row, and reads the others', async () => {
    const [wrong, long, right] = await casesOf(
      { file: '../secret.pdf' },
      { description: 'あ'.repeat(251) },
      {},
    )
    expect([wrong, long]).toEqual([
      [expect.stringContaining('leads out')],
      ['Cannot use 摘要 (description): expected at most 250 characters'],
    ])
    expect(right).toMatch(/^2026/)
  })
})
