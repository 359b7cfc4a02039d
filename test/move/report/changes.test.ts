import { expect, test } from 'vitest'
import { MOVE_PAGE } from '../../../lib/move/page/words.ts'
import { say } from '../../../lib/move/phrase.ts'
import { changesBetween, createOpenFindings } from '../../../lib/move/report/changes.ts'
import type { ReportedFinding } from '../../../lib/move/report/reported-finding.ts'

function findingsOf(...rows: readonly (readonly [ReportedFinding['cause'], string, verdict?: 'warning'])[]) {
  const open = createOpenFindings()
  open.add(
    rows.map(([cause, path, verdict]) => ({
      ...({ point: 1, cause, url: `https://new.example${path}`, verdict: verdict ?? 'failed' } as const),
      ...say(MOVE_PAGE.noText),
    })),
  )
  return open
}

test('changesBetween() counts what is new, gone and left of each cause, the most left first', () => {
  const before = findingsOf(
    ['content', '/a'],
    ['content', '/b'],
    ['robots', '/a'],
    ['refresh', '/', 'warning'],
  )
  const now = findingsOf(['content', '/b'], ['missing', '/c'], ['missing', '/d'], ['refresh', '/', 'warning'])
  expect(changesBetween(before, now)).toEqual([
    { cause: 'missing', added: 2, gone: 0, left: 2 },
    { cause: 'content', added: 0, gone: 1, left: 1 },
    { cause: 'robots', added: 0, gone: 1, left: 0 },
  ])
})

test('changesBetween() knows a finding again if only its wording has other numbers', () => {
  const dead = (more: number): ReportedFinding => ({
    ...{ point: 1, cause: 'deadLink', verdict: 'failed', url: 'https://new.example/x' },
    ...say(MOVE_PAGE.deadLink, { page: `/${more}`, more, reason: 'answers 404' }),
  })
  const [before, now] = [createOpenFindings(), createOpenFindings()]
  before.add([dead(1)])
  now.add([dead(2)])
  expect(changesBetween(before, now)).toEqual([{ cause: 'deadLink', added: 0, gone: 0, left: 1 }])
})
