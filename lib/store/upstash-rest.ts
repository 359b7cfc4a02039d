/**
 * The REST protocol of Upstash (docs: redis/features/restapi): one command as a POST to the address, several that
 * travel together as a POST to `/pipeline`. Written over the platform's fetch: the service's own package costs every
 * cold start more than the rest of a function. A call whose connection broke is repeated, under one time-out.
 */
import { setTimeout as delay } from 'node:timers/promises'
import { parseJson } from '../json.ts'

/** A command: its name and its arguments. */
export type RestCommand = readonly (string | number)[]

export interface RestClient {
  /** The command's result. @throws RestRefusal, RestShapeError, or what fetch throws */
  send(command: RestCommand): Promise<unknown>
  /** The results of commands that one connection carries out in their order; a refused one is a RestRefusal in its place. */
  pipeline(commands: readonly RestCommand[]): Promise<(unknown | RestRefusal)[]>
}

export interface RestOptions {
  readonly url: string
  readonly token: string
  /** Milliseconds for a call with all its repetitions. */
  readonly timeout: number
}

/** What the service says of a command that it did not carry out; its text may quote the command. */
export class RestRefusal extends Error {
  override readonly name = 'RestRefusal'
}

/** An answer that is not of the protocol. */
export class RestShapeError extends Error {
  override readonly name = 'RestShapeError'
}

/** Repetitions of a call whose connection failed, and the waits before them in milliseconds. */
const WAITS = [50, 100, 200]

/** A client for the address `url`. @throws TypeError if the address is none */
export function createRestClient({ url, token, timeout }: RestOptions): RestClient {
  const base = new URL(url)
  const pipeline = new URL(`${base.pathname.replace(/\/$/, '')}/pipeline`, base)
  // what this instance wrote is seen by its own later reads, whichever replica answers them
  let syncToken = ''
  const post = async (address: URL, body: unknown): Promise<unknown> => {
    const signal = AbortSignal.timeout(timeout)
    const response = await insist(
      () =>
        fetch(address, {
          method: 'POST',
          redirect: 'error',
          headers: {
            authorization: `Bearer ${token}`,
            'content-type': 'application/json',
            'upstash-sync-token': syncToken,
          },
          body: JSON.stringify(body),
          signal,
        }).then(async answer => ({ answer, text: await answer.text() })),
      signal,
    )
    syncToken = response.answer.headers.get('upstash-sync-token') ?? syncToken
    const reply = parseJson(response.text)
    if (reply === undefined) throw new RestShapeError('no JSON')
    return reply
  }
  return {
    send: async command => unwrap(resultOf(await post(base, command))),
    async pipeline(commands) {
      const replies = await post(pipeline, commands)
      if (Array.isArray(replies)) return replies.map(resultOf)
      throw unwrapRefusal(resultOf(replies))
    },
  }
}

/** Repeats a call whose connection failed; the time-out is not repeated. */
async function insist<T>(call: () => Promise<T>, signal: AbortSignal): Promise<T> {
  for (const wait of WAITS) {
    try {
      return await call()
    } catch (error) {
      if (signal.aborted || !isConnectionFault(error)) throw error
      await delay(wait, undefined, { signal }).catch(() => signal.throwIfAborted())
    }
  }
  return call()
}

/** What fetch throws has a cause if the network failed, and none if the request itself is wrong. */
function isConnectionFault(error: unknown): boolean {
  return error instanceof TypeError && error.cause !== undefined
}

function resultOf(reply: unknown): unknown | RestRefusal {
  if (typeof reply !== 'object' || reply === null) return new RestRefusal('')
  if ('error' in reply && typeof reply.error === 'string') return new RestRefusal(reply.error)
  return 'result' in reply ? reply.result : undefined
}

function unwrap(result: unknown): unknown {
  if (result instanceof RestRefusal) throw result
  return result
}

function unwrapRefusal(result: unknown): Error {
  return result instanceof RestRefusal ? result : new RestShapeError('no list of results')
}
