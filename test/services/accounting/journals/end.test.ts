import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type JournalFormat, withEnd, withoutEnd } from '../../../../lib/services/accounting/journals/end.ts'
import { asJsonLine, asRow, createRowReader } from '../../../../lib/services/accounting/journals/rows.ts'
import { runs } from '../../../helpers/run/sampled.ts'

/** Yields the bytes in pieces of at most `size`. */
async function* pieces(bytes: Uint8Array, size = 7): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size)
}

async function whole(file: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const read: Uint8Array[] = []
  for await (const bytes of file) read.push(bytes)
  return Buffer.concat(read)
}

const sent = (file: Uint8Array, format: JournalFormat, size?: number) =>
  whole(withEnd(pieces(file, size), format))
const received = (bytes: Uint8Array, format: JournalFormat, size?: number) =>
  whole(withoutEnd(pieces(bytes, size), { format, journal: 'the journal' }))

const CSV = 'No,取引日,備考\r\n1,2026-04-01,①㈱\r\n2,2026-04-02,"二行\n""目"""\r\n'
const JSONL = '{"No":"1"}\n{"No":"2 \\"x\\""}\n{"No":"3"}\n'
const digest = (text: string) => `sha-256=:${createHash('sha256').update(text).digest('base64')}:`

describe('withEnd()', () => {
  const rows: { name: string; format: JournalFormat; file: string; rows: number }[] = [
    { name: 'CSV', format: 'csv', file: CSV, rows: 2 },
    { name: 'CSV without a last line end', format: 'csv', file: CSV.slice(0, -2), rows: 2 },
    { name: 'CSV that ends in quotes that never close', format: 'csv', file: 'a\n1\n"2\n', rows: 2 },
    { name: 'CSV of a header', format: 'csv', file: 'No\r\n', rows: 0 },
    { name: 'CSV of nothing', format: 'csv', file: '', rows: 0 },
    { name: 'JSON lines', format: 'jsonl', file: JSONL, rows: 3 },
    { name: 'JSON lines with an odd number of quotes', format: 'jsonl', file: '{"a":"\\""}\n{}\n', rows: 2 },
    { name: 'JSON lines of nothing', format: 'jsonl', file: '', rows: 0 },
  ]
  test.each(rows)('says the rows and the digest of $name after its bytes', async ({ format, file, rows }) => {
    const end = `${JSON.stringify({ rows, digest: digest(file) })}\n`
    const text = (await sent(Buffer.from(file), format)).toString()
    expect(text).toBe(format === 'csv' ? `${file}\n${end}` : `${file}${end}`)
  })

  test.each([1, 2, 3, 50])(
    'counts the same rows as the reader, however the bytes are cut: %i',
    async size => {
      const field = fc.oneof(
        fc.constantFrom('', '1', '①', 'a b'),
        fc.constantFrom('"x\n""y"', '","', '"\r\n"'),
      )
      const record = fc.tuple(field, field).map(fields => fields.join(','))
      await fc.assert(
        fc.asyncProperty(fc.array(record), fc.boolean(), async (records, closed) => {
          const text = ['a,b', ...records].join('\n') + (closed ? '\n' : '')
          const reader = createRowReader(asRow, 'the journal')
          const count = reader.push(text).length + reader.end().length
          const bytes = (await sent(Buffer.from(text), 'csv', size)).toString()
          expect(JSON.parse(bytes.slice(text.length)).rows).toBe(count)
        }),
        { numRuns: runs(100) },
      )
    },
  )
})

describe('withoutEnd()', () => {
  const row = asJsonLine(['No', '備考'])
  const files: { name: string; format: JournalFormat; file: string }[] = [
    { name: 'CSV', format: 'csv', file: CSV },
    { name: 'CSV without a last line end', format: 'csv', file: CSV.slice(0, -2) },
    { name: 'CSV with empty lines at its end', format: 'csv', file: `${CSV}\n\n` },
    { name: 'CSV whose last row looks like an end line', format: 'csv', file: 'a\n{"rows":1}\n' },
    { name: 'CSV of nothing', format: 'csv', file: '' },
    { name: 'JSON lines', format: 'jsonl', file: JSONL },
    { name: 'long JSON lines', format: 'jsonl', file: row(['1', 'x'.repeat(1_000)]).repeat(5) },
    { name: 'JSON lines of nothing', format: 'jsonl', file: '' },
  ]
  test.each(files)('gives $name back, byte by byte, however it is cut', async ({ format, file }) => {
    const bytes = await sent(Buffer.from(file), format)
    for (const size of [1, 3, 199, 200, 201, 100_000])
      expect((await received(bytes, format, size)).toString()).toBe(file)
  })

  test.each(files)('refuses $name wherever it ends early', async ({ format, file }) => {
    const bytes = await sent(Buffer.from(file), format)
    const from = Math.max(0, bytes.length - 400)
    for (let length = from; length < bytes.length; length += 1)
      await expect(received(bytes.subarray(0, length), format, 64), String(length)).rejects.toMatchObject({
        code: 'remote_silent',
        message: expect.stringContaining('to its end'),
      })
  })

  const wrong: { name: string; format: JournalFormat; text: string }[] = [
    { name: 'no end line', format: 'csv', text: CSV },
    { name: 'no end line of JSON lines', format: 'jsonl', text: JSONL },
    {
      name: 'the end line of another file',
      format: 'jsonl',
      text: `${JSONL}${JSON.stringify({ rows: 3, digest: digest('') })}\n`,
    },
    {
      name: 'another number of rows',
      format: 'jsonl',
      text: `${JSONL}${JSON.stringify({ rows: 2, digest: digest(JSONL) })}\n`,
    },
    {
      name: 'a row that is missing in the middle',
      format: 'jsonl',
      text: `${JSONL.slice(11)}${JSON.stringify({ rows: 3, digest: digest(JSONL) })}\n`,
    },
    {
      name: 'something after the end line',
      format: 'jsonl',
      text: `${JSONL}${JSON.stringify({ rows: 3, digest: digest(JSONL) })}\n\n`,
    },
  ]
  test.each(wrong)('refuses $name', async ({ format, text }) => {
    await expect(received(Buffer.from(text), format)).rejects.toMatchObject({ code: 'remote_silent' })
  })

  test('gives what has arrived before the file ends', async () => {
    async function* endless() {
      for (;;) yield Buffer.from(JSONL)
    }
    const file = withoutEnd(endless(), { format: 'jsonl', journal: 'the journal' })
    let read = 0
    while (read < 10_000) read += (await file.next()).value?.length ?? 0
    await file.return(undefined)
  })
})
