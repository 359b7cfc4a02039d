/** The parcel service, which answers as the test says. */
import { onTestFinished } from 'vitest'
import type { AppError } from '../../../../lib/core/errors.ts'
import type { RemoteCall } from '../../../../lib/core/http/trace.ts'
import type { RemoteProfile } from '../../../../lib/core/remote/profile.ts'
import { createRemote, fixedSession, type RemoteSession } from '../../../../lib/core/remote/remote.ts'
import { type FetchHandler, listen } from '../../../../sandbox/listen.ts'
import { PROFILE } from './profile.ts'

export const TOKEN = 'the-secret-token'
export const PARCEL = { parcel: { id: 'p1', state: 'on its way', weight: 3 } }

export interface Options {
  readonly profile?: Partial<RemoteProfile>
  readonly session?: (baseUrl: string) => RemoteSession
}

/** Creates a remote whose service answers as the test says; the server is closed when the test ends. */
export async function serve(handler: FetchHandler, { profile, session }: Options = {}) {
  const requests: string[] = []
  const server = await listen((request, connection) => {
    requests.push(`${request.method} ${new URL(request.url).pathname}`)
    return handler(request, connection)
  })
  onTestFinished(() => server.close())
  const baseUrl = `${server.url}/v3`
  const calls: RemoteCall[] = []
  const waits: number[] = []
  const remote = createRemote(
    { ...PROFILE, ...profile },
    session?.(baseUrl) ?? fixedSession({ baseUrl, token: TOKEN, query: { account: 'kura' } }),
    {
      fetch,
      clock: () => 0,
      sleep: async milliseconds => void waits.push(milliseconds),
      random: () => 1,
      observe: call => calls.push(call),
    },
  )
  return { ...remote, requests, calls, waits }
}

export const failureOf = (reply: Promise<unknown>): Promise<AppError> =>
  reply.then(
    () => {
      throw new Error('it succeeded')
    },
    (error: AppError) => error,
  )

export const cut: FetchHandler = (_request, connection) => {
  connection.cut()
  return new Response()
}
