import { describe, expect, test } from 'vitest'
import { catalogue, phrase } from '../../../lib/core/language/catalogue.ts'
import type { Language, Locale } from '../../../lib/core/language/language.ts'
import { english, textOf } from '../../../lib/core/language/text.ts'

const at = Date.parse('2026-11-22T15:30:00Z')
const JA: Locale = { language: 'ja', timezone: 'Asia/Tokyo' }

const WORDS = catalogue('test', {
  silent: {
    en: '{count, plural, one {# device is} other {# devices are}} silent since {at, date, time}: {names}',
    ja: '{count, number}台の端末から{at, date, time}以降連絡がありません: {names}',
  },
  refused: { en: '{host} answered {status}: {why}', ja: '{host}が{status}を返しました（{why}）' },
  late: { en: 'it is late', ja: '遅れています' },
  on: { en: 'on {at, date, day}, {at, date, weekday}', ja: '{at, date, day}（{at, date, weekday}）' },
  more: {
    en: '{page}{more, plural, =0 {} one { and # more page of {site}} other { and # more pages of {site}}}',
    ja: '{page}{more, plural, =0 {} other {、{site}のほか#ページ}}',
  },
  call: { en: 'Cannot {call}: no answer', ja: '応答がありません', onlyEn: ['call'] },
})

const names = { items: ['pc-1', 'pc-2', 'pc-3'], by: 'and' } as const

describe('a phrase', () => {
  test.each<[Language, string, number, string]>([
    ['en', 'Asia/Tokyo', 1, '1 device is silent since 23 November 2026 at 00:30: pc-1, pc-2 and pc-3'],
    ['en', 'UTC', 1234, '1,234 devices are silent since 22 November 2026 at 15:30: pc-1, pc-2 and pc-3'],
    ['ja', 'Asia/Tokyo', 1234, '1,234台の端末から2026年11月23日 0:30以降連絡がありません: pc-1、pc-2、pc-3'],
  ])('in %s, %s, of %d', (language, timezone, count, text) => {
    expect(textOf(phrase(WORDS.silent, { count, at, names }), { language, timezone })).toBe(text)
  })

  const late = phrase(WORDS.late)
  const cases = [
    [
      'a phrase inside',
      phrase(WORDS.refused, { host: 'a.example', status: 1500, why: late }),
      'a.example answered 1500: it is late',
      'a.exampleが1500を返しました（遅れています）',
    ],
    [
      'a list',
      phrase(WORDS.refused, { host: 'b', status: 1, why: ['oh', late] }),
      'b answered 1: oh, it is late',
      'bが1を返しました（oh、遅れています）',
    ],
    [
      'reasons',
      phrase(WORDS.refused, { host: 'b', status: 1, why: { items: [late, late], by: 'semicolon' } }),
      'b answered 1: it is late; it is late',
      'bが1を返しました（遅れています、遅れています）',
    ],
    [
      'text from outside',
      phrase(WORDS.refused, { host: '{why}', status: 1, why: '{host}#' }),
      '{why} answered 1: {host}#',
      '{why}が1を返しました（{host}#）',
    ],
    ['none', phrase(WORDS.more, { page: 'a', more: 0, site: 's' }), 'a', 'a'],
    [
      'one',
      phrase(WORDS.more, { page: 'a', more: 1, site: 's' }),
      'a and 1 more page of s',
      'a、sのほか1ページ',
    ],
    [
      'many',
      phrase(WORDS.more, { page: 'a', more: 2000, site: 's' }),
      'a and 2,000 more pages of s',
      'a、sのほか2,000ページ',
    ],
    ['days', phrase(WORDS.on, { at }), 'on 22 November 2026, Sun 22 Nov', '2026年11月23日（11月23日(月)）'],
    [
      'a placeholder of English alone',
      phrase(WORDS.call, { call: 'GET' }),
      'Cannot GET: no answer',
      '応答がありません',
    ],
    [
      'a message of another version',
      { id: 'test.gone', values: { file: 'a.md', why: late } },
      'test.gone a.md it is late',
      'test.gone a.md 遅れています',
    ],
  ] as const
  test.each(cases)('%s', (_, given, en, ja) => {
    expect(english(given)).toBe(en)
    expect(textOf(given, JA)).toBe(ja)
    expect(textOf(JSON.parse(JSON.stringify(given)), JA)).toBe(ja)
  })
})

describe('does not compile', () => {
  test('a text that is wrong', () => {
    // @ts-expect-error a language is missing
    catalogue('wrong', { a: { en: 'a' } })
    // @ts-expect-error a placeholder is missing in Japanese
    catalogue('wrong', { a: { en: 'a {b}', ja: 'a' } })
    // @ts-expect-error a placeholder is missing in English
    catalogue('wrong', { a: { en: 'a', ja: 'a {b}' } })
    // @ts-expect-error a placeholder has another name
    catalogue('wrong', { a: { en: 'a {b}', ja: 'a {c}' } })
    // @ts-expect-error a placeholder inside a plural is missing
    catalogue('wrong', { a: { en: '{n, plural, one {a {b}} other {#}}', ja: '{n, number}' } })
    // @ts-expect-error a plural has no form for the rest
    catalogue('wrong', { a: { en: '{n, plural, one {a}}', ja: '{n, number}' } })
    // @ts-expect-error an English plural has no form for one
    catalogue('wrong', { a: { en: '{n, plural, other {#}}', ja: '{n, number}' } })
    // @ts-expect-error Japanese never takes the form for one
    catalogue('wrong', { a: { en: '{n, number}', ja: '{n, plural, one {a} other {#}}' } })
    // @ts-expect-error a placeholder is of no known kind
    catalogue('wrong', { a: { en: '{n, spellout}', ja: '{n, spellout}' } })
    // @ts-expect-error a placeholder is not closed
    catalogue('wrong', { a: { en: 'a {b', ja: 'a {b' } })
  })

  test('a phrase whose values are wrong', () => {
    // @ts-expect-error no values
    phrase(WORDS.refused)
    // @ts-expect-error a value is missing
    phrase(WORDS.refused, { host: 'a', status: 1 })
    // @ts-expect-error a value has no placeholder
    phrase(WORDS.refused, { host: 'a', status: 1, why: '', more: 1 })
    // @ts-expect-error a plural counts
    phrase(WORDS.more, { page: 'a', more: 'b', site: 'c' })
    // @ts-expect-error there is no placeholder
    phrase(WORDS.late, { host: 'a' })
  })
})
