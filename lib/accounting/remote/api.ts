/**
 * The accounting service's wire: how a call is sent. `calls.ts` has the calls as data, `client.ts` judges what came back.
 * Paths and names are the service's own; the version's prefix is added here and nowhere else.
 */
import type { z } from 'zod'
import {
  fetchJson,
  fetchJsonRead,
  type JsonReply,
  type JsonRequest,
  readJson,
} from '../../http/fetch-json.ts'
import { fetchRemote, type RemoteParts } from '../../http/fetch-remote.ts'
import type { RemoteCall } from '../../http/trace.ts'

/** Where access tokens come from. */
export interface TokenSource {
  /**
   * An access token that works as far as is known. After a 401 it is asked again with the token that failed and the
   * codes of the answer; where nothing says that the token expired it gives the same one, and the 401 stands.
   */
  accessToken(request?: {
    readonly rejected?: { readonly token: string; readonly codes: readonly string[] } | undefined
    readonly deadline?: number | undefined
    readonly observe?: ((call: RemoteCall) => void) | undefined
  }): Promise<string>
}

/** A call as the service takes it, and how its answer reads. */
export interface WireCall<T = unknown> {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /** Below the version's prefix: `/deals/12`. */
  readonly path: string
  readonly query?: Readonly<Record<string, string | number | undefined>>
  readonly json?: unknown
  readonly reply: z.ZodType<T>
  /** A GET that starts something: it is not repeated by itself. */
  readonly once?: boolean
}

/** What the surroundings give a call. */
export interface ApiParts extends RemoteParts {
  /** The service's address, without the version's path. */
  readonly baseUrl: string
  readonly sleep: (milliseconds: number) => Promise<void>
  /** In [0, 1). */
  readonly random: () => number
}

export interface SendOptions {
  readonly token: string
  readonly observe?: ((call: RemoteCall) => void) | undefined
}

/** The header with the service's id of a request, for its support. */
export const REQUEST_ID = 'x-freee-request-id'

const PREFIX = '/api/1'

/** Milliseconds for a call; every body is read within them. */
const TIMEOUT = 20_000
/** Milliseconds for a file, which must fit into a function's life. */
const DOWNLOAD_TIMEOUT = 50_000

/**
 * Sends `call` and gives the answer, whatever its status. A GET without effect is repeated where the network fails or
 * the service says 502, 503 or 504; anything else is sent once.
 * @throws AppError `remote_unreachable` (nothing was sent), `remote_silent` (it may have had its effect), `remote_answer`
 */
export function sendCall(
  call: WireCall,
  { parts, ...options }: SendOptions & { parts: ApiParts },
): Promise<JsonReply> {
  const request = requestOf(call, { ...options, baseUrl: parts.baseUrl, timeout: TIMEOUT })
  const repeatable = call.method === 'GET' && !call.once
  return repeatable ? fetchJsonRead(request, parts) : fetchJson(request, parts)
}

/** A file: its open answer where the service gives it, else the JSON that says why not. Sent once. */
export async function openFile(
  call: WireCall,
  { parts, ...options }: SendOptions & { parts: ApiParts },
): Promise<{ file: Response } | { reply: JsonReply }> {
  const request = requestOf(call, { ...options, baseUrl: parts.baseUrl, timeout: DOWNLOAD_TIMEOUT })
  const response = await fetchRemote(request, parts)
  return response.status === 200 ? { file: response } : { reply: await readJson(request, response) }
}

function requestOf(
  { method, path, query = {}, json }: WireCall,
  { token, observe, baseUrl, timeout }: SendOptions & { baseUrl: string; timeout: number },
): JsonRequest {
  const url = new URL(`${baseUrl}${PREFIX}${path}`)
  for (const [name, value] of Object.entries(query))
    if (value !== undefined) url.searchParams.set(name, String(value))
  return {
    remote: 'accounting',
    method,
    url,
    headers: { authorization: `Bearer ${token}` },
    timeout,
    requestIdHeader: REQUEST_ID,
    ...(json !== undefined && { json }),
    ...(observe && { observe }),
  }
}
