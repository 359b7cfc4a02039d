/** One call to a remote as data. A service's `remote/calls.ts` is the table of its calls. */
import type * as z from 'zod'
import type { MultipartForm } from './fetch-remote.ts'

export interface CallSpec<Reply = unknown> {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** The path below the remote's base URL: `/deals/12`. Messages and the trace show it, so it must hold no secret. */
  readonly path: string
  readonly query?: Readonly<Record<string, string | number | undefined>>
  /** The body. At most one of `json`, `form` and `multipart` is given. */
  readonly json?: unknown
  readonly form?: Readonly<Record<string, string>>
  readonly multipart?: MultipartForm
  readonly reply: z.ZodType<Reply>
  /** Whether the call may be sent again if its reply was lost. By default, only a GET may. */
  readonly repeatable?: boolean
  /** Statuses that the remote documents as refusals of this call. In general they leave the outcome unknown. */
  readonly refusedBy?: readonly number[]
  /** The time limit of the whole call in milliseconds, if it is not the remote's usual one. */
  readonly timeout?: number
  /** Makes the last check before each attempt, after every wait for access. If it rejects, the attempt is not sent. */
  readonly before?: (() => Promise<void>) | undefined
}

export type CallOf<S extends z.ZodType> = CallSpec<z.infer<S>>

export function isRepeatable({ method, repeatable = method === 'GET' }: CallSpec): boolean {
  return repeatable
}

/** Returns the endpoint, with `{id}` in place of each number: `GET /deals/{id}`. */
export function endpointOf({ method, path }: Pick<CallSpec, 'method' | 'path'>): string {
  return `${method} ${path.replaceAll(/\/\d+(?=\/|$)/g, '/{id}')}`
}

/** Returns `GET "/deals/12"`. The query is left out, because it may hold a secret. */
export function nameOf({ method, path }: CallSpec): string {
  return `${method} "${path}"`
}
