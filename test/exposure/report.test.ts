import { expect, test } from 'vitest'
import { type PathReport, summarise } from '../../lib/exposure/report.ts'

const path = (verdict: PathReport['verdict'], rest: Partial<PathReport> = {}): PathReport => ({
  path: '/a',
  group: 'leaks',
  reason: '',
  verdict,
  ...rest,
})

const report = (paths: PathReport[]) =>
  summarise({ url: 'http://h', at: '', paths, checks: [], completion: { ran: false } })

test('counts each group that was asked for', () => {
  const { groups } = report([path('closed'), path('exempt'), path('open'), path('unknown'), path('closed')])
  expect(groups).toEqual([{ group: 'leaks', paths: 5, closed: 2, exempt: 1, open: 1, unknown: 1 }])
})

test('a row of document 3 is as bad as its worst path, and names every answer', () => {
  const row = '/api/_<name>.js'
  const paths = [
    path('closed', { row, status: 404 }),
    path('unknown', { row }),
    path('closed', { row, status: 404 }),
  ]
  expect(report(paths).rows.find(each => each.row === row)).toEqual({
    row,
    verdict: 'unknown',
    paths: 3,
    answers: [404, 'none'],
  })
})

test('a row of document 3 without a path has shown nothing', () => {
  expect(report([path('closed')]).rows.map(({ verdict }) => verdict)).toEqual(Array(5).fill('unknown'))
})

test('a report whose rows were not all asked for is not closed', () => {
  expect(report([path('closed')]).conclusion).toBe('unknown')
})
