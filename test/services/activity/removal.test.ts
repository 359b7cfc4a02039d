import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createCalendar } from '../../../lib/core/language/calendar.ts'
import { ANCHOR, anchorFormat } from '../../../lib/services/activity/end.ts'
import { type Act, chainFault, digestOf } from '../../../lib/services/activity/entry.ts'
import { contentOf } from '../../../lib/services/activity/export.ts'
import { createActivityLog } from '../../../lib/services/activity/log.ts'
import {
  NUMBER_KEPT,
  type RemovalDeps,
  type RemovalRequest,
  removeEntries,
} from '../../../lib/services/activity/removal.ts'
import { createMemoryStore } from '../../helpers/memory-store.ts'
import { createMortalProcess } from '../../helpers/processes/mortal-process.ts'
import { runs } from '../../helpers/run/sampled.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR
const START = Date.parse('2026-10-29T00:00:00Z')
const EXPORT = 'e'.repeat(64)
const HANA = { by: 'hana:admin+approve:1', person: 'Hana', request: 'r' }

function act(request: string): Act {
  return { by: 'hana:admin:1', act: 'x', endpoint: 'POST /api/x', what: {}, status: 200, request }
}

/** A log with five entries a day at 00:00 UTC, from 29 October on; its clock then shows 2 December. */
async function createWorld(days = 6) {
  let at = START
  const store = createMemoryStore({ now: () => at })
  const instance = () => createActivityLog({ store: () => store, now: () => at })
  const log = instance()
  for (let day = 0; day < days; day++, at += DAY)
    for (let count = 0; count < 5; count++) await log.append(act(`${day}.${count}`))
  at = Date.parse('2026-12-02T00:00:00Z')
  const entries = async (from: object = {}) => (await instance().page({ limit: 500, ...from })).entries
  const requestFor = async (month: string, change: Partial<RemovalRequest> = {}) => {
    const ofMonth = (await entries()).filter(entry => entry.at.startsWith(month))
    const last = ofMonth.at(-1)
    if (!last) throw new Error(`no entry in ${month}`)
    return {
      last: last.digest,
      count: ofMonth.length,
      content: contentOf(ofMonth),
      export: EXPORT,
      ...change,
    }
  }
  const deps: RemovalDeps = {
    store,
    append: one => instance().append(one),
    calendar: createCalendar('UTC'),
    now: () => at,
    clock: () => 0,
    timeBudget: 1000,
  }
  const anchor = async () => {
    const { record } = await store.read(ANCHOR)
    return record && anchorFormat.parse(record.value)
  }
  const pass = (milliseconds: number) => {
    at += milliseconds
  }
  return { store, instance, log, entries, requestFor, deps, anchor, pass }
}

/** Expects a chain without a gap, from the anchor to the last entry. */
async function expectWhole({ entries, anchor }: Awaited<ReturnType<typeof createWorld>>) {
  let end = { seq: (await anchor())?.seq ?? 0, digest: (await anchor())?.digest ?? '' }
  for (const entry of await entries()) {
    expect(chainFault(end, entry)).toBeUndefined()
    end = { seq: entry.seq, digest: digestOf(entry) }
  }
  return end
}

