/**
 * The device's side of the wire protocol: one signed request at a time. If the network fails, a request is repeated for
 * ten minutes at most. The host corrects the device's clock at most once, and by a day at most.
 */
import { type AppError, hasCode } from '../../core/errors.ts'
import { WITNESS_HEADER } from '../../core/http/request/log-head.ts'
import { phrase } from '../../core/language/catalogue.ts'
import { phraseError } from '../../core/language/phrase-error.ts'
import { edgeError } from '../../core/network/edge.ts'
import { isNetworkPage, isUnreachable, isWebPage, NetworkFault } from '../../core/network/failure.ts'
import { pageError } from '../../core/network/words.ts'
import { BODY_BUDGET, WIRE_VERSION } from '../../core/release/limits.ts'
import type { Credentials } from '../../core/release/schema.ts'
import type { UnsignedRequest } from '../../core/signatures/sign.ts'
import { type Exchanged, exchange, LONGEST_QUESTION, TookTooLong, type Traffic } from './exchange.ts'
import { hostText } from './host-text.ts'
import { type Advice, hintFor, readRefusal, refusalError } from './refusal.ts'
import type { SeenHead } from './seen-head.ts'
import type { Transport } from './transport.ts'
import { FETCH_FAILURES, FETCH_HINTS } from './words.ts'

export interface FetcherDeps {
  readonly fetch: Transport
  readonly sign: (request: UnsignedRequest) => Record<string, string>
  readonly newNonce: () => string
  /** The device's time in milliseconds since the epoch. */
  readonly now: () => number
  readonly sleep: (milliseconds: number) => Promise<unknown>
  readonly random: () => number
  readonly signal?: AbortSignal | undefined
  readonly protection?: ((url: URL) => Readonly<Record<string, string>>) | undefined
  /** The end of the activity log that earlier runs have seen. Requests send it until the host accepts one of them. */
  readonly seen?: SeenHead | undefined
  /** The milliseconds without a byte after which a request is aborted, by default 30,000. */
  readonly idleTimeout?: number | undefined
}

/** A request; it is a POST if it has a body. */
export interface FetcherRequest {
  /** An endpoint other than `/api/distribution`; requests to it have no wire version and no query. */
  readonly path?: string
  readonly query?: Readonly<Record<string, string>>
  readonly body?: object
  readonly advice?: Advice
  /** The largest answer as it is sent, in bytes. */
  readonly limit?: number
  /** The largest decoded answer in bytes; by default, `limit`. */
  readonly decodedLimit?: number
}

export interface Reply {
  readonly status: 200 | 304
  readonly body: Uint8Array<ArrayBuffer>
}

export interface Fetcher {
  /**
   * @throws AppError `remote_unreachable`, `remote_silent` (the network), `remote_answer`, `remote_refused` (not an
   * answer of kura), the codes of a refusal, `interrupted`
   */
  ask(request: FetcherRequest): Promise<Reply>
  readonly traffic: Readonly<Traffic>
  /** The milliseconds by which the host's clock is ahead of the device's; undefined if the clock was not corrected. */
  clockOffset(): number | undefined
  readonly host: string
}

const IDLE_TIMEOUT = 30_000
const ATTEMPTS = 3
const FIRST_WAIT = 500
const LARGEST_CORRECTION = 24 * 3_600_000
const LONGEST_HOST = 253
/** The statuses with which a proxy answers for a moment, so that a repeated request may succeed. */
const TRANSIENT = [502, 503, 504]

