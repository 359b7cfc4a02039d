import { describe, expect, test } from 'vitest'
import { daysAfter } from '../../../../lib/services/accounting/taxes/issue-date.ts'
import { deductionOn, SCHEDULES, scheduleNamed } from '../../../../lib/services/accounting/taxes/schedule.ts'

describe('deductionOn()', () => {
  const rows = [
    { date: '2023-10-01', document: 80, amended: 80 },
    { date: '2026-09-30', document: 80, amended: 80 },
    { date: '2026-10-01', document: 50, amended: 70 },
    { date: '2028-09-30', document: 50, amended: 70 },
    { date: '2028-10-01', document: 50, amended: 50 },
    { date: '2029-09-30', document: 50, amended: 50 },
    { date: '2029-10-01', document: 0, amended: 50 },
    { date: '2030-09-30', document: 0, amended: 50 },
    { date: '2030-10-01', document: 0, amended: 30 },
    { date: '2031-09-30', document: 0, amended: 30 },
    { date: '2031-10-01', document: 0, amended: 0 },
  ]
  test.each(rows)(
    '$date: $document % by document 1, $amended % as amended',
    ({ date, document, amended }) => {
      expect(deductionOn(date, { chosen: 'document-1' }).deduction).toBe(document)
      expect(deductionOn(date, { chosen: 'amended' }).deduction).toBe(amended)
      expect(deductionOn(date)).toMatchObject({ deduction: document, schedule: 'document-1' })
    },
  )

  test.each(rows)('$date goes to a person exactly if the schedules disagree', ({ date, ...row }) => {
    expect(deductionOn(date).review).toBe(row.document !== row.amended)
  })

  test('says what the other schedule has, and needs no person if one was chosen', () => {
    const otherwise = [{ schedule: 'amended', deduction: 70 }]
    expect(deductionOn('2026-10-01')).toMatchObject({ otherwise, review: true })
    expect(deductionOn('2026-10-01', { chosen: 'document-1' })).toMatchObject({ otherwise, review: false })
  })

  test.each(SCHEDULES)('$name: each day is in exactly one step', ({ name, steps }) => {
    const covering = (date: string) =>
      steps.filter(({ from = '', until = '\uffff' }) => from <= date && date <= until)
    const wrong: string[] = []
    for (let date = '1989-04-01'; date < '2100'; date = daysAfter(date, 1)) {
      const [step, another] = covering(date)
      if (another || step?.deduction !== deductionOn(date, { chosen: name }).deduction) wrong.push(date)
    }
    expect(wrong).toEqual([])
  })
})

test('an unknown schedule is refused with the names that exist', () => {
  expect(() => scheduleNamed('80')).toThrow(/there are "document-1", "amended"/)
})
