/** The JSON call to a remote: sends through `fetch-remote.ts`, reads the body under a limit, judges nothing. */
import { AppError, hasCode } from '../errors.ts'
import { parseJson } from '../json.ts'
import { readBody } from './body.ts'
import { failure, fetchRemote, type RemoteParts, type RemoteRequest } from './fetch-remote.ts'

export interface JsonRequest extends RemoteRequest {
  /** The largest answer in bytes. */
  readonly limit?: number
}

export interface JsonReply {
  readonly status: number
  readonly headers: Headers
  /** The parsed body; undefined where it is empty or no JSON. A schema gives it its type. */
  readonly body: unknown
}

const LIMIT = 10_000_000

/**
 * The remote's answer with its JSON, whatever its status.
 * @throws AppError `remote_unreachable`, `remote_silent` as fetchRemote does; `remote_answer` where the body is over the limit
 */
export async function fetchJson(request: JsonRequest, parts: RemoteParts): Promise<JsonReply> {
  return readJson(request, await fetchRemote(request, parts))
}

/** The JSON of an answer that `fetchRemote` gave to `request`. @throws AppError as fetchJson does */
export async function readJson(request: JsonRequest, response: Response): Promise<JsonReply> {
  const bytes = await readReply(request, response)
  return {
    status: response.status,
    headers: response.headers,
    body: parseJson(new TextDecoder().decode(bytes)),
  }
}

async function readReply(request: JsonRequest, response: Response): Promise<Uint8Array> {
  const limit = request.limit ?? LIMIT
  try {
    return await readBody(response, limit)
  } catch (cause) {
    if (!hasCode(cause, 'body_too_large')) throw failure(request, cause)
    throw new AppError(
      'remote_answer',
      `Cannot read the ${request.remote} service: its answer is over ${limit} bytes`,
      { cause },
    )
  }
}

/** How often and how long a call without effect is repeated. */
export interface RetryParts {
  readonly sleep: (milliseconds: number) => Promise<void>
  /** In [0, 1). */
  readonly random: () => number
  readonly attempts?: number
}

const ATTEMPTS = 3
const FIRST_WAIT = 200

/**
 * A read, repeated where the network fails or the remote says 502, 503 or 504. For reads only: what books, buys or
 * sends goes through `fetchJson` once.
 */
export async function fetchJsonRead(
  request: JsonRequest,
  parts: RemoteParts & RetryParts,
): Promise<JsonReply> {
  const attempts = parts.attempts ?? ATTEMPTS
  for (let attempt = 1; ; attempt++) {
    const outcome = await fetchJson(request, parts).catch((error: unknown) => ({ error }))
    const passing = 'error' in outcome ? isPassing(outcome.error) : [502, 503, 504].includes(outcome.status)
    if (!passing || attempt >= attempts) return unwrap(outcome)
    await parts.sleep(parts.random() * FIRST_WAIT * 2 ** attempt)
  }
}

function isPassing(error: unknown): boolean {
  return hasCode(error, 'remote_unreachable', 'remote_silent')
}

function unwrap(outcome: JsonReply | { error: unknown }): JsonReply {
  if ('error' in outcome) throw outcome.error
  return outcome
}
