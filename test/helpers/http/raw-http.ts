/** HTTP/1.1 as bytes on a socket, for requests and answers that no ordinary client or server would send. */
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { onTestFinished } from 'vitest'

/** Sends `text` unchanged, and returns everything that the server sends until it closes the connection. */
export async function sendRaw(url: string, text: string): Promise<string> {
  const { hostname, port } = new URL(url)
  const socket = connect(Number(port), hostname)
  socket.write(Buffer.from(text, 'latin1'))
  const chunks: Buffer[] = []
  for await (const chunk of socket) chunks.push(chunk)
  return Buffer.concat(chunks).toString('latin1')
}

/** Returns the status of the answer to a GET for `target`, which is sent unchanged. */
export async function statusOf(url: string, target: string, method = 'GET'): Promise<number> {
  const { host } = new URL(url)
  const answer = await sendRaw(
    url,
    `${method} ${target} HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`,
  )
  return Number(/^HTTP\/1\.1 ([0-9]{3})/.exec(answer)?.[1] ?? 0)
}

/**
 * Starts a server that answers the head of each request with the text that `answer` writes to the socket. Returns its
 * address; it is closed when the test ends.
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

/** Returns an answer as text: `HTTP/1.1 404 …`, with its length. */
export function rawAnswer(
  status: number,
  { headers = {}, body = '' }: { headers?: Record<string, string>; body?: string } = {},
): string {
  const lines = Object.entries({ ...headers, 'content-length': String(Buffer.byteLength(body)) })
  return `HTTP/1.1 ${status} X\r\n${lines.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n${body}`
}
