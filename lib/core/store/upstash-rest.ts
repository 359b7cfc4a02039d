/**
 * The REST protocol of Upstash (docs: redis/features/restapi): one command as a POST to the address, several together as a
 * POST to `/pipeline`. A call is repeated if its connection breaks, under one time-out. `rest-exchange.ts` sends it.
 */
import { setTimeout as delay } from 'node:timers/promises'
import { parseJson } from '../json.ts'
import { ConnectionError, exchange } from './rest-exchange.ts'

/** A command: its name and its arguments. */
export type RestCommand = readonly (string | number)[]

export interface RestClient {
  /** The command's result. @throws RestRefusal, RestShapeError, ConnectionError, or the time-out's error */
  send(command: RestCommand): Promise<unknown>
  /** The results of commands that one connection runs in order; for a refused command it is a RestRefusal. */
  pipeline(commands: readonly RestCommand[]): Promise<(unknown | RestRefusal)[]>
}

export interface RestOptions {
  readonly url: string
  readonly token: string
  /** Milliseconds for a call with all its repetitions. */
  readonly timeout: number
}

/** The service's error for a command that it did not run; its text may quote the command. */
export class RestRefusal extends Error {
  override readonly name = 'RestRefusal'
}

/** An answer that is not of the protocol. */
export class RestShapeError extends Error {
  override readonly name = 'RestShapeError'
}

/** The waits in milliseconds before each repetition of a call after a failed connection. */
const WAITS = [50, 100, 200]

/** A client for the address `url`. @throws TypeError if the address is not valid */
export function createRestClient({ url, token, timeout }: RestOptions): RestClient {
  const base = new URL(url)
  const pipeline = new URL(`${base.pathname.replace(/\/$/, '')}/pipeline`, base)
  // with this token the instance reads its own writes, whichever replica answers
  let syncToken = ''
  const post = async (address: URL, body: unknown): Promise<unknown> => {
    const signal = AbortSignal.timeout(timeout)
    const { text, headers } = await withRetries(
      () =>
        exchange(address, {
          headers: {
            authorization: `Bearer ${token}`,
            'content-type': 'application/json',
            'upstash-sync-token': syncToken,
          },
          body: JSON.stringify(body),
          signal,
        }),
      signal,
    )
    syncToken = String(headers['upstash-sync-token'] ?? syncToken)
    const reply = parseJson(text)
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

/** Repeats a call after a failed connection; the time-out covers all repetitions. */
async function withRetries<T>(call: () => Promise<T>, signal: AbortSignal): Promise<T> {
  for (const wait of WAITS) {
    try {
      return await call()
    } catch (error) {
      if (signal.aborted || !(error instanceof ConnectionError)) throw error
      await delay(wait, undefined, { signal }).catch(() => signal.throwIfAborted())
    }
  }
  return call()
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
