import { describe, expect, test } from 'vitest'
import {
  changeRevocation,
  changeTransition,
  createRevocationList,
  type RevocationDeps,
  readRevocations,
  revocationFormat,
} from '../../../lib/core/signatures/revocations.ts'
import type { Revocation } from '../../../lib/core/signatures/stored-records.ts'
import { LastingFault } from '../../../lib/core/store/store.ts'
import { createMemoryStore, type MemoryStore, OUTAGE } from '../../helpers/memory-store.ts'

const DESK = 'desk-1:device:1'
const NOTE = 'note-1:device:1'
const AT = '2026-04-20T02:07:55.000Z'
const TIME = Date.parse(AT)

function revoked(keyid: string): Revocation {
  return { keyid, state: 'revoked', by: 'anna', at: AT }
}

describe('changeTransition()', () => {
  const rows: readonly {
    name: string
    current: readonly Revocation[] | undefined
    state: Revocation['state']
    want: object
  }[] = [
    { name: 'revokes a key', current: undefined, state: 'revoked', want: { write: [revoked(DESK)] } },
    {
      name: 'revokes a key beside another',
      current: [revoked(NOTE)],
      state: 'revoked',
      want: { write: [revoked(NOTE), revoked(DESK)] },
    },
    {
      name: 'leaves the first word on a revoked key, and writes it again, so that this caller waits for a replica too',
      current: [{ ...revoked(DESK), by: 'ben' }],
      state: 'revoked',
      want: { write: [{ ...revoked(DESK), by: 'ben' }], result: { ...revoked(DESK), by: 'ben' } },
    },
    {
      name: 'restores a key and says who did',
      current: [{ ...revoked(DESK), by: 'ben' }, revoked(NOTE)],
      state: 'restored',
      want: { write: [revoked(NOTE), { ...revoked(DESK), state: 'restored' }] },
    },
    {
      name: 'revokes a restored key again',
      current: [{ ...revoked(DESK), state: 'restored' }],
      state: 'revoked',
      want: { write: [revoked(DESK)] },
    },
  ]

  test.each(rows)('$name', ({ current, state, want }) => {
    const transition = changeTransition({ keyid: DESK, state, by: 'anna' })
    expect(transition(current, TIME)).toMatchObject(want)
  })
})

describe('changeRevocation()', () => {
  test('stores the change with the time of the store', async () => {
    const store = createMemoryStore({ now: () => TIME })
    await changeRevocation(store, { keyid: DESK, state: 'revoked', by: 'anna' })
    expect(await readRevocations(store)).toEqual([revoked(DESK)])
  })

  test('refuses what is no keyid', async () => {
    const change = { keyid: 'desk-1', state: 'revoked', by: 'anna' } as const
    await expect(changeRevocation(createMemoryStore(), change)).rejects.toMatchObject({ code: 'usage' })
  })
})

test.each([
  { name: 'no JSON', input: 'x' },
  { name: 'no list', input: '{}' },
  { name: 'an entry that is none', input: '[null]' },
  { name: 'an entry without a name', input: JSON.stringify([{ ...revoked(DESK), by: undefined }]) },
  { name: 'an unknown state', input: JSON.stringify([{ ...revoked(DESK), state: 'lost' }]) },
])('revocationFormat refuses $name', ({ input }) => {
  expect(() => revocationFormat.parse(input)).toThrow()
})

