import { describe, expect, test } from 'vitest'
import { CLAIM_REASONS } from '../../../lib/core/claims/words.ts'
import { AppError, failureOf, restate } from '../../../lib/core/errors.ts'
import { createCalendar, monthOf } from '../../../lib/core/language/calendar.ts'
import { phrase } from '../../../lib/core/language/catalogue.ts'
import { defaultLanguage, isLanguage, type Language } from '../../../lib/core/language/language.ts'
import { foldName, nearestNames, nearestPartners } from '../../../lib/core/language/nearest-name.ts'
import { quotedReason } from '../../../lib/core/language/outside.ts'
import { errorReasons, phraseError, phrasesIn } from '../../../lib/core/language/phrase-error.ts'
import { english, reasonIn, saidReason, textOf } from '../../../lib/core/language/text.ts'
import { readYesNo } from '../../../lib/core/language/typed-text.ts'
import { JAPANESE } from '../../helpers/notice-words.ts'

describe('phrase-error', () => {
  const LOST = phrase(CLAIM_REASONS.claimLost)
  const ERROR = phraseError('conflict', LOST, { hint: 'look again' })

  test('an error has its phrase, and its message in English', () => {
    expect(ERROR).toMatchObject({ code: 'conflict', message: english(LOST), hint: 'look again' })
    expect(failureOf(ERROR)).toEqual(LOST)
  })

  test('a hint may be a phrase too, which stays with it', () => {
    const error = phraseError('conflict', LOST, { hint: LOST })
    expect(error).toMatchObject({ hint: english(LOST), hintPhrase: LOST })
    expect(restate(error, { details: {} }).hintPhrase).toEqual(LOST)
    expect(restate(error, { hint: 'wait' }).hintPhrase).toBeUndefined()
  })

  test.each([
    { name: 'another hint keeps the phrase', words: { hint: 'wait' }, want: LOST },
    { name: 'another message has none', words: { message: 'Cannot send it' }, want: 'Cannot send it' },
  ])('$name', ({ words, want }) => {
    expect(failureOf(restate(ERROR, words))).toEqual(want)
  })

  test.each([new AppError('conflict', 'its own words'), new Error('its own words'), 'its own words'])(
    'what has no phrase is known by its words: %s',
    error => expect(failureOf(error)).toBe('its own words'),
  )

  test('a reply has the English text of a reason and its phrase, and gives it back', () => {
    const said = saidReason(LOST)
    expect(said).toEqual({ id: 'claims.claimLost', values: {}, text: english(LOST) })
    expect(reasonIn(said)).toEqual(LOST)
  })

  test('a reason whose message is unknown is shown by its English text', () => {
    expect(reasonIn({ id: 'claims.ofTheFuture', values: {}, text: 'in English' })).toBe('in English')
  })

  test("an error's reply has its message and its hint as reasons, and gives them back", () => {
    const said = errorReasons(phraseError('conflict', LOST, { hint: LOST }))
    expect(said).toEqual({ errorReason: saidReason(LOST), hintReason: saidReason(LOST) })
    expect(phrasesIn(said)).toEqual({ phrase: LOST, hintPhrase: LOST })
  })

  test('words from outside have no phrase, and are quoted for people', () => {
    expect(saidReason('code_7')).toEqual({ text: 'code_7' })
    expect(reasonIn({ text: 'code_7' })).toBe('code_7')
    expect(textOf(quotedReason('code_7'), JAPANESE)).toBe('「code_7」')
  })
})

