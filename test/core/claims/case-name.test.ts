import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { foldCaseName } from '../../../lib/core/claims/case-name.ts'
import { count, runs } from '../../helpers/run/sampled.ts'

describe('foldCaseName() gives one name to', () => {
  const name = '2026-06 レシート 17a'
  const spellings = [
    { what: 'full-width digits', text: '２０２６-０６ レシート １７a' },
    { what: 'half-width kana', text: '2026-06 ﾚｼｰﾄ 17a' },
    { what: 'a double space', text: '2026-06  レシート 17a' },
    { what: 'an ideographic space', text: '2026-06　レシート 17a' },
    { what: 'a no-break space', text: '2026-06\u00a0レシート 17a' },
    { what: 'a zero-width space', text: '2026-06 レシ\u200bート 17a' },
    { what: 'a soft hyphen', text: '2026-\u00ad06 レシート 17a' },
    { what: 'a variation selector', text: '2026-06 レシート 17a\ufe0f' },
    { what: 'another letter case', text: '2026-06 レシート 17A' },
    { what: 'spaces around it', text: ' \t2026-06 レシート 17a\n' },
    { what: 'a byte order mark', text: '\ufeff2026-06 レシート 17a' },
  ]
  test.each(spellings)('$what', ({ text }) => {
    expect(foldCaseName(text)).toBe(foldCaseName(name))
  })

  test.each([
    ['ガ with a half-width mark', 'ｶﾞｽ代', 'ガス代'],
    ['ガ with a detached mark', 'カ゛ス代', 'ガス代'],
    ['パ with a detached mark', 'ハ゜ン', 'パン'],
    ['ば with a combining mark', 'は\u3099', 'ば'],
    ['the wave dash and the full-width tilde', 'A〜B', 'A～B'],
    ['the wavy dash and the tilde', 'A〰B', 'a~b'],
    ['a long vowel mark after a numeral, a letter and a kanji', '1ー2 Aーb 東京ー大阪', '1-2 a-b 東京-大阪'],
    ['long vowel marks that are no vowels', '1ーー2', '1--2'],
    ['the long vowel mark, half-width', 'ﾚｼｰﾄ 00ｰ17', 'レシート 00-17'],
    ['letters that only upper case knows', 'STRASSE', 'straße'],
    ['a letter whose lower case folds further', 'STRASSE', 'STRAẞE'],
    ['a sigma at the end', 'ΟΔΟΣ', 'οδος'],
    ['a sigma that a fold brings to the end', 'ﬁ ςςーİ', foldCaseName('ﬁ ςςーİ')],
    ['a sigma inside and one at the end', 'ΟΔΟΣ-1', 'οδοσ-1'],
  ])('%s', (_, one, other) => {
    expect(foldCaseName(one)).toBe(foldCaseName(other))
  })
})

test.each([
  0x02d7, 0x2010, 0x2011, 0x2012, 0x2013, 0x2014, 0x2015, 0x2043, 0x207b, 0x2212, 0x2500, 0x2501, 0x30fc,
  0xfe58, 0xfe63, 0xff0d, 0xff70,
])('foldCaseName() takes U+%x between numbers for a hyphen', point => {
  expect(foldCaseName(`00${String.fromCodePoint(point)}17`)).toBe('00-17')
})

describe('foldCaseName() keeps apart', () => {
  test.each([
    ['a long vowel and a dash after kana', 'カード', 'カ-ド'],
    ['a long vowel and a dash after voiced kana', 'ア゛ー1', 'ア゛-1'],
    ['a word and its long vowel', 'ビル', 'ビール'],
    ['a wave and a dash', 'A〜B', 'A-B'],
    ['a numeral and a dash', '一', 'ー'],

    ['numbers', 'receipt 17', 'receipt 18'],
    ['words and their join', 'a b', 'ab'],
    ['voiced kana', 'か', 'が'],
    ['hyphen and minus of another meaning', '1-2', '1/2'],
  ])('%s', (_, one, other) => {
    expect(foldCaseName(one)).not.toBe(foldCaseName(other))
  })
})

describe('foldCaseName()', () => {
  const text = fc.string({ unit: 'grapheme' })

  test('folds every folded character to itself', () => {
    // a run that does not try everything leaves out the code points without a character, which are ten times as many
    const left = count({ few: /\p{Cs}|\p{Co}|\p{Cn}/u, all: /\p{Cs}/u })
    for (let point = 0; point <= 0x10ffff; point++) {
      const character = String.fromCodePoint(point)
      if (left.test(character)) continue
      const folded = foldCaseName(character)
      if (foldCaseName(folded) !== folded) expect.fail(`U+${point.toString(16)} folds to "${folded}"`)
    }
  })

  test('folds a folded name to itself', () => {
    fc.assert(
      fc.property(fc.oneof(text, fc.string({ unit: 'binary' })), name => {
        const folded = foldCaseName(name)
        expect(foldCaseName(folded)).toBe(folded)
      }),
      { numRuns: runs(2_000) },
    )
  })

  test('is the same for a name in another case, in NFD, and with an ignorable inside', () => {
    fc.assert(
      fc.property(text, fc.nat(), (name, at) => {
        const place = name.length === 0 ? 0 : at % name.length
        const folded = foldCaseName(name)
        expect(foldCaseName(name.normalize('NFD'))).toBe(folded)
        expect(foldCaseName(name.toUpperCase())).toBe(folded)
        expect(foldCaseName(`${name.slice(0, place)}\u200b${name.slice(place)}`)).toBe(folded)
      }),
      { numRuns: runs(2_000) },
    )
  })
})
