import { describe, expect, test } from 'vitest'
import type { SeenClaim } from '../../../lib/core/claims/claim.ts'
import { actDigest, createClaims } from '../../../lib/core/claims/claims.ts'
import { LEASE } from '../../../lib/core/claims/lease.ts'
import { CLAIM_REASONS } from '../../../lib/core/claims/words.ts'
import { phrase } from '../../../lib/core/language/catalogue.ts'
import { createMemoryStore, OUTAGE } from '../../helpers/memory-store.ts'
import { createClaimsWorld, type Made, NAME, SETTLING } from './world.ts'

const KEY = 'claim/deal/receipt%201'
const UNKNOWN = { state: 'unknown', reason: 'time-out' } as const
const DONE = { state: 'done', result: { id: 7 } } as const

/** Returns the case as it is now. */
async function look({ claims }: Pick<ReturnType<typeof createClaimsWorld>, 'claims'>) {
  const claim = await claims.read(NAME)
  if (!claim) throw new Error('there is no claim')
  return { name: NAME, claim }
}

/** Creates a case that was claimed and, if `outcome` is given, settled. */
async function worldOf(outcome?: typeof UNKNOWN | typeof DONE) {
  const world = createClaimsWorld()
  const { claims } = world
  const { claim } = await claims.request(NAME, world.request())
  const { operation } = claim
  if (outcome) await claims.settle(NAME, { operation, outcome, by: 'hana' })
  return { ...world, operation, basis: await look(world) }
}

describe('a record', () => {
  test('is kept under the kind and the case, as it always was', async () => {
    const { store, claims, request } = createClaimsWorld()
    const body = '{"amount":1}'
    await claims.request(NAME, request({ body, digest: actDigest(body) }))
    const claimed = (await store.read(KEY)).record?.value ?? ''
    expect(JSON.parse(claimed)).toEqual({
      state: 'claimed',
      name: NAME,
      digest: 'c2b11e657e12fd177359627ca89412018e2274d0873cfbfcf1fc50f685582e9e',
      body,
      operation: 'op-1',
      until: 1_000_000 + LEASE,
      flags: [],
      steps: [{ state: 'claimed', at: 1_000_000, by: 'hana' }],
    })
    await claims.settle(NAME, { operation: 'op-1', outcome: DONE, by: 'hana' })
    const settled = (await store.read(KEY)).record?.value ?? ''
    expect(JSON.parse(settled)).toEqual({
      ...JSON.parse(claimed),
      state: 'done',
      result: { id: 7 },
      steps: [
        { state: 'claimed', at: 1_000_000, by: 'hana' },
        { state: 'done', at: 1_000_000, by: 'hana' },
      ],
    })
  })

  test('is claimed and settled so that a failover of the store cannot undo it', async () => {
    const { store } = await worldOf(DONE)
    expect(store.durable).toEqual([KEY, KEY])
  })

  test('keeps an orphaned effect so that a failover of the store cannot undo it', async () => {
    const { claims, store } = await worldOf(DONE)
    store.durable.length = 0
    const orphaned = {
      operation: 'another',
      outcome: { state: 'done', result: { id: 9 } },
      by: 'mei',
    } as const
    expect(await claims.settle(NAME, orphaned)).toMatchObject({ as: 'orphaned' })
    expect(store.durable).toEqual([KEY])
  })

  test('is written only if it changes', async () => {
    const { claims, store, basis, request } = await worldOf(DONE)
    const { swap } = store.calls
    await claims.request(NAME, request())
    await claims.resolve(basis, { result: { id: 9 }, by: 'mei' })
    expect(store.calls.swap).toBe(swap)
  })

  test('whose result is of another shape is not read', async () => {
    const { store } = await worldOf(DONE)
    const parseResult = (): Made => {
      throw new TypeError('not a result')
    }
    const strict = createClaims<Made>({ store, kind: 'deal', parseResult })
    await expect(strict.read(NAME)).rejects.toThrow('not a result')
  })

  test('is read by a schema that is loaded first', async () => {
    const { store, basis } = await worldOf(DONE)
    const parseResult = async (stored: unknown): Promise<Made> => ({ id: (stored as Made).id + 100 })
    const loading = createClaims<Made>({ store, kind: 'deal', parseResult })
    const { result } = basis.claim
    const expected = { id: (result?.id ?? 0) + 100 }
    expect((await loading.read(NAME))?.result).toEqual(expected)
    expect((await loading.listAll()).map(({ claim }) => claim.result)).toEqual([expected])
    expect((await loading.list({ limit: 5 })).claims.map(({ claim }) => claim.result)).toEqual([expected])
  })
})

