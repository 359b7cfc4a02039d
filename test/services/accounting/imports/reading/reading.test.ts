import iconv from 'iconv-lite'
import { describe, expect, test } from 'vitest'
import { AppError } from '../../../../../lib/core/errors.ts'
import { english, textOf } from '../../../../../lib/core/language/text.ts'
import type { Phrase } from '../../../../../lib/core/phrase.ts'
import {
  type Cells,
  cellsOf,
  TEMPLATE_HEADER,
} from '../../../../../lib/services/accounting/imports/reading/columns.ts'
import { readRows } from '../../../../../lib/services/accounting/imports/reading/deal-rows.ts'
import { readRow } from '../../../../../lib/services/accounting/imports/reading/row-reading.ts'
import {
  decodeTable,
  readCsv,
  readJsonRows,
} from '../../../../../lib/services/accounting/imports/reading/table-rows.ts'
import { USUAL_TITLES } from '../../../../../lib/services/accounting/imports/reading/titles.ts'
import { placePhrase } from '../../../../../lib/services/accounting/imports/reading/words.ts'
import { csvText } from '../../../../../lib/services/accounting/journals/spreadsheet.ts'

describe('decodeTable()', () => {
  const text = '摘要,①㈱髙﨑商店'
  const encodings = [
    ['UTF-8', Buffer.from(text)],
    ['UTF-8 with a byte order mark', Buffer.from(`\ufeff${text}`)],
    ['Shift_JIS of Windows', iconv.encode(text, 'cp932')],
    ['UTF-16 as a spreadsheet saves "Unicode text"', iconv.encode(`\ufeff${text}`, 'utf-16le')],
    ['UTF-16 in the other order', Buffer.from(iconv.encode(`\ufeff${text}`, 'utf-16le')).swap16()],
    ['UTF-8 that ends as a file of DOS', Buffer.from(`${text}\x1a`)],
    ['Shift_JIS that ends as a file of DOS', iconv.encode(`${text}\x1a\x1a`, 'cp932')],
  ] as const
  test.each(encodings)('reads %s', (_, bytes) => {
    expect(decodeTable(bytes, 'a.csv')).toBe(text)
  })

  test('refuses bytes of neither', () => {
    const bytes = Buffer.concat([Buffer.from('摘要'), Buffer.from([0xff])])
    expect(() => decodeTable(bytes, 'a.csv')).toThrow('"a.csv": it is neither in UTF-8 nor in Shift_JIS')
  })
})

