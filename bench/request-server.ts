/**
 * The server of the request benchmark, in a process of its own: `node request-server.ts MODE LISTENER RELEASE_DIR
 * SECRETS`.
 */
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type Core, createCore } from '../lib/app/core.ts'
import { routesOfDistribution } from '../lib/app/functions/distribution.ts'
import { createHandler, type HandlerDeps } from '../lib/core/http/handler.ts'
import { routeSource } from '../lib/core/http/router.ts'
import { listen } from '../sandbox/listen.ts'
import { createMemoryStore } from '../test/helpers/memory-store.ts'

const [mode, listener, releaseDir = '', secrets = ''] = process.argv.slice(2)
/** How the server passes a request to the handler: as the host does, or as the local host does. */
const serve = listener === 'host' ? listenWhole : listen
const DEVICE = { keyid: 'bench:device:1', name: 'bench', scopes: ['device'] }
const HEADERS = { 'cache-control': 'no-store' }

const serveSigned = () => serveFunction(core => core.handlerDeps)

/** The same function with an authenticator that accepts every caller as a device. */
const serveOpen = () =>
  serveFunction(core => ({
    ...core.handlerDeps,
    authenticator: () => ({
      authenticate: async () => ({
        caller: DEVICE,
        checkBody: () => undefined,
        spendNonce: async () => undefined,
      }),
    }),
  }))

async function serveFunction(depsOf: (core: Core) => HandlerDeps): Promise<number> {
  const env: Record<string, string> = {
    KURA_SECRETS: secrets,
    KURA_RELEASE_DIR: releaseDir,
    KURA_URL: 'http://127.0.0.1',
    // as in a deployment: the release folder does not change while the process lives
    VERCEL: '1',
    VERCEL_ENV: 'production',
    UPSTASH_REDIS_REST_URL: 'http://127.0.0.1',
    UPSTASH_REDIS_REST_TOKEN: 'none',
  }
  const store = createMemoryStore()
  let handler: ((request: Request) => Promise<Response>) | undefined
  const server = await serve(request => handler?.(request) ?? new Response(null, { status: 503 }))
  env['KURA_URL'] = server.url
  const deps = { env, now: Date.now, clock: () => performance.now(), fetch, log: () => undefined }
  const core = createCore({ ...deps, openStore: async () => store })
  handler = createHandler(routeSource(routesOfDistribution(core)), depsOf(core))
  return server.port
}

async function serveUnsigned(): Promise<number> {
  return (await serve(() => new Response(null, { status: 304, headers: HEADERS }))).port
}

async function serveBare(): Promise<number> {
  const server = createServer((_request, response) => void response.writeHead(304, HEADERS).end())
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  return (server.address() as AddressInfo).port
}

/**
 * Serves `handler` on a free port of 127.0.0.1, for answers without a body. It gives the handler a whole Request, as
 * the host's own server does (`buildToNodeHandler` in `@edge-runtime/node-utils`, which `@vercel/node` uses). The
 * listener of the local host makes the parts of a Request when they are read, which spares a handler that reads none.
 */
async function listenWhole(
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

const start = { signed: serveSigned, open: serveOpen, unsigned: serveUnsigned, bare: serveBare }[mode ?? '']
if (!start) throw new Error(`Cannot serve "${mode}": expected signed, open, unsigned or bare`)
process.once('SIGINT', () => process.exit())
process.send?.(await start())
// the server's processor time so far, in microseconds
process.on('message', () => {
  const { user, system } = process.cpuUsage()
  process.send?.(user + system)
})
