import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { routesOfAdmin } from '../../../lib/app/functions/admin.ts'
import { serveFunction } from '../../helpers/functions.ts'
import { createMemoryStore } from '../../helpers/memory-store.ts'
import { createTestPublisher, type TestPublisher } from '../../helpers/publishing/release.ts'

let publisher: TestPublisher

beforeAll(async () => {
  publisher = await createTestPublisher()
  await publisher.publish({ 'a.json': '{}' })
})
afterAll(() => publisher.remove())

const scopes = ['admin'] as const
const serve = (more = {}) =>
  serveFunction(routesOfAdmin, { env: { KURA_RELEASE_DIR: publisher.releaseDir }, ...more })
const revocation = (body: object) => ({ method: 'POST', body: JSON.stringify(body), scopes, name: 'hana' })

describe('/api/admin', () => {
  test('shows the release', async () => {
    const { call } = await serve()
    expect(await (await call('/api/admin/release', { scopes })).json()).toMatchObject({ version: 1 })
  })

  test('shows the files of the release, those first that changed since the one before', async () => {
    const own = await createTestPublisher()
    const { call } = await serve({ env: { KURA_RELEASE_DIR: own.releaseDir } })
    const shown = async (query = '') => (await call(`/api/admin/release/files${query}`, { scopes })).json()
    await own.publish({ 'a.md': '# A\n', 'b.md': '# B\n', 'c.md': '# C\n' })
    expect(await shown()).toMatchObject({ version: 1, files: [{ change: 'added' }, {}, {}] })
    await own.publish({ 'a.md': '# A\n', 'c.md': '# CC\n', 'd.md': '# D\n' })
    const first = await shown('?limit=3')
    expect(first).toEqual({
      version: 2,
      before: 1,
      files: [
        { path: 'b.md', size: 4, change: 'removed' },
        { path: 'c.md', size: 5, change: 'changed' },
        { path: 'd.md', size: 4, change: 'added' },
      ],
      next: '0 d.md',
    })
    expect(await shown('?after=0%20d.md')).toMatchObject({ files: [{ path: 'a.md', change: 'same' }] })
    await own.remove()
  })

  test('shows whether the store confirms what must happen once', async () => {
    const store = createMemoryStore()
    const { call } = await serve({ openStore: async () => store })
    const shown = async () => (await call('/api/admin/store', { scopes })).json()
    expect(await shown()).toEqual({})
    const durability = { confirmed: false, since: '2026-06-15T00:00:00.000Z' }
    await store.swap('store/durability', undefined, { value: JSON.stringify(durability), version: 'v1' })
    expect(await shown()).toEqual({ durability })
  })

  test('shows devices', async () => {
    const { call } = await serve()
    expect(await (await call('/api/admin/devices', { scopes })).json()).toEqual({ devices: [] })
  })

  test('shows devices, notices and keys in pages', async () => {
    const store = createMemoryStore()
    const { call } = await serve({ openStore: async () => store })
    const at = '2020-01-01T00:00:00.000Z'
    const state = { expected: 1, installed: 1, indexed: 1, line: 'x', sequence: 0, since: at, at }
    for (const name of ['c', 'a', 'b']) {
      const value = JSON.stringify({ ...state, name, keyid: `${name}:device:1` })
      await store.swap(`device/${name}`, undefined, { value, version: name })
    }
    const pagesOf = async (list: 'devices' | 'notices' | 'keys', member: string) => {
      const pages: string[][] = []
      for (let next: string | undefined = ''; next !== undefined; ) {
        const after: string = next && `&after=${encodeURIComponent(next)}`
        const response = await call(`/api/admin/${list}?limit=2${after}`, { scopes, name: 'hana' })
        const page = (await response.json()) as Record<string, unknown> & { next?: string }
        pages.push((page[list] as Record<string, string>[]).map(entry => entry[member] ?? ''))
        next = page.next
      }
      return pages
    }
    expect(await pagesOf('devices', 'name')).toEqual([['a', 'b'], ['c']])
    const silent = (name: string) => `distribution/device/${name}`
    expect(await pagesOf('notices', 'key')).toEqual([
      ['distribution/release', 'distribution/root'],
      [silent('a'), silent('b')],
      [silent('c')],
    ])
    const revoke = { keyid: 'c:device:1' }
    expect((await call('/api/admin/revocations', revocation(revoke))).status).toBe(200)
    // the keys of operators and the revoked keys come first
    expect(await pagesOf('keys', 'keyid')).toEqual([
      ['c:device:1', 'hana:admin:1', 'a:device:1', 'b:device:1'],
      [],
    ])
    for (const limit of ['0', '501', '-1', 'x'])
      expect((await call(`/api/admin/devices?limit=${limit}`, { scopes })).status).toBe(400)
  })

  test('a revoked key is listed and refused from the next minute on', async () => {
    let now = Date.now()
    const { call } = await serve({ now: () => now })
    const revoked = await call('/api/admin/revocations', revocation({ keyid: 'lost:admin:1' }))
    expect(await revoked.json()).toMatchObject({ keyid: 'lost:admin:1', state: 'revoked', by: 'hana' })
    const { keys } = (await (await call('/api/admin/keys', { scopes, name: 'hana' })).json()) as {
      keys: { keyid: string }[]
    }
    expect(keys).toEqual([
      expect.objectContaining({ keyid: 'hana:admin:1', seen: expect.any(String) }),
      expect.objectContaining({
        keyid: 'lost:admin:1',
        revoked: expect.stringMatching(/^by hana on \d{4}-\d\d-\d\dT[\d:.]+Z$/),
      }),
    ])
    now += 61_000
    expect((await call('/api/admin/release', { scopes, name: 'lost' })).status).toBe(401)
  })

  test('a revocation is taken back', async () => {
    const { call } = await serve()
    await call('/api/admin/revocations', revocation({ keyid: 'lost:admin:1' }))
    const restored = await call(
      '/api/admin/revocations',
      revocation({ keyid: 'lost:admin:1', state: 'restored' }),
    )
    expect(await restored.json()).toMatchObject({ state: 'restored' })
  })

  const refused = [
    { name: 'its own key', body: { keyid: 'hana:admin:1' }, status: 400 },
    { name: 'what is no keyid', body: { keyid: 'lost' }, status: 400 },
    { name: 'an unknown field', body: { keyid: 'lost:admin:1', why: 'x' }, status: 400 },
  ]
  test.each(refused)('does not revoke $name', async ({ body, status }) => {
    const { call } = await serve()
    expect((await call('/api/admin/revocations', revocation(body))).status).toBe(status)
  })

  test('a preview revokes nothing', async () => {
    const { call } = await serve({ env: { VERCEL: '1' } })
    const response = await call('/api/admin/revocations', revocation({ keyid: 'lost:admin:1' }))
    expect(await response.json()).toMatchObject({ code: 'not_in_preview' })
  })

  test('a device key is refused', async () => {
    const { call } = await serve()
    expect((await call('/api/admin/devices')).status).toBe(403)
  })
})
