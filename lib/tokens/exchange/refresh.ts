/**
 * The token endpoint (RFC 6749 sections 4.1.3, 5 and 6): sending, and apart from it judging. What was sent is never
 * sent again by itself and never cut off early: the answer may hold the only copy of the next refresh token.
 */
import { hasCode } from '../../errors.ts'
import { fetchJson } from '../../http/fetch-json.ts'
import type { RemoteParts } from '../../http/fetch-remote.ts'
import type { RemoteCall } from '../../http/trace.ts'
import type { Failure } from '../keeper.ts'
import { errorReplySchema, grantReplySchema, type TokenPair } from '../schema.ts'

/** The application at the accounting service, and where its OAuth endpoints are. */
export interface TokenSettings {
  readonly clientId: string
  readonly clientSecret: string
  readonly tokenUrl: string
  readonly authorizeUrl: string
  /** Where the authorization page leads to; `urn:ietf:wg:oauth:2.0:oob` makes it show the code. */
  readonly redirectUri: string
}

/** A pair as the token endpoint gave it. */
export interface Grant extends TokenPair {
  /** Milliseconds that the access token lives. */
  readonly lifetime: number
  readonly scopes: readonly string[]
}

export type TokenOutcome =
  | { readonly kind: 'granted'; readonly grant: Grant }
  | (Failure & { readonly cause?: unknown })

/** The parameters of a grant beside the client's own. */
export type GrantRequest =
  | { readonly grant_type: 'refresh_token'; readonly refresh_token: string }
  | {
      readonly grant_type: 'authorization_code'
      readonly code: string
      readonly redirect_uri: string
      readonly code_verifier: string
    }

export interface GrantOptions {
  /** Milliseconds that the call may take. */
  readonly timeout: number
  readonly observe?: ((call: RemoteCall) => void) | undefined
}

/** After a failure that may pass: so much shorter than the margin that the next attempt comes before the expiry. */
const PAUSE = 60_000

/** The service answers an excess of calls so for about ten minutes. */
const LIMIT_PAUSE = 600_000

/** Nothing was sent: only so long that a crowd of callers does not try one after the other. */
const UNSENT_PAUSE = 5_000

const REPLY_LIMIT = 100_000

/** Asks the token endpoint once and judges what came of it; never rejects for what the network or the service did. */
export async function requestGrant(
  settings: TokenSettings,
  request: GrantRequest,
  { timeout, observe, ...parts }: GrantOptions & RemoteParts,
): Promise<TokenOutcome> {
  try {
    const { status, body } = await fetchJson(
      {
        remote: 'accounting',
        method: 'POST',
        url: new URL(settings.tokenUrl),
        form: { client_id: settings.clientId, client_secret: settings.clientSecret, ...request },
        timeout,
        limit: REPLY_LIMIT,
        requestIdHeader: 'x-freee-request-id',
        ...(observe && { observe }),
      },
      parts,
    )
    return processTokenReply(status, body)
  } catch (cause) {
    return { ...failureOf(cause), cause }
  }
}

function failureOf(cause: unknown): Failure {
  if (hasCode(cause, 'remote_unreachable'))
    return { kind: 'unsent', reason: 'unreachable', pause: UNSENT_PAUSE }
  if (hasCode(cause, 'remote_silent')) return { kind: 'passing', reason: 'no_answer', pause: PAUSE }
  if (hasCode(cause, 'remote_answer')) return { kind: 'refused', reason: 'unreadable_answer', pause: 0 }
  throw cause
}

/**
 * What a reply of the token endpoint means. A success without a refresh token is refused: the old one is spent.
 * A 403 without an OAuth error code is the service's rate limit.
 */
export function processTokenReply(status: number, body: unknown): TokenOutcome {
  if (status >= 200 && status < 300) return grantOf(body)
  const code = errorReplySchema.safeParse(body).data?.error
  if (status === 429 || (status === 403 && !code))
    return { kind: 'passing', reason: `status_${status}`, pause: LIMIT_PAUSE }
  if (status === 408 || status >= 500) return { kind: 'passing', reason: `status_${status}`, pause: PAUSE }
  return { kind: 'refused', reason: code ?? `status_${status}`, pause: 0 }
}

function grantOf(body: unknown): TokenOutcome {
  const reply = grantReplySchema.safeParse(body)
  if (!reply.success) return { kind: 'refused', reason: 'incomplete_answer', pause: 0 }
  const { access_token, refresh_token, expires_in, scope } = reply.data
  const grant = {
    accessToken: access_token,
    refreshToken: refresh_token,
    lifetime: expires_in * 1000,
    scopes: scope?.split(' ').filter(word => word !== '') ?? [],
  }
  return { kind: 'granted', grant }
}
