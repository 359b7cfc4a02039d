import { expect, test } from 'vitest'
import { growthFault, lastRow, MOST_GROWTH } from '../../scripts/size.ts'

const PAGE = `
| date | lib | app | cli | console | core | device | exposure | move | publishing | services | sandbox | test | why |
|---|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|---|
| 2026-11-01 | 1 | 1 | 1 | 1 | 1 | 1 | 1 | 1 | 1 | 1 | 1 | 1 | an earlier row |
| 2026-11-28 | 104,845 | 3,631 | 19,614 | 11,558 | 14,767 | 8,307 | 1,613 | 9,521 | 3,701 | 32,133 | 4,500 | 107,007 | the last row |
`

test('the last row of the page has the figures', () => {
  expect(lastRow(PAGE)).toMatchObject({ lib: 104_845, app: 3_631, test: 107_007 })
})

test.each([
  ['a line less than the limit needs no reason', MOST_GROWTH - 1, undefined],
  ['the limit needs a row that says why', MOST_GROWTH, /500 lines more .* add a row that says why/],
  ['fewer lines need no reason', -2_000, undefined],
])('%s', (_, grown, fault) => {
  const last = lastRow(PAGE)
  const found = last && growthFault({ ...last, lib: last.lib + grown }, last)
  if (fault) expect(found).toMatch(fault)
  else expect(found).toBeUndefined()
})

test('a page without a row is a fault', () => {
  expect(growthFault({ ...lastRow(PAGE)!, lib: 1 }, lastRow('# Size'))).toMatch(/no row/)
})
