/**
 * Describes one call to a remote as data. A service's `remote/calls.ts` is the table of its calls: each call is a
 * function.
 */
import type * as z from 'zod'
import type { MultipartForm } from './fetch-remote.ts'

export interface CallSpec<Reply = unknown> {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /**
   * The path below the remote's base URL: `/deals/12`. Error messages and the trace show it, so it must hold no secret.
   */
  readonly path: string
  /** The query parameters; an undefined one is left out. */
  readonly query?: Readonly<Record<string, string | number | undefined>>
  /** The body: a JSON value, form fields, or a form with a file. At most one of these members is given. */
  readonly json?: unknown
  readonly form?: Readonly<Record<string, string>>
  readonly multipart?: MultipartForm
  readonly reply: z.ZodType<Reply>
  /** Whether the call may be sent again if its reply was lost; by default only a GET may. */
  readonly repeatable?: boolean
  /**
   * The status codes that the remote documents as a refusal of this call, although in general they leave the outcome
   * unknown.
   */
  readonly refusedBy?: readonly number[]
  /** The time-out in milliseconds for the whole call, if it differs from the remote's usual time-out. */
  readonly timeout?: number
  /**
   * The last check before the call is sent, after every wait for access. It runs again before each further attempt of
   * the session. If the check rejects, the attempt is not sent.
   */
  readonly before?: (() => Promise<void>) | undefined
}

export type CallOf<S extends z.ZodType> = CallSpec<z.infer<S>>

export function isRepeatable({ method, repeatable = method === 'GET' }: CallSpec): boolean {
  return repeatable
}

/** The method and path of a call, with `{id}` in place of each number: `GET /deals/{id}`. */
export function endpointOf({ method, path }: Pick<CallSpec, 'method' | 'path'>): string {
  return `${method} ${path.replaceAll(/\/\d+(?=\/|$)/g, '/{id}')}`
}

/** The name of a call in messages: `GET "/deals/12"`. The query stays out, because it may hold a secret. */
export function nameOf({ method, path }: CallSpec): string {
  return `${method} "${path}"`
}
