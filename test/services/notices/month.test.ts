import { describe, expect, test } from 'vitest'
import { NOTICE_KINDS } from '../../../lib/app/notice-kinds.ts'
import { LANGUAGES } from '../../../lib/core/language/language.ts'
import { englishWords, LOCALES } from '../../helpers/notice-words.ts'
import { NAME } from './examples.ts'
import { runMonth } from './month.ts'

describe.each(LANGUAGES)('a month with 200 devices in which everything goes wrong once (%s)', language => {
  test('keeps within its figures', async () => {
    const { kinds, busiest, messages, unsent, repeats, longest, run } = await runMonth(LOCALES[language])
    expect(kinds).toEqual(new Set(Object.keys(NOTICE_KINDS)))
    expect(unsent, 'days for which an urgent item was not sent').toBe(0)
    expect(busiest, 'messages on one day').toBeLessThanOrEqual(7)
    expect(messages, 'messages in the month').toBeLessThanOrEqual(118)
    expect(repeats, 'times that one line was said').toBeLessThanOrEqual(4)
    expect(longest).toBeLessThanOrEqual(2000)
    expect(run, 'milliseconds of the longest run').toBeLessThanOrEqual(25_000)
  })
})

test('a month in Japanese says nothing in English', async () => {
  const { texts } = await runMonth(LOCALES.ja)
  const names = [...texts.flatMap(text => text.match(/device-?\d*/g) ?? []), NAME, 'laptop', 'phone', 'Mei']
  expect(texts.length).toBeGreaterThan(20)
  expect(texts.flatMap(text => englishWords(text, names))).toEqual([])
})
