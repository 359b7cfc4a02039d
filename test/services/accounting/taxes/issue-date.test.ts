import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { english } from '../../../../lib/core/language/text.ts'
import { dayIn, readDay, readIssueDate } from '../../../../lib/services/accounting/taxes/issue-date.ts'
import { runs } from '../../../helpers/run/sampled.ts'

const today = '2026-10-15'

describe('readDay()', () => {
  const read = [
    { text: '2026-09-30', want: '2026-09-30' },
    { text: '2026/9/30', want: '2026-09-30' },
    { text: '2026/9/30 0:00', want: '2026-09-30' },
    { text: '2026/09/30　００：００：００', want: '2026-09-30' },
    { text: '2026-09-30T00:00:00', want: '2026-09-30' },
    { text: '2026-09-30 00:00:00.000', want: '2026-09-30' },
    { text: '令和8年9月30日(水) 0:00', want: '2026-09-30' },
    { text: '2026.09.30', want: '2026-09-30' },
    { text: '20260930', want: '2026-09-30' },
    { text: '2026年9月30日', want: '2026-09-30' },
    { text: '2026年 9月 3日 (木)', want: '2026-09-03' },
    { text: '２０２６／９／３０', want: '2026-09-30' },
    { text: '2026−09−30', want: '2026-09-30' },
    { text: '2026ー9ー30', want: '2026-09-30' },
    { text: '令和8年9月30日', want: '2026-09-30' },
    // the formats gge.m.d and aaaa of a spreadsheet
    { text: '令8.9.30', want: '2026-09-30' },
    { text: '平31/4/30', want: '2019-04-30' },
    { text: '2026年9月30日水曜日', want: '2026-09-30' },
    { text: '2026/09/30 水曜日', want: '2026-09-30' },
    { text: '令和８年９月３０日', want: '2026-09-30' },
    { text: '㋿8年9月30日', want: '2026-09-30' },
    { text: 'R8.9.30', want: '2026-09-30' },
    { text: 'r8/9/30', want: '2026-09-30' },
    { text: 'R.8.9.30', want: '2026-09-30' },
    { text: '令和08-09-30', want: '2026-09-30' },
    { text: '令和元年5月1日', want: '2019-05-01' },
    { text: '平成31年4月30日', want: '2019-04-30' },
    { text: 'H31.4.30', want: '2019-04-30' },
    { text: '  2026-02-28\n', want: '2026-02-28' },
    { text: '2024-02-29', want: '2024-02-29' },
    { text: today, want: today },
  ]
  test.each(read)('reads "$text"', ({ text, want }) => {
    expect(readDay(text)).toEqual({ date: want })
  })
})

