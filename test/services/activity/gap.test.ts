/**
 * The store is set back behind entries that an instance has seen: the next entry says so, and the chain stays whole.
 */
import { describe, expect, test } from 'vitest'
import { chainFault } from '../../../lib/services/activity/entry.ts'
import { gapOf, wentBackNotices } from '../../../lib/services/activity/gap.ts'
import { appendGap, createActivityLog } from '../../../lib/services/activity/log.ts'
import { newestWitness } from '../../../lib/services/activity/witness.ts'
import { createMemoryStore } from '../../helpers/memory-store.ts'

const DAY = 86_400_000

function createWorld() {
  const time = { now: Date.parse('2026-10-01T00:00:00Z') }
  const now = () => time.now
  const store = createMemoryStore({ now })
  const act = (request: string) => ({
    ...{ by: 'hana:admin:1', act: 'x', endpoint: 'POST /api/x', what: {}, status: 200 },
    request,
  })
  const instance = () => {
    const log = createActivityLog({ store: () => store, now })
    return { append: (request: string) => log.append(act(request)), prepare: log.prepare, page: log.page }
  }
  const lose = async (...seqs: readonly number[]) => {
    for (const seq of seqs) {
      const key = `activity/entry/${String(seq).padStart(10, '0')}`
      await store.remove(key, (await store.read(key)).record?.version ?? '')
    }
  }
  /** Reads all entries, and the faults of their chain. */
  const read = async () => {
    const { entries } = await instance().page({ limit: 500 })
    let end = { seq: 0, digest: '' }
    const faults = entries.map(entry => {
      const fault = chainFault(end, entry)
      end = entry
      return fault
    })
    return {
      requests: entries.map(({ request }) => request),
      gaps: entries.flatMap(entry => gapOf(entry) ?? []),
      at: entries.find(entry => gapOf(entry))?.seq,
      faults: faults.filter(fault => fault !== undefined),
    }
  }
  const append = async (log: ReturnType<typeof instance>, count: number) => {
    for (let at = 0; at < count; at++) await log.append(`r${at}`)
  }
  return { time, store, instance, lose, read, append }
}

describe('a store that went back', () => {
  test('is stated by the next entry, from which entry to which, and the act follows it', async () => {
    const { instance, append, lose, read, store } = createWorld()
    const log = instance()
    await append(log, 20)
    await lose(18, 19, 20)
    await log.append('later')
    const { gaps, requests, at, faults } = await read()
    expect(gaps).toMatchObject([{ from: 20, to: 17 }])
    expect([at, requests.slice(-3), faults]).toEqual([18, ['r16', 'later', 'later'], []])
    expect(await wentBackNotices(store)).toMatchObject([
      { kind: 'store_went_back', facts: { from: 20, to: 17 } },
    ])
  })

  test('is stated by an instance that has read the end, and written nothing yet', async () => {
    const { instance, append, lose, read } = createWorld()
    await append(instance(), 20)
    const log = instance()
    await log.prepare()
    await lose(18, 19, 20)
    await log.append('later')
    const { gaps, faults } = await read()
    expect(gaps).toMatchObject([{ from: 20 }])
    expect(faults).toEqual([])
  })

  test('is stated once, whatever else has written since, and by however many it is found', async () => {
    const { instance, append, lose, read } = createWorld()
    const [first, second] = [instance(), instance()]
    await append(first, 20)
    await second.append('second')
    await first.append('first')
    await lose(20, 21, 22)
    await append(instance(), 3)
    await Promise.all([first.append('a'), first.append('b'), first.append('c')])
    await second.append('d')
    await first.append('e')
    const { gaps, requests, faults } = await read()
    expect(gaps).toMatchObject([{ from: 22, to: 19 }])
    expect(requests.slice(-5).toSorted()).toEqual(['a', 'b', 'c', 'd', 'e'])
    expect(faults).toEqual([])
  })

  test('is stated if it is empty', async () => {
    const { instance, append, lose, read, store } = createWorld()
    const log = instance()
    await append(log, 3)
    await lose(1, 2, 3)
    await log.append('later')
    expect(await read()).toMatchObject({ gaps: [{ from: 3, to: 0 }], at: 1, faults: [] })
    expect((await store.read('activity/head')).record).toBeUndefined()
  })

  test('is stated behind an entry that was kept elsewhere, once, however long the log is again', async () => {
    const { instance, append, lose, read, store, time } = createWorld()
    await append(instance(), 20)
    const lost = await newestWitness(store)
    if (!lost) throw new Error('no end')
    await lose(18, 19, 20)
    time.now += 1
    const log = instance()
    await append(log, 5)
    const { append: appendAct } = createActivityLog({ store: () => store, now: () => time.now })
    for (const request of ['confirmed', 'again'])
      await appendGap(lost, { request }, { store, append: appendAct })
    const { gaps, at, faults } = await read()
    expect(gaps).toEqual([{ from: 20, digest: lost.digest, to: 17 }])
    expect([at, faults]).toEqual([23, []])
  })

  test('is not stated if the entry that was kept elsewhere is there again', async () => {
    const { instance, append, read, store, time } = createWorld()
    await append(instance(), 20)
    const seen = await newestWitness(store)
    if (!seen) throw new Error('no end')
    const { append: appendAct } = createActivityLog({ store: () => store, now: () => time.now })
    await appendGap(seen, { request: 'confirmed' }, { store, append: appendAct })
    expect(await read()).toMatchObject({ gaps: [], faults: [] })
  })

  test('an entry that an export gave an end is the same entry', async () => {
    const { instance, append, read, store } = createWorld()
    const log = instance()
    await append(log, 3)
    const key = 'activity/entry/0000000003'
    const { record } = await store.read(key)
    const next = { value: record?.value ?? '', version: 'another', ttl: DAY }
    await store.swap(key, record?.version, next)
    await log.append('later')
    expect(await read()).toMatchObject({ gaps: [], faults: [] })
  })

  test('is a notice for a month', async () => {
    const { instance, append, lose, store, time } = createWorld()
    const log = instance()
    await append(log, 2)
    await lose(2)
    await log.append('later')
    time.now += 30 * DAY
    expect(await wentBackNotices(store)).toHaveLength(1)
    time.now += 1
    expect(await wentBackNotices(store)).toEqual([])
  })
})
