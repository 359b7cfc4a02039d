/** The authorization page and the token endpoint of the accounting service (document 1, Authentication). */
import { createHash } from 'node:crypto'
import { type Html, html, htmlPage } from '../../lib/core/http/html.ts'
import { Refusal } from '../refusal.ts'
import { credentialOf } from '../requests.ts'
import type { SandboxCall } from '../serve.ts'
import { unauthorized } from './errors.ts'
import { createGrants, type Grant } from './grants.ts'
import { OUT_OF_BAND } from './seed.ts'
import type { AccountingState, Company, Permission } from './state.ts'

export interface TokenReply {
  readonly access_token: string
  readonly token_type: 'bearer'
  readonly expires_in: number
  readonly refresh_token: string
  readonly scope: string
  readonly created_at: number
  readonly company_id: number
  readonly external_cid: string
}

export interface TokenCounts {
  rotations: number
  exchanges: number
  invalidGrants: number
}

export interface Oauth {
  readonly counts: TokenCounts
  authorizePage(call: SandboxCall): Response
  tokenEndpoint(call: SandboxCall): Promise<Response>
  /** @throws Refusal 401 */
  permissionsOf(request: Request): ReadonlySet<Permission>
  /** Issues a new grant, in the form in which the code exchange returns it. */
  grant(): TokenReply
  revoke(): void
}

/** `now` is in milliseconds. */
export function createOauth(state: AccountingState, now: () => number): Oauth {
  const grants = createGrants(state, now)
  const counts: TokenCounts = { rotations: 0, exchanges: 0, invalidGrants: 0 }
  const newGrant = (company = chosenCompany(state)) =>
    replyOf(grants.issue({ permissions: new Set(state.application.permissions), company }), {
      state,
      now: now(),
    })
  const byType: Record<string, (form: URLSearchParams) => TokenReply> = {
    refresh_token(form) {
      const spent = grants.spend(form.get('refresh_token') ?? '')
      if (!spent) throw invalidGrant(counts)
      counts.rotations += 1
      return replyOf(grants.issue(spent), { state, now: now() })
    },
    authorization_code(form) {
      const asked = grants.spendCode(form.get('code') ?? '')
      if (asked?.redirectUri !== form.get('redirect_uri')) throw invalidGrant(counts)
      if (asked?.challenge !== challengeOf(form.get('code_verifier'))) throw invalidGrant(counts)
      counts.exchanges += 1
      return newGrant(asked?.company)
    },
  }
  return {
    counts,
    authorizePage({ url }) {
      const authorization = readAuthorization(url.searchParams, state)
      const code = grants.openCode(authorization)
      return authorization.redirectUri === OUT_OF_BAND
        ? codePage(code)
        : redirect(authorization.redirectUri, { code, state: url.searchParams.get('state') })
    },
    async tokenEndpoint({ request }) {
      const form = await readTokenForm(request, state)
      const type = form.get('grant_type') ?? ''
      const exchange = Object.hasOwn(byType, type) ? byType[type] : undefined
      if (!exchange)
        throw tokenError(400, 'unsupported_grant_type', 'The authorization grant type is not supported.')
      return Response.json(exchange(form), { headers: { 'cache-control': 'no-store' } })
    },
    permissionsOf(request) {
      const grant = grants.bearing(credentialOf(request, 'Bearer'))
      if (!grant) throw unauthorized('expired_access_token', state.errorShape)
      return grant.permissions
    },
    grant: () => newGrant(),
    revoke: grants.revoke,
  }
}

/**
 * The refusal if the grant was replaced or has expired, does not exist, or is redeemed in a wrong way: 401, as the
 * service answers.
 */
function invalidGrant(counts: TokenCounts): Refusal {
  counts.invalidGrants += 1
  return tokenError(401, 'invalid_grant', 'The provided authorization grant is invalid, expired or revoked.')
}

function replyOf(grant: Grant, { state, now }: { state: AccountingState; now: number }): TokenReply {
  const { company } = grant
  return {
    access_token: grant.accessToken,
    token_type: 'bearer',
    expires_in: state.expiresIn,
    refresh_token: grant.refreshToken,
    scope: 'read write default_read',
    created_at: Math.floor(now / 1000),
    company_id: company?.id ?? 0,
    external_cid: company?.company_number ?? '',
  }
}

/** The company that the user chooses on the authorization page (prompt=select_company). */
function chosenCompany({ companies, chosen }: AccountingState): Company | undefined {
  return companies.find(({ id }) => id === chosen) ?? companies[0]
}

function readAuthorization(query: URLSearchParams, state: AccountingState) {
  const { application } = state
  const redirectUri = query.get('redirect_uri') ?? ''
  const challenge = query.get('code_challenge')
  if (query.get('client_id') !== application.client_id) throw pageError('client_id が不正です。')
  if (!application.redirectUris.includes(withoutPort(redirectUri)))
    throw pageError('redirect_uri が不正です。')
  if (query.get('response_type') !== 'code') throw pageError('response_type が不正です。')
  if (challenge !== null && query.get('code_challenge_method') !== 'S256')
    throw pageError('code_challenge_method が不正です。')
  return { redirectUri, challenge, company: chosenCompany(state) }
}

function withoutPort(uri: string): string {
  return uri.replace(/^(http:\/\/(?:127\.0\.0\.1|localhost)):\d+\//, '$1/')
}

async function readTokenForm(request: Request, { application }: AccountingState): Promise<URLSearchParams> {
  const type = request.headers.get('content-type') ?? ''
  if (!type.startsWith('application/x-www-form-urlencoded'))
    throw tokenError(400, 'invalid_request', 'The body is not form-encoded.')
  const form = new URLSearchParams(await request.text())
  const known =
    form.get('client_id') === application.client_id && form.get('client_secret') === application.client_secret
  if (!known) throw tokenError(401, 'invalid_client', 'Client authentication failed.')
  return form
}

/** The challenge of a verifier by S256 (RFC 7636, section 4.2). */
function challengeOf(verifier: string | null): string | null {
  return verifier === null ? null : createHash('sha256').update(verifier).digest('base64url')
}

function tokenError(status: number, error: string, error_description: string): Refusal {
  return new Refusal(Response.json({ error, error_description }, { status }))
}

function page(title: string, body: Html, status = 200): Response {
  const style = ':root { color-scheme: light dark; background: Canvas } code { overflow-wrap: anywhere }'
  const text = htmlPage({
    language: 'ja',
    title,
    style,
    body: html`<main>\n<h1>${title}</h1>\n${body}\n</main>`,
  })
  return new Response(text, { status, headers: { 'content-type': 'text/html; charset=utf-8' } })
}

function codePage(code: string): Response {
  return page('認可コード', html`<p>アプリケーションに次のコードを入力してください。</p><code>${code}</code>`)
}

function pageError(text: string): Refusal {
  return new Refusal(page('エラー', html`<p>${text}</p>`, 400))
}

function redirect(uri: string, { code, state }: { code: string; state: string | null }): Response {
  const target = new URL(uri)
  target.searchParams.set('code', code)
  if (state !== null) target.searchParams.set('state', state)
  return new Response(null, { status: 302, headers: { location: target.href } })
}
