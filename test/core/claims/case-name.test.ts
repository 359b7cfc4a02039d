import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { foldCaseName } from '../../../lib/core/claims/case-name.ts'

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
    ['letters that only upper case knows', 'STRASSE', 'straße'],
    ['a letter whose lower case folds further', 'STRASSE', 'STRAẞE'],
    ['a sigma at the end', 'ΟΔΟΣ', 'οδος'],
  ])('%s', (_, one, other) => {
    expect(foldCaseName(one)).toBe(foldCaseName(other))
  })
})

describe('foldCaseName() keeps apart', () => {
  test.each([
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
    for (let point = 0; point <= 0x10ffff; point++) {
      if (point >= 0xd800 && point <= 0xdfff) continue
      const folded = foldCaseName(String.fromCodePoint(point))
      if (foldCaseName(folded) !== folded) expect.fail(`U+${point.toString(16)} folds to "${folded}"`)
    }
  })

  test('folds a folded name to itself', () => {
    fc.assert(
      fc.property(fc.oneof(text, fc.string({ unit: 'binary' })), name => {
        const folded = foldCaseName(name)
        expect(foldCaseName(folded)).toBe(folded)
      }),
      { numRuns: 2_000 },
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
      { numRuns: 2_000 },
    )
  })
})
