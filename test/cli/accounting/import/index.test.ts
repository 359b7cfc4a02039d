import { mkdir, readFile, truncate, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { displayWidth } from '../../../../lib/cli/terminal/fitting.ts'
import { lostAnswer, lostRequest } from '../../../../sandbox/faults.ts'
import { createImportWorld, HEADER, writeReceipts } from './world.ts'

/** Writes a table of these rows, and gives its name. */
async function writeTable(cwd: string, ...rows: string[]): Promise<string> {
  await writeFile(join(cwd, 't.csv'), [HEADER, ...rows].join('\n'))
  return 't.csv'
}

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

  test('speaks the language of the company', async () => {
    const world = await createImportWorld()
    const table = await writeTable(
      world.cwd,
      '2026-04-15,消耗品費,10,はい,1100,,,,,A',
      '2026-04-15,消耗品費,10,はい,1100,,,,,B',
      '4/16,消耗品費,10,はい,▲500,,,,,C',
      '2026-04-17,消耗品費,10,,500,,,,,D',
    )
    const { out } = await world.kura([table], { env: { KURA_LANGUAGE: 'ja' } })
    expect(out).toContain('[3] 3行目: 日付・金額・取引先が同じ：2行目')
    expect(out).toContain('[1] 4行目: 日付「4/16」に年がありません（記入例：2026-04-16）')
    expect(out).toContain('[2] 5行目: 適格が空欄です（はい、いいえ）')
    expect(out).toContain('確認のみ：何も登録していません')
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
    expect(world.service.problems).toEqual([])
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

  const alike = (number: string, amount = 1100) => `2026-04-15,消耗品費,10,はい,${amount},,,,,${number}`

  describe('receipts that look double', () => {
    const QUESTION =
      'which of these are receipts of their own? (numbers, all or none; nothing to decide later) '
    const answers = [
      { name: 'a number', answer: '1', deals: 2, again: 0 },
      { name: 'numbers in full width', answer: '１、２', deals: 3, again: 0 },
      { name: 'all', answer: 'すべて', deals: 3, again: 0 },
      { name: 'none', answer: 'なし', deals: 1, again: 0 },
      { name: 'nothing', answer: '', deals: 1, again: 1 },
    ]
    test.each(answers)('are asked about once: $name', async ({ answer, deals, again }) => {
      const world = await createImportWorld()
      const table = await writeTable(world.cwd, alike('A'), alike('B'), alike('C'))
      const { asked } = await world.kura([table, '--write'], { answers: [answer] })
      expect(asked).toEqual([QUESTION])
      expect(world.deals()).toHaveLength(deals)
      const next = await world.kura([table, '--write'], { answers: [''] })
      expect(next.asked).toHaveLength(again)
      expect(next.status).toBe(again === 0 ? 0 : 3)
      expect(world.deals()).toHaveLength(deals)
    })

    test('are left alone without a terminal, or after an answer that cannot be read', async () => {
      const world = await createImportWorld()
      const table = await writeTable(world.cwd, alike('A'), alike('B'))
      await expect(world.kura([table, '--write'], { answers: ['7'] })).rejects.toMatchObject({
        code: 'usage',
        hint: 'expected numbers such as 1',
      })
      expect(world.deals()).toEqual([])
      expect(await world.kura([table, '--write'])).toMatchObject({ status: 3 })
      expect(world.deals()).toHaveLength(1)
    })

    test('are asked about again if what they look like has changed', async () => {
      const world = await createImportWorld()
      const table = await writeTable(world.cwd, alike('A'), alike('B'))
      await world.kura([table, '--write'], { answers: ['none'] })
      await writeTable(world.cwd, alike('A'), alike('Z'), alike('B'))
      const { asked } = await world.kura([table, '--write'], { answers: ['none'] })
      expect(asked).toHaveLength(1)
      expect(world.deals()).toHaveLength(1)
    })

    test('are those with one file too, in this table or in an earlier one', async () => {
      const world = await createImportWorld()
      await writeFile(join(world.cwd, 'a.pdf'), '%PDF a')
      const scanned = (day: number, number: string) =>
        `2026-04-${day},消耗品費,10,はい,${day}00,,,a.pdf,,${number}`
      const three = [scanned(11, 'A'), scanned(12, 'B'), scanned(13, '')]
      const table = await writeTable(world.cwd, ...three)
      const { out } = await world.kura([table, '--write'], { answers: ['none'] })
      expect(out).toContain('[1] row 3: the same file as row 2')
      expect(out).toContain('[2] row 4: the same file as row 2; the same file as row 3')
      expect(world.deals()).toHaveLength(1)
      await writeTable(world.cwd, scanned(28, 'C'))
      const later = await world.kura([table, '--write'], { answers: [''] })
      expect(later.out).toContain('[1] row 2: the same file as the case "A"')
      expect(world.deals()).toHaveLength(1)
    })

    test('are those whose number is there in another encoding', async () => {
      const world = await createImportWorld()
      const table = await writeTable(world.cwd, alike('2026-04-1'), alike('２０２６－０４－１'))
      const { out } = await world.kura([table, '--write'], { answers: ['none'] })
      expect(out).toContain('[1] row 3: the same day, amount and partner as row 2')
      expect(world.deals()).toHaveLength(1)
    })
  })

  describe('the id of a double', () => {
    const idOf = (out: string) => /row 3: .* as row 2 \(--doubles (\w{8})\)/.exec(out)?.[1] ?? ''

    test('registers it as the dry run showed it, without a question', async () => {
      const world = await createImportWorld()
      const table = await writeTable(world.cwd, alike('A'), alike('B'), alike('C'))
      const id = idOf((await world.kura([table])).out)
      expect(await world.kura([table, '--write', '--doubles', id])).toMatchObject({ status: 3 })
      expect(world.deals()).toHaveLength(2)
    })

    const changes = [
      { name: 'another row has its place', rows: [alike('A'), alike('C')] },
      { name: 'it has another amount, like another row', rows: [alike('A', 2200), alike('B', 2200)] },
      { name: 'what it is like is another row', rows: [alike('C'), alike('B')] },
    ]
    test.each(changes)('counts for nothing else: $name', async ({ rows }) => {
      const world = await createImportWorld()
      const id = idOf((await world.kura([await writeTable(world.cwd, alike('A'), alike('B'))])).out)
      const table = await writeTable(world.cwd, ...rows)
      await world.kura([table, '--write', '--doubles', id])
      expect(world.deals()).toHaveLength(1)
    })

    test('counts for no deal that was registered meanwhile', async () => {
      const world = await createImportWorld()
      const both = await writeTable(world.cwd, alike('A'), alike('B'))
      const id = idOf((await world.kura([both])).out)
      await world.kura([await writeTable(world.cwd, alike('Z')), '--write'])
      await world.kura([await writeTable(world.cwd, alike('A'), alike('B')), '--write', '--doubles', id])
      expect(world.deals()).toHaveLength(1)
    })
  })

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
      expect(world.service.problems).toEqual([])
    })

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

  describe('new partners', () => {
    const ISSUER = 'T8700110005901'
    const rows = [
      `2026-04-15,消耗品費,10,${ISSUER},1100,,髙﨑商店,,,A`,
      '2026-04-16,消耗品費,10,いいえ,1100,,ﾔﾏ 書店,,,B',
      '2026-04-17,消耗品費,10,いいえ,1100,,ヤマ書店,,,C',
      '2026-04-18,消耗品費,10,はい,1100,,①㈱髙﨑商店,,,D',
    ]

    test('are proposed, and created once after one question', async () => {
      const world = await createImportWorld()
      const table = await writeTable(world.cwd, ...rows)
      const before = world.company.partners.size
      const dry = await world.kura([table])
      expect(dry.out).toContain('[1] row 2: new partner "髙﨑商店"; perhaps it is ①㈱髙﨑商店')
      expect(dry.out).toMatch(/^2 .* \[1\] new partner$/m)
      expect(await world.kura([table, '--write'])).toMatchObject({ status: 3, asked: [] })
      expect([world.deals().length, world.company.partners.size]).toEqual([1, before])
      const words = [table, '--write', '--new-partners']
      const refused = await world.kura(words, { answers: ['no'] })
      expect(refused.asked).toEqual(['create these 2 partners? (yes/no) '])
      expect(refused.out).toMatch(/^髙﨑商店 +T8700110005901 +①㈱髙﨑商店$/m)
      expect(world.company.partners.size).toBe(before)
      expect(await world.kura(words, { answers: ['yes'] })).toMatchObject({ status: 0 })
      const made = [...world.company.partners.values()].slice(before)
      expect(made).toMatchObject([
        { name: '髙﨑商店', others: { qualified_invoice_issuer: true, invoice_registration_number: ISSUER } },
        { name: 'ﾔﾏ 書店', others: {} },
      ])
      expect(world.deals().map(({ partner_id }) => partner_id)).toEqual([
        [...world.company.partners.keys()][0],
        made[0]?.id,
        made[1]?.id,
        made[1]?.id,
      ])
      expect(await world.kura(words)).toMatchObject({ status: 0, asked: [] })
      expect(world.service.problems).toEqual([])
    })

    test('are created after an outage too, once', async () => {
      const world = await createImportWorld()
      const table = await writeTable(world.cwd, ...rows)
      world.service.sandbox.faults.arm('POST /api/1/partners', lostAnswer())
      world.service.sandbox.faults.arm('POST /api/1/partners', lostRequest())
      const before = world.company.partners.size
      const words = [table, '--write', '--new-partners', '--wait']
      expect(await world.kura(words, { answers: ['yes'] })).toMatchObject({ status: 0 })
      expect(world.company.partners.size).toBe(before + 2)
      expect(world.deals()).toHaveLength(4)
    })

    const OTHER = { invoice_registration_number: 'T8000000000001' }
    const UNMARKED = { qualified_invoice_issuer: false, invoice_registration_number: null }
    const marked = { qualified_invoice_issuer: true, ...OTHER }
    const contradictions = [
      { name: 'another number', others: marked, qualified: ISSUER, why: /is not that of the partner/ },
      { name: 'no of an issuer', others: marked, qualified: 'いいえ', why: /is an issuer of qualified/ },
      {
        name: 'no of one with a number',
        others: OTHER,
        qualified: 'いいえ',
        why: /has the registration number/,
      },
      { name: 'yes of no issuer', others: UNMARKED, qualified: 'はい', why: /is not marked as an issuer/ },
      {
        name: 'a number of no issuer',
        others: UNMARKED,
        qualified: ISSUER,
        why: /is not marked as an issuer/,
      },
    ]
    const agreements = [
      {
        name: 'the same number',
        others: { ...UNMARKED, ...OTHER },
        qualified: 'T8000000000001',
        why: /^(?!.*flag)/,
      },
      { name: 'no of no issuer', others: UNMARKED, qualified: 'いいえ', why: /^(?!.*flag)/ },
    ]
    const said = [
      ...contradictions.map(row => ({ ...row, want: 3 })),
      ...agreements.map(row => ({ ...row, want: 0 })),
    ]
    test.each(said)('$name, so the status is $want', async ({ others, qualified, why, want }) => {
      const world = await createImportWorld()
      const [partner] = world.company.partners.values()
      if (!partner) throw new Error('no partner')
      world.company.partners.set(partner.id, { ...partner, others })
      const table = await writeTable(
        world.cwd,
        `2026-04-15,消耗品費,10,${qualified},1100,,${partner.name},,,A`,
      )
      const { out, status } = await world.kura([table])
      expect([status, why.test(out)]).toEqual([want, true])
    })

    test('a number with a wrong check digit has to be corrected', async () => {
      const world = await createImportWorld()
      const table = await writeTable(world.cwd, '2026-04-15,消耗品費,10,T8700110005902,1100,,,,,A')
      const { out, status } = await world.kura([table])
      expect(status).toBe(1)
      expect(out).toContain('適格 "T8700110005902" is no registration number: its check digit is wrong')
    })
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
    expect(world.service.problems).toEqual([])
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
    expect(body.cases).toMatchObject([{ case: 'C', state: 'review', flags: [expect.stringContaining(why)] }])
    const said = { text: expect.stringContaining('C'), command: expect.stringContaining('settle C') }
    expect(await world.needs()).toMatchObject([{ kind: 'deal_review', count: 1, first: [said] }])
    const released = { person: 'Mei', operation: body.cases[0].operation }
    await world.served.post('/cases/C/release?mode=write', released)
    expect(await world.needs()).toEqual([])
    expect(world.deals()).toHaveLength(1)
    expect(await world.kura([table, '--write'])).toMatchObject({ status: 0 })
    expect(world.deals()).toHaveLength(1)
    expect(world.service.problems).toEqual([])
  })

  test.each(['t.xlsx', 't.csv'])('refuses a workbook, named %s, and says how to save it', async name => {
    const world = await createImportWorld()
    await writeFile(join(world.cwd, name), 'PK\x03\x04 workbook')
    await expect(world.kura([name])).rejects.toMatchObject({
      code: 'usage',
      hint: expect.stringContaining('CSV UTF-8'),
    })
  })

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

  test('prints a template that it reads itself', async () => {
    const world = await createImportWorld()
    const { out } = await world.kura(['--template'])
    expect(out).toBe(`\ufeff${HEADER}\r\n`)
    await writeFile(join(world.cwd, 'template.csv'), `${out}2026-04-15,消耗品費,10,はい,1100\r\n`)
    expect(await world.kura(['template.csv'])).toMatchObject({ status: 0 })
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
      {
        row: '2026-04-15,消耗品費,対象外,,300,①㈱髙﨑商店,a.pdf,請求書',
        qualified: 'unselected',
        amount: 300,
      },
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
      expect(world.service.problems).toEqual([])
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
