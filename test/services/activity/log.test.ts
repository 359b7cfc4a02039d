import { describe, expect, test } from 'vitest'
import {
  type Act,
  chainFault,
  digestOf,
  entryLine,
  parseEntry,
} from '../../../lib/services/activity/entry.ts'
import { createActivityLog } from '../../../lib/services/activity/log.ts'
import { createMemoryStore, OUTAGE } from '../../helpers/memory-store.ts'

const START = Date.parse('2026-10-01T00:00:00Z')
const HOUR = 3_600_000

function act(request: string): Act {
  return { by: 'hana:admin:1', act: 'x', endpoint: 'POST /api/x', what: { case: 'a' }, status: 200, request }
}

function createWorld() {
  let at = START
  const store = createMemoryStore()
  const instance = () => createActivityLog({ store: () => store, now: () => at })
  const requests = async (from: object = {}) => {
    const { entries } = await instance().page({ limit: 500, ...from })
    return entries.map(({ request }) => request)
  }
  const key = (seq: number) => `activity/entry/${String(seq).padStart(10, '0')}`
  const drop = async (name: string) => {
    const { record } = await store.read(name)
    await store.remove(name, record?.version ?? '')
  }
  const pass = (milliseconds: number) => {
    at += milliseconds
  }
  return { store, instance, requests, key, drop, pass }
}

describe('the activity log', () => {
  test('numbers the entries of several instances and chains each to the one before', async () => {
    const { instance } = createWorld()
    const logs = [instance(), instance(), instance()]
    const appends = Array.from({ length: 60 }, (_, at) => logs[at % 3]?.append(act(`r${at}`)))
    await Promise.all(appends)
    const { entries, head } = await instance().page({ limit: 500 })
    expect(entries.map(({ seq }) => seq)).toEqual(Array.from({ length: 60 }, (_, at) => at + 1))
    expect(new Set(entries.map(({ request }) => request)).size).toBe(60)
    let end = { seq: 0, digest: '' }
    for (const entry of entries) {
      expect(chainFault(end, entry)).toBeUndefined()
      end = { seq: entry.seq, digest: digestOf(entry) }
    }
    expect(head.seq).toBe(48)
  })

  test('reads the end ahead of an entry, once for all that need it, and reads it later if that failed', async () => {
    const { store, instance, requests } = createWorld()
    await instance().append(act('before'))
    const { readMany } = store
    let reads = 0
    store.readMany = async keys => {
      reads += 1
      return readMany(keys)
    }
    const log = instance()
    const [prepared] = [log.prepare(), log.prepare()]
    await Promise.all([prepared, log.append(act('with it'))])
    await log.prepare()
    expect(reads).toBe(2)
    const other = instance()
    store.failure = OUTAGE
    await other.prepare()
    store.failure = undefined
    await other.append(act('after it'))
    expect(await requests()).toEqual(['before', 'with it', 'after it'])
  })

  test('continues after the last entry if the head is lost or behind', async () => {
    const { instance, drop, requests } = createWorld()
    const first = instance()
    for (let at = 0; at < 40; at++) await first.append(act(`r${at}`))
    await drop('activity/head')
    await instance().append(act('later'))
    expect((await requests()).at(-1)).toBe('later')
    expect(await requests()).toHaveLength(41)
  })

  test('does not take the number of an entry that was removed before the head', async () => {
    const { instance, key, drop } = createWorld()
    for (let at = 0; at < 16; at++) await instance().append(act(`r${at}`))
    for (const seq of [15, 16]) await drop(key(seq))
    const { entries, head } = await instance().page({ limit: 500 })
    expect([entries.at(-1)?.seq, head.seq]).toEqual([14, 16])
    await instance().append(act('later'))
    expect((await instance().page({ limit: 500 })).entries.at(-1)?.seq).toBe(17)
  })

  test('an append whose answer was lost is there once', async () => {
    const { store, instance, requests } = createWorld()
    const log = instance()
    await log.append(act('first'))
    let lost = true
    const { swap } = store
    store.swap = async (...given) => {
      const answer = await swap(...given)
      if (lost) {
        lost = false
        const { AppError } = await import('../../../lib/core/errors.ts')
        throw new AppError('store_unavailable', 'Cannot read the answer')
      }
      return answer
    }
    await log.append(act('second'))
    expect(await requests()).toEqual(['first', 'second'])
  })

  test('begins at a moment, and pages go on from there', async () => {
    const { instance, requests, pass } = createWorld()
    for (let at = 0; at < 40; at++) {
      await instance().append(act(`r${at}`))
      pass(HOUR)
    }
    const since = new Date(START + 30 * HOUR).toISOString()
    expect((await requests({ since }))[0]).toBe('r30')
    expect(await requests({ since: '2020-01-01T00:00:00Z' })).toHaveLength(40)
    expect(await requests({ since: '2030-01-01T00:00:00Z' })).toEqual([])
    const page = await instance().page({ since, limit: 4 })
    expect(page.next).toBe(34)
    expect(await requests({ after: page.next })).toHaveLength(6)
  })

  test('a clock that is behind does not bring an entry before the last one', async () => {
    const { instance, pass } = createWorld()
    await instance().append(act('a'))
    pass(-HOUR)
    await instance().append(act('b'))
    const { entries } = await instance().page({ limit: 2 })
    expect(entries[1]?.at).toBe(entries[0]?.at)
  })
})

describe('an entry', () => {
  const entry = { ...act('r'), seq: 7, at: '2026-10-01T00:00:00.000Z', prev: 'd' }

  test('is read as it was written, and nothing else is', () => {
    const line = entryLine(entry)
    expect(parseEntry(line)).toEqual(entry)
    for (const other of ['', '{}', 'null', `${line} `, line.replace('{', '{"more":1,')])
      expect(parseEntry(other)).toBeUndefined()
  })

  test.each([
    { name: 'the next', next: { seq: 8, prev: 'x' }, fault: undefined },
    { name: 'a later one', next: { seq: 10, prev: 'x' }, fault: 'entries 8 to 9 are missing' },
    { name: 'the same', next: { seq: 7, prev: 'x' }, fault: 'entry 7 comes after entry 7' },
    {
      name: 'one that follows another',
      next: { seq: 8, prev: 'y' },
      fault: 'entry 7 is not the one that entry 8 follows',
    },
  ])('$name after it', ({ next, fault }) => {
    expect(chainFault({ seq: 7, digest: 'x' }, next)).toBe(fault)
  })
})
