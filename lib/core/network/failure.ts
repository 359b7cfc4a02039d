/** What failed on the way to a host. A known failure means that nothing was sent. Pure. */
import { messageOf } from '../errors.ts'
import type { Phrase } from '../phrase.ts'
import { NOT_SECURE } from './agent.ts'

export type NetworkFailure =
  /** Node does not trust the certificate's authority. A virus scanner or a proxy may have opened the connection. */
  | 'issuer'
  | 'otherHost'
  | 'dates'
  | 'proxyUnreachable'
  /** The proxy answers 407: it asks for a name and a password. */
  | 'proxySignIn'
  | 'proxyRefuses'
  /** This version of Node has no agent for proxies. */
  | 'proxyNeedsNode'
  | 'noName'
  | 'refused'
  | 'timeout'

const BY_CODE: readonly (readonly [NetworkFailure, RegExp])[] = [
  ['dates', /^CERT_(?:NOT_YET_VALID|HAS_EXPIRED)$/],
  ['otherHost', /^(?:ERR_TLS_CERT_ALTNAME_INVALID|HOSTNAME_MISMATCH)$/],
  [
    'issuer',
    /^(?:UNABLE_TO_(?:GET_ISSUER|VERIFY_LEAF)\w+|(?:DEPTH_ZERO_)?SELF_SIGNED_CERT\w*|CERT_(?:UNTRUSTED|REJECTED|SIGNATURE_FAILURE)|INVALID_CA)$/,
  ],
  ['proxyNeedsNode', /^KURA_PROXY_NEEDS_NODE$/],
  ['noName', /^(?:ENOTFOUND|EAI_AGAIN)$/],
  ['refused', /^ECONNREFUSED$/],
  ['timeout', /^(?:connect ETIMEDOUT|ERR_CONNECT_TIMEOUT|UND_ERR_CONNECT_TIMEOUT)$/],
]

/** Failures that may end by themselves, or in another network. */
const OF_CONNECTION: readonly (NetworkFailure | undefined)[] = [
  'proxyUnreachable',
  'noName',
  'refused',
  'timeout',
]
const NO_ROUTE = /^(?:EHOSTUNREACH|ENETUNREACH)$/
const NEEDS_SIGN_IN = 407

/** Whether there was no connection, neither to the host nor to the proxy. */
export function isUnreachable(failure: NetworkFailure | undefined): boolean {
  return OF_CONNECTION.includes(failure)
}

/** Returns the failure of the network that caused the error. Undefined if there is no known one. */
export function networkFailure(
  error: unknown,
  { proxied = false }: { proxied?: boolean } = {},
): NetworkFailure | undefined {
  let isBroken = false
  for (const { code, statusCode } of codedErrors(error)) {
    isBroken ||= code === NOT_SECURE
    if (code === 'ERR_PROXY_TUNNEL') return tunnelFailure(statusCode)
    const [failure] = BY_CODE.find(([, codes]) => codes.test(code)) ?? []
    if (proxied && (isUnreachable(failure) || NO_ROUTE.test(code))) return 'proxyUnreachable'
    if (failure) return failure
  }
  // a proxy of another network, or the sign-in page of a network, breaks the connection
  return proxied && isBroken ? 'proxyUnreachable' : undefined
}

function tunnelFailure(status: number | undefined): NetworkFailure {
  if (status === undefined) return 'proxyUnreachable'
  return status === NEEDS_SIGN_IN ? 'proxySignIn' : 'proxyRefuses'
}

const DEEPEST = 5

/** Yields the codes of the error, of its causes, and of each address that was tried. */
function* codedErrors(
  error: unknown,
  depth = 0,
): Generator<{ code: string; statusCode: number | undefined }> {
  if (!(error instanceof Error) || depth > DEEPEST) return
  const { code, statusCode, syscall } = error as { code?: unknown; statusCode?: number; syscall?: string }
  // only a time-out of `connect` counts, because after the request was sent the connection may time out too
  const name = code === 'ETIMEDOUT' ? `${syscall} ${code}` : code
  if (name !== undefined) yield { code: String(name), statusCode }
  if (error instanceof AggregateError) for (const each of error.errors) yield* codedErrors(each, depth + 1)
  yield* codedErrors(error.cause, depth + 1)
}

/** The statuses of pages that a network sends. Other statuses, such as 404, may come from a host. */
const PAGE_STATUSES: readonly number[] = [403, 511]

/** Whether a network sent this page, to sign in or to say that something is blocked. kura's API never sends a page. */
export function isNetworkPage({
  status,
  type,
}: {
  status: number
  type: string | null | undefined
}): boolean {
  return isWebPage({ type }) && (status < 400 || PAGE_STATUSES.includes(status))
}

/** Whether the answer is a page. Then the network has sent it, or the address is not kura's. */
export function isWebPage({ type }: { type: string | null | undefined }): boolean {
  return /^text\/html\b/i.test(type ?? '')
}

export class NetworkFault extends Error {
  /** The code from which `neverSent` concludes that nothing was sent. */
  readonly code = 'UNABLE_TO_CONNECT'
  readonly failure: NetworkFailure
  readonly hint: Phrase

  constructor(cause: unknown, { failure, hint }: { failure: NetworkFailure; hint: Phrase }) {
    super(messageOf(cause), { cause })
    this.failure = failure
    this.hint = hint
  }
}

/** Returns the network failure that caused the error. */
export function faultIn(error: unknown): NetworkFault | undefined {
  let current = error
  for (let depth = 0; depth < DEEPEST && current instanceof Error; depth++) {
    if (current instanceof NetworkFault) return current
    current = current.cause
  }
  return undefined
}