describe('read() and list()', () => {
  test('show a claim whose owner ended as unknown, each under its own name', async () => {
    const { claims, advance, request } = createClaimsWorld()
    await claims.request('受領書 1/2', request())
    await claims.request(NAME, request())
    advance(LEASE)
    expect((await claims.read(NAME))?.state).toBe('claimed')
    advance(1)
    expect(await claims.read(NAME)).toMatchObject({
      state: 'unknown',
      reason: phrase(CLAIM_REASONS.processEnded),
    })
    expect(await claims.listAll()).toMatchObject([
      { name: '受領書 1/2', claim: { state: 'unknown' } },
      { name: NAME, claim: { state: 'unknown' } },
    ])
    expect(await claims.read('receipt 2')).toBeUndefined()
  })

  test('show a claim that was stored without a name under the name of its key', async () => {
    const { store, claims } = await worldOf(DONE)
    const { record } = await store.read(KEY)
    const { name: _, ...unnamed } = JSON.parse(record?.value ?? '')
    await store.swap(KEY, record?.version, { value: JSON.stringify(unnamed), version: 'before' })
    expect(await claims.read(NAME)).toMatchObject({ name: NAME, state: 'done' })
    expect(await claims.listAll()).toMatchObject([{ name: NAME }])
  })

  test('see nothing of another kind', async () => {
    const store = createMemoryStore()
    const of = (kind: string) => createClaims<Made>({ store, kind, parseResult: stored => stored as Made })
    await of('deals').request(NAME, createClaimsWorld().request())
    expect(await of('deal').listAll()).toEqual([])
    expect(await of('deal').read(NAME)).toBeUndefined()
  })
})

describe('a case is one case however it is written', () => {
  const spellings = [
    'receipt 1',
    'Receipt 1',
    'ｒｅｃｅｉｐｔ　１',
    'receipt  1',
    'receipt\u00a01',
    'rec\u00adeipt\u200b 1\ufe0f',
  ]
  test.each(spellings)('%j', async name => {
    const { claims, basis, request } = await worldOf(DONE)
    expect(await claims.request(name, request())).toMatchObject({ decision: 'already_done' })
    expect(await claims.read(name)).toMatchObject({ state: 'done', name: NAME })
    expect(await claims.listAll()).toMatchObject([{ name: NAME, claim: basis.claim }])
  })

  test('and is shown as it was written', async () => {
    const { claims, request } = createClaimsWorld()
    await claims.request('Ｒｅｃｅｉｐｔ 1', request())
    expect(await claims.listAll()).toMatchObject([{ name: 'Ｒｅｃｅｉｐｔ 1' }])
  })

  test('unless its owner says what distinguishes two names', async () => {
    const store = createMemoryStore()
    const parseResult = (stored: unknown) => stored as Made
    const claims = createClaims<Made>({ store, kind: 'deal', parseResult, foldName: name => name })
    await claims.request('A', createClaimsWorld().request())
    expect(await claims.read('a')).toBeUndefined()
  })
})

test('request() lets one of many send', async () => {
  const { store, request } = createClaimsWorld()
  const parseResult = (stored: unknown) => stored as Made
  const claims = createClaims<Made>({ store, kind: 'deal', parseResult }, { sleep: async () => undefined })
  const decided = await Promise.all(Array.from({ length: 5 }, () => claims.request(NAME, request())))
  expect(decided.map(({ decision }) => decision).sort()).toEqual([...Array(4).fill('in_progress'), 'send'])
})

