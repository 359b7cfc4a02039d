/** Rows of one receipt become one deal. */
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { createImportWorld } from './world.ts'

describe('rows of one receipt', () => {
  const MIXED = '日付,科目,税率,適格,金額,摘要,取引先,ファイル,番号,税込税抜,合計'
  const receipt = (total: string) =>
    [
      MIXED,
      `2026-04-15,会議費,8,はい,500,茶菓,①㈱髙﨑商店,a.pdf,17,税抜,${total}`,
      '2026/4/15,消耗品費,10,はい,1100,紙,①㈱髙﨑商店,a.pdf,１７,税込,',
      '2026-04-15,租税公課,対象外,,200,印紙,①㈱髙﨑商店,a.pdf,17,,',
    ].join('\n')

  test('become one deal with a line each, at their own rates', async () => {
    const world = await createImportWorld()
    await writeFile(join(world.cwd, 'a.pdf'), '%PDF a')
    await writeFile(join(world.cwd, 't.csv'), receipt('"1,840"'))
    const dry = await world.kura(['t.csv'])
    expect(dry.out).toMatch(
      /^2, 3, 4 +2026-04-15 +1,840 +①㈱髙﨑商店 +会議費\+消耗品費\+租税公課 +8%（軽）\+10%\+対象外$/m,
    )
    expect(await world.kura(['t.csv', '--write'])).toMatchObject({ status: 0 })
    expect(world.deals()).toMatchObject([
      {
        amount: 1840,
        details: [
          { account_item_id: 503, tax_code: 163, amount: 540, description: '茶菓' },
          { account_item_id: 501, tax_code: 136, amount: 1100 },
          { account_item_id: 504, tax_code: 2, amount: 200 },
        ],
        receipts: [{}],
      },
    ])
    expect(world.receipts()).toHaveLength(1)
    expect(await world.kura(['t.csv', '--write'])).toMatchObject({ status: 0 })
    expect(world.deals()).toHaveLength(1)
  })

  test.each([
    ['はい', 2],
    ['いいえ', 1],
  ])(
    'add the tax that was rounded once, and send it if the invoice is qualified: %s',
    async (qualified, last) => {
      const world = await createImportWorld()
      const line = (text: string) => `2026-04-15,消耗品費,10,${qualified},15,${text},,,17,税抜,`
      await writeFile(join(world.cwd, 't.csv'), [MIXED, line('a'), line('b')].join('\n'))
      await world.kura(['t.csv', '--write'])
      expect(world.deals()).toMatchObject([
        {
          amount: 33,
          details: [
            { amount: 16, vat: 1 },
            { amount: 17, vat: last },
          ],
        },
      ])
    },
  )

  test('are not sent if they do not amount to the total', async () => {
    const world = await createImportWorld()
    await writeFile(join(world.cwd, 'a.pdf'), '%PDF a')
    await writeFile(join(world.cwd, 't.csv'), receipt('1843'))
    const { out, status } = await world.kura(['t.csv', '--write'])
    expect([status, world.deals()]).toEqual([1, []])
    expect(out).toContain(
      'rows 2, 3, 4: wrong: 合計 is 1,843 yen, but the rows of the receipt amount to 1,840 yen',
    )
  })
})
