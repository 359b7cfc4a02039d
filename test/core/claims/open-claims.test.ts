/**
 * The open claims: the swap that writes a claim adds its key to the store's index of open records, or removes it from
 * the index.
 */
import { describe, expect, test } from 'vitest'
import { type ClaimsWorld, createClaimsWorld, KEY, NAME } from './world.ts'

const HOUR = 3_600_000
const DONE = { state: 'done', result: { id: 7 } } as const
const REFUSED = { state: 'refused', reason: 'no such account item' } as const
const UNKNOWN = { state: 'unknown', reason: 'time-out' } as const

const names = (listed: readonly { name: string }[]) => listed.map(({ name }) => name)

/** Returns the keys in the store's index of open records. */
async function indexed({ store }: ClaimsWorld): Promise<readonly string[]> {
  return (await store.keys('claim/', { open: true })).keys
}

/** Claims the case and, if an outcome is given, settles its call. */
async function act(
  { claims, request }: ClaimsWorld,
  outcome?: typeof DONE | typeof REFUSED | typeof UNKNOWN,
) {
  const { claim } = await claims.request(NAME, request())
  if (outcome) await claims.settle(NAME, { operation: claim.operation, outcome, by: 'hana' })
}

async function readBasis({ claims }: ClaimsWorld) {
  const claim = await claims.read(NAME)
  if (!claim) throw new Error('there is no claim')
  return { name: NAME, claim }
}

const finding = { by: 'mei', isThere: false, settling: 0 }

describe('a case is open work', () => {
  const rows: { name: string; open: boolean; live: (world: ClaimsWorld) => Promise<unknown> }[] = [
    {
      name: 'in review',
      open: true,
      live: ({ claims, request }) => claims.request(NAME, request({ flags: ['date'] })),
    },
    { name: 'claimed', open: true, live: world => act(world) },
    {
      name: 'claimed, and its process died',
      open: true,
      live: async world => {
        await act(world)
        world.advance(10 * HOUR)
      },
    },
    { name: 'unknown', open: true, live: world => act(world, UNKNOWN) },
    { name: 'done', open: false, live: world => act(world, DONE) },
    { name: 'refused', open: false, live: world => act(world, REFUSED) },
    {
      name: 'refused, and claimed again',
      open: true,
      live: async world => {
        await act(world, REFUSED)
        await act(world)
      },
    },
    {
      name: 'being removed',
      open: true,
      live: async world => {
        await act(world, DONE)
        await world.claims.remove(await readBasis(world), { by: 'mei' })
      },
    },
    {
      name: 'gone',
      open: true,
      live: async world => {
        await act(world, DONE)
        await world.claims.confirm(await readBasis(world), finding)
      },
    },
    {
      name: 'done, with an orphaned effect',
      open: true,
      live: async world => {
        await act(world, DONE)
        await world.claims.settle(NAME, { operation: 'op-0', outcome: DONE, by: 'jun' })
      },
    },
    {
      name: 'done, and its orphaned effect is dealt with',
      open: false,
      live: async world => {
        await act(world, DONE)
        await world.claims.settle(NAME, { operation: 'op-0', outcome: DONE, by: 'jun' })
        await world.claims.dropOrphaned(NAME, ['op-0'])
      },
    },
  ]
  test.each(rows)('that is $name: $open', async ({ open, live }) => {
    const world = createClaimsWorld()
    await live(world)
    expect(await indexed(world)).toEqual(open ? [KEY] : [])
    expect(names(await world.claims.listOpen())).toEqual(open ? [NAME] : [])
    expect(names(await world.claims.listAll())).toEqual([NAME])
  })
})

test('a case that was closed after its key was listed is not shown as open', async () => {
  const world = createClaimsWorld()
  await act(world)
  const { store, claims } = world
  const { readMany } = store
  store.readMany = async keys => {
    const { claim } = await readBasis(world)
    await claims.settle(NAME, { operation: claim.operation, outcome: DONE, by: 'hana' })
    return readMany(keys)
  }
  expect(await claims.listOpen()).toEqual([])
})

test('a listing of 20 open and 100,000 closed cases costs what the open ones cost', async () => {
  const world = createClaimsWorld()
  const { store, claims, request } = world
  const closed = JSON.stringify({ ...(await claims.request('receipt 0', request())).claim, state: 'done' })
  for (let count = 0; count < 100_000; count++)
    await store.swap(`claim/deal/receipt%20${count + 1_000}`, undefined, {
      value: closed,
      version: `v${count}`,
    })
  for (let count = 1; count < 20; count++) await claims.request(`receipt ${count}`, request())
  const before = { ...store.calls }
  let bytes = 0
  const { readMany } = store
  store.readMany = async keys => {
    const answer = await readMany(keys)
    for (const record of answer.records) bytes += record?.value.length ?? 0
    return answer
  }
  expect(await claims.listOpen()).toHaveLength(20)
  expect(store.calls).toEqual({ ...before, keys: before.keys + 1, readMany: before.readMany + 1 })
  expect(bytes).toBeLessThan(20 * 300)
})
