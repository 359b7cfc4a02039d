import { createHash, randomBytes } from 'node:crypto'
import { beforeEach, describe, expect, test } from 'vitest'
import { OUT_OF_BAND } from '../../../sandbox/accounting/seed.ts'
import { type RunningSandbox, startAccountingSandbox } from '../../helpers/remotes/accounting-sandbox.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR

let running: RunningSandbox
beforeEach(async () => {
  running = await startAccountingSandbox()
})

const refresh = (refresh_token: string) => running.token({ grant_type: 'refresh_token', refresh_token })
const companies = (token: string) => running.call('GET', '/api/1/companies', { token })

describe('a refresh', () => {
  test('gives a new pair and kills the old refresh token and its access token at once', async () => {
    const first = running.sandbox.oauth.grant()
    const second = await refresh(first.refresh_token)
    expect(second.status).toBe(200)
    expect(second.body).toMatchObject({ token_type: 'bearer', expires_in: 21_600, company_id: 1_234_567 })
    expect((await companies(first.access_token)).body.code).toBe('expired_access_token')
    expect((await companies(second.body.access_token)).status).toBe(200)
    const again = await refresh(first.refresh_token)
    expect({ status: again.status, error: again.body.error }).toEqual({ status: 401, error: 'invalid_grant' })
    expect((await refresh(second.body.refresh_token)).status).toBe(200)
    expect(running.sandbox.oauth.counts).toEqual({ rotations: 2, exchanges: 0, invalidGrants: 1 })
  })

  test('serves one of many that come at the same time', async () => {
    const { refresh_token } = running.sandbox.oauth.grant()
    const answers = await Promise.all(Array.from({ length: 20 }, () => refresh(refresh_token)))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(running.sandbox.oauth.counts).toEqual({ rotations: 1, exchanges: 0, invalidGrants: 19 })
  })

  const refused = [
    { name: 'an unknown token', form: { refresh_token: 'x' }, status: 401, error: 'invalid_grant' },
    { name: 'a wrong secret', form: { client_secret: 'x' }, status: 401, error: 'invalid_client' },
    { name: 'a wrong client', form: { client_id: 'x' }, status: 401, error: 'invalid_client' },
    { name: 'another grant', form: { grant_type: 'password' }, status: 400, error: 'unsupported_grant_type' },
    {
      name: 'a name of every object',
      form: { grant_type: 'toString' },
      status: 400,
      error: 'unsupported_grant_type',
    },
  ]
  test.each(refused)('with $name is refused with $error', async ({ form, status, error }) => {
    const { refresh_token } = running.sandbox.oauth.grant()
    const answer = await running.token({ grant_type: 'refresh_token', refresh_token, ...form })
    expect({ status: answer.status, error: answer.body.error }).toEqual({ status, error })
  })

  test('is refused after 90 days and not a moment before', async () => {
    const [early, late] = [running.sandbox.oauth.grant(), running.sandbox.oauth.grant()]
    running.clock.now += 90 * DAY - 1
    expect((await refresh(early.refresh_token)).status).toBe(200)
    running.clock.now += 1
    expect((await refresh(late.refresh_token)).status).toBe(401)
  })

  test('is refused if the body is not a form', async () => {
    const answer = await fetch(`${running.url}/public_api/token`, { method: 'POST', body: '{}' })
    expect(answer.status).toBe(400)
  })
})

test('an access token lives for expires_in seconds', async () => {
  running.sandbox.state.expiresIn = 60
  const { access_token, expires_in } = running.sandbox.oauth.grant()
  expect(expires_in).toBe(60)
  running.clock.now += 60_000 - 1
  expect((await companies(access_token)).status).toBe(200)
  running.clock.now += 1
  expect((await companies(access_token)).status).toBe(401)
})

