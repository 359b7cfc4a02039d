import { describe, expect, test } from 'vitest'
import type { Acceptance } from '../../../lib/move/report/accepted.ts'
import { exitStatus, type MoveReport } from '../../../lib/move/report/move-report.ts'
import { type Change, checkServed, html, page } from '../page/moved-pages.ts'

const ENTRY = { by: 'mei', at: '2026-11-20T00:00:00Z', reason: 'a quotation' } as const
const OLD_DOMAIN: Acceptance = { ...ENTRY, cause: 'oldDomain' }

const quoting =
  (...paths: readonly string[]): Change =>
  ({ scheme, host, path }) =>
    scheme === 'https' && host === 'new.example' && paths.includes(path)
      ? html(page(path, { body: 'https://old.example/' }))
      : undefined
const checkWith = (accepted: readonly Acceptance[], change: Change) =>
  checkServed({ pages: ['/', '/a', '/b'], change, options: { accepted } })

const unmatchedOf = ({ notes }: MoveReport) =>
  notes.map(({ message }) => message).filter(message => message.startsWith('no finding matches'))

describe('accepted findings', () => {
  test('are counted as accepted, and do not make the check fail', async () => {
    const report = await checkWith([OLD_DOMAIN], quoting('/a', '/b'))
    expect({ verdict: report.verdict, status: exitStatus(report) }).toEqual({
      verdict: 'accepted',
      status: 0,
    })
    expect(report.points[0]).toMatchObject({ checked: 3, passed: 1, accepted: 2, failed: 0 })
    expect(report.pages.counts).toMatchObject({ passed: 1, accepted: 2, failed: 0 })
    expect(report.causes).toMatchObject([
      { name: 'oldDomain', verdict: 'accepted', count: 2, accepted: OLD_DOMAIN },
    ])
    expect(unmatchedOf(report)).toEqual([])
  })

  test('leave what the entry does not name, in a cause of its own', async () => {
    const accepted = { ...OLD_DOMAIN, url: 'https://new.example/a' }
    const report = await checkWith([accepted], quoting('/a', '/b'))
    expect(report.verdict).toBe('failed')
    expect(report.causes.map(({ name, verdict, count }) => [name, verdict, count])).toEqual([
      ['oldDomain', 'failed', 1],
      ['oldDomain', 'accepted', 1],
    ])
  })

  test('may be about the site', async () => {
    const change: Change = ({ host, path }) =>
      host === 'new.example' && path === '/robots.txt' ? { status: 404 } : undefined
    const open = await checkWith([], change)
    expect(open.verdict).not.toBe('passed')
    const causes = [...new Set(open.causes.map(({ name }) => name))]
    const report = await checkWith(
      causes.map(cause => ({ ...ENTRY, cause })),
      change,
    )
    expect(report.verdict).toBe('accepted')
    expect(report.points[3]).toMatchObject({ failed: 0, unknown: 0, warning: 0 })
  })

  test('may be about pages that robots.txt keeps from the check', async () => {
    const change: Change = ({ host, path }) =>
      host === 'www.old.example' && path === '/robots.txt' ? { status: 500 } : undefined
    const open = await checkWith([], change)
    expect(open.verdict).toBe('unknown')
    const report = await checkWith([{ ...ENTRY, cause: 'unchecked' }], change)
    expect(report.points.map(({ unknown }) => unknown)).toEqual([0, 0, 0, 0, 0, 0, 0, 0])
    expect(report.verdict).toBe('accepted')
  })

  test('that no finding matches any more are named', async () => {
    const report = await checkWith([{ ...OLD_DOMAIN, folder: '/news/…' }], quoting())
    expect(report.verdict).toBe('passed')
    expect(unmatchedOf(report)).toEqual([
      'no finding matches this accepted entry any more: The old domain is still written /news/… (mei, 20 November 2026)',
    ])
  })

  test('are not called unmatched by a check that was stopped', async () => {
    const signal = AbortSignal.abort()
    const report = await checkServed({ pages: ['/'], options: { accepted: [OLD_DOMAIN] }, deps: { signal } })
    expect(report.complete).toBe(false)
    expect(unmatchedOf(report)).toEqual([])
  })
})
