/**
 * One POST over node:http, which a cold function has at hand: with fetch, which compiles its parser at the second request,
 * the first calls of the store would cost as much as the rest of the function (docs/decisions/0008).
 */
import { type IncomingHttpHeaders, type IncomingMessage, request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'

/** The connection failed, so nobody knows whether the call arrived; its cause is the system's error. */
export class ConnectionError extends Error {
  override readonly name = 'ConnectionError'
}

export interface ExchangeRequest {
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
  readonly signal: AbortSignal
}

export interface ExchangeReply {
  readonly headers: IncomingHttpHeaders
  readonly text: string
}

/**
 * Sends a POST and reads the whole reply; redirects are not followed. The connections of the process are kept and used again.
 * @throws ConnectionError, the reason of the signal, or a TypeError for a header that cannot be sent
 */
export function exchange(address: URL, { headers, body, signal }: ExchangeRequest): Promise<ExchangeReply> {
  const request = address.protocol === 'https:' ? requestHttps : requestHttp
  return new Promise((resolve, reject) => {
    const fail = (cause: unknown) =>
      reject(signal.aborted ? signal.reason : new ConnectionError('the connection failed', { cause }))
    const outgoing = request(address, { method: 'POST', headers, signal }, incoming => {
      readText(incoming).then(text => resolve({ headers: incoming.headers, text }), fail)
    })
    outgoing.once('error', fail)
    outgoing.end(body)
  })
}

async function readText(incoming: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of incoming) chunks.push(chunk)
  return Buffer.concat(chunks).toString()
}
