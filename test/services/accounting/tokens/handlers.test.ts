/** The endpoints of the authorization, over HTTP. */
import { describe, expect, test } from 'vitest'
import { stopActs } from '../../../../lib/core/store/stopped.ts'
import { COMPANY, type Host, KEYID, startHost } from './host.ts'
import { shownCode } from './world.ts'

/** Begins an authorization, and sends the code to the host. */
async function received(host: Host) {
  const { url } = await host.json('POST', '', {})
  return host.json('POST', '/code', { code: await shownCode(url) })
}

test.each([
  { name: 'as usual', env: {} },
  { name: 'while KURA_PAUSED stops all acts', env: { KURA_PAUSED: 'on' } },
  { name: 'while acts are stopped because the store is older', env: {}, isStopped: true },
])(
  'a code is exchanged, and the pair is kept for the company that is named: $name',
  async ({ env, isStopped }) => {
    const host = await startHost(env)
    if (isStopped) await stopActs({ by: 'status', seq: 46, digest: 'd', at: '' }, host.store)
    const question = await received(host)
    expect(question).toMatchObject({ companies: [{ ...COMPANY, role: 'admin' }], replaces: null })
    expect(await host.json('GET', '')).toEqual(question)
    const { authorization, replaces } = question
    const kept = await host.json('POST', '/keep', { authorization, company: COMPANY.id, replaces })
    expect(kept).toEqual({ company: COMPANY, generation: 1, scopes: ['read', 'write', 'default_read'] })
    expect(await host.tokens().status()).toMatchObject({ state: 'current', company: COMPANY })
    expect(await host.json('GET', '')).toEqual({ state: 'none' })
  },
)

test('each step is recorded; no code, state or token is in the log, the store or the activity log', async () => {
  const host = await startHost()
  const { url } = await host.json('POST', '', {})
  const code = await shownCode(url)
  const { authorization, replaces } = await host.json('POST', '/code', { code })
  const { keys } = await host.store.keys('')
  const { records } = await host.store.readMany(keys)
  await host.json('POST', '/keep', { authorization, company: COMPANY.id, replaces })
  const entries = await host.entries()
  expect(entries.map(({ by, act, what }) => ({ by, act, ...what }))).toEqual([
    { by: KEYID, act: 'beginAuthorization' },
    { by: KEYID, act: 'receiveCode', outcome: 'received', authorization },
    { by: KEYID, act: 'keepAuthorization', authorization, company: COMPANY.id, generation: 1 },
  ])
  const secrets = [code, new URL(url).searchParams.get('state') ?? '', await host.tokens().accessToken()]
  const texts = JSON.stringify([host.lines, entries, records])
  for (const secret of secrets) expect(texts).not.toContain(secret)
})

describe('the redirect address', () => {
  const redirectOf = (url: string) => new URL(url).searchParams.get('redirect_uri')

  test('is the page of the console, by KURA_URL, or that of the settings', async () => {
    const host = await startHost({ ACCOUNTING_REDIRECT_URI: 'http://127.0.0.1/callback' })
    const toConsole = await host.json('POST', '', { returns: 'console' })
    expect([redirectOf(toConsole.url), toConsole.showsCode]).toEqual([`${host.url}/console/authorize`, false])
    expect(redirectOf((await host.json('POST', '', {})).url)).toBe('http://127.0.0.1/callback')
  })

  test('is not that of another machine over http', async () => {
    const host = await startHost()
    Object.assign(host.env, { KURA_AUTHORITIES: new URL(host.url).host, KURA_URL: 'http://kura.example' })
    const response = await host.call('POST', '', { returns: 'console' })
    expect([response.status, await response.json()]).toEqual([
      503,
      expect.objectContaining({
        code: 'settings_invalid',
        error: expect.stringMatching(
          /^Cannot authorize at "http:\/\/kura.example": over http:\/\/ others could read/,
        ),
        hint: expect.stringContaining('https://'),
      }),
    ])
  })
})

describe('refuses', () => {
  test('a key without the scope admin, at each step', async () => {
    const host = await startHost()
    for (const [method, path] of [
      ['POST', ''],
      ['GET', ''],
      ['POST', '/code'],
      ['POST', '/keep'],
    ] as const) {
      const body = method === 'GET' ? undefined : {}
      const answer = await host.json(method, path, body, { scopes: ['accounting.write', 'approve'] })
      expect(answer.code).toBe('scope_missing')
    }
  })

  test('a code or a pair of another key', async () => {
    const host = await startHost()
    const { url } = await host.json('POST', '', {})
    const other = { name: 'ken' }
    const taken = await host.json('POST', '/code', { code: await shownCode(url) }, other)
    expect(taken).toMatchObject({
      code: 'authorization_failed',
      error: expect.stringContaining('none was begun'),
    })
    const { authorization, replaces } = await received(host)
    const keeping = { authorization, replaces, company: COMPANY.id }
    expect((await host.json('POST', '/keep', keeping, other)).code).toBe('authorization_failed')
    expect((await host.tokens().status()).state).toBe('unauthorized')
  })

  test('a preview, which shares the secrets of production', async () => {
    const host = await startHost({ VERCEL_ENV: 'preview' })
    expect((await host.json('POST', '', {})).code).toBe('not_in_preview')
  })
})
