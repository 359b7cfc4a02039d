import { describe, expect, onTestFinished, test } from 'vitest'
import type { RemoteCall } from '../../../../../lib/core/http/trace.ts'
import { phrase } from '../../../../../lib/core/language/catalogue.ts'
import { english } from '../../../../../lib/core/language/text.ts'
import {
  processTokenReply,
  requestGrant,
  type TokenSettings,
} from '../../../../../lib/services/accounting/tokens/exchange/refresh.ts'
import { TOKEN_REASONS } from '../../../../../lib/services/accounting/tokens/exchange/words.ts'
import { type FetchHandler, listen } from '../../../../../sandbox/listen.ts'

const FULL = {
  access_token: 'a',
  refresh_token: 'r',
  expires_in: 21_600,
  token_type: 'bearer',
  scope: 'read write',
}
const GRANT = { accessToken: 'a', refreshToken: 'r', lifetime: 21_600_000, scopes: ['read', 'write'] }

describe('processTokenReply()', () => {
  const granted = [
    { name: 'a full reply', body: FULL, want: GRANT },
    { name: 'keys that nobody knows', body: { ...FULL, created_at: 1, user: 'x' }, want: GRANT },
    {
      name: 'the company that was chosen',
      body: { ...FULL, company_id: 1, external_cid: '8101234567' },
      want: { ...GRANT, company: { id: 1, number: '8101234567', name: '' } },
    },
    {
      name: 'a company without its number',
      body: { ...FULL, company_id: 1 },
      want: { ...GRANT, company: { id: 1, number: '', name: '' } },
    },
    { name: 'an odd company', body: { ...FULL, company_id: '1', external_cid: 2 }, want: GRANT },
    { name: 'no scope', body: { ...FULL, scope: undefined }, want: { ...GRANT, scopes: [] } },
    { name: 'more spaces than scopes', body: { ...FULL, scope: ' read  write ' }, want: GRANT },
    { name: 'an odd scope', body: { ...FULL, scope: ['read'] }, want: { ...GRANT, scopes: [] } },
    {
      name: 'expires_in as text',
      body: { ...FULL, expires_in: '3600' },
      want: { ...GRANT, lifetime: 3_600_000 },
    },
    { name: 'no expires_in: six hours', body: { ...FULL, expires_in: undefined }, want: GRANT },
    ...[-1, 0, 0.001, 1e300, '1e3', '1e308', '', true, null, [3600]].map(expires_in => ({
      name: `expires_in ${JSON.stringify(expires_in)}: six hours`,
      body: { ...FULL, expires_in },
      want: GRANT,
    })),
  ]
  test.each(granted)('$name is a grant', ({ body, want }) => {
    expect(processTokenReply(200, body)).toEqual({ kind: 'granted', grant: want })
  })

  const failures = [
    {
      name: 'no refresh_token',
      status: 200,
      body: { ...FULL, refresh_token: undefined },
      want: ['undecided', 'incomplete_answer'],
    },
    {
      name: 'an empty refresh_token',
      status: 200,
      body: { ...FULL, refresh_token: '' },
      want: ['undecided', 'incomplete_answer'],
    },
    {
      name: 'no access_token',
      status: 200,
      body: { ...FULL, access_token: undefined },
      want: ['undecided', 'incomplete_answer'],
    },
    {
      name: 'an access_token that no header takes',
      status: 200,
      body: { ...FULL, access_token: 'a\nb' },
      want: ['undecided', 'incomplete_answer'],
    },
    {
      name: 'a refresh_token that is a number',
      status: 200,
      body: { ...FULL, refresh_token: 1 },
      want: ['undecided', 'incomplete_answer'],
    },
    { name: 'no body', status: 200, body: undefined, want: ['undecided', 'incomplete_answer'] },
    {
      name: 'invalid_grant',
      status: 401,
      body: { error: 'invalid_grant', error_description: 'x' },
      want: ['refused', 'invalid_grant'],
    },
    ...[
      'invalid_request',
      'invalid_client',
      'unauthorized_client',
      'unsupported_grant_type',
      'invalid_scope',
    ].map(error => ({ name: error, status: 400, body: { error }, want: ['refused', error] })),
    {
      name: 'a 5xx with an OAuth error',
      status: 500,
      body: { error: 'invalid_grant' },
      want: ['undecided', 'status_500'],
    },
    {
      name: 'a 403 with a code that is none of RFC 6749 section 5.2',
      status: 403,
      body: { error: 'access_denied' },
      want: ['undecided', 'status_403'],
    },
    {
      name: 'a 403 without a code',
      status: 403,
      body: { message: 'too many' },
      want: ['undecided', 'status_403'],
    },
    { name: '408', status: 408, body: undefined, want: ['undecided', 'status_408'] },
    { name: '429', status: 429, body: undefined, want: ['undecided', 'status_429'] },
    { name: '500', status: 500, body: undefined, want: ['undecided', 'status_500'] },
    {
      name: '503 with a code',
      status: 503,
      body: { error: 'temporarily_unavailable' },
      want: ['undecided', 'status_503'],
    },
    { name: 'a status below those of success', status: 199, body: FULL, want: ['undecided', 'status_199'] },
    { name: 'a choice of addresses', status: 300, body: FULL, want: ['undecided', 'status_300'] },
    { name: 'a redirect', status: 302, body: undefined, want: ['undecided', 'status_302'] },
    { name: '404', status: 404, body: undefined, want: ['undecided', 'status_404'] },
    {
      name: 'an error that is no code',
      status: 400,
      body: { error: 'Refresh token r is bad' },
      want: ['undecided', 'status_400'],
    },
  ]
  test.each(failures)('$name is $want', ({ status, body, want }) => {
    const outcome = processTokenReply(status, body)
    expect([outcome.kind, 'reason' in outcome && english(outcome.reason)]).toEqual(want)
  })

  const pauses = [
    { name: 'a 503', status: 503, body: undefined, pause: 60_000 },
    { name: 'a reply without refresh_token', status: 200, body: {}, pause: 60_000 },
    { name: 'a 429', status: 429, body: undefined, pause: 600_000 },
    { name: 'the 403 of the rate limit', status: 403, body: { message: 'too many' }, pause: 600_000 },
  ]
  test.each(pauses)('$name pauses for $pause ms at first', ({ status, body, pause }) => {
    expect(processTokenReply(status, body)).toMatchObject({ pause })
  })
})

