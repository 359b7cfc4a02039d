/**
 * Sends one raw request and reads its answer. A probe sends thousands of requests, so this code uses `dispatch` of the
 * pool instead of `request`, which would create a stream and a signal for each request.
 */
import type { Dispatcher } from 'undici'

export interface RawRequest {
  readonly method: string
  /** The request target; each character is one byte. */
  readonly path: string
}

export interface RawAnswer {
  readonly status: number
  /** The headers; names are in lower case, and a repeated header's values are joined with `, `. */
  readonly headers: Readonly<Record<string, string>>
  /** The body, cut at `limit` bytes. */
  readonly body: Uint8Array
  readonly complete: boolean
}

interface Bounds {
  /** The time-out in milliseconds for the whole answer. */
  readonly timeout: number
  /** The maximum number of bytes of the body that are read. */
  readonly limit: number
}

type Request = RawRequest & { readonly headers: Readonly<Record<string, string>> }
type Answered = (outcome: RawAnswer | { readonly error: unknown }) => void

/** @throws the error of the connection, or an Error named `TimeoutError` */
export function exchange(
  { method, path, headers }: Request,
  bounds: Bounds,
  pool: Dispatcher,
): Promise<RawAnswer> {
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
  const all: Record<string, string> = {}
  for (const name of Object.keys(headers)) {
    const value = headers[name]
    all[name.toLowerCase()] = Array.isArray(value) ? value.join(', ') : (value ?? '')
  }
  return all
}
