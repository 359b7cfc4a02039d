import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { parse } from 'csv-parse/sync'
import { describe, expect, test } from 'vitest'
import { asJsonLine, asRow, createRowReader } from '../../../../lib/services/accounting/journals/rows.ts'
import { inertCell, inertCsv } from '../../../../lib/services/accounting/journals/spreadsheet.ts'
import { drawn } from '../../../helpers/run/sampled.ts'

const read = (text: string) => {
  const reader = createRowReader(asRow, 'the journal')
  return [...reader.push(text), ...reader.end()]
}

describe('createRowReader()', () => {
  test('names fields by the header, in whatever order it stands', () => {
    expect(read('借方金額,取引日\n1100,2026-06-01\n')).toEqual([{ 借方金額: '1100', 取引日: '2026-06-01' }])
    expect(read('取引日,借方金額\n2026-06-01,1100\n')).toEqual([{ 借方金額: '1100', 取引日: '2026-06-01' }])
  })

  test('keeps both columns of one name', () => {
    expect(read('備考,備考\n甲,乙\n')).toEqual([{ 備考: '甲', '備考 (2)': '乙' }])
    expect(read('a,a,a (2),a\n1,2,3,4\n')).toEqual([{ a: '1', 'a (3)': '2', 'a (2)': '3', 'a (4)': '4' }])
  })

  test('gives nothing for a header alone, and for nothing', () => {
    expect(read('a,b\n')).toEqual([])
    expect(read('')).toEqual([])
  })

  test.each([
    { name: 'fewer', text: 'a,b\n1,2\n1\n' },
    { name: 'more', text: 'a,b\n1,2\n1,2,3\n' },
  ])('refuses a row with $name fields than the header', ({ text }) => {
    expect(() => read(text)).toThrow(/its record 3 has [13] fields, its header 2/)
  })

  test('a column of the name that every object inherits is a column', () => {
    const [row] = read('__proto__,a\n1,2\n')
    expect(Object.keys(row ?? {})).toEqual(['__proto__', 'a'])
  })
})

test('asJsonLine writes what asRow gives', () => {
  const text = 'a,"b ""c""",備考\n1,"2\n3",\n,"\\","①㈱髙﨑 \u2028"\n\u0001,\ud842\udfb7野家,"\u001f"\n'
  const reader = createRowReader(asJsonLine, 'the journal')
  const lines = [...reader.push(text), ...reader.end()]
  expect(lines.every(line => line.endsWith('}\n'))).toBe(true)
  expect(lines.map(line => JSON.parse(line))).toEqual(read(text))
})

describe('inertCell()', () => {
  const formulas = [
    '=1+1',
    '+A1',
    '-A1',
    '@SUM(A1)',
    '\t=1',
    '\r=1',
    '\n=1',
    '＝1+1',
    '＠x',
    '−1+1',
    '-',
    '=',
    '+81-3-1234',
    '-1+1',
  ]
  test.each(formulas)('puts an apostrophe before %j', text => {
    expect(inertCell(text)).toBe(`'${text}`)
  })

  const others = [
    '',
    'コピー用紙',
    '1100',
    '-1100',
    '+5',
    '-1,100',
    '-1.5',
    '-10%',
    ' =1',
    "'=1",
    'a=b',
    '2026-04-03',
  ]
  test.each(others)('leaves %j', text => {
    expect(inertCell(text)).toBe(text)
  })
})

test('inertCsv() keeps every other cell, for every split of the text', async () => {
  const csv = 'No,=head\r\n1,"@a, ""b""\n=c"\n2,-5\r\n3,=1'
  const want = [
    ['No', "'=head"],
    ['1', '\'@a, "b"\n=c'],
    ['2', '-5'],
    ['3', "'=1"],
  ]
  for (let size = 1; size <= csv.length; size++) {
    async function* pieces() {
      for (let start = 0; start < csv.length; start += size) yield csv.slice(start, start + size)
    }
    let text = ''
    for await (const piece of inertCsv(pieces(), 'the journal')) text += piece
    expect(parse(text)).toEqual(want)
  }
})

const run = promisify(execFile)
const PROGRAM = new URL('./long-journal.ts', import.meta.url).pathname

/** Megabytes of heap of the process that reads the journal of 100 MB. */
const HEAP = 40

test.each(drawn(['csv', 'jsonl'], 1))(
  'a journal of 100 MB passes as %s through a heap of 40 MB',
  async format => {
    const limit = `--max-old-space-size=${HEAP}`
    const { stdout } = await run(process.execPath, [limit, '--max-semi-space-size=2', PROGRAM, format])
    const { read, rows, buffers } = JSON.parse(stdout)
    expect(read).toBeGreaterThan(100_000_000)
    expect(rows).toBeGreaterThan(90_000)
    expect(buffers, 'bytes of buffers at their most').toBeLessThan(HEAP * 1_000_000)
  },
)
