import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test, vi } from 'vitest'
import { exchangeToken, issueToken } from '../../../lib/services/admin/enrolments.ts'
import type { Enrolment } from '../../../lib/services/admin/stored-records.ts'
import { startEnrollingHost } from '../../helpers/device/enrolled-folder.ts'

type EnrollingHost = Awaited<ReturnType<typeof startEnrollingHost>>
type KeyRow = { readonly keyid: string; readonly revoked?: string }

const NOW = Date.UTC(2026, 5, 15)
const DAY = 86_400_000
const ISSUED: Enrolment = { id: 'one', expires: new Date(NOW + 7 * DAY).toISOString() }
const at = (time: number) => new Date(time).toISOString()
const USED: Enrolment = { ...ISSUED, used: { claim: 'c', keyid: 'k', at: at(NOW) } }

describe('issueToken()', () => {
  test.each([
    { name: 'no token', current: undefined },
    { name: 'a token that was not used', current: ISSUED },
    { name: 'a used one whose key is revoked', current: USED, revoked: 'k' },
  ])('replaces $name, and lasts seven days', ({ current, revoked }) => {
    const next = { id: 'two', expires: at(NOW + 8 * DAY) }
    expect(issueToken('two', { revoked })(current, NOW + DAY)).toEqual({
      write: next,
      ttl: 7 * DAY,
      result: next,
    })
  })

  test.each([undefined, 'another'])('keeps a used token if the revoked key is %s', revoked => {
    expect(issueToken('two', { revoked })(USED, NOW + 30 * DAY)).toEqual({ keep: true, result: USED })
  })
})

describe('exchangeToken()', () => {
  const given = { id: 'one', claim: 'c', keyid: 'k' }
  test('binds the token to the first claim, and remembers its key without an end', () => {
    expect(exchangeToken(given)(ISSUED, NOW)).toEqual({ write: USED, result: 'given' })
  })

  test('another claim leaves the record open, once', () => {
    const other = exchangeToken({ ...given, claim: 'd' })
    const write = { ...USED, again: at(NOW + 9 * DAY) }
    expect(other(USED, NOW + 9 * DAY)).toEqual({ write, open: true, result: 'taken' })
    expect(other(write, NOW + 10 * DAY)).toEqual({ keep: true, result: 'taken' })
  })

  test.each([USED, { ...USED, again: at(NOW) }])(
    'the same claim again gets the key, and the record is written again, so that this answer waits for a replica too',
    current => {
      const open = 'again' in current
      expect(exchangeToken(given)(current, NOW + DAY)).toEqual({ write: current, open, result: 'given' })
    },
  )

  test.each([
    { name: 'a token that was replaced', current: { ...ISSUED, id: 'two' }, later: 0, result: 'over' },
    { name: 'a token that ended', current: ISSUED, later: 7 * DAY, result: 'over' },
    { name: 'the same claim after the end', current: USED, later: 8 * DAY, result: 'over' },
    { name: 'no token', current: undefined, later: 0, result: 'over' },
  ])('$name: $result, and nothing is written', ({ current, later, result }) => {
    expect(exchangeToken(given)(current, NOW + later)).toEqual({ keep: true, result })
  })
})

