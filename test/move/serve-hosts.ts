/** Serves several host names on loopback over http and https, as if DNS led there. */
import { readFileSync } from 'node:fs'
import { createServer as createHttp, type IncomingMessage, type ServerResponse } from 'node:http'
import { createServer as createHttps } from 'node:https'
import type { AddressInfo, Server } from 'node:net'
import { fileURLToPath } from 'node:url'
import type { Resolve } from '../../lib/move/visit/connection.ts'

const vector = (name: string) => fileURLToPath(new URL(`../vectors/${name}`, import.meta.url))

/** The file of the certificate that the https side shows. */
export const CERTIFICATE_FILE = vector('move-test-only.cert.pem')
export const CERTIFICATE = readFileSync(CERTIFICATE_FILE, 'utf8')
const KEY = readFileSync(vector('move-test-only.key.pem'), 'utf8')

export interface Exchange {
  readonly scheme: 'http' | 'https'
  readonly host: string
  /** The path with its query, as it was sent. */
  readonly path: string
  readonly headers: IncomingMessage['headers']
}

export interface Served {
  readonly status?: number
  readonly headers?: Readonly<Record<string, string | string[]>>
  readonly body?: string | Uint8Array
}

/** Answers an exchange. `cut` closes the connection without an answer, `silent` never answers. */
export type Serve = (exchange: Exchange) => Served | 'cut' | 'silent'

export interface ServedHosts {
  /** Resolves each name of `hosts` to this server; no other name exists. */
  readonly resolve: Resolve
  readonly httpPort: number
  readonly httpsPort: number
  /** Every request so far, `https://host/path`, unless recording is off. */
  readonly requests: string[]
  [Symbol.asyncDispose](): Promise<void>
}

export interface ServeOptions {
  readonly hosts: readonly string[]
  /** Keeps `requests`; default true. */
  readonly record?: boolean
}

export async function serveHosts(serve: Serve, { hosts, record = true }: ServeOptions): Promise<ServedHosts> {
  const requests: string[] = []
  const answerTo = (scheme: Exchange['scheme']) => (request: IncomingMessage, response: ServerResponse) => {
    const host = request.headers.host ?? ''
    const path = request.url ?? '/'
    if (record) requests.push(`${scheme}://${host}${path}`)
    const served = serve({ scheme, host, path, headers: request.headers })
    if (served === 'cut') response.destroy()
    else if (served !== 'silent')
      response.writeHead(served.status ?? 200, served.headers).end(served.body ?? '')
  }
  const http = createHttp({ keepAliveTimeout: 30_000 }, answerTo('http'))
  const https = createHttps({ key: KEY, cert: CERTIFICATE, keepAliveTimeout: 30_000 }, answerTo('https'))
  const [httpPort, httpsPort] = await Promise.all([listening(http), listening(https)])
  return {
    httpPort,
    httpsPort,
    requests,
    resolve: async (host, port) => {
      if (!hosts.includes(host)) throw Object.assign(new Error(`no ${host}`), { code: 'ENOTFOUND' })
      return { addresses: ['127.0.0.1'], port: port === 443 ? httpsPort : httpPort }
    },
    async [Symbol.asyncDispose]() {
      await Promise.all([http, https].map(closed))
    },
  }
}

async function listening(server: Server): Promise<number> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(0, '127.0.0.1', resolve)
  })
  return (server.address() as AddressInfo).port
}

async function closed(server: Server & { closeAllConnections(): void }): Promise<void> {
  await new Promise(resolve => {
    server.close(resolve)
    server.closeAllConnections()
  })
}