describe('removeEntries()', () => {
  test('removes a month that is named whole, and says who did', async () => {
    const world = await createWorld()
    const request = await world.requestFor('2026-10')
    expect(await removeEntries(request, HANA, world.deps)).toEqual({ first: 1, last: 15, count: 15, left: 0 })
    const left = await world.entries()
    expect([left[0]?.seq, left.length]).toEqual([16, 16])
    expect(left.at(-1)).toMatchObject({
      ...HANA,
      act: 'beginRemoval',
      what: { first: 1, last: 15, count: 15, digest: request.last, export: EXPORT },
    })
    expect(await world.anchor()).toMatchObject({ seq: 15, digest: request.last, by: HANA.by, person: 'Hana' })
    expect(world.store.durable).toContain(ANCHOR)
    await expectWhole(world)
  })

  test('removes the next month after it, and a new instance continues after it', async () => {
    const world = await createWorld(5)
    await removeEntries(await world.requestFor('2026-10'), HANA, world.deps)
    const next = await world.requestFor('2026-11', { export: 'f'.repeat(64) })
    expect(await removeEntries(next, HANA, world.deps)).toMatchObject({ first: 16, last: 25, left: 0 })
    world.pass(NUMBER_KEPT + 1)
    expect((await world.store.keys('activity/entry/')).keys).toHaveLength(2)
    await world.instance().append(act('later'))
    expect(await expectWhole(world)).toMatchObject({ seq: 28 })
  })

  test.each([
    { name: 'half an hour', later: HOUR / 2, want: 33 },
    { name: 'a month', later: 30 * DAY, want: 33 },
  ])('an instance that knew an older end gives no number twice, $name later', async ({ later, want }) => {
    const world = await createWorld(5)
    world.pass(-DAY - 2 * HOUR)
    const stale = world.instance()
    await stale.append(act('30 November, 22:00'))
    world.pass(HOUR)
    for (let count = 0; count < 5; count++) await world.instance().append(act('30 November, 23:00'))
    world.pass(HOUR)
    await removeEntries(await world.requestFor('2026-1'), HANA, world.deps)
    world.pass(later)
    await stale.append(act('later'))
    expect(await expectWhole(world)).toMatchObject({ seq: want })
  })

  test('an instance that cannot reach the store for a week follows the log again', async () => {
    const world = await createWorld(5)
    world.pass(-DAY - HOUR)
    const stale = world.instance()
    await stale.append(act('30 November, 23:00'))
    for (let count = 0; count < 5; count++) await world.instance().append(act('30 November, 23:00'))
    world.pass(HOUR)
    await removeEntries(await world.requestFor('2026-1'), HANA, world.deps)
    for (let hours = 0; hours < 9 * 24; hours += 20) {
      world.pass(20 * HOUR)
      world.store.failure = { error: new Error('the store is down'), when: 'before' }
      await expect(stale.append(act('lost'))).rejects.toThrow('down')
      world.store.failure = undefined
    }
    await stale.append(act('later'))
    expect(await expectWhole(world)).toMatchObject({ seq: 33 })
  })

  const refusals: { name: string; month: string; change: Partial<RemovalRequest>; why: string }[] = [
    { name: 'another number', month: '2026-10', change: { count: 14 }, why: 'entry 14 is not the last one' },
    { name: 'more than there are', month: '2026-10', change: { count: 99 }, why: 'has 30 entries' },
    {
      name: 'another digest',
      month: '2026-10',
      change: { last: 'a'.repeat(64) },
      why: 'entry 15 is not the last',
    },
    {
      name: 'other content',
      month: '2026-10',
      change: { content: 'a'.repeat(64) },
      why: 'entries 1 to 15 are not those of the export',
    },
    { name: 'a later month', month: '2026-11', change: {}, why: 'entry 15 is not the last one' },
  ]
  test.each(refusals)('refuses $name', async ({ month, change, why }) => {
    const world = await createWorld()
    const request = await world.requestFor(month, change)
    await expect(removeEntries(request, HANA, world.deps)).rejects.toMatchObject({
      code: 'conflict',
      message: expect.stringContaining(why),
    })
    expect(await world.entries()).toHaveLength(30)
    expect(await world.anchor()).toBeUndefined()
  })

  test('refuses a part of a month, and the month that is not over', async () => {
    const world = await createWorld()
    const part = (await world.entries()).slice(0, 10)
    const ofPart = { last: part.at(-1)?.digest ?? '', count: 10, content: contentOf(part), export: EXPORT }
    await expect(removeEntries(ofPart, HANA, world.deps)).rejects.toMatchObject({
      message: expect.stringContaining('the export has not all entries of 2026-10'),
      hint: expect.stringContaining('then kura log export'),
    })
    const now = () => Date.parse('2026-10-31T23:59:59Z')
    const request = await world.requestFor('2026-10')
    await expect(removeEntries(request, HANA, { ...world.deps, now })).rejects.toThrow('2026-10 is not over')
  })

  test('a month ends by the calendar of the company', async () => {
    const world = await createWorld()
    const deps = { ...world.deps, calendar: createCalendar('America/New_York') }
    // at midnight UTC on 1 November it is still October in New York
    await expect(removeEntries(await world.requestFor('2026-10'), HANA, deps)).rejects.toThrow(
      'not all entries',
    )
    const ofMonth = (await world.entries()).slice(0, 20)
    const request = {
      last: ofMonth[19]?.digest ?? '',
      count: 20,
      content: contentOf(ofMonth),
      export: EXPORT,
    }
    expect(await removeEntries(request, HANA, deps)).toMatchObject({ last: 20 })
  })

  test('refuses what another export has removed, and repeats its own', async () => {
    const world = await createWorld()
    const request = await world.requestFor('2026-10')
    await removeEntries(request, HANA, world.deps)
    expect(await removeEntries(request, HANA, world.deps)).toMatchObject({ left: 0 })
    const other = { ...request, export: 'f'.repeat(64) }
    await expect(removeEntries(other, HANA, world.deps)).rejects.toThrow(`with the export ${EXPORT}`)
    expect((await world.entries()).filter(({ act }) => act === 'beginRemoval')).toHaveLength(1)
  })

  test('refuses a damaged entry, which no export can have', async () => {
    const world = await createWorld()
    const request = await world.requestFor('2026-10')
    const { record } = await world.store.read('activity/entry/0000000007')
    await world.store.swap('activity/entry/0000000007', record?.version, { value: '{', version: 'damage' })
    await expect(removeEntries(request, HANA, world.deps)).rejects.toThrow('entry 7 is damaged')
  })

  test('leaves the rest to the next call when its time is over', async () => {
    const world = await createWorld(0)
    const log = world.instance()
    world.pass(START - Date.parse('2026-12-02T00:00:00Z'))
    for (let count = 0; count < 2500; count++) await log.append(act(String(count)))
    world.pass(62 * DAY)
    const all = [...(await world.entries({ limit: 2500 }))]
    const request = { last: all.at(-1)?.digest ?? '', count: 2500, content: contentOf(all), export: EXPORT }
    let time = 0
    const deps = { ...world.deps, clock: () => (time += 600) }
    const lefts = []
    for (let left = 1; left > 0; ) {
      ;({ left } = await removeEntries(request, HANA, deps))
      lefts.push(left)
    }
    expect(lefts).toEqual([500, 0])
    await expectWhole(world)
  })
})

