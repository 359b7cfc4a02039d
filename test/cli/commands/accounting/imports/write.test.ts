import { expect, test } from 'vitest'
import type { AccountingApi } from '../../../../../lib/cli/commands/accounting/call.ts'
import { writeRows } from '../../../../../lib/cli/commands/accounting/imports/write.ts'
import { NEUTRAL } from '../../../../../lib/core/language/language.ts'
import { sayIn } from '../../../../../lib/core/language/text.ts'
import type { PlannedRow } from '../../../../../lib/services/accounting/imports/reading/plan.ts'
import { USUAL_TITLES } from '../../../../../lib/services/accounting/imports/reading/titles.ts'
import { yen } from '../../../../helpers/remotes/yen.ts'

const NOW = Date.UTC(2026, 5, 15, 3)
const after = (seconds: number) => new Date(NOW + seconds * 1000).toISOString()

const planned = (name: string): PlannedRow => ({
  at: name,
  plan: 'new',
  row: {
    at: name,
    deal: { case: name, issue_date: '2026-04-01', details: [{ account_item: '消耗品費', amount: yen(1) }] },
    file: undefined,
    document: 'receipt',
    titles: USUAL_TITLES,
  },
  shown: undefined,
  why: [],
})
const done = (name: string, deal: number) => ({ case: name, state: 'done', deal, flags: [] })

/** Writes three rows to a host that gives `replies`. Returns the requests, the waits, and the saved results. */
async function write(...replies: object[]) {
  const asked: string[][] = []
  const waits: number[] = []
  const saved: string[][] = []
  const importDeals = async ({ body }: { body: { deals: { case: string }[] } }) => {
    asked.push(body.deals.map(deal => deal.case))
    return { mode: 'write', ...replies.shift() }
  }
  const { results } = await writeRows(['a', 'b', 'c'].map(planned), {
    api: { importDeals, case: async () => ({ state: 'done' }) } as unknown as AccountingApi,
    company: 7,
    now: () => NOW,
    sleep: async milliseconds => void waits.push(milliseconds),
    note: () => undefined,
    wait: false,
    say: sayIn(NEUTRAL),
    locale: NEUTRAL,
    progress: () => undefined,
    save: async rows => void saved.push(rows.map(({ state }) => state)),
  })
  return { asked, waits, saved, states: results.map(({ state }) => state) }
}

test('writeRows() sends what the host has not answered again, after the pause that it names', async () => {
  const { asked, waits, saved, states } = await write(
    { deals: [done('a', 1)], retryAt: after(600) },
    { deals: [done('b', 2)] },
    { deals: [done('c', 3)] },
  )
  expect(asked).toEqual([['a', 'b', 'c'], ['b', 'c'], ['c']])
  expect(waits).toEqual([600_000])
  expect(saved).toEqual([
    ['not sent', 'not sent', 'not sent'],
    ['done', 'done', 'done'],
  ])
  expect(states).toEqual(['done', 'done', 'done'])
})

test('writeRows() asks again for a deal that another call held, once it has ended', async () => {
  const held = { case: 'b', state: 'claimed', flags: [], until: after(100) }
  const { asked, waits, states } = await write(
    { deals: [done('a', 1), held, done('c', 3)] },
    { deals: [done('b', 2)] },
  )
  expect(asked).toEqual([['a', 'b', 'c'], ['b']])
  expect(waits).toEqual([2000])
  expect(states).toEqual(['done', 'done', 'done'])
})

test('writeRows() gives a deal up that is held for ever, and says so', async () => {
  const held = { case: 'b', state: 'claimed', flags: [], until: after(100) }
  const { waits, states } = await write(
    { deals: [done('a', 1), held, done('c', 3)] },
    { deals: [held] },
    { deals: [held] },
    { deals: [held] },
  )
  expect(waits).toHaveLength(3)
  expect(states).toEqual(['done', 'claimed', 'done'])
})

test('writeRows() refuses a host that registers nothing', async () => {
  await expect(write({ deals: [] })).rejects.toMatchObject({ code: 'remote_answer' })
})

test.each([
  { rows: 45, steps: [0, 20, 40, 45] },
  { rows: 20, steps: [0, 20] },
  { rows: 0, steps: [] },
])('the progress of $rows rows is told with each request', async ({ rows, steps }) => {
  const told: object[] = []
  const names = Array.from({ length: rows }, (_, row) => `row ${row}`)
  const importDeals = async ({ body }: { body: { deals: { case: string }[] } }) => ({
    mode: 'write',
    deals: body.deals.map(({ case: name }) => done(name, 1)),
  })
  await writeRows(names.map(planned), {
    api: { importDeals } as unknown as AccountingApi,
    company: 7,
    now: () => NOW,
    sleep: async () => undefined,
    note: () => undefined,
    wait: false,
    say: sayIn(NEUTRAL),
    locale: NEUTRAL,
    progress: step => void told.push(step),
    save: async () => undefined,
  })
  const what = expect.objectContaining({ id: 'import.registering' })
  expect(told).toEqual(steps.map(count => ({ what, done: count, total: rows, unit: 'rows' })))
})