describe('readCsv()', () => {
  const row = { date: '2026-04-01', amount: '1,100', file: 'a.pdf' }
  const tables = [
    { name: 'Japanese names in any order', text: '金額,日付,ファイル\n"1,100",2026-04-01,a.pdf\n' },
    { name: 'English names', text: 'Date,Amount,File\r\n2026-04-01,"1,100",a.pdf\r\n' },
    { name: 'names in full width, with spaces', text: ' Ｄａｔｅ ,金 額,FILE\n2026-04-01,"1,100",a.pdf' },
    { name: 'lines that end in several ways', text: '日付,金額,ファイル\r\n2026-04-01,"1,100",a.pdf\n,,\r' },
    { name: 'tabs', text: '日付\t金額\tファイル\n2026-04-01\t1,100\ta.pdf' },
    { name: 'semicolons', text: '日付;金額;ファイル\r\n2026-04-01;1,100;a.pdf\r\n' },
    { name: 'quoted tabs', text: '"日付"\t"金額"\t"ファイル"\n"2026-04-01"\t"1,100"\t"a.pdf"\n' },
    { name: 'a named separator', text: 'sep=,\n日付,金額,ファイル\n2026-04-01,"1,100",a.pdf' },
    { name: 'another one', text: 'SEP=;\r\n日付;金額;ファイル\r\n2026-04-01;1,100;a.pdf' },
    { name: 'one that was saved again', text: '"sep=,",,\n日付,金額,ファイル\n2026-04-01,"1,100",a.pdf' },
    { name: 'empty names over empty columns', text: '日付,,金額,ファイル,,\n2026-04-01,,"1,100",a.pdf,,\n' },
    {
      name: 'texts that a program keeps from a spreadsheet',
      text: '日付,金額,ファイル\n="2026-04-01","=""1,100""",="a.pdf"',
    },
    { name: 'empty rows', text: '日付,金額,ファイル\n2026-04-01,"1,100",a.pdf\n,,\n\n' },
  ]
  test.each(tables)('reads $name', ({ text }) => {
    expect(readCsv(text, 'a.csv')).toMatchObject([{ at: 'row 2', cells: cellsOf(row) }])
  })

  test('reads a cell of several lines', () => {
    const text = '日付,摘要\r\n2026-04-01,"紙\nペン"\n2026-04-02,本\n'
    expect(readCsv(text, 'a.csv')).toMatchObject([
      { at: 'row 2', cells: { description: '紙\nペン' } },
      { at: 'row 3', cells: { date: '2026-04-02' } },
    ])
  })

  test('takes a quotation mark inside a text as it stands', () => {
    const text = '日付,摘要,金額\n2026-04-01,モニター24",1100\n2026-04-02,"紙, ""A4"" 白",200\n'
    expect(readCsv(text, 'a.csv').map(({ cells }) => cells.description)).toEqual([
      'モニター24"',
      '紙, "A4" 白',
    ])
  })

  test('counts rows from an empty one above the header', () => {
    expect(readCsv(',\n日付,金額\na,1', 'a.csv').map(({ at }) => at)).toEqual(['row 3'])
  })

  test('refuses a line of megabytes as a header, and quotes its beginning', () => {
    const line = '金'.repeat(700_000)
    expect(() => readCsv(`${line}\n1\n`, 'a.csv')).toThrow(`"${'金'.repeat(40)}" is no column`)
  })

  test('looks for the header once in a line of megabytes without one', () => {
    expect(() => readCsv(`${','.repeat(300_000)}\n1\n`, 'a.csv')).toThrow('"1" is no column')
  })

  test('counts rows as a spreadsheet does', () => {
    expect(readCsv('日付\na\n\nb\n', 'a.csv').map(({ at }) => at)).toEqual(['row 2', 'row 4'])
  })

  const wrong = [
    { name: 'an unknown column', text: '日付,金頷\n', says: '"金頷" is no column' },
    { name: 'a column that is there twice', text: '日付,date\n', says: '日付 (date) is there twice' },
    { name: 'more cells than the header', text: '日付,金額\na,1,100\n', says: 'row 2 has more cells' },
    { name: 'a quote that never ends', text: '日付\n"a\n', says: 'as CSV' },
    { name: 'a quote in the middle', text: '日付,摘要\na,"24" monitor"\n', says: 'row 2 has a quotation' },
    { name: 'a quote after a space', text: '日付,摘要\na, "24, x"\n', says: 'row 2 has a quotation' },
    { name: 'quotes of both kinds', text: '日付,摘要\na,24"\nb,"c"d,"\n', says: 'a quotation mark in row 3' },
    {
      name: 'a value without a name',
      text: '日付,,金額\na,x,1\n',
      says: 'the column B has no name, but row 2',
    },
    { name: 'nothing', text: '', says: 'it is empty' },
    ...[
      '年月日,お引出し,お預入れ,お取り扱い内容,残高,メモ',
      '日付,摘要,摘要内容,支払い金額,預かり金額,差引残高',
      '取引日,入出金(円),取引後残高(円),入出金内容',
      '取引日,受入金額（円）,払出金額（円）,詳細１,現在（貸付）高',
      // cards and wallets: Rakuten, JCB, PayPay Card, PayPay
      '利用日,利用店名・商品名,利用者,支払方法,利用金額,手数料/利息,支払総額',
      'ご利用者,カテゴリ,ご利用日,ご利用先など,ご利用金額(￥),支払区分',
      '利用日/キャンセル日,利用店名・商品名,利用者,支払区分,利用金額',
      '取引日,出金金額（円）,入金金額（円）,取引内容,取引先,取引方法,取引番号',
    ].map(text => ({ name: `a statement, ${text}`, text, says: 'it is the statement of a bank or a card' })),
    {
      name: 'a journal',
      text: '取引No,取引日,借方勘定科目,借方金額(円),貸方勘定科目,貸方金額(円),摘要\n',
      says: 'it is a journal',
    },
    { name: 'a balance alone', text: '日付,残高\n', says: '"残高" is no column' },
  ]
  test.each(wrong)('refuses $name', ({ text, says }) => {
    expect(() => readCsv(text, 'a.csv')).toThrow(says)
    const error = refusal(() => readCsv(text, 'a.csv'))
    const said = [error.phrase, error.hintPhrase].map(phrase => (phrase ? say(phrase) : ''))
    const own = said.join('').replaceAll(/「[^」]*」|[（(][^）)]*[）)]|kura [\w -]+|CSV/g, '')
    expect(own).toMatch(/\p{Script=Hiragana}/u)
    expect(own).not.toMatch(/[a-z]{3}/i)
  })
})

