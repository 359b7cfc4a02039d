/** HTTP/1.1 as bytes on a socket: requests that no client would send, servers that no framework would write. */
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { onTestFinished } from 'vitest'

/** Sends `text` as it is and gives everything that comes back until the server closes. */
export async function sendRaw(url: string, text: string): Promise<string> {
  const { hostname, port } = new URL(url)
  const socket = connect(Number(port), hostname)
  socket.write(Buffer.from(text, 'latin1'))
  const chunks: Buffer[] = []
  for await (const chunk of socket) chunks.push(chunk)
  return Buffer.concat(chunks).toString('latin1')
}

/** The status of the answer to a GET for `target`, sent as it is. */
export async function statusOf(url: string, target: string, method = 'GET'): Promise<number> {
  const { host } = new URL(url)
  const answer = await sendRaw(
    url,
    `${method} ${target} HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`,
  )
  return Number(/^HTTP\/1\.1 ([0-9]{3})/.exec(answer)?.[1] ?? 0)
}

/**
 * A server that answers each request's head with whatever `answer` writes to the socket; closed with the test.
 * Gives its address.
 */
export async function rawServer(
  answer: (request: { method: string; target: string; head: string }, socket: Socket) => void,
): Promise<string> {
  const sockets = new Set<Socket>()
  const server = createServer(socket => {
    sockets.add(socket)
    let received = ''
    socket.on('error', () => socket.destroy())
    socket.on('data', chunk => {
      received += chunk.toString('latin1')
      for (let end = received.indexOf('\r\n\r\n'); end >= 0; end = received.indexOf('\r\n\r\n')) {
        const head = received.slice(0, end)
        received = received.slice(end + 4)
        const [method = '', target = ''] = head.split(' ')
        answer({ method, target, head }, socket)
      }
    })
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(async () => {
    for (const socket of sockets) socket.destroy()
    await new Promise(resolve => server.close(resolve))
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

/** An answer as text: `HTTP/1.1 404 …`, with its length. */
export function rawAnswer(
  status: number,
  { headers = {}, body = '' }: { headers?: Record<string, string>; body?: string } = {},
): string {
  const lines = Object.entries({ ...headers, 'content-length': String(Buffer.byteLength(body)) })
  return `HTTP/1.1 ${status} X\r\n${lines.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n${body}`
}
