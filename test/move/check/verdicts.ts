/** One fault in a move, and the points among the eight whose verdict the fault changes. */
import { expect } from 'vitest'
import { exitStatus } from '../../../lib/move/report/move-report.ts'
import type { PointVerdict, Verdict } from '../../../lib/move/verdicts.ts'
import { type Change, checkServed, html, type MoveCase, page } from '../page/moved-pages.ts'

export interface Row extends MoveCase {
  readonly name: string
  /** The points whose verdict differs from that of a complete move. */
  readonly want: Partial<Record<1 | 2 | 3 | 4 | 5 | 6, PointVerdict>>
  readonly verdict?: Verdict
  /** Findings that must be there; each is a part of `point url message`. */
  readonly says?: (string | RegExp)[]
}

const WHOLE: Record<number, PointVerdict> = {
  1: 'passed',
  2: 'passed',
  3: 'passed',
  4: 'passed',
  5: 'passed',
  6: 'not asked',
  7: 'expected',
  8: 'expected',
}

/** Changes the answer of one address. */
export const at =
  (url: string, answer: ReturnType<Change>): Change =>
  ({ scheme, host, path }) =>
    `${scheme}://${host}${path}` === url ? answer : undefined

export const newPage = (parts: Parameters<typeof page>[1]) =>
  at('https://new.example/about/', html(page('/about/', parts)))

/** Expects the row's verdicts and findings; every other point has the verdict of a complete move. */
export async function expectVerdicts({ name: _, want, verdict, says = [], ...move }: Row): Promise<void> {
  const report = await checkServed(move)
  const points = Object.fromEntries(report.points.map(({ point, verdict }) => [point, verdict]))
  expect(points).toEqual({ ...WHOLE, ...want })
  const all = [...report.findings, ...report.pages.worst.flatMap(({ findings }) => findings)]
  const said = all.map(({ point, url, message }) => `${point} ${url} ${message}`)
  for (const part of says) {
    expect(
      said.some(line => (typeof part === 'string' ? line.includes(part) : part.test(line))),
      `${part} in\n${said.join('\n')}`,
    ).toBe(true)
  }
  const worst = Object.values(want).includes('failed')
    ? 'failed'
    : Object.values(want).includes('unknown')
      ? 'unknown'
      : 'passed'
  expect(report.verdict).toBe(verdict ?? worst)
  expect(exitStatus(report)).toBe(
    { passed: 0, accepted: 0, warning: 0, failed: 1, unknown: 3 }[report.verdict],
  )
}