test('a withdrawn application has no living token', async () => {
  const { access_token, refresh_token } = running.sandbox.oauth.grant()
  running.sandbox.oauth.revoke()
  expect((await companies(access_token)).status).toBe(401)
  expect((await refresh(refresh_token)).body.error).toBe('invalid_grant')
})

describe('the authorization page', () => {
  const verifier = randomBytes(32).toString('base64url')
  const challenge = createHash('sha256').update(verifier).digest('base64url')
  const authorize = (changes: Record<string, string> = {}) => {
    const query = {
      response_type: 'code',
      client_id: 'sandbox-client',
      redirect_uri: OUT_OF_BAND,
      state: 'the-state',
      prompt: 'select_company',
      code_challenge: challenge,
      code_challenge_method: 'S256',
      ...changes,
    }
    const address = `${running.url}/public_api/authorize?${new URLSearchParams(query)}`
    return fetch(address, { redirect: 'manual' })
  }
  const codeFrom = async (page: Response) => /<code>([^<]+)<\/code>/.exec(await page.text())?.[1] ?? ''
  const exchange = (code: string, changes: Record<string, string> = {}) =>
    running.token({
      grant_type: 'authorization_code',
      code,
      redirect_uri: OUT_OF_BAND,
      code_verifier: verifier,
      ...changes,
    })

  test('shows a code out of band, which is exchanged once', async () => {
    const code = await codeFrom(await authorize())
    const tokens = await exchange(code)
    expect(tokens.status).toBe(200)
    expect((await companies(tokens.body.access_token)).status).toBe(200)
    expect((await exchange(code)).body.error).toBe('invalid_grant')
  })

  test('sends the browser back with code and state', async () => {
    const answer = await authorize({ redirect_uri: 'http://127.0.0.1/callback' })
    const target = new URL(answer.headers.get('location') ?? '')
    expect(answer.status).toBe(302)
    expect(target.searchParams.get('state')).toBe('the-state')
    const code = target.searchParams.get('code') ?? ''
    expect((await exchange(code, { redirect_uri: 'http://127.0.0.1/callback' })).status).toBe(200)
  })

  const refusedPages = [
    { name: 'an unknown client', changes: { client_id: 'x' } },
    { name: 'a redirect URI that is not registered', changes: { redirect_uri: 'https://attacker.invalid/' } },
    { name: 'another response type', changes: { response_type: 'token' } },
    { name: 'a plain challenge', changes: { code_challenge_method: 'plain' } },
  ]
  test.each(refusedPages)('refuses $name without a redirect', async ({ changes }) => {
    const answer = await authorize(changes)
    expect(answer.status).toBe(400)
    expect(await answer.text()).not.toContain('<code>')
  })

  const refusedExchanges = [
    { name: 'another verifier', changes: { code_verifier: 'x' } },
    { name: 'another redirect URI', changes: { redirect_uri: 'http://127.0.0.1/callback' } },
  ]
  test.each(refusedExchanges)('gives a code that $name does not redeem', async ({ changes }) => {
    const code = await codeFrom(await authorize())
    expect((await exchange(code, changes)).body.error).toBe('invalid_grant')
    expect((await exchange(code)).body.error, 'a failed attempt spends the code').toBe('invalid_grant')
  })

  test('gives a code that lives ten minutes', async () => {
    const code = await codeFrom(await authorize())
    running.clock.now += 10 * 60_000
    expect((await exchange(code)).body.error).toBe('invalid_grant')
  })
})

test('what the application may do later needs a new authorization: a refresh does not gain it', async () => {
  const taxes = (token: string) => running.call('GET', '/api/1/taxes/companies/1234567', { token })
  const before = running.sandbox.oauth.grant()
  running.sandbox.state.application.permissions.add('taxes')
  const refreshed = await refresh(before.refresh_token)
  expect((await taxes(refreshed.body.access_token)).status).toBe(403)
  expect((await taxes(running.sandbox.oauth.grant().access_token)).status).toBe(200)
})
