import { describe, expect, test } from 'vitest'
import { catalogue, phrase } from '../../../lib/core/language/catalogue.ts'
import type { Locale } from '../../../lib/core/language/language.ts'
import { japanese, phraseReader } from '../../../lib/core/language/reading.ts'
import { english, textOf } from '../../../lib/core/language/text.ts'
import '../../../lib/core/release/problems.ts'

const JA: Locale = { language: 'ja', timezone: 'Asia/Tokyo' }

describe('an English text', () => {
  const words = catalogue('reading', {
    greeting: { en: '{host} answered {status}: {reason}', ja: '{host}が{status}を返しました（{reason}）' },
    late: { en: 'it is late', ja: '遅れています' },
  })
  const read = phraseReader(Object.values(words))
  const said = (text: string) =>
    read(text)
      .map(one => textOf(one, JA))
      .join('、')

  const rows = [
    ['it is late', '遅れています'],
    ['a.example answered 500: it is late', 'a.exampleが500を返しました（遅れています）'],
    ['a.example answered 500: oh no', 'a.exampleが500を返しました（「oh no」）'],
    ['it is late; oh no', '遅れています、「oh no」'],
    ['it is later', '「it is later」'],
    ['it is late answered 500: it is late', 'it is lateが500を返しました（遅れています）'],
  ] as const
  test.each(rows)('"%s" reads %s', (text, ja) => {
    expect(said(text)).toBe(ja)
    expect(read(text).map(english).join('; ')).toBe(text)
  })

  test('is found by its words', () => {
    const late = phrase(words.late)
    expect(read(english(phrase(words.greeting, { host: 'a', status: 500, reason: late })))).toEqual([
      phrase(words.greeting, { host: 'a', status: '500', reason: { items: [late], by: 'semicolon' } }),
    ])
  })
})

test.each([
  { minutes: 5, span: '5 min', ja: '端末の時計が5分遅れています。正しい時刻に合わせてください' },
  { minutes: 120, span: '2 h 0 min', ja: '端末の時計が2時間0分遅れています。正しい時刻に合わせてください' },
])('a span of time is read in Japanese: $span', ({ span, ja }) => {
  expect(japanese(`this device's clock is ${span} behind the host's: set it`)).toBe(ja)
})
