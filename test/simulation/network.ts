/** The remotes of a simulation: each call is a point, and the world answers it immediately. */
import type { Fault } from './moves.ts'
import type { Simulation } from './simulation.ts'

export interface RemoteReply {
  readonly status: number
  readonly body?: unknown
}

export interface RemoteRequest {
  readonly method: string
  readonly url: URL
  readonly body: string
}

/** Returns the reply of a remote to a request. */
export type Remote = (request: RemoteRequest) => RemoteReply

export interface Reach {
  readonly remote: Remote
  /** Returns the reply of the remote while it is out of order; by default, it never is. */
  readonly outage?: Remote
  /** Milliseconds for which a lost call may still arrive. */
  readonly lateness: number
}

/** No timers are used, because nothing in a simulation takes real time, and a timer would outlive its execution. */
export const UNTIMED = { timeLimit: () => new AbortController().signal }

const READING: readonly Fault[] = ['lost', 'dies', 'sleeps']
const ACTING: readonly Fault[] = ['lost', 'unanswered', 'late', 'dies', 'sleeps', 'sleeps before']

/** Returns the fetch of one actor. */
export function createReach(
  actor: string,
  { remote, outage, lateness }: Reach,
  simulation: Simulation,
): typeof fetch {
  return async (input, init) => {
    const request = {
      method: init?.method ?? 'GET',
      url: new URL(String(input)),
      body: await textOf(init?.body),
    }
    const { status, body } = await simulation.point({
      actor,
      label: `${request.method} ${request.url.pathname}`,
      faults: [
        ...(request.method === 'GET' ? READING : ACTING),
        ...(outage ? (['unavailable'] as const) : []),
      ],
      ...(outage && { outage: () => outage(request) }),
      lateness,
      content: () => `${request.url.search}${request.body}`,
      failure: () => new TypeError('fetch failed: the answer was lost in the simulation'),
      run: () => remote(request),
    })
    return new Response(body === undefined ? null : JSON.stringify(body), { status })
  }
}

async function textOf(body: RequestInit['body']): Promise<string> {
  return body ? new Response(body).text() : ''
}