describe('nearest-name', () => {
  const items = ['消耗品費', '旅費交通費', '会議費', '租税公課', '支払手数料', '新聞図書費', '通信費', '雑費']

  describe('nearestNames()', () => {
    const rows = [
      { name: 'a missing character', text: '消耗品', want: '消耗品費' },
      { name: 'a wrong character', text: '消粍品費', want: '消耗品費' },
      { name: 'swapped characters', text: '消品耗費', want: '消耗品費' },
      { name: 'a part of the name', text: '交通費', want: '旅費交通費' },
      { name: 'more than the name', text: '新聞図書費（書籍）', want: '新聞図書費' },
      { name: 'spaces and half-width kana', text: ' 支払 手数料 ', want: '支払手数料' },
    ]
    test.each(rows)('finds the name meant by $name', ({ text, want }) => {
      expect(nearestNames(text, items)[0]).toBe(want)
    })

    test('gives three at most, nearest first, each once', () => {
      expect(nearestNames('会議費', [...items, ...items])).toHaveLength(3)
      expect(nearestNames('会議費', items)[0]).toBe('会議費')
      expect(nearestNames('雑費', items, { limit: 1 })).toEqual(['雑費'])
    })

    test('gives none if nothing is near', () => {
      expect(nearestNames('abcdefgh', items)).toEqual([])
      expect(nearestNames('消耗品費', [])).toEqual([])
    })

    test.each([
      ['株式会社青空サーバー', []],
      ['(株)みどり事務器', ['株式会社みどり事務機']],
      ['みどり事務機', ['株式会社みどり事務機']],
      ['株式会社', []],
    ])('nearestPartners() does not compare the form of a company: %s', (name, near) => {
      expect(nearestPartners(name, ['株式会社みどり事務機', '㈱金山'])).toEqual(near)
    })

    test('compares tax categories as they are typed', () => {
      const categories = ['課対仕入10%', '課対仕入（控80）10%', '課対仕入（控50）10%', '対象外']
      expect(nearestNames('課対仕入(控８０)8%', categories)[0]).toBe('課対仕入（控80）10%')
    })
  })

  test('nearestNames() compares the first 40 characters, so that a line of megabytes costs nothing', () => {
    const long = '金'.repeat(2_000_000)
    expect(nearestNames(long, items)).toEqual([])
    expect(nearestNames(`${'あ'.repeat(40)}x`, [`${'あ'.repeat(40)}yz`])).toHaveLength(1)
  })

  test('foldName() keeps what differs', () => {
    expect(foldName('ＡＢ　c')).toBe('abc')
    expect(foldName('控80')).not.toBe(foldName('控50'))
  })
})

describe('calendar', () => {
  const rows = [
    { name: 'the end of a day in Tokyo', zone: 'Asia/Tokyo', at: '2026-01-31T14:59:59Z', want: '2026-01-31' },
    { name: 'midnight in Tokyo', zone: 'Asia/Tokyo', at: '2026-01-31T15:00:00Z', want: '2026-02-01' },
    { name: 'summer time in Berlin', zone: 'Europe/Berlin', at: '2026-06-30T22:00:00Z', want: '2026-07-01' },
    { name: 'winter time in Berlin', zone: 'Europe/Berlin', at: '2026-12-31T22:30:00Z', want: '2026-12-31' },
  ]
  test.each(rows)('createCalendar() knows $name', ({ zone, at, want }) => {
    expect(createCalendar(zone)(Date.parse(at))).toBe(want)
  })

  test('createCalendar() refuses a zone that there is not', () => {
    expect(() => createCalendar('Asia/Edo')).toThrow(
      expect.objectContaining({
        code: 'settings_invalid',
        message: expect.stringContaining('KURA_TIMEZONE: it names no time zone'),
        hint: expect.stringContaining('IANA'),
        cause: expect.any(RangeError),
      }),
    )
  })

  test('monthOf() is the day without its day', () => expect(monthOf('2026-02-01')).toBe('2026-02'))
})

describe('language', () => {
  test.each<[string, Language]>([
    ['Asia/Tokyo', 'ja'],
    ['Europe/Berlin', 'en'],
    ['UTC', 'en'],
  ])('the default language in %s', (timezone, language) => {
    expect(defaultLanguage(timezone)).toBe(language)
  })

  test.each([
    ['ja', true],
    ['en', true],
    ['JA', false],
    ['de', false],
  ])('%s is a language: %s', (name, expected) => {
    expect(isLanguage(name)).toBe(expected)
  })
})

describe('yes-no', () => {
  const rows = [
    ...['yes', 'y', 'Y', 'YES', 'ｙ', ' yes ', 'はい'].map(text => ({ text, want: true })),
    ...['no', 'n', 'N', 'いいえ'].map(text => ({ text, want: false })),
    ...['', 'yep', 'ja', 'はいはい', 'yes no'].map(text => ({ text, want: undefined })),
  ]
  test.each(rows)('readYesNo("$text") is $want', ({ text, want }) => {
    expect(readYesNo(text)).toBe(want)
  })
})
