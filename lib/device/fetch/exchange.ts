import { type AppError, hasCode } from '../../core/errors.ts'
import { tooLarge } from '../../core/http/body.ts'
import { neverSent } from '../../core/http/never-sent.ts'
import { WITNESS_HEADER } from '../../core/http/request/log-head.ts'
import { phrase } from '../../core/language/catalogue.ts'
import { outside } from '../../core/language/outside.ts'
import { phraseError } from '../../core/language/phrase-error.ts'
import { type EdgeRefusal, edgeRefusal } from '../../core/network/edge.ts'
import { NetworkFault } from '../../core/network/failure.ts'
import type { Phrase } from '../../core/phrase.ts'
import { hostText } from './host-text.ts'
import { TransferFault, type Transport, type TransportAnswer, type TransportRequest } from './transport.ts'
import { FETCH_FAILURES, FETCH_HINTS, FETCH_PARTS } from './words.ts'

export interface Exchanged {
  readonly status: number
  readonly body: Uint8Array<ArrayBuffer>
  readonly location: string | undefined
  readonly type: string | undefined
  readonly head: string | undefined
  /** The refusal of the host's own edge, if the edge sent the answer. */
  readonly edge?: EdgeRefusal | undefined
}

/** `bytes` counts the bodies as they were sent, by Content-Length if the host sent it. */
export interface Traffic {
  bytes: number
  requests: number
}

export interface ExchangeOptions {
  readonly fetch: Transport
  /** The largest body as it is sent, in bytes. */
  readonly limit: number
  readonly decodedLimit: number
  readonly traffic: Traffic
  /** The milliseconds without a byte after which the exchange is aborted. */
  readonly idleTimeout: number
  /** The signal that fires when the question, with its repetitions, has taken `LONGEST_QUESTION`. */
  readonly ended: AbortSignal
  readonly signal?: AbortSignal | undefined
}

/** The lowest rate in bytes per second, measured over intervals as long as the idle time-out. */
const LEAST_RATE = 1000

/** The longest that a question may take with its repetitions, in milliseconds, even if bytes keep arriving. */
export const LONGEST_QUESTION = 600_000

/** The cause of the error after `LONGEST_QUESTION`; the question is then not repeated. */
export class TookTooLong extends TransferFault {}

/**
 * Makes one HTTP request, and receives its answer under limits of size, silence, rate and time.
 * @throws AppError `remote_unreachable` (the request was never sent), `remote_silent` (its answer did not arrive
 * completely), `remote_answer` (the body is over the limit), or the reason of the signal
 */
export async function exchange(
  url: URL,
  init: Omit<TransportRequest, 'signal' | 'redirect'>,
  options: ExchangeOptions,
): Promise<Exchanged> {
  const watch = startWatch(options)
  options.traffic.requests++
  try {
    const response = await options.fetch(url, { ...init, redirect: 'manual', signal: watch.signal })
    const body =
      response.status === 200
        ? await receive(response, watch, options)
        : await receiveRefusal(response, watch, options)
    const header = (name: string) => response.headers.get(name) ?? undefined
    const { status } = response
    // the beginning of a page is enough to see who sent it
    const beginning = () => new TextDecoder().decode(body.subarray(0, 4096))
    return {
      status,
      body,
      location: header('location'),
      type: header('content-type'),
      head: header(WITNESS_HEADER),
      edge: edgeRefusal({ status, header, ...(status >= 400 && { body: beginning() }) }),
    }
  } catch (error) {
    watch.stop()
    options.signal?.throwIfAborted()
    throw failure(url, watch.reason() ?? error)
  } finally {
    watch.end()
  }
}

interface Watch {
  readonly signal: AbortSignal
  /** Called when the head of the answer has arrived. From then on the rate of the body is checked. */
  begin(): void
  alive(bytes: number): void
  reason(): Error | undefined
  /** Ends the exchange: an unread body would keep the connection open, and the process alive. */
  stop(): void
  end(): void
}

function startWatch({ idleTimeout, ended, signal }: ExchangeOptions): Watch {
  const aborted = new AbortController()
  let reason: Error | undefined
  const giveUp = (why: Error) => {
    reason ??= why
    aborted.abort()
  }
  const stop = () => aborted.abort()
  const seconds = idleTimeout / 1000
  const silent = () => giveUp(new TransferFault(phrase(FETCH_PARTS.noByte, { seconds })))
  const tooLong = () =>
    giveUp(new TookTooLong(phrase(FETCH_PARTS.tooLong, { seconds: LONGEST_QUESTION / 1000 })))
  const idle = setTimeout(silent, idleTimeout)
  let arrived = 0
  let rate: NodeJS.Timeout | undefined
  const checkRate = () => {
    if (arrived === 0) silent()
    else if (arrived < (LEAST_RATE * idleTimeout) / 1000)
      giveUp(new TransferFault(phrase(FETCH_PARTS.slow, { bytes: arrived, seconds })))
    arrived = 0
    rate?.refresh()
  }
  ended.addEventListener('abort', tooLong)
  if (ended.aborted) tooLong()
  signal?.addEventListener('abort', stop)
  if (signal?.aborted) stop()
  return {
    signal: aborted.signal,
    begin() {
      idle.refresh()
      rate = setTimeout(checkRate, idleTimeout)
    },
    alive(bytes) {
      idle.refresh()
      arrived += bytes
    },
    reason: () => reason,
    stop,
    end: () => {
      clearTimeout(idle)
      clearTimeout(rate)
      ended.removeEventListener('abort', tooLong)
      signal?.removeEventListener('abort', stop)
    },
  }
}

