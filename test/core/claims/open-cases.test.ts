import { describe, expect, test } from 'vitest'
import { createClaims } from '../../../lib/core/claims/claims.ts'
import { DROPPED_AT_ONCE } from '../../../lib/core/claims/mark-dropper.ts'
import { createOpenCases } from '../../../lib/core/claims/open-cases.ts'
import { listAll } from '../../../lib/core/store/list.ts'
import { OUTAGE } from '../../helpers/memory-store.ts'
import { createClaimsWorld, KEY, type Made, NAME } from './world.ts'

const HOUR = 3_600_000
const DONE = { state: 'done', result: { id: 7 } } as const

/** The cases that are marked. */
async function marked({ store }: Pick<ReturnType<typeof createClaimsWorld>, 'store'>) {
  return (await createOpenCases({ store, kind: 'deal' }).list()).map(({ key }) => key)
}

const names = (listed: readonly { name: string }[]) => listed.map(({ name }) => name)

describe('a case', () => {
  test('is found while it is open, and not any more once it is done', async () => {
    const world = createClaimsWorld()
    const { claims, request } = world
    const { claim } = await claims.request('Receipt 1', request())
    expect(names(await claims.listOpen())).toEqual(['Receipt 1'])
    await claims.settle(NAME, { operation: claim.operation, outcome: DONE, by: 'hana' })
    expect(await claims.listOpen()).toEqual([])
    expect(names(await claims.listAll())).toEqual(['Receipt 1'])
  })

  test('is marked before its claim is written', async () => {
    const world = createClaimsWorld()
    const keys: string[] = []
    const { store } = world
    const swap: typeof store.swap = (key, ...others) => {
      keys.push(key)
      return store.swap(key, ...others)
    }
    const parseResult = (stored: unknown) => stored as Made
    const claims = createClaims<Made>({ store: { ...store, swap }, kind: 'deal', parseResult })
    const { claim } = await claims.request(NAME, world.request())
    const before = [expect.stringMatching(/^open\/deal\/[0-7]$/), 'claim/deal/receipt%201']
    expect(keys).toEqual(before)
    world.advance(HOUR)
    const unknown = { state: 'unknown', reason: 'time-out' } as const
    for (const outcome of [unknown, DONE])
      await claims.settle(NAME, { operation: claim.operation, outcome, by: 'hana' })
    expect(keys).toEqual([...before, 'claim/deal/receipt%201', 'claim/deal/receipt%201'])
  })

  test('keeps its mark for as long as it is open', async () => {
    const world = createClaimsWorld()
    await world.claims.request(NAME, world.request())
    world.advance(10 * HOUR)
    expect(names(await world.claims.listOpen())).toEqual([NAME])
    expect(await marked(world)).toEqual([NAME])
  })

  test('that could not be claimed leaves a mark at most', async () => {
    const world = createClaimsWorld()
    const { store } = world
    const swap: typeof store.swap = (key, ...others) =>
      key.startsWith('claim/') ? Promise.reject(OUTAGE.error) : store.swap(key, ...others)
    const parseResult = (stored: unknown) => stored as Made
    const claims = createClaims<Made>(
      { store: { ...store, swap }, kind: 'deal', parseResult },
      { deadline: 0 },
    )
    await expect(claims.request(NAME, world.request())).rejects.toMatchObject({ code: 'store_unavailable' })
    expect(await claims.listOpen()).toEqual([])
    expect(await marked(world)).toEqual([NAME])
  })

  test('that is done again and again is marked once in half an hour', async () => {
    const world = createClaimsWorld()
    const { claims, request } = world
    const refused = { state: 'refused', reason: 'no such account item' } as const
    for (let count = 0; count < 3; count++) {
      const { claim } = await claims.request(NAME, request())
      await claims.settle(NAME, { operation: claim.operation, outcome: refused, by: 'hana' })
    }
    expect(world.store.calls.swap).toBe(1 + 3 * 2)
  })

  test('with an effect that nobody owns is open', async () => {
    const world = createClaimsWorld()
    const { claims, request, advance } = world
    const { claim } = await claims.request(NAME, request())
    await claims.settle(NAME, { operation: claim.operation, outcome: DONE, by: 'hana' })
    advance(HOUR)
    await claims.listOpen()
    expect(await marked(world)).toEqual([])
    await claims.settle(NAME, { operation: 'op-0', outcome: { state: 'done', result: { id: 8 } }, by: 'jun' })
    expect(await claims.listOpen()).toMatchObject([
      { claim: { state: 'done', strays: [{ result: { id: 8 } }] } },
    ])
  })
})

