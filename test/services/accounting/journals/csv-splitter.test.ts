import { parse } from 'csv-parse/sync'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createCsvSplitter } from '../../../../lib/services/accounting/journals/csv-splitter.ts'
import { runs } from '../../../helpers/run/sampled.ts'

/** Splits `text`, which arrives in pieces that end at `cuts`. */
function split(text: string, cuts: readonly number[] = []): string[][] {
  const splitter = createCsvSplitter('the journal')
  const ends = [...cuts, text.length]
  const records = ends.flatMap((end, index) => splitter.push(text.slice(ends[index - 1] ?? 0, end)))
  return [...records, ...splitter.end()]
}

/** The records that csv-parse reads, or `refused`. */
function oracle(text: string): string[][] | 'refused' {
  try {
    return parse(text, { record_delimiter: ['\r\n', '\n'], relax_column_count: true })
  } catch {
    return 'refused'
  }
}

function ours(text: string, cuts?: readonly number[]): string[][] | 'refused' {
  try {
    return split(text, cuts)
  } catch {
    return 'refused'
  }
}

describe('createCsvSplitter()', () => {
  const rows = [
    {
      name: 'CRLF',
      text: 'a,b\r\nc,d\r\n',
      want: [
        ['a', 'b'],
        ['c', 'd'],
      ],
    },
    {
      name: 'LF',
      text: 'a,b\nc,d\n',
      want: [
        ['a', 'b'],
        ['c', 'd'],
      ],
    },
    {
      name: 'no line end at the end',
      text: 'a,b\nc,d',
      want: [
        ['a', 'b'],
        ['c', 'd'],
      ],
    },
    {
      name: 'empty fields',
      text: ',,\n"",,""\n',
      want: [
        ['', '', ''],
        ['', '', ''],
      ],
    },
    {
      name: 'quotes',
      text: '"a","b,c"\r\nd,"e"\r\n',
      want: [
        ['a', 'b,c'],
        ['d', 'e'],
      ],
    },
    { name: 'doubled quotes', text: '"a""b",""""\n', want: [['a"b', '"']] },
    { name: 'line ends inside quotes', text: '"a\r\nb","c\nd"\r\n', want: [['a\r\nb', 'c\nd']] },
    { name: 'nothing', text: '', want: [] },
    { name: 'an empty line', text: 'a\n\nb\n', want: [['a'], [''], ['b']] },
    { name: 'a lone return', text: 'a\rb,c\n', want: [['a\rb', 'c']] },
  ]
  test.each(rows)('reads $name, whole and at every cut', ({ text, want }) => {
    expect(split(text)).toEqual(want)
    for (let cut = 0; cut <= text.length; cut++) expect(split(text, [cut])).toEqual(want)
    expect(
      split(
        text,
        [...text].map((_, index) => index),
      ),
    ).toEqual(want)
  })

  const refused = [
    { name: 'a quote inside a field', text: 'x\na"b,c\n', names: 'record 2 has a quote inside' },
    { name: 'text after a closing quote', text: '"a"b,c\n', names: 'record 1 has text after' },
    { name: 'a field that never closes', text: 'x\n"a\nb', names: 'record 2 has a field that never closes' },
    { name: 'a return after a closing quote', text: '"a"\rb\n', names: 'record 1 has text after' },
  ]
  test.each(refused)('refuses $name, whole and at every cut', ({ text, names }) => {
    expect(() => split(text)).toThrow(names)
    for (let cut = 0; cut <= text.length; cut++) expect(() => split(text, [cut])).toThrow(names)
  })

  test('reads a record of very many fields', () => {
    const plain = Array.from({ length: 400_000 }, () => 'a')
    expect(split(`"b",${plain.join(',')}\n`)[0]).toHaveLength(400_001)
  })

  test('refuses a record that would fill the memory', () => {
    const splitter = createCsvSplitter('the journal')
    const endless = () => {
      for (let piece = 0; piece < 100; piece++)
        splitter.push(`"${'a'.repeat(20_000)}`.replace('"', piece ? '' : '"'))
    }
    expect(endless).toThrow(/longer than 1000000 characters/)
  })

  const pieces = fc.array(fc.constantFrom('a', '髙', ',', '"', '""', '\n', '\r\n', '\r', ' '), {
    maxLength: 24,
  })
  const text = pieces.map(parts => parts.join(''))
  test('says of any text what csv-parse says, however it is cut', () => {
    fc.assert(
      fc.property(text, fc.array(fc.nat({ max: 30 }), { maxLength: 5 }), (sample, cuts) => {
        const sorted = cuts.map(cut => Math.min(cut, sample.length)).sort((a, b) => a - b)
        expect(ours(sample, sorted)).toEqual(oracle(sample))
      }),
      { numRuns: runs(5000) },
    )
  })

  test('reads back whatever was written, in either style of quotes', () => {
    const field = fc.string({ unit: fc.constantFrom('a', '"', ',', '\n', '\r', '①', ' ') })
    const table = fc.array(fc.array(field, { minLength: 2, maxLength: 5 }), { minLength: 1, maxLength: 5 })
    const quote = (value: string) => `"${value.replaceAll('"', '""')}"`
    fc.assert(
      fc.property(table, fc.boolean(), (records, all) => {
        const cell = (value: string) => (all || /[",\r\n]/.test(value) ? quote(value) : value)
        const written = records.map(record => `${record.map(cell).join(',')}\r\n`).join('')
        expect(split(written)).toEqual(records)
      }),
    )
  })
})