async function endpoint(handler: FetchHandler): Promise<TokenSettings> {
  const served = await listen(handler)
  onTestFinished(() => served.close())
  const tokenUrl = `${served.url}/public_api/token`
  return { clientId: 'id', clientSecret: 's&cret', tokenUrl, authorizeUrl: '', redirectUri: 'urn:x' }
}

const refresh = { grant_type: 'refresh_token', refresh_token: 'r+1' } as const
const TIMEOUT = 30_000
const network = { fetch, clock: () => 0, sleep: async () => undefined, random: () => 0 }

describe('requestGrant()', () => {
  test('sends one form-encoded POST with the client and the token, and names it in the trace', async () => {
    const seen: unknown[] = []
    const settings = await endpoint(async request => {
      seen.push(
        request.method,
        request.headers.get('content-type'),
        Object.fromEntries(new URLSearchParams(await request.text())),
      )
      return Response.json(FULL, { headers: { 'x-freee-request-id': 'req-1' } })
    })
    const calls: RemoteCall[] = []
    const outcome = await requestGrant(refresh, TIMEOUT, {
      ...network,
      settings,
      observe: call => calls.push(call),
    })
    expect(outcome).toEqual({ kind: 'granted', grant: GRANT })
    expect(seen).toEqual([
      'POST',
      'application/x-www-form-urlencoded',
      { client_id: 'id', client_secret: 's&cret', grant_type: 'refresh_token', refresh_token: 'r+1' },
    ])
    expect(calls).toEqual([
      {
        remote: 'accounting',
        method: 'POST',
        path: '/public_api/token',
        status: 200,
        milliseconds: 0,
        requestId: 'req-1',
      },
    ])
  })

  const rows: { name: string; handler: FetchHandler; want: string[] }[] = [
    {
      name: 'a cut connection may have spent the token',
      handler: async (_request, { cut }) => {
        cut()
        return new Response()
      },
      want: ['undecided', 'no_answer'],
    },
    {
      name: 'an answer that is too large is none',
      handler: () => new Response('x'.repeat(100_001)),
      want: ['undecided', 'unreadable_answer'],
    },
  ]
  test.each(rows)('$name', async ({ handler, want }) => {
    const outcome = await requestGrant(refresh, TIMEOUT, { ...network, settings: await endpoint(handler) })
    expect([outcome.kind, 'reason' in outcome && english(outcome.reason)]).toEqual(want)
  })

  test('a time-out may have spent the token', async () => {
    const settings = await endpoint(() => new Promise(() => undefined))
    const outcome = await requestGrant(refresh, 1, { ...network, settings })
    expect(outcome).toMatchObject({ kind: 'undecided', reason: phrase(TOKEN_REASONS.noAnswer) })
  })

  test('a port that nobody listens on got nothing', async () => {
    const served = await listen(() => new Response())
    await served.close()
    const settings = await endpoint(() => new Response())
    const outcome = await requestGrant(refresh, TIMEOUT, {
      ...network,
      settings: { ...settings, tokenUrl: served.url },
    })
    expect(outcome).toMatchObject({ kind: 'unsent', reason: phrase(TOKEN_REASONS.unreachable) })
  })

  test('what is no fault of the network is thrown', async () => {
    const settings = await endpoint(() => new Response())
    await expect(
      requestGrant(refresh, TIMEOUT, { ...network, settings: { ...settings, tokenUrl: 'nowhere' } }),
    ).rejects.toThrow(TypeError)
  })
})
