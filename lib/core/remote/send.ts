import type { RemoteCall } from '../http/trace.ts'
import { type CallSpec, isRepeatable } from './call.ts'
import {
  fetchJson,
  fetchJsonRead,
  type JsonReply,
  type JsonRequest,
  type RetryDeps,
  readJson,
} from './fetch-json.ts'
import { fetchRemote } from './fetch-remote.ts'
import type { RemoteAccess, SendProfile } from './profile.ts'

export interface RemoteDeps extends RetryDeps {
  /** Called for each attempt. It is usually `Trace.remote`. */
  readonly observe?: ((call: RemoteCall) => void) | undefined
}

export interface Destination {
  readonly profile: SendProfile
  readonly access: RemoteAccess
}

/**
 * Sends a repeatable call up to three times, if the network fails or the remote answers 502, 503 or 504.
 * @throws AppError `remote_unreachable` (nothing was sent), `remote_silent` (the call may have had its effect),
 * `remote_answer` (the reply is over the limit)
 */
export function sendCall(call: CallSpec, destination: Destination, deps: RemoteDeps): Promise<JsonReply> {
  const request = requestOf(call, destination, deps)
  return isRepeatable(call) ? fetchJsonRead(request, deps) : fetchJson(request, deps)
}

/** A file, or the JSON reply that says why there is no file. */
export type Opened = { readonly file: Response } | { readonly reply: JsonReply }

/** Sends the call once. @throws AppError as sendCall does */
export async function openFile(call: CallSpec, destination: Destination, deps: RemoteDeps): Promise<Opened> {
  const request = requestOf(call, destination, deps)
  const response = await fetchRemote(request, deps)
  return response.status === 200 ? { file: response } : { reply: await readJson(request, response) }
}

function requestOf(call: CallSpec, { profile, access }: Destination, { observe }: RemoteDeps): JsonRequest {
  const { name, scheme = 'Bearer', requestIdHeader, timeouts, limit } = profile
  const timeout = call.timeout ?? timeouts?.[isRepeatable(call) ? 'read' : 'act']
  return {
    remote: name,
    method: call.method,
    url: addressOf(call, access),
    headers: {
      ...(access.token !== undefined && { authorization: `${scheme} ${access.token}` }),
      ...access.headers,
    },
    ...(call.json !== undefined && { json: call.json }),
    ...(call.form && { form: call.form }),
    ...(call.multipart && { multipart: call.multipart }),
    ...(timeout !== undefined && { timeout }),
    ...(limit !== undefined && { limit }),
    ...(requestIdHeader && { requestIdHeader }),
    ...(observe && { observe }),
  }
}

function addressOf({ path, query }: CallSpec, access: RemoteAccess): URL {
  const url = new URL(`${access.baseUrl}${path}`)
  for (const [name, value] of Object.entries({ ...query, ...access.query }))
    if (value !== undefined) url.searchParams.set(name, String(value))
  return url
}
