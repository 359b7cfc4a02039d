/** A server on loopback that answers every request as the test says, and records the request headers. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { onTestFinished } from 'vitest'

/** Returns the answer to a request with this body. */
export type Answer = (body: string) => { status: number; body: string }

/** Starts the server, which is closed when the test ends. It accepts any token. */
export async function startAnsweringServer(answer: Answer) {
  const headers: NodeJS.Dict<string | string[]>[] = []
  const server = createServer(async (request, response) => {
    headers.push(request.headers)
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    const { status, body } = answer(Buffer.concat(chunks).toString())
    response.writeHead(status).end(body)
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(async () => {
    server.closeAllConnections()
    await new Promise(resolve => server.close(resolve))
  })
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, token: 'some-token', headers }
}