describe('the mark of a closed case', () => {
  async function closed() {
    const world = createClaimsWorld()
    const { claim } = await world.claims.request(NAME, world.request())
    await world.claims.settle(NAME, { operation: claim.operation, outcome: DONE, by: 'hana' })
    return world
  }

  test.each([
    { after: HOUR - 1, left: [NAME] },
    { after: HOUR, left: [] },
  ])('is dropped by a listing after an hour: $after ms', async ({ after, left }) => {
    const world = await closed()
    world.advance(after)
    await world.claims.listOpen()
    expect(await marked(world)).toEqual(left)
  })

  test('stays if the case was never claimed: a process may be about to', async () => {
    const world = createClaimsWorld()
    await world.claims.mark(NAME)
    world.advance(10 * HOUR)
    expect(await world.claims.listOpen()).toEqual([])
    const marks = await world.claims.listMarked()
    await world.claims.dropMarks(marks.map(({ mark }) => mark))
    expect(await marked(world)).toEqual([NAME])
  })

  test('is dropped however many cases were never claimed', async () => {
    const world = await closed()
    for (let count = 0; count < 8 * DROPPED_AT_ONCE; count++) await world.claims.mark(`never ${count}`)
    world.advance(HOUR)
    await world.claims.listOpen()
    expect(await marked(world)).not.toContain(NAME)
  })

  test('stays in a preview, which writes nothing', async () => {
    const world = await closed()
    world.advance(HOUR)
    const parseResult = (stored: unknown) => stored as Made
    const claims = createClaims<Made>({ store: world.store, kind: 'deal', parseResult, mayStore: false })
    expect(await claims.listOpen()).toEqual([])
    expect(await marked(world)).toEqual([NAME])
  })

  test('is renewed once it is half an hour old', async () => {
    const world = await closed()
    const openCases = createOpenCases({ store: world.store, kind: 'deal' })
    const first = await openCases.list()
    world.advance(HOUR / 2 - 1)
    await openCases.mark(NAME)
    expect((await openCases.list()).map(({ at }) => at)).toEqual(first.map(({ at }) => at))
    world.advance(1)
    await openCases.mark(NAME)
    expect((await openCases.list()).map(({ at }) => at)).toEqual(first.map(({ at }) => at + HOUR / 2))
  })

  test('is dropped only after its claim has another version, with the same content', async () => {
    const world = await closed()
    world.advance(HOUR)
    const [before, versions] = [await world.store.read(KEY), [] as (string | undefined)[]]
    const { swap } = world.store
    world.store.swap = async (key, ...others) => {
      if (key.startsWith('open/')) versions.push((await world.store.read(KEY)).record?.version)
      return swap(key, ...others)
    }
    await world.claims.listOpen()
    expect(versions).toHaveLength(1)
    expect(versions).not.toEqual([before.record?.version])
    expect((await world.store.read(KEY)).record?.value).toBe(before.record?.value)
  })

  test('is dropped with two hundred others at most; the next listing drops the rest', async () => {
    const world = createClaimsWorld()
    const { claims, request, advance } = world
    for (let count = 0; count < DROPPED_AT_ONCE + 5; count++) {
      const { claim } = await claims.request(`receipt ${count}`, request())
      await claims.settle(claim.name, { operation: claim.operation, outcome: DONE, by: 'hana' })
    }
    advance(HOUR)
    await claims.listOpen()
    expect(await marked(world)).toHaveLength(5)
    await claims.listOpen()
    expect(await marked(world)).toEqual([])
  })

  test('is dropped alone', async () => {
    const { store } = createClaimsWorld()
    const openCases = createOpenCases({ store, kind: 'deal' })
    const cases = Array.from({ length: 40 }, (_, count) => `receipt ${count}`)
    for (const name of cases) await openCases.mark(name)
    const listed = await openCases.list()
    await openCases.drop(listed.filter(({ key }) => key.endsWith('7') || key.endsWith('8')))
    const left = cases.filter(name => !/[78]$/.test(name))
    expect((await openCases.list()).map(({ key }) => key).sort()).toEqual(left.sort())
  })

  test('is in one of several records', async () => {
    const { store } = createClaimsWorld()
    const openCases = createOpenCases({ store, kind: 'deal' })
    for (let count = 0; count < 100; count++) await openCases.mark(`receipt ${count}`)
    const { records } = await listAll(store, 'open/deal/')
    expect(records).toHaveLength(8)
  })

  test('is not dropped if somebody has renewed it since it was listed', async () => {
    const world = await closed()
    const openCases = createOpenCases({ store: world.store, kind: 'deal' })
    world.advance(HOUR)
    const listed = await openCases.list()
    await openCases.mark(NAME)
    await openCases.drop(listed)
    expect(await marked(world)).toEqual([NAME])
  })
})

test('a listing of 20 open and 100,000 closed cases costs what the open ones cost', async () => {
  const world = createClaimsWorld()
  const { store, claims, request, advance } = world
  const closed = JSON.stringify({ ...(await claims.request('receipt 0', request())).claim, state: 'done' })
  for (let count = 0; count < 100_000; count++)
    await store.swap(`claim/deal/receipt%20${count + 1_000}`, undefined, {
      value: closed,
      version: `v${count}`,
    })
  for (let count = 1; count < 20; count++) await claims.request(`receipt ${count}`, request())
  advance(1_000)
  const before = { ...store.calls }
  let bytes = 0
  const readMany: typeof store.readMany = async keys => {
    const answer = await store.readMany(keys)
    for (const record of answer.records) bytes += record?.value.length ?? 0
    return answer
  }
  const parseResult = (stored: unknown) => stored as Made
  const counted = createClaims<Made>({ store: { ...store, readMany }, kind: 'deal', parseResult })
  expect(await counted.listOpen()).toHaveLength(20)
  // the marks, and the claims that they name
  expect(store.calls).toEqual({ ...before, readMany: before.readMany + 2 })
  expect(bytes).toBeLessThan(20 * 300)
})
