import { describe, expect, test } from 'vitest'
import type { Alert } from '../../../../../lib/services/accounting/tokens/deps.ts'
import {
  CREDENTIAL_KEY,
  type Issued,
  UNSTORED_KEY,
  unstoredFormat,
} from '../../../../../lib/services/accounting/tokens/schema.ts'
import {
  type AnswerJournal,
  createLogJournal,
} from '../../../../../lib/services/accounting/tokens/storing/journal.ts'
import { createSecondRecord } from '../../../../../lib/services/accounting/tokens/storing/second-record.ts'
import type { TokensOptions } from '../../../../../lib/services/accounting/tokens/tokens.ts'
import { OUTAGE } from '../../../../helpers/memory-store.ts'
import { createWorld, DAY, LIFETIME, type World } from '../world.ts'

const LEASE = 65_000
const EXPIRED = ['expired_access_token']

/** The journal of a host: a log, from which no instance can read. */
const LOG: AnswerJournal = createLogJournal(() => undefined)

/**
 * Refreshes by an instance; the store refuses each write of the new pair to the credential's own record, until write
 * `healed`.
 */
async function refreshRefused(world: World, { healed = Number.POSITIVE_INFINITY, ...options }: Refused = {}) {
  const { store } = world
  let answered = false
  let refused = 0
  const refusing = {
    ...store,
    async swap(...[key, expected, next]: Parameters<typeof store.swap>) {
      if (!answered || key !== CREDENTIAL_KEY) return store.swap(key, expected, next)
      refused += 1
      if (refused > healed) return store.swap(key, expected, next)
      throw OUTAGE.error
    },
  }
  const tokenEndpoint: typeof fetch = async (...request) => {
    const response = await fetch(...request)
    answered = true
    return response
  }
  world.advance(LIFETIME)
  const tokens = world.tokens({ store: refusing, fetch: tokenEndpoint, journal: LOG, ...options })
  return tokens.accessToken().catch((error: unknown) => error)
}

type Refused = Partial<TokensOptions> & { readonly healed?: number }

async function secondRecord({ store }: World): Promise<Issued[] | undefined> {
  const { record } = await store.read(UNSTORED_KEY)
  return record && unstoredFormat.parse(record.value)
}

const deps = ({ store, time }: World) => ({
  store,
  clock: () => time.now,
  sleep: async () => undefined,
  random: () => 0,
})

describe('an answer that its own record does not take', () => {
  test('is in the second record, and the next instance stores it instead of spending the token', async () => {
    const world = await createWorld()
    expect(await refreshRefused(world)).toMatchObject({ code: 'store_unavailable' })
    expect(await secondRecord(world)).toMatchObject([{ generation: 2, by: 'test' }])
    world.advance(LEASE)
    expect(await world.call(await world.tokens({ journal: LOG }).accessToken())).toBe(200)
    expect(world.counts).toMatchObject({ rotations: 1, invalidGrants: 0 })
    expect(await world.tokens().status()).toMatchObject({ state: 'current', generation: 2 })
    expect(await secondRecord(world)).toBeUndefined()
  })

  test('leaves the second record as soon as it is stored after all', async () => {
    const world = await createWorld()
    const token = await refreshRefused(world, { healed: 60 })
    expect(await world.call(String(token))).toBe(200)
    expect(await secondRecord(world)).toBeUndefined()
  })

  test('is put back by a person without any line', async () => {
    const world = await createWorld()
    await refreshRefused(world)
    const report = await world.tokens({ journal: LOG }).recover()
    expect(report.answers).toMatchObject([{ generation: 2, outcome: 'stored' }])
    expect(await secondRecord(world)).toBeUndefined()
  })

  test('undoes by itself a reauthorize that another instance came to before it was put aside', async () => {
    const world = await createWorld()
    const put: Issued[] = []
    const journal = { ...LOG, received: async (answer: Issued) => void put.push(answer) }
    await refreshRefused(world, { journal })
    const { store } = world
    const { record } = await store.read(UNSTORED_KEY)
    await store.remove(UNSTORED_KEY, record?.version ?? '')
    world.advance(LEASE)
    const tokens = world.tokens({ journal: LOG })
    await expect(tokens.accessToken()).rejects.toMatchObject({ code: 'reauthorize' })
    await createSecondRecord(deps(world)).unstored(put[0] as Issued)
    const preview = world.tokens({ journal: LOG, deployment: 'preview' })
    await expect(preview.accessToken()).rejects.toMatchObject({ code: 'reauthorize' })
    expect(await world.call(await tokens.accessToken())).toBe(200)
    expect(world.counts).toMatchObject({ rotations: 1, invalidGrants: 1 })
  })

  test('is found after a 401 that says "expired" before its time', async () => {
    const world = await createWorld()
    const tokens = world.tokens({ journal: LOG })
    const token = await tokens.accessToken()
    await refreshRefusedAt(world, token)
    world.advance(LEASE)
    const next = await tokens.accessToken({ rejected: { token, codes: EXPIRED } })
    expect(await world.call(next)).toBe(200)
    expect(world.counts).toMatchObject({ rotations: 1, invalidGrants: 0 })
  })

  test('of another generation, or one that does not open, is passed over', async () => {
    const world = await createWorld()
    const { operation } = await world.credential()
    const second = createSecondRecord(deps(world))
    const { lifecycle: _, accessRejected: __, updatedAt: ___, ...issued } = await world.credential()
    await second.unstored({ ...issued, operation: 'too far', generation: 7, follows: operation })
    await second.unstored({ ...issued, operation: 'moved', generation: 2, follows: operation })
    world.advance(LIFETIME)
    expect(await world.call(await world.tokens().accessToken())).toBe(200)
    expect(world.counts).toMatchObject({ rotations: 1, invalidGrants: 0 })
    const reasons = world.notes.filter(({ event }) => event === 'token_journal_failed')
    expect(reasons).toHaveLength(1)
    expect((await secondRecord(world))?.map(({ operation }) => operation)).toEqual(['moved', 'too far'])
  })
})

