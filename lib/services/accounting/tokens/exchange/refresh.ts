/**
 * Calls to the token endpoint (RFC 6749 sections 4.1.3, 5 and 6). kura never repeats a request by itself and aborts it
 * only at its time-out, because the reply may hold the only copy of the next refresh token.
 */
import { ACCOUNTING_REQUEST_ID } from '../../../../core/config/accounting.ts'
import { hasCode } from '../../../../core/errors.ts'
import { phrase } from '../../../../core/language/catalogue.ts'
import type { Reason } from '../../../../core/phrase.ts'
import type { CallSpec } from '../../../../core/remote/call.ts'
import { isRefusalStatus } from '../../../../core/remote/effect.ts'
import type { SendProfile } from '../../../../core/remote/profile.ts'
import { type RemoteDeps, sendCall } from '../../../../core/remote/send.ts'
import type { Company } from '../company.ts'
import type { Failure } from '../keeper.ts'
import { errorReplySchema, grantReplySchema, type TokenPair } from '../schema.ts'
import { TOKEN_REASONS } from './words.ts'

export interface TokenSettings {
  readonly clientId: string
  readonly clientSecret: string
  readonly tokenUrl: string
  readonly authorizeUrl: string
  /** `urn:ietf:wg:oauth:2.0:oob` makes the authorization page show the code. */
  readonly redirectUri: string
}

export interface Grant extends TokenPair {
  /** The lifetime of the access token in milliseconds. */
  readonly lifetime: number
  readonly scopes: readonly string[]
  readonly company?: Company | undefined
}

export type TokenOutcome =
  | { readonly kind: 'granted'; readonly grant: Grant }
  | (Failure & { readonly cause?: unknown })

/** The parameters of a request, without those that identify the client. */
export type GrantRequest =
  | { readonly grant_type: 'refresh_token'; readonly refresh_token: string }
  | {
      readonly grant_type: 'authorization_code'
      readonly code: string
      readonly redirect_uri: string
      readonly code_verifier: string
    }

/** The usual pause in milliseconds, shorter than the margin, so that kura tries again before the token expires. */
const PAUSE = 60_000

/** The pause in milliseconds after too many calls, because the service then refuses calls for about ten minutes. */
const LIMIT_PAUSE = 600_000

/** The pause in milliseconds if nothing was sent, so that waiting callers do not all try one after the other. */
const UNSENT_PAUSE = 5_000

const PROFILE: SendProfile = { name: 'accounting', requestIdHeader: ACCOUNTING_REQUEST_ID, limit: 100_000 }

export interface GrantDeps extends RemoteDeps {
  readonly settings: TokenSettings
}

/** Sends one call, within `timeout` milliseconds. An error of the network or the service is a result, not thrown. */
export async function requestGrant(
  request: GrantRequest,
  timeout: number,
  deps: GrantDeps,
): Promise<TokenOutcome> {
  const { settings } = deps
  const destination = { profile: PROFILE, access: { baseUrl: settings.tokenUrl } }
  try {
    const { status, body } = await sendCall(grantCall(request, timeout, settings), destination, deps)
    return processTokenReply(status, body)
  } catch (cause) {
    return { ...failureOf(cause), cause }
  }
}

function grantCall(request: GrantRequest, timeout: number, settings: TokenSettings): CallSpec {
  const { clientId, clientSecret } = settings
  return {
    method: 'POST',
    path: '',
    form: { client_id: clientId, client_secret: clientSecret, ...request },
    reply: grantReplySchema,
    timeout,
  }
}

function failureOf(cause: unknown): Failure {
  if (hasCode(cause, 'remote_unreachable'))
    return { kind: 'unsent', reason: phrase(TOKEN_REASONS.unreachable), pause: UNSENT_PAUSE }
  if (hasCode(cause, 'remote_silent')) return undecided(phrase(TOKEN_REASONS.noAnswer))
  if (hasCode(cause, 'remote_answer')) return undecided(phrase(TOKEN_REASONS.unreadable))
  throw cause
}

/**
 * Only an OAuth error with a 4xx status is a refusal. After any other failure the refresh token may be spent. The
 * access token of a success without a new refresh token is not used.
 */
export function processTokenReply(status: number, body: unknown): TokenOutcome {
  if (status >= 200 && status < 300) return grantOf(body)
  const code = errorReplySchema.safeParse(body).data?.error
  if (code && isRefusalStatus(status)) return { kind: 'refused', reason: code, pause: 0 }
  return undecided(phrase(TOKEN_REASONS.status, { status }), isLimit(status) ? LIMIT_PAUSE : PAUSE)
}

/** A 429 means too many calls, and so does a 403 without an OAuth error. */
function isLimit(status: number): boolean {
  return status === 429 || status === 403
}

function undecided(reason: Reason, pause = PAUSE): Failure {
  return { kind: 'undecided', reason, pause }
}

function grantOf(body: unknown): TokenOutcome {
  const reply = grantReplySchema.safeParse(body)
  if (!reply.success) return undecided(phrase(TOKEN_REASONS.incomplete))
  const { access_token, refresh_token, expires_in, scope, company_id: id, external_cid } = reply.data
  const grant = {
    accessToken: access_token,
    refreshToken: refresh_token,
    lifetime: expires_in * 1000,
    scopes: scope?.split(' ').filter(word => word !== '') ?? [],
    ...(id !== undefined && { company: { id, number: external_cid ?? '', name: '' } }),
  }
  return { kind: 'granted', grant }
}