describe('an error names the case', () => {
  const stale = (claim: SeenClaim<Made>) => ({ name: NAME, claim: { ...claim, operation: 'op-9' } })
  const freeing = { person: 'mei', reason: 'looked', settling: SETTLING, from: ['unknown'] as const }
  const rows = [
    {
      name: 'released in another state',
      outcome: UNKNOWN,
      change: ({ claims, basis }: World) => claims.release(basis, { person: 'mei' }),
      message: 'Cannot release the deal "receipt 1": it is unknown, expected review',
    },
    {
      name: 'resolved in another state',
      outcome: undefined,
      change: ({ claims, basis }: World) => claims.resolve(basis, { result: { id: 9 }, by: 'mei' }),
      message: 'Cannot resolve the deal "receipt 1": it is claimed, expected unknown',
    },
    {
      name: 'freed in another state',
      outcome: DONE,
      change: ({ claims, basis }: World) => claims.free(basis, { ...freeing, from: ['review', 'unknown'] }),
      message: 'Cannot free the deal "receipt 1": it is done, expected review or unknown',
    },
    {
      name: 'freed after another operation claimed it',
      outcome: UNKNOWN,
      change: ({ claims, basis }: World) => claims.free(stale(basis.claim), freeing),
      message: 'Cannot free the deal "receipt 1": another operation has claimed it since it was looked at',
    },
    {
      name: 'freed too early',
      outcome: UNKNOWN,
      change: ({ claims, basis }: World) => claims.free(basis, freeing),
      message: 'Cannot free the deal "receipt 1": its call may still arrive, wait 15 more minutes',
    },
    {
      name: 'freed though nobody asked for it',
      outcome: UNKNOWN,
      change: ({ claims, basis }: World) => claims.free({ ...basis, name: 'receipt 2' }, freeing),
      message: 'Cannot free the deal "receipt 2": it is not known, expected unknown',
    },
  ]
  type World = Awaited<ReturnType<typeof worldOf>>
  test.each(rows)('that is $name', async ({ outcome, change, message }) => {
    await expect(change(await worldOf(outcome))).rejects.toMatchObject({ code: 'conflict', message })
  })
})

describe('what was looked at', () => {
  test('is released, and goes out at the next request', async () => {
    const { claims, request } = createClaimsWorld()
    const { claim } = await claims.request(NAME, request({ flags: ['date'] }))
    await claims.release({ name: NAME, claim }, { person: 'mei' })
    expect(await claims.request(NAME, request({ flags: ['date'] }))).toMatchObject({
      decision: 'send',
      claim: { releasedBy: 'mei', operation: 'op-2' },
    })
  })

  test('is not released after its body was changed', async () => {
    const { claims, request } = createClaimsWorld()
    const { claim } = await claims.request(NAME, request({ flags: ['date'] }))
    await claims.request(NAME, request({ flags: ['date'], digest: 'body-2' }))
    await expect(claims.release({ name: NAME, claim }, { person: 'mei' })).rejects.toThrow(/changed since/)
  })

  test('is being removed, and gone or there once a query has shown it', async () => {
    const { claims, ...world } = await worldOf(DONE)
    const read = () => look({ claims })
    const finding = { by: 'mei', settling: SETTLING }
    expect(await claims.remove(await read(), { by: 'hana' })).toMatchObject({ state: 'removing' })
    expect(await claims.confirm(await read(), { ...finding, isThere: true })).toMatchObject({
      state: 'removing',
    })
    world.advance(SETTLING)
    expect(await claims.confirm(await read(), { ...finding, isThere: true })).toMatchObject({ state: 'done' })
    expect(await claims.confirm(await read(), { ...finding, isThere: false })).toMatchObject({
      state: 'gone',
      steps: [{}, {}, { state: 'removing', by: 'hana' }, { state: 'done', by: 'mei' }, { by: 'mei' }],
    })
  })

  test('has its orphaned effects until a person has dealt with them', async () => {
    const { claims } = await worldOf(DONE)
    const outcome = { state: 'done', result: { id: 8 } } as const
    const told = await claims.settle(NAME, { operation: 'op-0', outcome, by: 'jun' })
    expect(told).toMatchObject({ as: 'orphaned', claim: { strays: [{ operation: 'op-0' }] } })
    await claims.dropOrphaned(NAME, ['op-9'])
    expect(await claims.read(NAME)).toHaveProperty('strays')
    await claims.dropOrphaned(NAME, ['op-0'])
    expect(await claims.read(NAME)).not.toHaveProperty('strays')
    await claims.dropOrphaned('receipt 9', ['op-0'])
    expect(await claims.read('receipt 9')).toBeUndefined()
  })

  test('is freed after the settling time, and may be sent again', async () => {
    const world = await worldOf(UNKNOWN)
    const { claims, advance, request } = world
    advance(SETTLING)
    const basis = await look(world)
    const freeing = { person: 'mei', reason: 'looked', settling: SETTLING, from: ['unknown'] as const }
    expect(await claims.free(basis, freeing)).toMatchObject({ state: 'refused', reason: 'looked' })
    expect(await claims.request(NAME, request())).toMatchObject({ decision: 'send' })
  })
})

test('a store that does not answer is said to be so', async () => {
  const { claims, store, request } = createClaimsWorld()
  store.failure = OUTAGE
  await expect(claims.request(NAME, request())).rejects.toMatchObject({ code: 'store_unavailable' })
})