const NOT_MODIFIED = 304

const FIRST_ROOM = 65_536

async function receive(answer: TransportAnswer, watch: Watch, options: ExchangeOptions) {
  const { traffic, decodedLimit } = options
  const limit = answer.decode ? options.limit : decodedLimit
  watch.begin()
  // a 304 has no body; its Content-Length may be the length of the body that a 200 would have (RFC 9110, section 8.6)
  const announced = answer.status === NOT_MODIFIED ? null : answer.headers.get('content-length')
  let bytes = new Uint8Array(FIRST_ROOM)
  let received = 0
  try {
    if (Number(announced ?? 0) > limit) throw tooLarge(limit)
    for await (const chunk of answer.body ?? []) {
      watch.alive(chunk.byteLength)
      received += chunk.byteLength
      if (received > limit) throw tooLarge(limit)
      // copied into one array, because many small pieces would take more memory
      bytes = withRoom(bytes, received)
      bytes.set(chunk, received - chunk.byteLength)
    }
  } catch (error) {
    traffic.bytes += received
    throw error
  }
  traffic.bytes += announced === null || received === 0 ? received : Number(announced)
  return decode(bytes.subarray(0, received), answer, decodedLimit)
}

/** The largest refusal that is read, in bytes; kura's own refusals have a few hundred. */
const LARGEST_REFUSAL = 65_536

/** The body of an answer other than 200. A body larger than kura's refusals counts as empty: the status is enough. */
async function receiveRefusal(answer: TransportAnswer, watch: Watch, options: ExchangeOptions) {
  const limits = { limit: LARGEST_REFUSAL, decodedLimit: LARGEST_REFUSAL }
  return receive(answer, watch, { ...options, ...limits }).catch(error => {
    if (!hasCode(error, 'body_too_large')) throw error
    watch.stop()
    return new Uint8Array(0)
  })
}

function withRoom(bytes: Uint8Array<ArrayBuffer>, size: number): Uint8Array<ArrayBuffer> {
  if (size <= bytes.length) return bytes
  const larger = new Uint8Array(Math.max(size, 2 * bytes.length))
  larger.set(bytes)
  return larger
}

async function decode(bytes: Uint8Array<ArrayBuffer>, answer: TransportAnswer, limit: number) {
  try {
    return (await answer.decode?.(bytes, limit)) ?? bytes
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ERR_BUFFER_TOO_LARGE')
      throw tooLarge(limit)
    throw error
  }
}

function failure({ host }: URL, cause: unknown): AppError {
  if (hasCode(cause, 'body_too_large')) {
    const limit = String(cause.details['limit'])
    return phraseError('remote_answer', phrase(FETCH_FAILURES.tooLarge, { host, limit }), {
      hint: phrase(FETCH_HINTS.addressOrOperator),
      cause,
    })
  }
  const values = { host, reason: reasonOf(cause) }
  if (cause instanceof NetworkFault || neverSent(cause)) {
    const hint = cause instanceof NetworkFault ? cause.hint : phrase(FETCH_HINTS.network)
    return phraseError('remote_unreachable', phrase(FETCH_FAILURES.unreachable, values), { hint, cause })
  }
  const hint = phrase(FETCH_HINTS.continues)
  return phraseError('remote_silent', phrase(FETCH_FAILURES.silent, values), { hint, cause })
}

/** Node's advice after an error about a certificate, for a person who starts Node by hand. */
const NODE_ADVICE = /; if the root CA is installed locally, .*/

/** Takes the innermost of Node's nested causes, because it says what happened. */
function reasonOf(error: unknown): Phrase {
  let current = error
  for (let depth = 0; depth < 5 && current instanceof Error; depth++) {
    if (current instanceof AggregateError && current.errors.length > 0) current = current.errors[0]
    else if (current.cause instanceof Error) current = current.cause
  }
  if (current instanceof TransferFault) return current.phrase
  const message = current instanceof Error ? current.message : String(current)
  return outside(hostText(message.replace(NODE_ADVICE, ''), 200))
}