describe('readIssueDate()', () => {
  const flagged = [
    { name: 'nothing', text: '', flag: 'unreadable' },
    { name: 'words', text: '先月末', flag: 'unreadable' },
    { name: 'no year', text: '9/30', flag: 'unreadable' },
    { name: 'a day that the calendar lacks', text: '2026-02-29', flag: 'unreadable' },
    { name: 'a thirteenth month', text: '2026/13/1', flag: 'unreadable' },
    { name: 'a zeroth day', text: '2026-09-00', flag: 'unreadable' },
    { name: 'a day after its era', text: '平成31年5月1日', flag: 'unreadable' },
    { name: 'a day before its era', text: '令和元年4月30日', flag: 'unreadable' },
    { name: 'a year zero', text: '令和0年9月30日', flag: 'unreadable' },
    { name: 'an era without the tax', text: '昭和63年9月30日', flag: 'unreadable' },
    { name: 'a day before the tax', text: '1989-03-31', flag: 'unreadable' },
    { name: 'a misread century', text: '0026-09-30', flag: 'unreadable' },
    { name: 'two separators', text: '2026-09/30', flag: 'unreadable' },
    { name: 'a time', text: '2026/9/30 9:05', flag: 'unreadable' },
    { name: 'a minute after midnight', text: '2026-09-30T00:01:00', flag: 'unreadable' },
    { name: 'a midnight of another zone', text: '2026-09-30T00:00:00Z', flag: 'unreadable' },
    { name: 'a midnight without its space', text: '2026/9/30:00', flag: 'unreadable' },
    { name: 'a midnight without a year', text: '9/30 0:00', flag: 'unreadable' },
    { name: 'two dates', text: '2026-09-30 2026-10-01', flag: 'unreadable' },
    { name: 'letters for digits', text: '2O26-09-30', flag: 'unreadable' },
    { name: 'three two-digit numbers', text: '03/04/05', flag: 'ambiguous' },
    { name: 'a year of two digits', text: '26.9.30', flag: 'ambiguous' },
    { name: 'a bare wareki year', text: '8年9月30日', flag: 'ambiguous' },
    { name: 'a year at the end', text: '9/10/2026', flag: 'ambiguous' },
    { name: 'tomorrow', text: '2026-10-16', flag: 'future' },
    { name: 'a wareki year to come', text: '令和9年1月1日', flag: 'future' },
    { name: 'a day before qualified invoices', text: '2023-09-30', flag: 'long_ago' },
    { name: 'a day of more than 18 months ago', text: '2025-04-14', flag: 'long_ago' },
  ]
  test.each(flagged)('takes no default for $name, "$text"', ({ text, flag }) => {
    const read = readIssueDate(text, { today })
    expect(read).toMatchObject({ flag })
    expect('flag' in read && english(read.reason)).toContain(text)
  })

  const reasons = [
    { text: '2026-02-29', want: /does not exist/ },
    { text: '平成31年5月1日', want: /does not exist/ },
    { text: '1989-03-31', want: /is before 1989-04-01, the beginning of consumption tax$/ },
    { text: '0026-09-30', want: /is before 1989-04-01/ },
    { text: '9月30日', want: /has no year: write it like 2026-09-30$/ },
    { text: '10/16', want: /has no year: write it like 2025-10-16$/ },
    { text: '2/30', want: /does not exist/ },
    { text: '2023-09-30', want: /^2023-09-30 is before qualified invoices began on 2023-10-01$/ },
    { text: 'R7.4.14', want: /is 2025-04-14, which is more than 18 months ago$/ },
  ]
  test.each(reasons)('says what is wrong with "$text"', ({ text, want }) => {
    const read = readIssueDate(text, { today })
    expect('flag' in read && english(read.reason)).toMatch(want)
  })

  test('accepts a day of 18 months ago', () => {
    expect(readIssueDate('2025-04-15', { today })).toEqual({ date: '2025-04-15' })
  })

  const likely = [
    { text: '令和9年1月1日', read: '2027-01-01' },
    { text: '2023-09-30', read: '2023-09-30' },
    { text: '26.9.30', read: '2026-09-30' },
    { text: '8年9月30日', read: '2026-09-30' },
    { text: '9/30/2026', read: '2026-09-30' },
    { text: '9/10/2026', read: '2026-10-09' },
    { text: '26/10/16', read: '2016-10-26' },
  ]
  test.each(likely)('gives the likely day of "$text", which a person may accept', ({ text, read }) => {
    expect(readIssueDate(text, { today })).toMatchObject({ flag: expect.any(String), read })
  })

  test('gives a date of the calendar that is not after today, or a flag', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[0-9令和平成RH元年月日./-]{1,14}$/), text => {
        const answer = readIssueDate(text, { today })
        if (!('date' in answer)) return
        expect(new Date(answer.date).toISOString().slice(0, 10)).toBe(answer.date)
        expect(answer.date <= today).toBe(true)
      }),
      { numRuns: runs(2000) },
    )
  })
})

test('dayIn() is the day of the place, not of Greenwich', () => {
  const evening = Date.UTC(2026, 8, 30, 15)
  expect(dayIn('Asia/Tokyo', evening - 1)).toBe('2026-09-30')
  expect(dayIn('Asia/Tokyo', evening)).toBe('2026-10-01')
  expect(dayIn('UTC', evening)).toBe('2026-09-30')
})
