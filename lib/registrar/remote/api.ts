/** The registrar's wire: how a call is sent. The team and the token go along with every one; nothing is judged here. */
import type { RegistrarSettings } from '../../config/registrar.ts'
import { fetchJson, fetchJsonRead, type JsonReply, type JsonRequest } from '../../http/fetch-json.ts'
import type { RemoteParts } from '../../http/fetch-remote.ts'
import type { RemoteCall } from '../../http/trace.ts'
import type { WireCall } from './calls.ts'

/** What the surroundings give a call. */
export interface ApiParts extends RemoteParts {
  readonly settings: Pick<RegistrarSettings, 'token' | 'teamId' | 'baseUrl'>
  readonly sleep: (milliseconds: number) => Promise<void>
  /** In [0, 1). */
  readonly random: () => number
  /** Hears of each call; a trace's `remote`. */
  readonly observe?: ((call: RemoteCall) => void) | undefined
}

/** The header with the service's id of a request, for its support. */
export const REQUEST_ID = 'x-vercel-id'

/** Milliseconds for a read, which may be repeated, and for an act, which is not; every body is read within them. */
const READ_TIME = 10_000
export const ACT_TIME = 30_000

const LIMIT = 1_000_000

/**
 * Sends `call` and gives the answer, whatever its status. A GET is repeated where the network fails or the service says
 * 502, 503 or 504; anything else is sent once.
 * @throws AppError `remote_unreachable` (nothing was sent), `remote_silent` (it may have had its effect), `remote_answer`
 */
export function sendCall(call: WireCall, parts: ApiParts): Promise<JsonReply> {
  const request = requestOf(call, parts)
  return call.method === 'GET' ? fetchJsonRead(request, parts) : fetchJson(request, parts)
}

function requestOf(
  { method, path, query = {}, json }: WireCall,
  { settings, observe }: ApiParts,
): JsonRequest {
  const url = new URL(`${settings.baseUrl}${path}`)
  for (const [name, value] of Object.entries({ ...query, teamId: settings.teamId }))
    url.searchParams.set(name, value)
  return {
    remote: 'registrar',
    method,
    url,
    headers: { authorization: `Bearer ${settings.token}` },
    timeout: method === 'GET' ? READ_TIME : ACT_TIME,
    limit: LIMIT,
    requestIdHeader: REQUEST_ID,
    ...(json !== undefined && { json }),
    ...(observe && { observe }),
  }
}
