import type * as z from 'zod'
import { ACCOUNTING_REQUEST_ID } from '../../../core/config/accounting.ts'
import type { CallSpec } from '../../../core/remote/call.ts'
import { PREFIX } from '../remote/session.ts'
import type { shownCall as shownCallSchema } from './proxy-schemas.ts'

type ShownCall = z.input<typeof shownCallSchema>

/** Returns the call as a dry run shows it. The company of a write is in the query or in the body. */
export function shownCall({ method, path, query = {}, json }: CallSpec): ShownCall {
  return {
    method,
    path: `${PREFIX}${path}`,
    ...(Object.keys(query).length > 0 && { query }),
    ...(json !== undefined && { body: json }),
  } as ShownCall
}

/** Returns the request's id as a header. A person can give this id to the service's support. */
export function requestIdOf(headers: Headers): Record<string, string> {
  const requestId = headers.get(ACCOUNTING_REQUEST_ID)
  return requestId ? { [ACCOUNTING_REQUEST_ID]: requestId } : {}
}