/** Another instance refreshes before the token has expired, and cannot store the new pair. */
async function refreshRefusedAt(world: World, token: string): Promise<void> {
  const { store } = world
  let answered = false
  const tokens = world.tokens({
    journal: LOG,
    store: {
      ...store,
      swap: (...given: Parameters<typeof store.swap>) =>
        answered && given[0] === CREDENTIAL_KEY ? Promise.reject(OUTAGE.error) : store.swap(...given),
    },
    fetch: async (...request) => {
      const response = await fetch(...request)
      answered = true
      return response
    },
  })
  expect(await tokens.accessToken()).toBe(token)
  await expect(tokens.accessToken({ rejected: { token, codes: EXPIRED } })).rejects.toMatchObject({
    code: 'store_unavailable',
  })
}

describe('the second record', () => {
  test('costs a refresh one read, and no write', async () => {
    const world = await createWorld()
    world.advance(LIFETIME)
    const keys: string[] = []
    const { store } = world
    const watched = {
      ...store,
      read: (key: string) => {
        keys.push(`read ${key}`)
        return store.read(key)
      },
      swap: (...given: Parameters<typeof store.swap>) => {
        keys.push(`swap ${given[0]}`)
        return store.swap(...given)
      },
    }
    await world.tokens({ store: watched }).accessToken()
    expect(keys.filter(key => key.endsWith(UNSTORED_KEY))).toEqual([`read ${UNSTORED_KEY}`])
  })

  test('lives as long as a refresh token', async () => {
    const world = await createWorld()
    await refreshRefused(world)
    world.advance(90 * DAY - 60_000)
    expect(await secondRecord(world)).toHaveLength(1)
    world.advance(60_000)
    expect(await secondRecord(world)).toBeUndefined()
  })

  test('that cannot be read keeps the token from being spent', async () => {
    const world = await createWorld()
    world.advance(LIFETIME)
    const { store } = world
    const hidden = {
      ...store,
      read: (key: string) => (key === UNSTORED_KEY ? Promise.reject(OUTAGE.error) : store.read(key)),
    }
    await expect(world.tokens({ store: hidden }).accessToken()).rejects.toMatchObject({
      code: 'store_unavailable',
    })
    expect(world.counts.rotations).toBe(0)
    expect(await world.call(await world.tokens().accessToken())).toBe(200)
  })

  test('that holds something else does not', async () => {
    const world = await createWorld()
    world.advance(LIFETIME)
    await world.store.swap(UNSTORED_KEY, undefined, { value: '{}', version: 'other' })
    expect(await world.call(await world.tokens().accessToken())).toBe(200)
    expect(world.notes.map(({ event }) => event)).toContain('token_journal_failed')
  })
})

describe('people', () => {
  /** An instance whose writes the store refuses, and the alerts to people. */
  async function refused(options: Refused = {}) {
    const world = await createWorld()
    const alerts: Alert[] = []
    const alert = async (told: Alert) => void alerts.push(told)
    const got = await refreshRefused(world, { alert, ...options })
    return { world, alerts, got }
  }

  test('hear at once that an answer is not stored, and what to do', async () => {
    const { alerts } = await refused()
    expect(alerts).toEqual([
      {
        name: expect.stringMatching(/^tokens\/accounting\/unstored\//),
        kind: 'token_unstored',
        facts: { generation: 2, by: 'test' },
      },
    ])
  })

  test('hear that it is over if it is stored in the same request', async () => {
    const { alerts, got, world } = await refused({ healed: 60 })
    expect(alerts.map(({ kind }) => kind)).toEqual(['token_unstored', 'token_stored'])
    const [operation] = alerts.map(({ name }) => name.split('/').at(-1))
    expect(alerts[1]).toMatchObject({
      name: `tokens/accounting/stored/${operation}`,
      facts: { generation: 2, by: 'test' },
    })
    expect(alerts.some(alert => JSON.stringify(alert).includes(String(got)))).toBe(false)
    expect(world.notes.map(({ event }) => event)).not.toContain('alert_failed')
  })

  test('hear nothing of a refresh that is stored at once', async () => {
    const { alerts } = await refused({ healed: 0 })
    expect(alerts).toEqual([])
  })

  test('who cannot be told do not keep the answer from the store', async () => {
    const { got, world } = await refused({
      healed: 60,
      alert: () => Promise.reject(new Error('the chat is down')),
    })
    expect(await world.call(String(got))).toBe(200)
    expect(world.notes).toContainEqual({
      event: 'alert_failed',
      facts: expect.objectContaining({ reason: 'the chat is down' }),
    })
  })

  test('are told while the store is tried on, not after it', async () => {
    const world = await createWorld()
    const told = Promise.withResolvers<void>()
    const { store } = world
    let answered = false
    const tokens = world.tokens({
      journal: LOG,
      alert: async () => told.resolve(),
      store: {
        ...store,
        async swap(...given) {
          if (answered && world.time.now > began + 2_000) await told.promise
          else if (answered) throw OUTAGE.error
          return store.swap(...given)
        },
      },
      fetch: async (...request) => {
        const response = await fetch(...request)
        answered = true
        return response
      },
    })
    world.advance(LIFETIME)
    const began = world.time.now
    expect(await world.call(await tokens.accessToken())).toBe(200)
  })
})