describe('/api/admin/enrolments', () => {
  const CLAIM = 'c'.repeat(43)
  const key = { method: 'POST', body: JSON.stringify({ claim: CLAIM }) }

  test('gives a token that names its device, and no key of it', async () => {
    const { admin, host } = await startEnrollingHost()
    const reply = (await (await admin('enrolments', { name: 'pc-1' })).json()) as Record<string, string>
    expect(reply).toEqual({
      keyid: expect.stringMatching(/^pc-1--[0-9a-f]{16}:enrol:1$/),
      secret: expect.any(String),
      expires: expect.any(String),
      device: expect.stringMatching(/^pc-1--[0-9a-f]{16}:device:1$/),
    })
    const stored = (await host.store.read('enrolment/pc-1')).record?.value
    expect(stored).not.toContain(reply['secret'])
  })

  test.each([
    { name: 'the scope admin', scopes: ['admin'] as const, status: 403 },
    { name: 'the scope device', scopes: ['device'] as const, status: 403 },
    { name: 'a token of a name that was never enrolled', scopes: ['enrol'] as const, status: 404 },
  ])('refuses the exchange to a key with $name', async ({ scopes, status }) => {
    const { host } = await startEnrollingHost()
    const name = 'pc-1--0123456789abcdef'
    expect((await host.call('/api/admin/enrolments/key', { ...key, scopes, name })).status).toBe(status)
  })

  test('a token can do nothing else, and is not among the keys that have called', async () => {
    const { host, folder, run } = await startEnrollingHost()
    await run(await folder('pc-1'))
    const name = 'pc-1--0123456789abcdef'
    for (const path of ['/api/admin/devices', '/api/admin/release', '/api/distribution'])
      expect((await host.call(path, { scopes: ['enrol'], name })).status).toBe(403)
    const { keys } = (await (await host.call('/api/admin/keys', { scopes: ['admin'] })).json()) as {
      keys: { keyid: string }[]
    }
    expect(keys.map(({ keyid }) => keyid).filter(keyid => keyid.includes(':enrol:'))).toEqual([])
  })

  test('a record that cannot be read ends its token, and the next one replaces it', async () => {
    const { host, folder, run } = await startEnrollingHost()
    const dir = await folder()
    const { record } = await host.store.read('enrolment/demo')
    await host.store.swap('enrolment/demo', record?.version, { value: '{"id": 1}', version: 'damaged' })
    await expect(run(dir)).rejects.toMatchObject({ code: 'not_found' })
    expect(await run(await folder())).toMatchObject({ installed: 1 })
  })

  test('the claim is bound so that a failover of the store cannot undo it', async () => {
    const { host, folder, run } = await startEnrollingHost()
    const dir = await folder()
    const swap = vi.spyOn(host.store, 'swap')
    await run(dir)
    const bound = swap.mock.calls.filter(([key]) => key === 'enrolment/demo')
    expect(bound).toEqual([
      ['enrolment/demo', expect.any(String), expect.objectContaining({ durable: true })],
    ])
  })

  test.each(['PC', '', 'a b', 'a:b', 'x'.repeat(83), 'pc--0123456789abcdef'])(
    'refuses the name "%s"',
    async name => {
      const { admin } = await startEnrollingHost()
      expect((await admin('enrolments', { name })).status).toBe(400)
    },
  )

  const keysOf = async (host: EnrollingHost['host']) =>
    ((await (await host.call('/api/admin/keys', { scopes: ['admin'] })).json()) as { keys: KeyRow[] }).keys

  test('a device whose key is revoked gets another key, and a token of before gets none', async () => {
    const { admin, folder, run } = await startEnrollingHost()
    const dir = await folder('lost')
    const { keyid } = (await (await admin('revocations', { keyid: 'lost' })).json()) as KeyRow
    expect(keyid).toMatch(/^lost--[0-9a-f]{16}:device:1$/)
    await expect(run(dir)).rejects.toMatchObject({ code: 'key_revoked' })
    expect(await run(await folder('lost'))).toMatchObject({ installed: 1 })
  })

  test('a token that was used is replaced only with force, which revokes the key that it gave', async () => {
    const { admin, folder, run, host, pass } = await startEnrollingHost()
    const stolen = await folder()
    await run(stolen)
    const thief = JSON.parse(await readFile(join(stolen, 'credentials.json'), 'utf8')) as KeyRow
    pass(400 * DAY)
    const refused = await (await admin('enrolments', { name: 'demo' })).json()
    expect(refused).toMatchObject({
      code: 'conflict',
      error: expect.stringContaining(`gave "${thief.keyid}"`),
    })
    const forced = (await (await admin('enrolments', { name: 'demo', force: true })).json()) as {
      device: string
      replaced: KeyRow
    }
    expect(forced.replaced).toEqual({
      keyid: thief.keyid,
      at: expect.any(String),
      revoked: expect.any(String),
    })
    expect(forced.device).not.toBe(thief.keyid)
    expect((await keysOf(host)).find(({ keyid }) => keyid === thief.keyid)?.revoked).toMatch(/^by /)
    pass(61_000)
    await expect(run(stolen)).rejects.toMatchObject({ code: 'key_revoked' })
  })

  test('a second folder with a used token raises a notice at once, until the key is revoked', async () => {
    const { admin, folder, copyOf, run, host } = await startEnrollingHost()
    const dir = await folder()
    const copy = await copyOf(dir)
    await run(dir)
    const raised = async () => {
      const reply = await host.call('/api/admin/notices', { scopes: ['admin'] })
      const { notices } = (await reply.json()) as { notices: { kind: string; over?: true }[] }
      return notices.filter(({ over }) => over === undefined).map(({ kind }) => kind)
    }
    expect(await raised()).not.toContain('token_used_twice')
    await expect(run(copy)).rejects.toMatchObject({ code: 'conflict' })
    expect((await host.store.read('notices')).record?.value).toContain('token_used_twice')
    expect(await raised()).toContain('token_used_twice')
    await admin('revocations', { keyid: 'demo' })
    expect(await raised()).not.toContain('token_used_twice')
  })
})