test('two removals at once are one', async () => {
  const world = await createWorld()
  const request = await world.requestFor('2026-10')
  const reports = await Promise.all([1, 2, 3].map(() => removeEntries(request, HANA, world.deps)))
  for (const report of reports) expect(report).toEqual({ first: 1, last: 15, count: 15, left: 0 })
  await expectWhole(world)
})

const ALL = '2026-1'
test.each([
  { name: 'of one month', months: ['2026-10', '2026-10'] },
  { name: 'of a month and of two', months: ['2026-10', ALL] },
  { name: 'of two months and of one', months: [ALL, '2026-10'] },
])('of two exports at once, $name, one is removed', async ({ months }) => {
  const world = await createWorld()
  const requests = await Promise.all(
    months.map((month, at) => world.requestFor(month, { export: String(at).repeat(64) })),
  )
  const ended = await Promise.allSettled(requests.map(request => removeEntries(request, HANA, world.deps)))
  expect(ended.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  world.pass(NUMBER_KEPT + 1)
  await expectWhole(world)
})

test('a process that dies at any call loses nothing that was not exported, and another one continues', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 1, max: 40 }),
      fc.constantFrom('before' as const, 'after' as const),
      fc.constantFrom('dies' as const, 'store fails' as const),
      async (at, when, what) => {
        const world = await createWorld()
        const request = await world.requestFor('2026-10')
        const mortal = createMortalProcess({ store: world.store, fetch }, { at, when, what })
        const log = createActivityLog({ store: () => mortal.store, now: world.deps.now })
        const deps = { ...world.deps, store: mortal.store, append: log.append }
        await mortal.run(() => removeEntries(request, HANA, deps))
        world.pass(NUMBER_KEPT + 1)
        // an entry that the export lacks is still there
        expect((await world.entries({ after: 15 })).filter(({ request }) => request !== 'r')).toHaveLength(15)
        await expectWhole(world)
        const again = await removeEntries(request, HANA, world.deps).catch((error: unknown) => error)
        expect(again).toEqual({ first: 1, last: 15, count: 15, left: 0 })
        await expectWhole(world)
        expect((await world.entries()).some(({ act }) => act === 'beginRemoval')).toBe(true)
      },
    ),
    { numRuns: runs(60) },
  )
})
