import { describe, expect, onTestFinished, test } from 'vitest'
import { routesOfAdmin } from '../../lib/app/functions/admin.ts'
import { AppError } from '../../lib/core/errors.ts'
import { createActivityLog } from '../../lib/services/activity/log.ts'
import { serveFunction, type TestCall } from '../helpers/functions.ts'
import { createMemoryStore } from '../helpers/memory-store.ts'

const scopes = ['admin', 'approve'] as const
const post = (body: object): TestCall => ({
  method: 'POST',
  body: JSON.stringify(body),
  scopes,
  name: 'hana',
})
const REVOKE = '/api/admin/revocations'

async function serve() {
  const store = createMemoryStore()
  const served = await serveFunction(routesOfAdmin, { openStore: async () => store })
  const log = createActivityLog({ store: () => store, now: Date.now })
  const entries = async () => (await log.page({ limit: 500 })).entries
  return { ...served, store, entries }
}

describe('what the activity log has of a call', () => {
  test('who, what it was about, and the request', async () => {
    const { call, entries } = await serve()
    const response = await call(REVOKE, post({ keyid: 'lost:admin:1' }))
    expect(await entries()).toMatchObject([
      {
        seq: 1,
        by: 'hana:admin+approve:1',
        act: 'changeRevocation',
        endpoint: 'POST /api/admin/revocations',
        what: { keyid: 'lost:admin:1' },
        status: 200,
        request: response.headers.get('x-request-id'),
        prev: '',
      },
    ])
  })

  test('it is there before the caller has an answer, because a host may kill the process after it', async () => {
    const context = Symbol.for('@vercel/request-context')
    Object.assign(globalThis, { [context]: { get: () => ({ waitUntil: () => undefined }) } })
    onTestFinished(() => void Reflect.deleteProperty(globalThis, context))
    const { call, store, entries } = await serve()
    const { swap } = store
    const [reached, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    store.swap = async (key, ...rest) => {
      if (!key.startsWith('activity/')) return swap(key, ...rest)
      reached.resolve()
      await released.promise
      return swap(key, ...rest)
    }
    let answered = 0
    const calling = call(REVOKE, post({ keyid: 'lost:admin:1' })).then(() => answered++)
    await reached.promise
    // an answer that did not wait for its entry would arrive before the answer to this read
    await call('/api/admin/keys', { scopes })
    expect(answered).toBe(0)
    released.resolve()
    await calling
    expect(await entries()).toHaveLength(1)
  })

  test('the person in whose name the key acts, and how it failed', async () => {
    const { call, entries } = await serve()
    await call('/api/admin/notices/done', post({ key: 'k', step: 'secret text', person: 'Hana Mori' }))
    const [entry] = await entries()
    expect(entry).toMatchObject({ person: 'Hana Mori', what: { key: 'k' }, status: 404, code: 'not_found' })
    expect(JSON.stringify(entry)).not.toContain('secret text')
  })

  test('no read, and nothing that was refused before its nonce was spent', async () => {
    const { call, entries } = await serve()
    await call('/api/admin/keys', { scopes })
    await call(REVOKE, { ...post({ keyid: 'lost:admin:1' }), scopes: ['device'] })
    expect(await entries()).toEqual([])
  })

  test('an entry that cannot be stored is in the log of the host, and the call succeeds', async () => {
    const { call, store, lines } = await serve()
    const { swap } = store
    store.swap = (key, ...rest) => {
      if (!key.startsWith('activity/')) return swap(key, ...rest)
      throw new AppError('bad_request', 'Cannot store it')
    }
    expect((await call(REVOKE, post({ keyid: 'lost:admin:1' }))).status).toBe(200)
    expect(lines.find(({ event }) => event === 'activity_unstored')).toMatchObject({
      act: 'changeRevocation',
      what: { keyid: 'lost:admin:1' },
      reason: 'Cannot store it',
    })
  })

  test('an operator reads it in pages', async () => {
    const { call } = await serve()
    for (const name of ['a', 'b', 'c']) await call(REVOKE, post({ keyid: `${name}:admin:1` }))
    const read = async (query: string) => {
      const response = await call(`/api/admin/activity?${query}`, { scopes })
      return (await response.json()) as {
        entries: { seq: number; digest: string; prev: string }[]
        next?: string
      }
    }
    const first = await read('limit=2')
    const second = await read(`limit=2&after=${first.next}`)
    expect([first, second].map(({ entries }) => entries.map(({ seq }) => seq))).toEqual([[1, 2], [3]])
    expect(second.entries[0]?.prev).toBe(first.entries[1]?.digest)
    expect((await read('since=2100-01-01T00:00:00Z')).entries).toEqual([])
  })
})
