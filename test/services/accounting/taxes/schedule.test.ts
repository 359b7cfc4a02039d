import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  deductionOn,
  SCHEDULES,
  type Schedule,
  scheduleNamed,
  scheduleProblems,
} from '../../../../lib/services/accounting/taxes/schedule.ts'

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

  test('every day has one answer', () => {
    const day = fc.date({ min: new Date('1989-04-01'), max: new Date('2099-12-31'), noInvalidDate: true })
    fc.assert(
      fc.property(day, time => {
        const date = time.toISOString().slice(0, 10)
        for (const { name } of SCHEDULES)
          expect([80, 70, 50, 30, 0]).toContain(deductionOn(date, { chosen: name }).deduction)
      }),
    )
  })
})

test('an unknown schedule is refused with the names that exist', () => {
  expect(() => scheduleNamed('80')).toThrow(/there are "document-1", "amended"/)
})

describe('scheduleProblems()', () => {
  test.each(SCHEDULES)('$name has none', schedule => {
    expect(scheduleProblems(schedule)).toEqual([])
  })

  const rows: { name: string; steps: Schedule['steps']; want: string[] }[] = [
    {
      name: 'a gap of a day',
      steps: [
        { until: '2026-09-30', deduction: 80 },
        { from: '2026-10-02', deduction: 50 },
      ],
      want: ['a gap from 2026-10-01 to before 2026-10-02'],
    },
    {
      name: 'an overlap of a day',
      steps: [
        { until: '2026-09-30', deduction: 80 },
        { from: '2026-09-30', deduction: 50 },
      ],
      want: ['an overlap from 2026-09-30 to 2026-09-30'],
    },
    {
      name: 'a beginning and an end',
      steps: [{ from: '2026-01-01', until: '2026-12-31', deduction: 80 }],
      want: ['nothing before 2026-01-01', 'nothing after 2026-12-31'],
    },
    {
      name: 'an open span in the middle',
      steps: [{ deduction: 80 }, { from: '2026-10-01', deduction: 50 }],
      want: ['a span in the middle is open'],
    },
    {
      name: 'a span that ends before it begins',
      steps: [
        { until: '2026-09-30', deduction: 80 },
        { from: '2026-10-01', until: '2026-09-30', deduction: 50 },
        { from: '2026-10-01', deduction: 0 },
      ],
      want: ['2026-10-01 to 2026-09-30 ends before it begins'],
    },
  ]
  test.each(rows)('names $name', ({ steps, want }) => {
    expect(scheduleProblems({ name: 'x', steps })).toEqual(want)
  })
})
