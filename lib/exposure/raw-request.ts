/**
 * Sends a request exactly as given: the path is not normalised, there are no credentials, no redirect is followed, and
 * no more of an answer is read than the limit. An answer that cannot be read is a failure in words, not an exception.
 */
import { Pool } from 'undici'
import { messageOf } from '../errors.ts'

export interface RawRequest {
  readonly method: string
  /** The request target; each character is one byte. */
  readonly path: string
}

export interface RawAnswer {
  readonly status: number
  /** Names in lower case; a repeated header's values are joined with `, `. */
  readonly headers: Readonly<Record<string, string>>
  /** At most `limit` bytes of the body. */
  readonly body: Uint8Array
  /** Whether `body` is all of it. */
  readonly complete: boolean
}

export type RawOutcome = { readonly answer: RawAnswer } | { readonly failure: string }

export type SendRaw = (request: RawRequest) => Promise<RawOutcome>

export interface RawClientOptions {
  /** The most connections, default 8. */
  readonly connections?: number
  /** Milliseconds for connecting, for the headers, and for the whole answer; default 15 s. */
  readonly timeout?: number
  /** The most bytes of a body that are read, default 64 kB. */
  readonly limit?: number
  readonly signal?: AbortSignal | undefined
  /** Sent with each request; never credentials of kura. */
  readonly headers?: Readonly<Record<string, string>>
}

const CONNECTIONS = 8
const TIMEOUT = 15_000
const LIMIT = 64_000
const TOO_LONG = /^(TimeoutError|HeadersTimeoutError|BodyTimeoutError|ConnectTimeoutError)$/
/** Errors of a kept-alive connection that the server has just closed: the request is sent once more on a new one. */
const STALE_CONNECTION = /^(UND_ERR_SOCKET|ECONNRESET|EPIPE)$/

/** A client of `origin`; `close` closes its connections. */
export function createRawClient(
  origin: string,
  options: RawClientOptions = {},
): { send: SendRaw; close(): Promise<void> } {
  const { connections = CONNECTIONS, timeout = TIMEOUT, limit = LIMIT, signal, headers } = options
  const pool = new Pool(origin, {
    connections,
    connectTimeout: timeout,
    headersTimeout: timeout,
    bodyTimeout: timeout,
  })
  const ask = async ({ method, path }: RawRequest): Promise<RawAnswer> => {
    const deadline = AbortSignal.timeout(timeout)
    const response = await pool.request({
      method,
      path,
      headers: { 'user-agent': 'kura-probe', ...headers },
      signal: signal ? AbortSignal.any([signal, deadline]) : deadline,
    })
    return {
      status: response.statusCode,
      headers: flat(response.headers),
      ...(await read(response.body, limit)),
    }
  }
  const send: SendRaw = async request => {
    try {
      return {
        answer: await ask(request).catch(error => (wasStale(error) ? ask(request) : rethrow(error))),
      }
    } catch (error) {
      signal?.throwIfAborted()
      return { failure: failureText(error) }
    }
  }
  return { send, close: () => pool.destroy() }
}

async function read(
  body: AsyncIterable<Uint8Array> & { destroy(): unknown },
  limit: number,
): Promise<Pick<RawAnswer, 'body' | 'complete'>> {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of body) {
    chunks.push(chunk)
    size += chunk.byteLength
    if (size > limit) return { body: Buffer.concat(chunks).subarray(0, limit), complete: false }
  }
  return { body: Buffer.concat(chunks), complete: true }
}

function flat(headers: Record<string, string | string[] | undefined>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [
      name.toLowerCase(),
      Array.isArray(value) ? value.join(', ') : (value ?? ''),
    ]),
  )
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
