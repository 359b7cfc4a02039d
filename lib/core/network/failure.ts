/**
 * Names what on the way to a host failed, by the errors of node:https, of the platform's proxy and of the platform's
 * fetch. Pure. A request that failed in one of these ways was never sent.
 */
import { messageOf } from '../errors.ts'
import type { Phrase } from '../phrase.ts'
import { NOT_SECURE } from './agent.ts'

/** What failed: at the certificate, at the proxy, or before there was a connection. */
export type NetworkFailure =
  /** The certificate is of an authority that is not trusted: a virus scanner or a proxy opens the connection. */
  | 'issuer'
  /** The certificate is of another host. */
  | 'otherHost'
  /** The certificate is not valid yet, or not any more. */
  | 'dates'
  | 'proxyUnreachable'
  /** The proxy asks for a name and a password (407). */
  | 'proxySignIn'
  /** The proxy does not connect to the host. */
  | 'proxyRefuses'
  /** This Node has no agent that uses proxies. */
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

/** The failures that may pass by themselves, or in another network. */
const OF_CONNECTION: readonly (NetworkFailure | undefined)[] = [
  'proxyUnreachable',
  'noName',
  'refused',
  'timeout',
]
const NO_ROUTE = /^(?:EHOSTUNREACH|ENETUNREACH)$/
const NEEDS_SIGN_IN = 407

/** Whether there was no connection at all, to the host or to the proxy. */
export function isUnreachable(failure: NetworkFailure | undefined): boolean {
  return OF_CONNECTION.includes(failure)
}

/** Returns what failed; undefined if it is none of these. `proxied`: the request goes through a proxy. */
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
  // a proxy of another network, or its sign-in page, breaks the connection off
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

/** Yields the codes of an error and its causes; of several addresses that were tried, the codes of each. */
function* codedErrors(error: unknown, depth = 0): Generator<Coded> {
  if (!(error instanceof Error) || depth > DEEPEST) return
  const { code, statusCode, syscall } = error as { code?: unknown; statusCode?: number; syscall?: string }
  // a connection that was established may time out too, after the request was sent
  const name = code === 'ETIMEDOUT' ? `${syscall} ${code}` : code
  if (name !== undefined) yield { code: String(name), statusCode }
  if (error instanceof AggregateError) for (const each of error.errors) yield* codedErrors(each, depth + 1)
  yield* codedErrors(error.cause, depth + 1)
}

/** The error statuses with which a network sends a page of its own; a host sends pages with others, such as 404. */
const PAGE_STATUSES: readonly number[] = [403, 511]

/** Whether an answer is a page of the network, to sign in or to say what is blocked: kura answers no request with a page. */
export function isNetworkPage({
  status,
  type,
}: {
  status: number
  type: string | null | undefined
}): boolean {
  return /^text\/html\b/i.test(type ?? '') && (status < 400 || PAGE_STATUSES.includes(status))
}

/** A failure of the network, with what a person should do about it; the system's error is its cause. */
export class NetworkFault extends Error {
  /** By this code `neverSent` knows that nothing was sent. */
  readonly code = 'UNABLE_TO_CONNECT'
  readonly failure: NetworkFailure
  readonly hint: Phrase

  constructor(cause: unknown, { failure, hint }: { failure: NetworkFailure; hint: Phrase }) {
    super(messageOf(cause), { cause })
    this.failure = failure
    this.hint = hint
  }
}

/** Returns the failure of the network that is the cause of an error; undefined if there is none. */
export function faultIn(error: unknown): NetworkFault | undefined {
  let current = error
  for (let depth = 0; depth < DEEPEST && current instanceof Error; depth++) {
    if (current instanceof NetworkFault) return current
    current = current.cause
  }
  return undefined
}
