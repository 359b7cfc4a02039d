/** Uses node:http, not the global fetch, because it can decompress a whole body at once, in a tenth of the time. */
import type { Agent, IncomingMessage, RequestOptions } from 'node:http'
import { createRequire } from 'node:module'
import { promisify } from 'node:util'
import { phrase } from '../../core/language/catalogue.ts'
import { english } from '../../core/language/text.ts'
import { CONNECT_LIMIT, requestError } from '../../core/network/agent.ts'
import type { Phrase } from '../../core/phrase.ts'
import { chunkSize } from '../../core/release/body/chunk-size.ts'
import { hostText } from './host-text.ts'
import { FETCH_PARTS } from './words.ts'

/** A failed transfer, described in kura's own words. Unlike the operating system's words, these are translated. */
export class TransferFault extends Error {
  readonly phrase: Phrase
  /** The code from which `neverSent` knows that nothing was sent. */
  readonly code: string | undefined

  constructor(phrase: Phrase, { code }: { code?: string } = {}) {
    super(english(phrase))
    this.phrase = phrase
    this.code = code
  }
}

export interface TransportRequest {
  readonly method?: string
  readonly headers?: Record<string, string>
  readonly body?: string
  readonly signal: AbortSignal
  readonly redirect: 'manual'
}

/** The members of a `Response` that kura needs. */
export interface TransportAnswer {
  readonly status: number
  readonly headers: { get(name: string): string | null }
  readonly body: AsyncIterable<Uint8Array> | null
  /** Decodes the complete body; absent if `body` has been decoded already. */
  readonly decode?: (body: Uint8Array<ArrayBuffer>, limit: number) => Promise<Uint8Array<ArrayBuffer>>
}

export type Transport = (url: URL, request: TransportRequest) => Promise<TransportAnswer>

/** `require`, because an import of node:http loads the global fetch too, which costs as much as the whole start. */
const load = createRequire(import.meta.url)
const zlib = () => load('node:zlib') as typeof import('node:zlib')

/** The overhead allowed on the wire: a body of `n` bytes may take `bytes` + `perByte` × `n`. */
const OVERHEAD = { bytes: 300_000, perByte: 1.5 }

/** The most interim answers (1xx) before the final answer. */
const MOST_INTERIM = 20

/** @throws `TransferFault`, the system's error, or the reason of the signal */
export function createSender(agent?: Agent): Transport {
  return (url, request) => send(url, request, agent)
}

export const sendRequest = createSender()

function send(
  url: URL,
  { method = 'GET', headers = {}, body, signal }: TransportRequest,
  agent?: Agent,
): Promise<TransportAnswer> {
  const { request } = load(
    url.protocol === 'https:' ? 'node:https' : 'node:http',
  ) as typeof import('node:http')
  const options: RequestOptions = { method, headers, signal, agent }
  return new Promise((resolve, reject) => {
    const sent = request(url, options, message => resolve(answerOf(message)))
    sent.on('error', error => reject(agent ? requestError(error, sent) : error))
    // the promise is rejected here too, because the signal does not end a request that waits for a proxy's connection
    signal.addEventListener('abort', () => reject(signal.reason), { once: true })
    let interim = 0
    sent.on('information', () => {
      if (++interim > MOST_INTERIM)
        sent.destroy(new TransferFault(phrase(FETCH_PARTS.interim, { count: interim })))
    })
    // after an unrequested change of protocol (101), Node reports neither an answer nor an error
    sent.on('close', () => reject(new TransferFault(phrase(FETCH_PARTS.closed))))
    sent.on('socket', socket => {
      if (!socket.connecting) return
      const giveUp = () => sent.destroy(connectError(url))
      const timer = setTimeout(giveUp, CONNECT_LIMIT)
      const end = () => clearTimeout(timer)
      socket.once('connect', end).once('close', end)
    })
    sent.end(body)
  })
}

function connectError({ host }: URL): Error {
  const seconds = CONNECT_LIMIT / 1000
  return new TransferFault(phrase(FETCH_PARTS.noConnection, { host, seconds }), {
    code: 'ERR_CONNECT_TIMEOUT',
  })
}

function answerOf(message: IncomingMessage): TransportAnswer {
  const coding = message.headers['content-encoding'] ?? 'identity'
  return {
    status: message.statusCode ?? 0,
    headers: { get: name => first(message.headers[name.toLowerCase()]) },
    body: contentOf(message),
    decode: (body, limit) => decode(body, { coding: coding.trim().toLowerCase(), limit }),
  }
}

/** Chunks of a few bytes are refused, because each costs as much as a large one. */
async function* contentOf(message: IncomingMessage): AsyncGenerator<Uint8Array> {
  const { socket } = message
  const before = socket.bytesRead
  let received = 0
  for await (const piece of message as AsyncIterable<Uint8Array>) {
    received += piece.byteLength
    if (socket.bytesRead - before > OVERHEAD.bytes + OVERHEAD.perByte * received)
      throw new TransferFault(phrase(FETCH_PARTS.smallPieces))
    yield piece
  }
}

function first(value: string | string[] | undefined): string | null {
  return (Array.isArray(value) ? value[0] : value) ?? null
}

type Decoder = (
  body: Uint8Array,
  options: { readonly maxOutputLength: number; readonly chunkSize: number },
) => Promise<Uint8Array<ArrayBuffer>>

const DECODERS: Readonly<Record<string, Decoder>> = {
  br: (...given) => promisify(zlib().brotliDecompress)(...given),
  gzip: (...given) => promisify(zlib().gunzip)(...given),
  'x-gzip': (...given) => promisify(zlib().gunzip)(...given),
}

/** @throws `TransferFault` for an unknown coding, `ERR_BUFFER_TOO_LARGE`, or zlib's error */
async function decode(
  body: Uint8Array<ArrayBuffer>,
  { coding, limit }: { coding: string; limit: number },
): Promise<Uint8Array<ArrayBuffer>> {
  if (coding === 'identity' || body.byteLength === 0) return body
  const decoder = Object.hasOwn(DECODERS, coding) ? DECODERS[coding] : undefined
  if (!decoder) throw new TransferFault(phrase(FETCH_PARTS.coding, { coding: hostText(coding, 60) }))
  return decoder(body, { maxOutputLength: limit, chunkSize: chunkSize(body.byteLength * 8) })
}
