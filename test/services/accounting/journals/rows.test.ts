import { describe, expect, test } from 'vitest'
import { asJsonLine, asRow, createRowReader } from '../../../../lib/services/accounting/journals/rows.ts'

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