const say = (phrase: Phrase) => textOf(phrase, { language: 'ja', timezone: 'Asia/Tokyo' })

function refusal(work: () => unknown): AppError {
  try {
    work()
  } catch (error) {
    if (error instanceof AppError) return error
  }
  throw new Error('it was not refused')
}

const LINES = (count: number) =>
  Array.from({ length: count }, (_, at) => `2026-04-01,消耗品費,10,いいえ,${at + 1},R-17`).join('\n')
test.each([
  [3, 'rows 2, 3, 4', undefined],
  [100, 'receipt R-17 (100 from row 2)', undefined],
  [101, 'receipt R-17 (101 from row 2)', '番号「R-17」の領収書は101行あります（100行まで）'],
] as const)('a receipt of %i rows is named by %s', async (count, at, problem) => {
  const text = `日付,科目,税率,適格,金額,番号\n${LINES(count)}\n`
  const fileOf = () => Promise.reject(new Error('no file'))
  const [row, other] = await readRows(readCsv(text, 'a.csv'), { fileOf })
  expect(other).toBeUndefined()
  expect(row?.at).toBe(at)
  expect(row?.places).toHaveLength(count)
  const problems = row && 'problems' in row ? row.problems : []
  expect(problems.map(reason => textOf(reason, { language: 'ja', timezone: 'Asia/Tokyo' }))).toEqual(
    problem === undefined ? [] : [problem],
  )
})

test('placePhrase() names a receipt of many rows in both languages', () => {
  const phrase = placePhrase('receipt R-17 (101 from row 2)') as Phrase
  expect(english(phrase)).toBe('receipt "R-17" (101 rows from row 2)')
  expect(say(phrase)).toBe('番号「R-17」の領収書（2行目からの101行）')
})

test('readJsonRows() reads texts, numbers and truth values by the names of the columns', () => {
  const text = '[{"日付": "2026-04-01", "amount": 1100, "qualified": true, "partner": null}]'
  const cells = cellsOf({ date: '2026-04-01', amount: '1100', qualified: 'true' })
  expect(readJsonRows(text, 'a.json')).toMatchObject([{ at: 'row 1', cells }])
  expect(() => readJsonRows('{}', 'a.json')).toThrow('expected a JSON array')
  // DuckDB 1.5.6 writes a BIGINT as a number
  const long = '[{"番号": 1}, {"番号": 9007199254740993}]'
  expect(() => readJsonRows(long, 'a.json')).toThrow('row 2 has a number with too many digits')
})

/** The problems of a row. */
function problemsOf(cells: Cells): string[] | undefined {
  const read = readRow(cells, USUAL_TITLES)
  return 'problems' in read ? read.problems.map(english) : undefined
}

