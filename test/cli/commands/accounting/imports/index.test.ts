import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { displayWidth } from '../../../../../lib/cli/terminal/fitting.ts'
import { createImportWorld, HEADER, writeReceipts, writeTable } from './world.ts'

describe('kura accounting import', () => {
  const named = [
    {
      name: 'the columns as the header has them',
      table: 'Issue Date,勘定科目,税区分,Amount\n2026-04-15,消耗費,10,5\n2026-04-15,消耗品費,無い税,x\n',
      words: ['--qualified', 'yes'],
      says: ['勘定科目 "消耗費" is not', 'row 3: Amount "x" is not an amount'],
    },
    {
      name: 'the option that fills a cell',
      table: 'date,amount,rate\n2026-04-15,5,10\n',
      words: ['--account-item', '消耗費', '--qualified', 'yes'],
      says: [': --account-item "消耗費" is not'],
    },
  ]
  test.each(named)('names $name in a problem, never a member', async ({ table, words, says }) => {
    const world = await createImportWorld()
    await writeFile(join(world.cwd, 't.csv'), table)
    const { out } = await world.kura(['t.csv', ...words])
    for (const text of says) expect(out).toContain(text)
    expect(out).not.toMatch(/details|account_item/)
  })

  test('names the option that a folder lacks', async () => {
    const world = await createImportWorld()
    await mkdir(join(world.cwd, 'receipts'))
    await writeFile(join(world.cwd, 'receipts/2026-04-15_x.pdf'), '%PDF')
    const { out } = await world.kura(['receipts', '--rate', '10', '--qualified', 'yes'])
    expect(out).toContain('2026-04-15_x.pdf: --account-item is empty; the amount in the name is empty\n')
  })

  test.each([80, 120])('shows each receipt on one line of a terminal of %i columns', async columns => {
    const world = await createImportWorld()
    const table = await writeTable(
      world.cwd,
      `2026-04-15,消耗品費,10,いいえ,"1,234,567",${'長い摘要'.repeat(30)},①㈱髙﨑商店,,,領収書 2026年4月分 第0000017号`,
      '2026-04-16,そのような勘定科目はどこにもない,10,はい,3300,,,,,D',
      '2026-04-17,旅費交通費,課対仕入（控70）10%,,3300,,①㈱髙﨑商店,,,E',
    )
    const { out } = await world.kura([table], { columns })
    const [shown = ''] = out.split(/^in all/m)
    expect(shown.split('\n').filter(line => displayWidth(line) > columns)).toEqual([])
    expect(shown.trimEnd().split('\n')).toHaveLength(5)
    expect(shown).toMatch(/^2 +2026-04-15 +1,234,567 +①\S+ +消耗?\S+ +（\S+$/m)
    expect(shown).toMatch(/^4 .* \[2\] review$/m)
    expect(out.slice(shown.length)).toMatch(
      /correct in the table.*\n +\[1\] row 3: .*\n(?:.*\n)*? +\[2\] row 4: /,
    )
  })

  test('shows every row without --write, registers each once with it, and adds nothing the second time', async () => {
    const world = await createImportWorld()
    const table = await writeReceipts(world.cwd, { count: 30 })
    const dry = await world.kura([table])
    expect(dry.status).toBe(0)
    expect(dry.out).toMatch(/^2 +2026-04-02 +1,001 +消耗品費 +10%$/m)
    expect(dry.out).toContain('in all: 30 receipts, 30,465 yen')
    expect(dry.out).toContain('files: 30, of which 0 are in the file box')
    expect(dry.out).toContain('does not tick off the line of the bank')
    expect([world.deals(), world.receipts()]).toEqual([[], []])
    const written = await world.kura([table, '--write'])
    expect(written.status).toBe(0)
    expect(written.err).toContain('registering 20 of 30 rows')
    expect([world.deals().length, world.receipts().length]).toEqual([30, 30])
    const result = await readFile(join(world.cwd, 'april.result.csv'), 'utf8')
    const [deal] = world.deals()
    expect(result.split('\r\n')[1]).toMatch(
      new RegExp(`^row 2,2026-04-02 1001 [0-9a-f]{16},done,${deal?.id},`),
    )
    const asked = world.service.requests.length
    expect(await world.kura([table, '--write'])).toMatchObject({ status: 0 })
    expect(await readFile(join(world.cwd, 'april.result.csv'), 'utf8')).toBe(result)
    expect(world.service.requests.slice(asked).filter(request => request.startsWith('POST'))).toEqual([])
  })

  test('says of each row what waits, what looks double and what has to be corrected, and registers the others', async () => {
    const world = await createImportWorld()
    const table = await writeTable(
      world.cwd,
      '2026-04-15,消耗品費,10,いいえ,1100,紙,,,,A',
      '2026-04-15,消耗品費,10,いいえ,1100,紙,,,,B',
      '2026-14-15,消耗品費,10,はい,2200,,,,,C',
      '2026-04-16,消耗費,10,はい,3300,,,,,D',
      '2026-04-17,消耗品費,,はい,4400,,,,,E',
      '2026-04-18,租税公課,対象外,,5500,,①㈱髙﨑商店,,試験カード,F',
      '2026-04-19,消耗品費,10,はい,6600,,,../key.pdf,,G',
    )
    const { out, status } = await world.kura([table])
    expect(status).toBe(1)
    expect(out).toMatch(/^2 .* （控80）10%$/m)
    expect(out).toMatch(/^7 .* 対象外$/m)
    expect(out).toContain('row 3: the same day, amount and partner as row 2')
    expect(out).toContain('row 4: 日付 "2026-14-15" does not exist: the calendar has no such day')
    expect(out).toMatch(/^4 .* \[1\] correct it$/m)
    expect(out).toMatch(/row 5: .*"消耗費" is not an account item.*消耗品費/)
    expect(out).toContain('row 6: 税率 is empty')
    expect(out).toMatch(/row 8: .*leads out of the folder/)
    expect(out).toContain(': 科目 "消耗費" is not an account item')
    const written = await world.kura([table, '--write', '--json'])
    const { rows } = JSON.parse(written.out)
    expect(written.status).toBe(1)
    expect(rows.map(({ state }: { state: string }) => state)).toEqual([
      'done',
      'double',
      'wrong',
      'wrong',
      'wrong',
      'done',
      'wrong',
    ])
    expect(world.deals()).toMatchObject([
      { amount: 1100, status: 'unsettled' },
      { amount: 5500, status: 'settled', payments: [{ from_walletable_type: 'credit_card' }] },
    ])
  })

  test('ends with 3 if all that is left is for a person', async () => {
    const world = await createImportWorld()
    const table = await writeTable(world.cwd, '2026-04-15,消耗品費,課対仕入（控70）10%,,2200,,,,,C')
    const { out, status } = await world.kura([table])
    expect(status).toBe(3)
    expect(out).toMatch(/^2 .* \[1\] review$/m)
    expect(await world.kura([table, '--write'])).toMatchObject({ status: 3 })
  })

  test('a row whose day does not exist is to be corrected: it is named, never sent, and the status is 1', async () => {
    const world = await createImportWorld()
    const table = await writeTable(world.cwd, '2026-02-30,消耗品費,10,はい,2200,,,,,C')
    const why = '日付 "2026-02-30" does not exist: the calendar has no such day'
    const dry = await world.kura([table])
    expect(dry.status).toBe(1)
    expect(dry.out).toContain(`[1] row 2: ${why}\n`)
    const { out, status } = await world.kura([table, '--write'])
    expect({ status, out: out.includes(`row 2: wrong: ${why}\n`) }).toEqual({ status: 1, out: true })
    expect(await world.served.ask('/cases?state=all')).toMatchObject({ body: { cases: [] } })
    expect(world.deals()).toEqual([])
  })

  test('puts each line into its section, its item and its memo tags', async () => {
    const world = await createImportWorld()
    await writeFile(
      join(world.cwd, 't.csv'),
      [
        '日付,科目,税率,適格,金額,部門,品目,メモタグ',
        '2026-04-15,消耗品費,10,はい,1100,営業部,文房具,出張、展示会',
        '2026-04-16,消耗品費,10,はい,1200,営業,,',
      ].join('\n'),
    )
    const { out } = await world.kura(['t.csv', '--write'])
    expect(world.deals()).toMatchObject([{ details: [{ section_id: 701, tag_ids: [801, 802] }] }])
    expect(world.deals()[0]?.details[0]?.item_id).toBe([...world.company.items.keys()][0])
    expect(out).toContain('row 3: wrong: ')
    expect(out).toMatch(/部門 "営業" is not a section of the company; nearest: 営業部/)
  })

  const uncertain = [
    { name: 'a refund', row: '2026-04-15,消耗品費,10,はい,▲2200,,,,現金,C', why: 'a negative amount' },
    { name: 'a day to come', row: '2099-04-15,消耗品費,10,はい,2200,,,,,C', why: 'after today' },
    { name: 'a day long past', row: '2023-09-30,消耗品費,10,はい,2200,,,,,C', why: 'before qualified' },
    { name: 'an ambiguous day', row: '26/4/15,消耗品費,10,はい,2200,,,,,C', why: 'the likely day is' },
  ]
  test.each(uncertain)('$name is a case in review, which a person releases', async ({ row, why }) => {
    const world = await createImportWorld()
    const table = await writeTable(world.cwd, row)
    expect((await world.kura([table, '--write'])).status).toBe(3)
    expect(world.deals()).toEqual([])
    const { body } = await world.served.ask('/cases')
    expect(body.cases).toMatchObject([
      { case: 'C', state: 'review', flags: [{ text: expect.stringContaining(why) }] },
    ])
    const said = { text: expect.stringContaining('C'), command: expect.stringContaining('settle C') }
    expect(await world.needs()).toMatchObject([{ kind: 'deal_review', count: 1, first: [said] }])
    const released = { person: 'Mei', operation: body.cases[0].operation }
    await world.served.post('/cases/C/release?mode=write', released)
    expect(await world.needs()).toEqual([])
    expect(world.deals()).toHaveLength(1)
    expect(await world.kura([table, '--write'])).toMatchObject({ status: 0 })
    expect(world.deals()).toHaveLength(1)
  })

  test.each(['t.xlsx', 't.csv'])('refuses a workbook, named %s, and says how to save it', async name => {
    const world = await createImportWorld()
    await writeFile(join(world.cwd, name), 'PK\x03\x04 workbook')
    await expect(world.kura([name])).rejects.toMatchObject({
      code: 'usage',
      hint: expect.stringContaining('CSV UTF-8'),
    })
  })

  test('prints a template that it reads itself', async () => {
    const world = await createImportWorld()
    const { out } = await world.kura(['--template'])
    expect(out).toBe(`\ufeff${HEADER}\r\n`)
    await writeFile(join(world.cwd, 'template.csv'), `${out}2026-04-15,消耗品費,10,はい,1100\r\n`)
    expect(await world.kura(['template.csv'])).toMatchObject({ status: 0 })
  })

  test('refuses a result file that cannot be written before anything is sent', async () => {
    const world = await createImportWorld()
    const table = await writeReceipts(world.cwd, { count: 1 })
    const out = join('april.csv', 'result.csv')
    await expect(world.kura([table, '--write', '--out', out])).rejects.toMatchObject({ code: 'usage' })
    expect([world.deals(), world.receipts()]).toEqual([[], []])
  })

  const unreadable = [
    { name: 'nothing', words: [] },
    { name: 'a file that is not there', words: ['none.csv'] },
    { name: 'a table without rows', words: ['t.csv'] },
  ]
  test.each(unreadable)('refuses $name', async ({ words }) => {
    const world = await createImportWorld()
    await writeTable(world.cwd)
    await expect(world.kura(words)).rejects.toMatchObject({ code: 'usage', hint: expect.anything() })
  })
})