describe('createRevocationList()', () => {
  const never = () => new Promise<never>(() => undefined)

  function open(parts: Partial<RevocationDeps> & { store?: () => MemoryStore } = {}) {
    const clock = { time: TIME }
    const memory = createMemoryStore({ now: () => clock.time })
    const outages: unknown[] = []
    const list = createRevocationList({
      floor: [],
      store: () => memory,
      now: () => clock.time,
      sleep: never,
      onOutage: cause => outages.push(cause),
      ...parts,
    })
    return { list, memory, clock, outages }
  }

  test('has the keys of KURA_REVOKED and those of the store, and no restored one', async () => {
    const { list, memory } = open({ floor: [NOTE] })
    await changeRevocation(memory, { keyid: DESK, state: 'revoked', by: 'anna' })
    await changeRevocation(memory, { keyid: 'x:device:1', state: 'revoked', by: 'anna' })
    await changeRevocation(memory, { keyid: 'x:device:1', state: 'restored', by: 'anna' })
    await changeRevocation(memory, { keyid: NOTE, state: 'revoked', by: 'anna' })
    await changeRevocation(memory, { keyid: NOTE, state: 'restored', by: 'anna' })
    const has = await Promise.all([NOTE, DESK, 'x:device:1', 'y:device:1'].map(keyid => list.has(keyid)))
    expect(has).toEqual([true, true, false, false])
  })

  test('reads the list once a minute, however many ask', async () => {
    const { list, memory, clock } = open()
    await Promise.all(Array.from({ length: 50 }, () => list.has(DESK)))
    clock.time += 59_999
    await list.has(DESK)
    expect(memory.calls.read).toBe(1)
    clock.time += 1
    await Promise.all([list.has(DESK), list.has(NOTE)])
    expect(memory.calls.read).toBe(2)
  })

  test('answers at once from a list that is not due', async () => {
    const { list } = open()
    const first = list.has(DESK)
    expect(first).toBeInstanceOf(Promise)
    await first
    expect(list.has(DESK)).toBe(false)
  })

  test('knows a new revocation after a minute', async () => {
    const { list, memory, clock } = open()
    expect(await list.has(DESK)).toBe(false)
    await changeRevocation(memory, { keyid: DESK, state: 'revoked', by: 'anna' })
    expect(await list.has(DESK)).toBe(false)
    clock.time += 60_000
    expect(await list.has(DESK)).toBe(true)
  })

  test('reads the list again after the clock was set back', async () => {
    const { list, memory, clock } = open()
    await list.has(DESK)
    await changeRevocation(memory, { keyid: DESK, state: 'revoked', by: 'anna' })
    clock.time -= 3_600_000
    expect(await list.has(DESK)).toBe(true)
  })

  test('applies KURA_REVOKED and the last list while the store is down, and says so once a minute', async () => {
    const { list, memory, clock, outages } = open({ floor: [NOTE] })
    await changeRevocation(memory, { keyid: DESK, state: 'revoked', by: 'anna' })
    await list.has(DESK)
    memory.failure = OUTAGE
    for (const _minute of [1, 2]) {
      clock.time += 60_000
      expect(await Promise.all([DESK, NOTE, 'x:device:1'].map(keyid => list.has(keyid)))).toEqual([
        true,
        true,
        false,
      ])
    }
    expect(outages).toEqual([OUTAGE.error, OUTAGE.error])
    memory.failure = undefined
    await changeRevocation(memory, { keyid: DESK, state: 'restored', by: 'anna' })
    clock.time += 60_000
    expect(await list.has(DESK)).toBe(false)
    expect(outages).toHaveLength(2)
  })

  test('asks again within two seconds of a read that failed', async () => {
    const { list, memory, clock, outages } = open()
    await changeRevocation(memory, { keyid: DESK, state: 'revoked', by: 'anna' })
    memory.failure = OUTAGE
    expect(await list.has(DESK)).toBe(false)
    memory.failure = undefined
    clock.time += 999
    expect(await list.has(DESK)).toBe(false)
    clock.time += 1001
    expect(await list.has(DESK)).toBe(true)
    expect(outages).toEqual([OUTAGE.error])
  })

  test('hasNow() knows no write by a list that was never read, or is a minute old', async () => {
    const { list, memory, clock } = open({ floor: [NOTE] })
    await changeRevocation(memory, { keyid: DESK, state: 'revoked', by: 'anna' })
    memory.failure = OUTAGE
    expect(await list.has(DESK)).toBe(false)
    await expect(list.hasNow(DESK)).rejects.toMatchObject({ code: 'store_unavailable' })
    expect(await list.hasNow(NOTE)).toBe(true)
    memory.failure = undefined
    expect(await list.hasNow(DESK), 'it asks at once').toBe(true)
    memory.failure = OUTAGE
    clock.time += 59_999
    expect(await list.hasNow('x:device:1')).toBe(false)
    clock.time += 1
    await expect(list.hasNow('x:device:1')).rejects.toMatchObject({ code: 'store_unavailable' })
  })

  test('hasNow() passes on what mends a fault that lasts', async () => {
    const { list, memory } = open()
    const hint = 'copy the token again'
    const error = new LastingFault('store_unavailable', 'Cannot read: it refuses the token', { hint })
    memory.failure = { ...OUTAGE, error }
    await expect(list.hasNow(DESK)).rejects.toMatchObject({ code: 'store_unavailable', hint })
    await expect(list.hasNow(DESK)).rejects.toThrow('Cannot read the revoked keys: Cannot read: it refuses')
  })

  test('takes no answer that comes after a later one', async () => {
    const { memory, clock, ...rest } = open()
    const answers = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    let asked = 0
    const slow = {
      ...memory,
      async read(key: string) {
        const answer = answers[asked++]
        const held = await memory.read(key)
        await answer?.promise
        return held
      },
    }
    const list = createRevocationList({
      floor: [],
      store: () => slow,
      now: () => clock.time,
      sleep: async () => undefined,
      onOutage: () => undefined,
    })
    expect(rest.outages).toEqual([])
    expect(await list.has(DESK)).toBe(false)
    await changeRevocation(memory, { keyid: DESK, state: 'revoked', by: 'anna' })
    clock.time += 1000
    void list.has(DESK)
    answers[1]?.resolve()
    await expect.poll(() => list.has(DESK)).toBe(true)
    answers[0]?.resolve()
    await Promise.resolve()
    expect(await list.has(DESK)).toBe(true)
  })

  test('applies KURA_REVOKED if the store was never reached, or has no settings', async () => {
    const noSettings = new Error('no settings')
    const { list, outages } = open({
      floor: [NOTE],
      store: () => {
        throw noSettings
      },
    })
    expect(await Promise.all([list.has(DESK), list.has(NOTE)])).toEqual([false, true])
    expect(outages).toEqual([noSettings])
  })

  test('says that a list cannot be read, and applies the previous one', async () => {
    const { list, memory, clock, outages } = open()
    await changeRevocation(memory, { keyid: DESK, state: 'revoked', by: 'anna' })
    await list.has(DESK)
    const { record } = await memory.read('revoked')
    await memory.swap('revoked', record?.version, { value: 'broken', version: 'v' })
    clock.time += 60_000
    expect(await list.has(DESK)).toBe(true)
    expect(outages).toHaveLength(1)
  })

  test('does not wait for a store that hangs, and takes its answer when it comes', async () => {
    const memory = createMemoryStore({ now: () => TIME })
    await changeRevocation(memory, { keyid: DESK, state: 'revoked', by: 'anna' })
    const answer = Promise.withResolvers<void>()
    const slow = { ...memory, read: (key: string) => answer.promise.then(() => memory.read(key)) }
    const waits: number[] = []
    const sleep = async (milliseconds: number) => waits.push(milliseconds)
    const { list, outages } = open({ store: () => slow, sleep })
    expect(await list.has(DESK)).toBe(false)
    expect(waits).toEqual([2000])
    expect(outages).toEqual([expect.objectContaining({ code: 'store_unavailable' })])
    answer.resolve()
    await expect.poll(() => list.has(DESK)).toBe(true)
  })

  test('asks no store for a key that KURA_REVOKED names, nor if there is no store', async () => {
    const { list, memory } = open({ floor: [NOTE] })
    expect(await list.has(NOTE)).toBe(true)
    expect(memory.calls.read).toBe(0)
    const alone = createRevocationList({ floor: [], now: () => TIME, onOutage: () => expect.unreachable() })
    expect(await alone.has(NOTE)).toBe(false)
  })
})