describe('readRow()', () => {
  const full = cellsOf({
    date: '2026-04-01',
    account_item: '消耗品費',
    rate: '10',
    qualified: 'はい',
    amount: '1100',
  })
  const taxes = [
    ['10', 'はい', { rate: 10, qualified: true }],
    ['10%', '○', { rate: 10, qualified: true }],
    ['８％', 'いいえ', { rate: 8, qualified: false }],
    // as LibreOffice and Gnumeric save a cell that holds 10 %
    ['10.00%', 'はい', { rate: 10, qualified: true }],
    ['0.1', 'はい', { rate: 10, qualified: true }],
    ['0.08', 'いいえ', { rate: 8, qualified: false }],
    // xlsx2csv 0.7.8 for 10 % in the format 0.0%
    ['0.100', 'はい', { rate: 10, qualified: true }],
    ['0.0800', 'はい', { rate: 8, qualified: true }],
    ['0.8', 'はい', { tax_category: '0.8' }],
    ['軽減8%', 'no', { rate: 8, qualified: false }],
    ['8%（軽）', '非適格', { rate: 8, qualified: false }],
    ['対象外', '', { tax_category: '対象外' }],
    ['課対仕入10%', 'はい', { tax_category: '課対仕入10%' }],
  ] as const
  test.each(taxes)('reads the tax %j with %j', (rate, qualified, tax) => {
    expect(readRow({ ...full, rate, qualified }, USUAL_TITLES)).toMatchObject({ tax })
  })

  const amounts = [
    ['▲1,100円', -1100],
    ['△1100', -1100],
    ['¥1,100-', 1100],
    ['1 1,100', undefined],
    ['１，１００円', 1100],
  ] as const
  test.each(amounts)('reads the amount %j', (amount, want) => {
    const read = readRow({ ...full, amount }, USUAL_TITLES)
    expect('amount' in read ? read.amount : undefined).toBe(want)
  })

  test.each(['46119', '４６１１９'])('reads %j as the day of a spreadsheet', date => {
    expect(readRow({ ...full, date }, USUAL_TITLES)).toMatchObject({ date: '2026-04-07' })
  })

  const wrong = [
    ['date', '', '日付 (date) is empty'],
    ['account_item', '', '科目 (account_item) is empty'],
    ['rate', '', '税率 (rate) is empty'],
    ['qualified', '', '適格 (qualified) is empty: expected はい or いいえ'],
    ['qualified', '?', '適格 (qualified) "?" is neither はい nor いいえ'],
    ['amount', '', '金額 (amount) is empty'],
    ['amount', '2.5', '金額 (amount) "2.5" is not an amount in whole yen'],
    ['amount', '0', '金額 (amount) is 0'],
    ['total', '2.5', '合計 (total) "2.5" is not an amount in whole yen'],
    ['basis', '半分', '税込税抜 (basis) "半分" is neither 税込 nor 税抜'],
  ] as const
  test.each(wrong)('refuses %s %j', (column, text, problem) => {
    expect(problemsOf({ ...full, [column]: text })).toEqual([expect.stringContaining(problem)])
  })

  // the words of LibreOffice 7.4.7, Gnumeric 1.12.55, R 4.2.2 (write.csv), pandas 1.5.3 and SQL
  const without = [
    ...['#N/A', '#REF!', '#NAME?', '#DIV/0!', 'Err:520', '########'].map(
      text => ['description', text] as const,
    ),
    ...['NA', '#N/A', 'NULL', '\\N', '-', 'ー', 'なし'].map(text => ['number', text] as const),
    ...['<NA>', 'None', '―'].map(text => ['partner', text] as const),
  ]
  test.each(without)('refuses %s %j, which is no value', (column, text) => {
    expect(problemsOf({ ...full, [column]: text })).toEqual([
      expect.stringContaining(`is "${text}", by which`),
    ])
  })

  // a general cell in a narrow column, as Excel, Gnumeric 1.12.55 and LibreOffice 7.4.7 save it
  test.each(['2.03E+11', '2.02604E+13', '1.23456789012346E+018'])('refuses the number %j', number => {
    expect(problemsOf({ ...full, number })).toEqual([expect.stringContaining('a spreadsheet has shortened')])
  })

  test.each(['NA', '-', '#1', '# 12', 'none'])('takes the description %j as it is', description => {
    expect(readRow({ ...full, description }, USUAL_TITLES)).toMatchObject({ description })
  })

  test('refuses to add tax without a rate', () => {
    expect(problemsOf({ ...full, rate: '対象外', basis: '外税' })).toEqual([
      '税込税抜 (basis) is 税抜: expected 10 or 8 as 税率 (rate)',
    ])
  })

  test('names all that is wrong', () => {
    expect(readRow(cellsOf({}), USUAL_TITLES)).toMatchObject({ problems: { length: 4 } })
  })
})

test('csvText() begins with a byte order mark, and has no cell that a spreadsheet would calculate', () => {
  const cells = ['=1+1', '+a', '@a', '-a', '-1,000', 'a "b", c']
  expect(csvText([TEMPLATE_HEADER.slice(0, 2), cells])).toBe(
    `\ufeff日付,科目\r\n'=1+1,'+a,'@a,'-a,"-1,000","a ""b"", c"\r\n`,
  )
})
