/** One call to a remote as data. A service's `remote/calls.ts` is the table of its calls. */
import type * as z from 'zod'
import type { MultipartForm } from './fetch-remote.ts'

export interface CallSpec<Reply = unknown> {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** Below the remote's base URL: `/deals/12`. Messages and the trace show it, so it must hold no secret. */
  readonly path: string
  readonly query?: Readonly<Record<string, string | number | undefined>>
  /** At most one of `json`, `form` and `multipart` is given. */
  readonly json?: unknown
  readonly form?: Readonly<Record<string, string>>
  readonly multipart?: MultipartForm
  readonly reply: z.ZodType<Reply>
  /** The call may be sent again if its reply was lost; by default only a GET may. */
  readonly repeatable?: boolean
  /** The remote documents these as refusals of this call, although in general they leave the outcome unknown. */
  readonly refusedBy?: readonly number[]
  /** Milliseconds for the whole call, if not the remote's usual time-out. */
  readonly timeout?: number
  /** The last check before each attempt, after every wait for access. If it rejects, the attempt is not sent. */
  readonly before?: (() => Promise<void>) | undefined
}

export type CallOf<S extends z.ZodType> = CallSpec<z.infer<S>>

export function isRepeatable({ method, repeatable = method === 'GET' }: CallSpec): boolean {
  return repeatable
}

/** With `{id}` in place of each number: `GET /deals/{id}`. */
export function endpointOf({ method, path }: Pick<CallSpec, 'method' | 'path'>): string {
  return `${method} ${path.replaceAll(/\/\d+(?=\/|$)/g, '/{id}')}`
}

/** `GET "/deals/12"`. The query stays out, because it may hold a secret. */
export function nameOf({ method, path }: CallSpec): string {
  return `${method} "${path}"`
}
