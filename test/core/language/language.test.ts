import { expect, test } from 'vitest'
import { defaultLanguage, isLanguage, type Language } from '../../../lib/core/language/language.ts'

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
