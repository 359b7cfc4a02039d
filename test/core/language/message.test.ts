import { describe, expect, test } from 'vitest'
import {
  defaultLanguage,
  isLanguage,
  type Language,
  type Locale,
} from '../../../lib/core/language/language.ts'
import { type Message, textOf } from '../../../lib/core/language/message.ts'

const devices: Message<{ count: number; at: number; names: readonly string[] }> = {
  en: ({ count, at, names }, { number, plural, time, list }) =>
    `${number(count)} ${plural(count, { one: 'device is', other: 'devices are' })} silent since ${time(at)}: ${list(names)}`,
  ja: ({ count, at, names }, { number, time, list }) =>
    `${number(count)}台の端末から${time(at)}以降連絡がありません: ${list(names)}`,
}

const at = Date.parse('2026-11-22T15:30:00Z')

describe('a message', () => {
  test.each<[Language, string, number, string]>([
    ['en', 'Asia/Tokyo', 1, '1 device is silent since 23 November 2026 at 00:30: pc-1 and pc-2'],
    ['en', 'UTC', 1234, '1,234 devices are silent since 22 November 2026 at 15:30: pc-1 and pc-2'],
    ['ja', 'Asia/Tokyo', 1234, '1,234台の端末から2026年11月23日 0:30以降連絡がありません: pc-1、pc-2'],
  ])('in %s, %s, of %d', (language, timezone, count, text) => {
    const locale: Locale = { language, timezone }
    expect(textOf(devices, { count, at, names: ['pc-1', 'pc-2'] }, locale)).toBe(text)
  })
})

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
