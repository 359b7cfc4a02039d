/** Sends signed calls to the host of the chaos run, and records the outcome of each. */
import { deriveSecret } from '../../lib/core/signatures/keys.ts'
import { newNonce, signRequest } from '../../lib/core/signatures/sign.ts'

export const SECRET = Buffer.alloc(32, 7)

export interface Answer {
  readonly status: number
  readonly body: Readonly<Record<string, unknown>>
  readonly requestId: string | undefined
  /** When the call began, and when its answer arrived: milliseconds since the epoch. */
  readonly began: number
  readonly ended: number
}

export interface Asked {
  readonly method?: string
  readonly json?: unknown
}

/** Milliseconds that a caller waits for an answer. */
const PATIENCE = 30_000

/** Sends one signed request; undefined if there was no answer. */
export type Send = (keyid: string, path: string, asked?: Asked) => Promise<Answer | undefined>

export function createSend(url: string): Send {
  return async (keyid, path, { method = 'GET', json } = {}) => {
    const body = method === 'GET' ? undefined : JSON.stringify(json ?? {})
    const began = Date.now()
    const headers = signRequest({
      method,
      url: url + path,
      body,
      keyid,
      secret: deriveSecret(SECRET, keyid),
      now: began,
      nonce: newNonce(),
    })
    try {
      const signal = AbortSignal.timeout(PATIENCE)
      const response = await fetch(url + path, {
        method,
        headers,
        signal,
        ...(body !== undefined && { body }),
      })
      const text = await response.text()
      const requestId = response.headers.get('x-request-id') ?? undefined
      return { status: response.status, body: parsed(text), requestId, began, ended: Date.now() }
    } catch {
      return undefined
    }
  }
}

function parsed(text: string): Answer['body'] {
  try {
    return JSON.parse(text)
  } catch {
    return {}
  }
}
