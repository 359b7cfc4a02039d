import { parse } from 'csv-parse/sync'
import { describe, expect, test } from 'vitest'
import { inertCell, inertCsv } from '../../../../lib/services/accounting/journals/spreadsheet.ts'

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
