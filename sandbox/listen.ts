/** Serves a fetch handler on a real loopback socket: for the local host, the sandboxes and the tests. */
import type { ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createAdaptorServer } from '@hono/node-server'
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response'

/** The connection of a request, which a handler may cut. */
export interface Connection {
  /** Closes the connection: the caller gets no answer, or an incomplete one. */
  cut(): void
  /** The request target as it was sent, not normalised. */
  readonly rawTarget: string
}

export interface ServedConnection extends Connection {
  /**
   * Answers with a text, which takes much less time than a Response with a body. The handler must return the result of
   * this call.
   */
  send(answer: TextAnswer): Response
}

export interface TextAnswer {
  readonly status: number
  readonly text: string
  readonly headers: Readonly<Record<string, string>>
}

export type FetchHandler = (request: Request, connection: Connection) => Response | Promise<Response>

export type ServedHandler = (request: Request, connection: ServedConnection) => Response | Promise<Response>

export interface Listening {
  /** `http://127.0.0.1:<port>` */
  readonly url: string
  readonly port: number
  /**
   * Stops listening, waits `grace` milliseconds (default 0) for answers that are under way, and closes the remaining
   * connections.
   */
  close(options?: { grace?: number }): Promise<void>
}

/** Serves `handler` on 127.0.0.1; port 0 takes any free one. @throws the system's error if the port is taken */
export async function listen(
  handler: ServedHandler,
  { port = 0 }: { port?: number } = {},
): Promise<Listening> {
  const server = createAdaptorServer({
    fetch: (request, { incoming, outgoing }) =>
      handler(request, {
        cut: () => void outgoing.destroy(),
        send: answer => sendText(answer, outgoing as ServerResponse),
        rawTarget: incoming.url ?? '/',
      }),
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

function sendText({ status, text, headers }: TextAnswer, outgoing: ServerResponse): Response {
  outgoing.writeHead(status, { ...headers, 'content-length': Buffer.byteLength(text) }).end(text)
  return RESPONSE_ALREADY_SENT
}
