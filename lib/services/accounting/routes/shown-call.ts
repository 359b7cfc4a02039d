/** A call as a dry run shows it: as the service would get it. */
import type * as z from 'zod'
import type { CallSpec } from '../../../core/remote/call.ts'
import { PREFIX } from '../remote/session.ts'
import type { shownCall as shownCallSchema } from './proxy-schemas.ts'

type ShownCall = z.input<typeof shownCallSchema>

/** The schema describes it: a write has its company in the query or in the body. */
export function shownCall({ method, path, query = {}, json }: CallSpec): ShownCall {
  return {
    method,
    path: `${PREFIX}${path}`,
    ...(Object.keys(query).length > 0 && { query }),
    ...(json !== undefined && { body: json }),
  } as ShownCall
}
