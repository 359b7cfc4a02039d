/**
 * A listener that gives a fetch handler a whole Request, as the host's own server does (`buildToNodeHandler` in
 * `@edge-runtime/node-utils`, which `@vercel/node` uses). The listener of the local host makes the parts of a Request when
 * they are read, which spares a handler that reads none.
 */
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'

/** Serves `handler` on a free port of 127.0.0.1, for answers without a body. */
export async function listenWhole(
  handler: (request: Request) => Response | Promise<Response>,
): Promise<{ url: string; port: number }> {
  const server = createServer(async (incoming, outgoing) => {
    const { status, headers } = await handler(requestOf(incoming))
    outgoing.writeHead(status, Object.fromEntries(headers)).end()
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return { url: `http://127.0.0.1:${port}`, port }
}

function requestOf({ method = 'GET', url = '/', headers }: IncomingMessage): Request {
  const sent = new Headers()
  for (const [name, value] of Object.entries(headers)) sent.append(name, String(value))
  return new Request(String(new URL(url, `http://${headers.host}`)), { method, headers: sent })
}
