/**
 * Finds out from an error of node:https, of a proxy or of fetch what failed on the way to a host. Pure. A known failure
 * means that nothing was sent.
 */
import { messageOf } from '../errors.ts'
import type { Phrase } from '../phrase.ts'
import { NOT_SECURE } from './agent.ts'

export type NetworkFailure =
  /** The authority of the certificate is not trusted: a virus scanner or a proxy may have opened the connection. */
  | 'issuer'
  /** The certificate belongs to another host. */
  | 'otherHost'
  /** The certificate is not valid yet, or has expired. */
  | 'dates'
  | 'proxyUnreachable'
  /** The proxy asks for a name and a password (407). */
  | 'proxySignIn'
  /** The proxy refuses to connect to the host. */
  | 'proxyRefuses'
  /** This Node has no agent that can use proxies. */
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

/** The failures that may end by themselves, or in another network. */
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

/** The failure of the network; undefined if it is not a known one. `proxied`: the request was sent through a proxy. */
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
  // the proxy of another network, or its sign-in page, ends the connection
  return proxied && isBroken ? 'proxyUnreachable' : undefined
}

function tunnelFailure(status: number | undefined): NetworkFailure {
  if (status === undefined) return 'proxyUnreachable'
  return status === NEEDS_SIGN_IN ? 'proxySignIn' : 'proxyRefuses'
}

interface Coded {
  readonly code: string
  readonly statusCode: number | undefined
}

const DEEPEST = 5

/** Yields the codes of an error and of its causes; if several addresses were tried, the codes of each. */
function* codedErrors(error: unknown, depth = 0): Generator<Coded> {
  if (!(error instanceof Error) || depth > DEEPEST) return
  const { code, statusCode, syscall } = error as { code?: unknown; statusCode?: number; syscall?: string }
  // an established connection may time out too, after the request was sent, so only a time-out of `connect` counts
  const name = code === 'ETIMEDOUT' ? `${syscall} ${code}` : code
  if (name !== undefined) yield { code: String(name), statusCode }
  if (error instanceof AggregateError) for (const each of error.errors) yield* codedErrors(each, depth + 1)
  yield* codedErrors(error.cause, depth + 1)
}

/** The error statuses of pages that a network sends. Others, such as 404, may be statuses of a host. */
const PAGE_STATUSES: readonly number[] = [403, 511]

/**
 * Whether the answer is a page of the network, such as a sign-in page or a notice that something is blocked. kura's API
 * never answers with a page.
 */
export function isNetworkPage({
  status,
  type,
}: {
  status: number
  type: string | null | undefined
}): boolean {
  return isWebPage({ type }) && (status < 400 || PAGE_STATUSES.includes(status))
}

/**
 * Whether an answer is a web page, whatever its status. kura's API sends none: either the network has sent the page, or
 * the address is not kura's.
 */
export function isWebPage({ type }: { type: string | null | undefined }): boolean {
  return /^text\/html\b/i.test(type ?? '')
}

/** A failure of the network, with what a person should do about it; the system's error is its cause. */
export class NetworkFault extends Error {
  /** A code from which `neverSent` concludes that nothing was sent. */
  readonly code = 'UNABLE_TO_CONNECT'
  readonly failure: NetworkFailure
  readonly hint: Phrase

  constructor(cause: unknown, { failure, hint }: { failure: NetworkFailure; hint: Phrase }) {
    super(messageOf(cause), { cause })
    this.failure = failure
    this.hint = hint
  }
}

/** The network failure that caused an error; undefined if none did. */
export function faultIn(error: unknown): NetworkFault | undefined {
  let current = error
  for (let depth = 0; depth < DEEPEST && current instanceof Error; depth++) {
    if (current instanceof NetworkFault) return current
    current = current.cause
  }
  return undefined
}
