/**
 * The frame of every sandbox of a remote: a table of routes over a state, and faults that tests arm. A sandbox is a
 * stateful fetch handler, served on loopback by `listen.ts`. It serves the tests and the local host, refuses what the
 * real remote is known to refuse, and is imported by no function. Conventions:
 * - `create…Sandbox({ now, random?, … })` returns `{ fetch, faults, state }`; time and randomness are passed in;
 * - a test arranges its world by reading and changing the state;
 * - a route reads its request first and then changes the state in one step, so that no two requests interleave.
 */

import type { Faults } from './faults.ts'
import type { FetchHandler } from './listen.ts'
import { answerOf } from './refusal.ts'
import { requestPattern } from './requests.ts'

export interface SandboxOptions {
  /** Milliseconds since the epoch. */
  readonly now: () => number
  readonly faults?: Faults
}

export interface Sandbox<State> {
  readonly fetch: FetchHandler
  readonly faults: Faults
  readonly state: State
}

export interface SandboxCall {
  readonly request: Request
  readonly url: URL
  /** The named segments of the route's path, percent-decoded. */
  readonly params: Readonly<Record<string, string>>
}

export interface SandboxRoute {
  readonly method: string
  /** The path, with named segments: `/api/1/deals/{id}`. */
  readonly path: string
  answer(call: SandboxCall): Response | Promise<Response>
}

export interface Remote {
  readonly routes: readonly SandboxRoute[]
  readonly faults: Faults
  /** The answer for a path or a method that the remote does not have. */
  notFound(): Response
  /** The headers that the remote sets on every answer. */
  headers?(): Readonly<Record<string, string>>
}

/** A handler for the remote's routes. A fault can strike before or after the work of a route. */
export function serveRemote({ routes, faults, notFound, headers = () => ({}) }: Remote): FetchHandler {
  const table = routes.map(route => ({ route, pattern: requestPattern(route.method, route.path) }))
  const dispatch = async (request: Request, url: URL): Promise<Response> => {
    for (const { route, pattern } of table) {
      const params = pattern.match(request.method, url)
      if (params) return answerOf(() => route.answer({ request, url, params }))
    }
    return notFound()
  }
  return async (request, connection) => {
    const url = new URL(request.url)
    const fault = faults.strike(request.method, url)
    const instead = await fault?.before?.(connection)
    if (instead) return withHeaders(instead, headers())
    const answer = await dispatch(request, url)
    return withHeaders((await fault?.after?.(answer, connection)) ?? answer, headers())
  }
}

export function withHeaders(answer: Response, headers: Readonly<Record<string, string>>): Response {
  for (const [name, value] of Object.entries(headers)) answer.headers.set(name, value)
  return answer
}
