/** Serves a fetch handler on a real loopback socket: for the local host, the sandboxes and the tests. */
import type { AddressInfo } from 'node:net'
import { createAdaptorServer } from '@hono/node-server'

/** What a handler may do to the connection under a request. */
export interface Connection {
  /** Closes it: the caller gets no answer, or half of one. */
  cut(): void
  /** The request target as it was sent, not normalised. */
  readonly rawTarget: string
}

export type FetchHandler = (request: Request, connection: Connection) => Response | Promise<Response>

export interface Listening {
  /** `http://127.0.0.1:<port>` */
  readonly url: string
  readonly port: number
  /** Stops listening, gives answers under way `grace` milliseconds to end (default 0), closes what is still open. */
  close(options?: { grace?: number }): Promise<void>
}

/** Serves `handler` on 127.0.0.1; port 0 takes any free one. @throws the system's error if the port is taken */
export async function listen(
  handler: FetchHandler,
  { port = 0 }: { port?: number } = {},
): Promise<Listening> {
  const server = createAdaptorServer({
    fetch: (request, { incoming, outgoing }) =>
      handler(request, { cut: () => void outgoing.destroy(), rawTarget: incoming.url ?? '/' }),
    overrideGlobalObjects: false,
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, '127.0.0.1', resolve)
  })
  const bound = (server.address() as AddressInfo).port
  return {
    url: `http://127.0.0.1:${bound}`,
    port: bound,
    close: ({ grace = 0 } = {}) =>
      new Promise(resolve => {
        const drop = () => 'closeAllConnections' in server && server.closeAllConnections()
        const timer = setTimeout(drop, grace)
        server.close(() => {
          clearTimeout(timer)
          resolve()
        })
        if (grace === 0) drop()
      }),
  }
}
