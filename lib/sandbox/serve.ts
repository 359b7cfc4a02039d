/**
 * What every stand-in of a remote is made of: a table of routes over a state, and faults that can be armed. A stand-in
 * is a stateful fetch handler, served on loopback by `http/listen.ts`; it serves the tests and the local host, refuses
 * what the real remote refuses, and no function imports it. Its conventions:
 * - `create…Sandbox({ now, random?, … })` gives `{ fetch, faults, state }`; time and chance are passed in;
 * - the state may be read and changed by whoever holds the sandbox: that is how a test arranges its world;
 * - a route reads its request first and changes the state in one go, so that no two requests interleave.
 */
import type { FetchHandler } from '../http/listen.ts'
import type { Faults } from './faults.ts'
import { pathPattern } from './path-pattern.ts'

/** A request as a route sees it. */
export interface StandInCall {
  readonly request: Request
  readonly url: URL
  /** The named segments of the route's path, percent-decoded. */
  readonly params: Readonly<Record<string, string>>
}

export interface StandInRoute {
  readonly method: string
  /** With named segments: `/api/1/deals/{id}`. */
  readonly path: string
  answer(call: StandInCall): Response | Promise<Response>
}

/** Thrown by a route to end with an answer. */
export class Refusal extends Error {
  readonly answer: Response

  constructor(answer: Response) {
    super(`refused with ${answer.status}`)
    this.answer = answer
  }
}

export interface StandInParts {
  readonly routes: readonly StandInRoute[]
  readonly faults: Faults
  /** The answer to a path or a method that the remote does not have. */
  notFound(): Response
  /** What the remote puts on every answer. */
  finish(answer: Response): Response
}

/** The fetch handler of a remote that has `routes`. */
export function createStandIn(parts: StandInParts): FetchHandler {
  const table = parts.routes.map(route => ({ route, pattern: pathPattern(route.path) }))
  return async (request, connection) => {
    const url = new URL(request.url)
    const fault = parts.faults.strike(request.method, url)
    const instead = await fault?.before?.(connection)
    if (instead) return parts.finish(instead)
    const answer = await dispatch(request, url)
    return parts.finish((await fault?.after?.(answer, connection)) ?? answer)
  }

  async function dispatch(request: Request, url: URL): Promise<Response> {
    for (const { route, pattern } of table) {
      const match = route.method === request.method ? pattern.exec(url) : null
      if (!match) continue
      const params = Object.entries(match.pathname.groups).map(([name, value]) => [
        name,
        decodeURIComponent(value ?? ''),
      ])
      return ended(() => route.answer({ request, url, params: Object.fromEntries(params) }))
    }
    return parts.notFound()
  }
}

async function ended(answer: () => Response | Promise<Response>): Promise<Response> {
  try {
    return await answer()
  } catch (error) {
    if (error instanceof Refusal) return error.answer
    throw error
  }
}
