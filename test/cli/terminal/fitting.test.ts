import { describe, expect, test } from 'vitest'
import { clipped, displayWidth, fittedText, wrapped } from '../../../lib/cli/terminal/fitting.ts'

describe('displayWidth()', () => {
  const rows = [
    { text: 'abc', want: 3 },
    { text: '営業時間', want: 8 },
    { text: 'ｶﾅ', want: 2 },
    { text: 'e\u0301', want: 1 },
    { text: '🗾', want: 2 },
  ]
  test.each(rows)('$text is $want wide', ({ text, want }) => {
    expect(displayWidth(text)).toBe(want)
  })
})

describe('wrapped()', () => {
  const rows = [
    { text: 'as it is', room: 8, want: ['as it is'] },
    { text: 'one two three', room: 8, want: ['one two', 'three'] },
    { text: 'abc def', room: 3, want: ['abc', 'def'] },
    { text: 'abcdefgh', room: 3, want: ['abc', 'def', 'gh'] },
    { text: '課対仕入（控80）10%', room: 8, want: ['課対仕入', '（控80）', '10%'] },
    { text: '日本', room: 1, want: ['日', '本'] },
    { text: '', room: 5, want: [''] },
    { text: '確認した。', room: 8, want: ['確認し', 'た。'] },
    { text: '領収書「十」', room: 8, want: ['領収書', '「十」'] },
    { text: 'delivery/price-list', room: 10, want: ['delivery/', 'price-list'] },
    { text: 'paid 2026-10-05', room: 12, want: ['paid', '2026-10-05'] },
    { text: 'x=2026-10-05', room: 10, want: ['x=', '2026-10-05'] },
    { text: 'mei:admin+accounting.read:1', room: 20, want: ['mei:admin+', 'accounting.read:1'] },
    { text: '1,234,567 yen and more', room: 9, want: ['1,234,567', 'yen and', 'more'] },
    { text: 'https://a.example/b', room: 9, want: ['https://', 'a.', 'example/b'] },
    { text: 'case=領収書一', room: 9, want: ['case=領収', '書一'] },
  ]
  test.each(rows)('breaks "$text" at $room', ({ text, room, want }) => {
    expect(wrapped(text, room)).toEqual(want)
  })
})

describe('fittedText()', () => {
  const rows = [
    { text: 'short', indent: 2, want: ['short'] },
    { text: 'one two three four', indent: 0, want: ['one two', 'three four'] },
    { text: 'one two three four', indent: 2, want: ['one two', '  three', '  four'] },
    { text: '  hint: do that again', indent: 2, want: ['  hint: do', '    that', '    again'] },
    {
      text: 'see https://kura.example/long then',
      indent: 0,
      want: ['see', 'https://kura.example/long', 'then'],
    },
    { text: 'https://kura.example/long', indent: 2, want: ['https://kura.example/long'] },
    { text: '対応が必要です', indent: 0, want: ['対応が必要', 'です'] },
    { text: 'a\n\nb', indent: 0, want: ['a', '', 'b'] },
  ]
  test.each(rows)('"$text"', ({ text, indent, want }) => {
    expect(fittedText(text, { columns: 10, indent })).toBe(want.join('\n'))
  })

  test('of a terminal without an end changes nothing', () => {
    expect(fittedText('x '.repeat(500), { columns: Number.POSITIVE_INFINITY })).toBe('x '.repeat(500))
  })
})

test('clipped() leaves whole characters, and says that something is left out', () => {
  expect([clipped('日本語', 6), clipped('日本語', 5), clipped('abc def', 5)]).toEqual([
    '日本語',
    '日本…',
    'abc…',
  ])
})
