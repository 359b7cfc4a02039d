import { hasCode } from '../errors.ts'
import { readBody } from '../http/body.ts'
import { parseJson } from '../json/json.ts'
import { phrase } from '../language/catalogue.ts'
import { phraseError } from '../language/phrase-error.ts'
import { type FetchDeps, failure, fetchRemote, type RemoteRequest, TIMEOUT } from './fetch-remote.ts'
import { TimeLimit } from './time-limit.ts'
import { REMOTE_REASONS } from './words.ts'

export interface JsonRequest extends RemoteRequest {
  /** The most bytes of the reply's body. */
  readonly limit?: number
}

export interface JsonReply {
  readonly status: number
  readonly headers: Headers
  /** The parsed body. Undefined if it is empty or not JSON. */
  readonly body: unknown
}

const LIMIT = 10_000_000
const UTF_8 = new TextDecoder()

/** @throws AppError as fetchRemote does; `remote_answer` if the reply's body is larger than the limit */
export async function fetchJson(request: JsonRequest, deps: FetchDeps): Promise<JsonReply> {
  const limit = new TimeLimit()
  try {
    return await readJson(
      request,
      await fetchRemote(request, { timeLimit: time => limit.start(time), ...deps }),
    )
  } finally {
    limit.end()
  }
}

/** @throws AppError as fetchJson does */
export async function readJson(request: JsonRequest, response: Response): Promise<JsonReply> {
  const bytes = await readBytes(request, response)
  return {
    status: response.status,
    headers: response.headers,
    body: parseJson(UTF_8.decode(bytes)),
  }
}

async function readBytes(request: JsonRequest, response: Response): Promise<Uint8Array> {
  const limit = request.limit ?? LIMIT
  try {
    return await readBody(response, limit)
  } catch (cause) {
    if (!hasCode(cause, 'body_too_large')) throw failure(request, cause)
    throw phraseError(
      'remote_answer',
      phrase(REMOTE_REASONS.tooLarge, {
        call: `${request.method} ${request.url.pathname} of the ${request.remote} service`,
        limit,
      }),
      { cause },
    )
  }
}

export interface RetryDeps extends FetchDeps {
  readonly sleep: (milliseconds: number) => Promise<void>
  /** Returns a number in [0, 1). */
  readonly random: () => number
  /** The time, on `clock`, at which a read ends even without a reply. */
  readonly waitUntil?: number | undefined
}

const ATTEMPTS = 3
const FIRST_WAIT = 200

/**
 * Sends a read again if the network fails or the remote answers 502, 503 or 504. A call that books, buys or sends uses
 * `fetchJson`, which sends it once.
 * @throws AppError as fetchJson does
 */
export async function fetchJsonRead(request: JsonRequest, deps: RetryDeps): Promise<JsonReply> {
  for (let attempt = 1; ; attempt++) {
    const outcome = await fetchJson(endingInTime(request, deps), deps).catch((error: unknown) => ({ error }))
    const mayPass =
      'error' in outcome
        ? hasCode(outcome.error, 'remote_unreachable', 'remote_silent')
        : [502, 503, 504].includes(outcome.status)
    const wait = deps.random() * FIRST_WAIT * 2 ** attempt
    if (!mayPass || attempt >= ATTEMPTS || timeLeft(deps) <= wait) {
      if ('error' in outcome) throw outcome.error
      return outcome
    }
    await deps.sleep(wait)
  }
}

function timeLeft({ waitUntil = Number.POSITIVE_INFINITY, clock }: RetryDeps): number {
  return waitUntil - clock()
}

function endingInTime(request: JsonRequest, deps: RetryDeps): JsonRequest {
  const left = Math.max(1, Math.floor(timeLeft(deps)))
  return left < (request.timeout ?? TIMEOUT) ? { ...request, timeout: left } : request
}
