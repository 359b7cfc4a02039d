/**
 * Sends one HTTP request, without following redirects. A reply of any status is a success here. The code of a failure
 * says whether the request was sent: `remote_unreachable` means that nothing was sent, `remote_silent` that the request
 * may have had its effect.
 */
import type { AppError } from '../errors.ts'
import { neverSent } from '../http/never-sent.ts'
import type { RemoteCall } from '../http/trace.ts'
import { phrase } from '../language/catalogue.ts'
import { phraseError } from '../language/phrase-error.ts'
import { timeLeft } from '../work/time-left.ts'
import { REMOTE_REASONS } from './words.ts'

export interface FetchDeps {
  readonly fetch: typeof fetch
  /** The time in milliseconds, from a clock that never goes back. */
  readonly clock: () => number
  /** Returns a signal that aborts after this time. By default, `AbortSignal.timeout`. */
  readonly timeLimit?: (milliseconds: number) => AbortSignal
}

export interface RemoteRequest {
  /** The remote's name in messages and logs: `accounting`. */
  readonly remote: string
  readonly method: string
  readonly url: URL
  readonly headers?: Readonly<Record<string, string>>
  /** The body. At most one of these members is given; `text` (JSON) and `bytes` are sent unchanged. */
  readonly json?: unknown
  readonly form?: Readonly<Record<string, string>>
  readonly multipart?: MultipartForm
  readonly text?: string
  readonly bytes?: Uint8Array
  /** The time limit of the whole call in milliseconds, with the reply's body. It is less if `timeLeft` is less. */
  readonly timeout?: number
  readonly signal?: AbortSignal
  /** The reply header with the remote's id of the request. */
  readonly requestIdHeader?: string
  /** Called when the reply's headers have arrived, or the call has failed. It is usually `Trace.remote`. */
  readonly observe?: (call: RemoteCall) => void
}

/** The fields of a `multipart/form-data` body. */
export type MultipartForm = Readonly<Record<string, string | File>>

/** The default time limit of a call, in milliseconds. */
export const TIMEOUT = 20_000
const USER_AGENT = 'kura/1'

/**
 * Returns the response with its body unread.
 * @throws AppError `remote_unreachable` (nothing was sent), `remote_silent` (the call may have had its effect)
 */
export async function fetchRemote(request: RemoteRequest, deps: FetchDeps): Promise<Response> {
  const started = deps.clock()
  const observe = (status: RemoteCall['status'], response?: Response) => {
    const requestId = request.requestIdHeader && response?.headers.get(request.requestIdHeader)
    request.observe?.({
      remote: request.remote,
      method: request.method,
      path: request.url.pathname,
      status,
      milliseconds: deps.clock() - started,
      ...(requestId && { requestId }),
    })
  }
  try {
    const response = await deps.fetch(request.url, await requestInit(request, deps))
    observe(response.status, response)
    return response
  } catch (cause) {
    observe('unreachable')
    throw failure(request, cause)
  }
}

async function requestInit(
  request: RemoteRequest,
  { timeLimit = AbortSignal.timeout }: FetchDeps,
): Promise<RequestInit> {
  const { body, type } = await encodeBody(request)
  const timeout = timeLimit(Math.min(request.timeout ?? TIMEOUT, Math.max(1, Math.floor(timeLeft()))))
  return {
    method: request.method,
    redirect: 'manual',
    headers: {
      'user-agent': USER_AGENT,
      accept: 'application/json',
      ...(type && { 'content-type': type }),
      ...(body && { 'content-length': String(body.size) }),
      ...request.headers,
    },
    ...(body && { body: body.stream(), duplex: 'half' }),
    signal: request.signal ? AbortSignal.any([timeout, request.signal]) : timeout,
  }
}

/** The body is sent as a stream, which can be sent only once. Node's fetch sends any other body again after a 421. */
async function encodeBody(request: RemoteRequest): Promise<{ body?: Blob; type?: string }> {
  const { json, form, multipart, text, bytes } = request
  if (multipart) return encodeMultipart(multipart)
  if (bytes !== undefined)
    return { body: new Blob([new Uint8Array(bytes)]), type: 'application/octet-stream' }
  if (text !== undefined) return { body: new Blob([text]), type: 'application/json' }
  if (json !== undefined) return { body: new Blob([JSON.stringify(json)]), type: 'application/json' }
  if (!form) return {}
  return {
    body: new Blob([new URLSearchParams(form).toString()]),
    type: 'application/x-www-form-urlencoded',
  }
}

/** Encodes the fields with a boundary that Node chooses. */
async function encodeMultipart(fields: MultipartForm): Promise<{ body: Blob; type: string }> {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.append(name, value)
  const response = new Response(form)
  return { type: response.headers.get('content-type') ?? '', body: await response.blob() }
}

/** The error is `remote_unreachable` if `cause` shows that nothing was sent, otherwise `remote_silent`. */
export function failure(request: RemoteRequest, cause: unknown): AppError {
  const what = `${request.method} ${request.url.pathname} of the ${request.remote} service`
  if (neverSent(cause)) {
    return phraseError(
      'remote_unreachable',
      phrase(REMOTE_REASONS.unreachable, { host: request.url.host, call: what }),
      {
        hint: 'check the network and the base URL in the settings, then try again',
        cause,
      },
    )
  }
  return phraseError('remote_silent', phrase(REMOTE_REASONS.silent, { call: what }), {
    cause,
  })
}
