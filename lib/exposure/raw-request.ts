/** Sends a path as it is, without credentials, and follows no redirect. Only the signal makes `send` throw. */

import { type Dispatcher, Pool } from 'undici'
import { messageOf } from '../core/errors.ts'

export interface RawRequest {
  readonly method: string
  /** The request target; each character is one byte. */
  readonly path: string
}

export interface RawAnswer {
  readonly status: number
  /** The headers. Their names are in lower case, and the values of a repeated header are joined with `, `. */
  readonly headers: Readonly<Record<string, string>>
  /** The body, cut at `limit` bytes. */
  readonly body: Uint8Array
  readonly complete: boolean
}

export type RawOutcome = { readonly answer: RawAnswer } | { readonly failure: string }

export type SendRaw = (request: RawRequest) => Promise<RawOutcome>

export interface RawClientOptions {
  /** The maximum number of connections, default 8. */
  readonly connections?: number
  /** The limit in milliseconds of each exchange, from the connection to the end of the answer; default 15,000. */
  readonly timeout?: number
  /** The maximum number of bytes of a body that are read, default 64 kB. */
  readonly limit?: number
  readonly signal?: AbortSignal | undefined
  /** Headers that are sent with each request; never credentials of kura. */
  readonly headers?: Readonly<Record<string, string>>
}

const CONNECTIONS = 8
const TIMEOUT = 15_000
const LIMIT = 64_000
const TOO_LONG = /^(TimeoutError|ConnectTimeoutError)$/
/** The errors after the server has closed a kept-alive connection. The request is then sent once more on a new one. */
const STALE_CONNECTION = /^(UND_ERR_SOCKET|ECONNRESET|EPIPE)$/

export function createRawClient(
  origin: string,
  options: RawClientOptions = {},
): { send: SendRaw; close(): Promise<void> } {
  const { connections = CONNECTIONS, timeout = TIMEOUT, limit = LIMIT, signal } = options
  // the pool has no time-outs of its own, because `exchange` limits the time of the whole exchange
  const pool = new Pool(origin, { connections, connectTimeout: timeout, headersTimeout: 0, bodyTimeout: 0 })
  const headers = { 'user-agent': 'kura-probe', ...options.headers }
  const ask = (request: RawRequest) => exchange({ ...request, headers }, { timeout, limit }, pool)
  const stop = () => void pool.destroy()
  signal?.addEventListener('abort', stop, { once: true })
  const send: SendRaw = async request => {
    signal?.throwIfAborted()
    try {
      return {
        answer: await ask(request).catch(error => (wasStale(error) ? ask(request) : rethrow(error))),
      }
    } catch (error) {
      signal?.throwIfAborted()
      return { failure: failureText(error) }
    }
  }
  return {
    send,
    close() {
      signal?.removeEventListener('abort', stop)
      return pool.destroy()
    },
  }
}

function wasStale(error: unknown): boolean {
  return error instanceof Error && 'code' in error && STALE_CONNECTION.test(String(error.code))
}

function rethrow(error: unknown): never {
  throw error
}

function failureText(error: unknown): string {
  if (error instanceof Error && TOO_LONG.test(error.name)) return 'no answer in time'
  return `no readable answer: ${messageOf(error)}`
}

interface Bounds {
  /** The limit of time for the whole answer, in milliseconds. */
  readonly timeout: number
  /** The maximum number of bytes of the body that are read. */
  readonly limit: number
}

type Request = RawRequest & { readonly headers: Readonly<Record<string, string>> }
type Answered = (outcome: RawAnswer | { readonly error: unknown }) => void

/**
 * Uses `dispatch` of the pool, which creates no stream and no signal, because a probe sends thousands of requests.
 * @throws the error of the connection, or an Error named `TimeoutError`
 */
function exchange({ method, path, headers }: Request, bounds: Bounds, pool: Dispatcher): Promise<RawAnswer> {
  return new Promise((resolve, reject) => {
    const handler = createHandler(bounds, outcome => {
      if ('error' in outcome) reject(outcome.error)
      else resolve(outcome)
    })
    pool.dispatch({ method: method as Dispatcher.HttpMethod, path, headers: { ...headers } }, handler)
  })
}

function createHandler({ timeout, limit }: Bounds, answered: Answered): Dispatcher.DispatchHandler {
  let head: Pick<RawAnswer, 'status' | 'headers'> = { status: 0, headers: {} }
  let controller: Dispatcher.DispatchController | undefined
  const chunks: Uint8Array[] = []
  let size = 0
  const timer = setTimeout(() => {
    const error = new DOMException('no answer in time', 'TimeoutError')
    answered({ error })
    controller?.abort(error)
  }, timeout)
  const end = (complete: boolean) => {
    clearTimeout(timer)
    answered({ ...head, body: Buffer.concat(chunks).subarray(0, limit), complete })
  }
  return {
    onRequestStart(started) {
      controller = started
    },
    onResponseStart(_, status, headers) {
      // a response with a status code 1xx comes before the answer itself
      if (status >= 200) head = { status, headers: flat(headers) }
    },
    onResponseData(started, chunk) {
      chunks.push(chunk)
      size += chunk.byteLength
      if (size <= limit) return
      end(false)
      started.abort(new Error('enough was read'))
    },
    onResponseEnd: () => end(true),
    onResponseError(_, error) {
      clearTimeout(timer)
      answered({ error })
    },
  }
}

function flat(headers: Readonly<Record<string, string | string[] | undefined>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value = '']) => [
      name.toLowerCase(),
      Array.isArray(value) ? value.join(', ') : value,
    ]),
  )
}
