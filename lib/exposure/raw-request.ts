/**
 * Sends a request exactly as given: the path is not normalised, there are no credentials, no redirect is followed, and
 * the answer is read only up to a limit. If the answer cannot be read, the result describes the failure; `send` throws
 * only if the signal stops it, with the signal's reason.
 */
import { Pool } from 'undici'
import { messageOf } from '../core/errors.ts'
import { exchange, type RawAnswer, type RawRequest } from './raw-exchange.ts'

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
/**
 * Matches the errors that occur if the server has just closed a kept-alive connection. Then the request is sent once
 * more on a new connection.
 */
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
