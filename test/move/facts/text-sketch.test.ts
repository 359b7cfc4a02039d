import { describe, expect, test } from 'vitest'
import { garbledPart } from '../../../lib/move/facts/garbled-text.ts'
import { countKept, readSketch, sketchOf, sketchText } from '../../../lib/move/facts/text-sketch.ts'

const words = (from: number, to: number) => Array.from({ length: to - from }, (_, at) => `word${from + at}`)
const kept = (before: string, after: string) => {
  const sketch = sketchOf(before)
  return countKept(sketch, after) / sketch.length
}

describe('a sketch', () => {
  const text = words(0, 400).join(' ')
  test.each([
    { name: 'the same text', after: text, least: 1, most: 1 },
    {
      name: 'in capitals, with other signs',
      after: text.toUpperCase().replaceAll(' ', ' - '),
      least: 1,
      most: 1,
    },
    { name: 'with much added', after: `${words(500, 2000).join(' ')} ${text}`, least: 1, most: 1 },
    {
      name: 'with one word in 40 changed',
      after: text.replaceAll(/word\d*7 /g, m => (m.length % 4 ? m : 'x ')),
      least: 0.6,
      most: 1,
    },
    { name: 'the first fifth', after: words(0, 80).join(' '), least: 0.05, most: 0.4 },
    { name: 'another text', after: words(400, 800).join(' '), least: 0, most: 0 },
    {
      name: 'the same words in another order',
      after: words(0, 400).toReversed().join(' '),
      least: 0,
      most: 0,
    },
  ])('$name', ({ after, least, most }) => {
    const share = kept(text, after)
    expect(share).toBeGreaterThanOrEqual(least)
    expect(share).toBeLessThanOrEqual(most)
  })

  test('of Japanese, where words have no spaces', () => {
    const before = '当店では明るいランプを取りそろえています。お気軽にお問い合わせください。'
    expect(kept(before, `お知らせ。${before}`)).toBe(1)
    expect(kept(before, 'ページが見つかりませんでした。')).toBe(0)
    expect(kept('ランプ', 'ﾗﾝﾌﾟ')).toBe(1)
  })

  test('is written and read again', () => {
    const sketch = sketchOf(text)
    expect(sketch).toHaveLength(64)
    expect(readSketch(sketchText(sketch))).toEqual(sketch)
    expect(readSketch(sketchText(sketchOf('')))).toEqual(sketchOf(''))
  })
})

describe('garbledPart()', () => {
  const japanese = '当店では明るいランプを取りそろえています。'
  const german = 'Für schöne Räume: Lämpchen, Öllampen, Stühle'
  const as = (text: string, charset: string) =>
    new TextDecoder(charset).decode(new TextEncoder().encode(text))
  const sjis = new TextDecoder().decode(
    Uint8Array.from([0x93, 0x58, 0x82, 0xc5, 0x82, 0xcd, 0x96, 0xbe, 0x82, 0xe9]),
  )
  test.each([
    { name: 'UTF-8 read as Latin-1', text: as(japanese, 'latin1') },
    { name: 'German in UTF-8 read as Latin-1', text: as(german, 'latin1') },
    { name: 'UTF-8 read as Shift_JIS', text: as(japanese, 'shift_jis') },
    { name: 'Shift_JIS read as UTF-8', text: sjis },
    { name: 'UTF-8 encoded twice', text: as(as(german, 'latin1'), 'latin1') },
    { name: 'quotes', text: as('“Lamps” – it’s “light”', 'latin1') },
  ])('$name', ({ text }) => expect(garbledPart(text)).toEqual(expect.any(String)))

  test.each([
    japanese,
    german,
    'plain text',
    'São Paulo, âmbar, coração, pão: às três',
    'Château, forêt, île, où, naïve, œuvre',
    '“Lamps” – it’s “light” — 10 €',
    '繧りて 繝 の字',
    `${japanese.repeat(20)} 文字化けの例：縺ゅ＞`,
    'Привет, мир 你好 안녕하세요',
  ])('%s can be read', text => expect(garbledPart(text)).toBeUndefined())
})
