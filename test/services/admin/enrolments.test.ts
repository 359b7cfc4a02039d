import { describe, expect, test, vi } from 'vitest'
import { type Enrolment, exchangeToken, issueToken } from '../../../lib/services/admin/enrolments.ts'
import { startEnrollingHost } from '../../helpers/device/enrolled-folder.ts'

const NOW = Date.UTC(2026, 5, 15)
const DAY = 86_400_000
const ISSUED: Enrolment = { id: 'one', expires: new Date(NOW + 7 * DAY).toISOString() }

test('issueToken() replaces the token before, and lasts seven days', () => {
  expect(issueToken('two')({ ...ISSUED, claim: 'c' }, NOW)).toEqual({
    write: { id: 'two', expires: ISSUED.expires },
    ttl: 7 * DAY,
    result: { id: 'two', expires: ISSUED.expires },
  })
})

describe('exchangeToken()', () => {
  const given = { id: 'one', claim: 'c' }
  test('binds the token to the first claim, for the rest of its life', () => {
    expect(exchangeToken(given)(ISSUED, NOW + DAY)).toEqual({
      write: { ...ISSUED, claim: 'c' },
      ttl: 6 * DAY,
      result: 'given',
    })
  })

  test.each([
    { name: 'the same claim again', current: { ...ISSUED, claim: 'c' }, later: DAY, result: 'given' },
    { name: 'another claim', current: { ...ISSUED, claim: 'd' }, later: DAY, result: 'taken' },
    { name: 'a token that was replaced', current: { ...ISSUED, id: 'two' }, later: 0, result: 'over' },
    { name: 'a token that ended', current: ISSUED, later: 7 * DAY, result: 'over' },
    {
      name: 'the same claim after the end',
      current: { ...ISSUED, claim: 'c' },
      later: 8 * DAY,
      result: 'over',
    },
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
      device: 'pc-1:device:1',
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

  test.each(['PC', '', 'a b', 'a:b', 'x'.repeat(101)])('refuses the name "%s"', async name => {
    const { admin } = await startEnrollingHost()
    expect((await admin('enrolments', { name })).status).toBe(400)
  })

  test('a name whose key is revoked gets no token, and a token of before gets no key', async () => {
    const { admin, folder, run } = await startEnrollingHost()
    const dir = await folder('lost')
    expect((await admin('revocations', { keyid: 'lost:device:1' })).status).toBe(200)
    expect(await (await admin('enrolments', { name: 'lost' })).json()).toMatchObject({ code: 'key_revoked' })
    await expect(run(dir)).rejects.toMatchObject({ code: 'key_revoked' })
  })
})