/** @throws if `credentials.url` is not a URL */
export function createFetcher(credentials: Omit<Credentials, 'root'>, deps: FetcherDeps): Fetcher {
  const traffic = { bytes: 0, requests: 0 }
  const base = credentials.url.replace(/\/+$/, '')
  const { keyid } = credentials
  const secret = Buffer.from(credentials.secret, 'base64url')
  const parties = { host: new URL(base).host, keyid }
  let offset: number | undefined
  let isSeenSent = false

  return { ask, traffic, clockOffset: () => offset, host: parties.host }

  async function ask(request: FetcherRequest): Promise<Reply> {
    const ended = new AbortController()
    const timer = setTimeout(() => ended.abort(), LONGEST_QUESTION)
    try {
      return await askRepeatedly(request, ended.signal)
    } finally {
      clearTimeout(timer)
    }
  }

  async function askRepeatedly(request: FetcherRequest, ended: AbortSignal): Promise<Reply> {
    for (let attempt = 1; ; attempt++) {
      const exchanged = await send(request, ended).catch((error: unknown) => {
        if (attempt < ATTEMPTS && isWorthRepeating(error)) return undefined
        throw error
      })
      const reply = exchanged && replyOf(exchanged, { attempt, advice: request.advice })
      if (reply === 'again') attempt--
      else if (reply) return reply
      else await deps.sleep(deps.random() * FIRST_WAIT * 2 ** attempt)
    }
  }

  /** Returns undefined to repeat the request after a wait, `again` to repeat it at once with the corrected clock. */
  function replyOf(
    exchanged: Exchanged,
    { attempt, advice }: { attempt: number; advice: Advice | undefined },
  ): Reply | undefined | 'again' {
    const { status, body } = exchanged
    const mayPass = TRANSIENT.includes(status)
    if (!mayPass) refuseStranger(exchanged, parties.host)
    if (status === 200 || status === 304) return { status, body }
    const refusal = readRefusal(body)
    if (mayPass && refusal.code === undefined && attempt < ATTEMPTS) return undefined
    if (refusal.code === 'clock_skew' && correctClock(refusal.serverTime)) return 'again'
    if (mayPass) refuseStranger(exchanged, parties.host)
    throw refusalError(status, refusal, { ...parties, advice })
  }

  async function send(request: FetcherRequest, ended: AbortSignal): Promise<Exchanged> {
    const { limit = BODY_BUDGET, decodedLimit = limit } = request
    const url = new URL(base + targetOf(request))
    const init = signedInit(url, request.body, { keyid, secret, now: deps.now() + (offset ?? 0) }, deps)
    const { fetch, idleTimeout = IDLE_TIMEOUT, signal, seen } = deps
    const sent = seen && !isSeenSent ? await withSeen(init, seen) : init
    const exchanged = await exchange(url, sent, {
      fetch,
      limit,
      decodedLimit,
      traffic,
      idleTimeout,
      ended,
      signal,
    })
    isSeenSent ||= exchanged.status < 400
    if (exchanged.head !== undefined) await seen?.keep(exchanged.head)
    return exchanged
  }

  function correctClock(serverTime: number | undefined): boolean {
    if (offset !== undefined || serverTime === undefined) return false
    const difference = serverTime * 1000 - deps.now()
    if (Math.abs(difference) <= LARGEST_CORRECTION) offset = difference
    return offset !== undefined
  }
}

interface Signer {
  readonly keyid: string
  readonly secret: Buffer
  /** The time by the host's clock, if its offset is known. */
  readonly now: number
}

function signedInit(
  url: URL,
  body: FetcherRequest['body'],
  { keyid, secret, now }: Signer,
  deps: FetcherDeps,
) {
  const method = body ? 'POST' : 'GET'
  const text = body && JSON.stringify(body)
  const signed = deps.sign({ method, url, body: text, keyid, secret, now, nonce: deps.newNonce() })
  const headers = {
    'user-agent': 'kura/1',
    'accept-encoding': 'br, gzip',
    ...(text !== undefined && { 'content-type': 'application/json' }),
    ...signed,
    ...deps.protection?.(url),
  }
  return { method, headers, ...(text !== undefined && { body: text }) }
}

async function withSeen<Init extends { readonly headers: object }>(init: Init, seen: SeenHead) {
  return { ...init, headers: { ...init.headers, [WITNESS_HEADER]: (await seen.read()) ?? 'none' } }
}

function targetOf({ path, query }: FetcherRequest): string {
  return path ?? `/api/distribution?${new URLSearchParams({ v: String(WIRE_VERSION), ...query })}`
}

/** Whether to repeat the request. If a person must act first, it is not: a proxy may count wrong passwords. */
function isWorthRepeating(error: unknown): boolean {
  if (!hasCode(error, 'remote_unreachable', 'remote_silent')) return false
  const { cause } = error
  if (cause instanceof NetworkFault) return isUnreachable(cause.failure)
  return !(cause instanceof TookTooLong)
}

/** Refuses the edge's answers, web pages and redirects, which kura never sends. @throws AppError `remote_answer` */
function refuseStranger(exchanged: Exchanged, host: string): void {
  const { status, location, edge } = exchanged
  if (edge) throw edgeError(host, status, edge)
  if (isNetworkPage(exchanged)) throw pageError(host, status)
  if (isWebPage(exchanged)) throw pageError(host, status, hintFor(status))
  if (status > 200 && status < 300) throw unexpected(status, host)
  if (status >= 300 && status < 400 && status !== 304) throw redirected(status, location, host)
}

function unexpected(status: number, host: string): AppError {
  return phraseError('remote_answer', phrase(FETCH_FAILURES.unexpected, { host, status }), {
    hint: phrase(FETCH_HINTS.addressOrProxies),
  })
}

function redirected(status: number, location: string | undefined, host: string): AppError {
  const target = location && URL.canParse(location) ? new URL(location).host : host
  if (target === host)
    return phraseError('remote_answer', phrase(FETCH_FAILURES.redirect, { host, status }), {
      hint: phrase(FETCH_HINTS.finalAddress),
    })
  const values = { host, status, target: hostText(target, LONGEST_HOST) }
  return phraseError('remote_answer', phrase(FETCH_FAILURES.redirectTo, values), {
    hint: phrase(FETCH_HINTS.signInOrFinalAddress),
  })
}
