/** A remote as a simulation has it: each call a point, which the world answers at once. */
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

/** What a remote does with a request. */
export type Remote = (request: RemoteRequest) => RemoteReply

export interface Reach {
  readonly remote: Remote
  /** What the remote does with a request while it is out of order; it never is, unless given. */
  readonly outage?: Remote
  /** Milliseconds for which a call that was lost on its way may still arrive. */
  readonly lateness: number
}

/** Nothing here takes real time, and a timer for each call would outlive its execution. */
export const UNTIMED = { timeLimit: () => new AbortController().signal }

const READING: readonly Fault[] = ['lost', 'dies', 'sleeps']
const ACTING: readonly Fault[] = ['lost', 'unanswered', 'late', 'dies', 'sleeps', 'sleeps before']

/** The platform's fetch as one actor has it. */
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
      detail: () => `${request.url.search}${request.body}`,
      failure: () => new TypeError('fetch failed: the answer was lost in the simulation'),
      run: () => remote(request),
    })
    return new Response(body === undefined ? null : JSON.stringify(body), { status })
  }
}

async function textOf(body: RequestInit['body']): Promise<string> {
  return body ? new Response(body).text() : ''
}
