import fc from 'fast-check'
import iconv from 'iconv-lite'
import { describe, expect, test } from 'vitest'
import { createTextReader } from '../../../../lib/services/accounting/journals/text.ts'
import type { JournalEncoding } from '../../../../lib/services/accounting/remote/schema.ts'

/** Reads `bytes`, which arrive in pieces that end at `splits`. */
function read(
  bytes: Uint8Array,
  { encoding, splits }: { encoding: JournalEncoding; splits: number[] },
): string {
  const reader = createTextReader(encoding, 'the journal')
  const ends = [...splits, bytes.length]
  const pieces = ends.map((end, index) => reader.push(bytes.subarray(ends[index - 1] ?? 0, end)))
  return pieces.join('') + reader.end()
}

/** Texts with their bytes in Microsoft's table of code page 932. */
const vectors = [
  { name: 'NEC row 13', text: '①㈱', hex: '8740878a' },
  { name: 'IBM extensions', text: '髙﨑', hex: 'fbfcfab1' },
  { name: 'half-width kana', text: 'ｱｲｳﾊﾟ｡', hex: 'b1b2b3cadfa1' },
  { name: 'trail bytes of a backslash', text: '表ソ能十申', hex: '955c835c945c8f5c905c' },
  { name: 'trail bytes of a vertical bar', text: 'ポл', hex: '837c847c' },
  { name: 'signs that other tables map elsewhere', text: '～∥－', hex: '81608161817c' },
  { name: 'backslash and tilde, which stay ASCII', text: '\\~', hex: '5c7e' },
  { name: 'controls', text: '\u001a\u001c\u007f\t\r\n', hex: '1a1c7f090d0a' },
]

describe('createTextReader()', () => {
  const mixed = vectors.map(({ text }) => `${text},"a"\r\n`).join('')
  const samples = [
    { encoding: 'sjis', bytes: iconv.encode(mixed, 'cp932') },
    { encoding: 'utf-8', bytes: Buffer.from(mixed) },
  ] as const

  test.each(vectors)('reads $name', ({ text, hex }) => {
    expect(read(Buffer.from(hex, 'hex'), { encoding: 'sjis', splits: [] })).toBe(text)
  })

  test.each(samples)('reads $encoding right at every split', ({ encoding, bytes }) => {
    for (let at = 0; at <= bytes.length; at++) expect(read(bytes, { encoding, splits: [at] })).toBe(mixed)
  })

  test.each(samples)('reads $encoding right byte by byte', ({ encoding, bytes }) => {
    const splits = Array.from({ length: bytes.length }, (_, index) => index)
    expect(read(bytes, { encoding, splits })).toBe(mixed)
  })

  test.each(samples)('reads $encoding right at any splits', ({ encoding, bytes }) => {
    const anywhere = fc.array(fc.nat({ max: bytes.length })).map(splits => splits.sort((a, b) => a - b))
    fc.assert(
      fc.property(anywhere, splits => {
        expect(read(bytes, { encoding, splits })).toBe(mixed)
      }),
    )
  })

  test('agrees with iconv-lite on every character of code page 932', () => {
    let compared = 0
    for (let lead = 0; lead <= 0xff; lead++) {
      const double = (lead >= 0x81 && lead <= 0x9f) || (lead >= 0xe0 && lead <= 0xfc)
      for (let trail = double ? 0x40 : 0; trail <= (double ? 0xfc : 0); trail++) {
        const bytes = double ? Buffer.from([lead, trail]) : Buffer.from([lead])
        const wanted = iconv.decode(bytes, 'cp932')
        if (wanted.includes('\ufffd') || lead === 0x80) continue
        expect(read(bytes, { encoding: 'sjis', splits: [] })).toBe(wanted)
        compared += 1
      }
    }
    expect(compared).toBeGreaterThan(9000)
  })

  test('drops the byte order mark of UTF-8', () => {
    const bytes = Buffer.from('\ufeffNo')
    expect(read(bytes, { encoding: 'utf-8', splits: [1, 2] })).toBe('No')
  })

  const refused: { name: string; encoding: JournalEncoding; hex: string }[] = [
    { name: 'a lead byte without its trail', encoding: 'sjis', hex: '418122' },
    { name: 'a character cut off at the end', encoding: 'sjis', hex: '4181' },
    { name: 'a byte that begins nothing', encoding: 'sjis', hex: '41ff' },
    { name: 'Shift_JIS taken for UTF-8', encoding: 'utf-8', hex: '8740' },
    { name: 'a UTF-8 character cut off at the end', encoding: 'utf-8', hex: 'e382' },
  ]
  test.each(refused)('refuses $name', ({ encoding, hex }) => {
    expect(() => read(Buffer.from(hex, 'hex'), { encoding, splits: [1] })).toThrow(
      expect.objectContaining({ code: 'remote_answer' }),
    )
  })
})
