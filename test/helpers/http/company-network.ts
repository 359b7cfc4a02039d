/**
 * The network of a company on loopback: a virus scanner that opens TLS connections, and a proxy that connects to one
 * host.
 */
import { createServer as createHttp, type IncomingHttpHeaders } from 'node:http'
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net'
import { createServer as createTls } from 'node:tls'
import { onTestFinished } from 'vitest'

/** A host name that exists only for the proxy, which connects it to the test's host. */
export const HOST_NAME = 'kura.example'

async function listening(server: Server): Promise<number> {
  const sockets = new Set<Socket>()
  server.on('connection', socket => sockets.add(socket))
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(async () => {
    for (const socket of sockets) socket.destroy()
    await new Promise(resolve => server.close(resolve))
  })
  return (server.address() as AddressInfo).port
}

function join(one: Socket, other: Socket): void {
  one.pipe(other).pipe(one)
  one.on('error', () => other.destroy())
  other.on('error', () => one.destroy())
}

/** Starts a scanner, which shows `certificate` and passes the decrypted data to the plain server on `port`. */
export async function startScanner(port: number, certificate: { key: string; cert: string }) {
  const scanner = { port: 0, connections: 0 }
  const server = createTls(certificate, socket => join(socket, connect(port, '127.0.0.1')))
  server.on('connection', () => scanner.connections++)
  scanner.port = await listening(server)
  return scanner
}

/**
 * The behaviour of a proxy: it connects; it answers with a status; it ends or resets the connection before or after its
 * answer; it answers with a page in place of the host; or it never answers.
 */
export type Conduct = 'connect' | 'end' | 'reset' | 'reset later' | 'page' | 'silent' | number

/** Starts a proxy that connects every name to `port`. */
export async function startProxy(port: number, conduct: Conduct = 'connect') {
  const asked: { readonly target: string; readonly headers: IncomingHttpHeaders }[] = []
  const server = createHttp()
  const proxy = { asked, conduct, url: '', arrived: (): unknown => undefined }
  server.on('connect', ({ url: target = '', headers }, socket: Socket) => {
    asked.push({ target, headers })
    socket.on('error', () => undefined)
    proxy.arrived()
    if (proxy.conduct === 'end') socket.end()
    else if (typeof proxy.conduct === 'number')
      socket.end(`HTTP/1.1 ${proxy.conduct} Refused\r\ncontent-length: 0\r\n\r\n`)
    else if (proxy.conduct === 'reset') socket.resetAndDestroy()
    else if (proxy.conduct === 'reset later') {
      socket.once('data', () => socket.resetAndDestroy())
      socket.write('HTTP/1.1 200 OK\r\n\r\n')
    } else if (proxy.conduct === 'page') socket.end('HTTP/1.1 200 OK\r\n\r\n<html>Sign in</html>')
    else if (proxy.conduct === 'connect') {
      socket.write('HTTP/1.1 200 OK\r\n\r\n')
      join(socket, connect(port, '127.0.0.1'))
    }
  })
  proxy.url = `http://127.0.0.1:${await listening(server)}/`
  return proxy
}

/** Returns the URL of a proxy that no longer runs. */
export async function lostProxy(): Promise<string> {
  const server = createServer()
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  await new Promise(resolve => server.close(resolve))
  return `http://127.0.0.1:${port}/`
}
