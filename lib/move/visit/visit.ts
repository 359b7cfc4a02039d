/** A visit follows no redirect, connects only to checked addresses, and limits its time and the size of the body. */
import { once } from 'node:events'
import http, { type ClientRequest, type IncomingMessage } from 'node:http'
import https from 'node:https'
import { phrase } from '../../core/language/catalogue.ts'
import type { PageHeaders } from '../facts/page-facts.ts'
import { say } from '../phrase.ts'
import { type Agents, type ConnectionOptions, createAgents, PRIVATE_ADDRESS } from './connection.ts'
import { type Hop, isRedirect, type Trouble } from './hop.ts'
import { ACCEPTED_ENCODINGS, isText, type ReadBody, readBody } from './read-body.ts'
import { MOVE_VISIT } from './words.ts'

/** The check's name in robots files and logs. */
export const ROBOT_NAME = 'kura-move-check'
const USER_AGENT = `${ROBOT_NAME}/1 (checks a move between two domains)`

export interface Visit {
  readonly hop: Hop
  readonly headers: PageHeaders
  /** The body; undefined if there is none, or if the visit did not request it. */
  readonly body: ReadBody | undefined
}

export interface VisitOptions {
  /** The bodies to read; default `nothing`. */
  readonly read?: 'nothing' | 'text' | 'anything'
  /** The most bytes of a body that are read. */
  readonly limit?: number
  /** The method; default GET. HEAD only tests whether the target exists. */
  readonly method?: 'GET' | 'HEAD'
}

/** Visits one address. @throws only if the signal stops the work */
export type VisitPage = (url: string, options?: VisitOptions) => Promise<Visit>

export interface Visitor {
  readonly visit: VisitPage
  close(): Promise<void>
}

export interface VisitorOptions extends ConnectionOptions {
  /** The milliseconds for connecting, head and body. */
  readonly timeout: number
  readonly signal?: AbortSignal | undefined
}

const BODY_LIMIT = 5_000_000
/** The most bytes of an unread body that are received and dropped, so that the connection can be reused. */
const UNREAD_LIMIT = 65_536
const HEADER_LIMIT = 65_536

export function createVisitor(options: VisitorOptions): Visitor {
  const { signal } = options
  const agents = createAgents(options)
  const deadlines = createDeadlines(options)
  const get = async (url: string, visitOptions: VisitOptions): Promise<Visit> => {
    const request = startRequest(url, visitOptions, agents)
    const deadline = deadlines.start(request)
    try {
      return await receive(url, request, visitOptions)
    } catch (error) {
      throw deadline.reason() ?? error
    } finally {
      deadline.end()
    }
  }
  return {
    async visit(url, visitOptions = {}) {
      try {
        signal?.throwIfAborted()
        return await get(url, visitOptions).catch(error => retryCut(error, () => get(url, visitOptions)))
      } catch (error) {
        signal?.throwIfAborted()
        return { hop: { url, trouble: troubleOf(error) }, headers: {}, body: undefined }
      }
    },
    async close() {
      agents.http.destroy()
      agents.https.destroy()
    },
  }
}

function startRequest(url: string, { method = 'GET' }: VisitOptions, agents: Agents): ClientRequest {
  const { protocol, hostname, port, pathname, search } = new URL(url)
  const isSecure = protocol === 'https:'
  const request = (isSecure ? https : http).request({
    agent: isSecure ? agents.https : agents.http,
    hostname,
    port,
    path: `${pathname}${search}`,
    method,
    headers: { 'user-agent': USER_AGENT, accept: '*/*', 'accept-encoding': ACCEPTED_ENCODINGS },
    maxHeaderSize: HEADER_LIMIT,
  })
  // ignored, because an error after the head of the response reaches its body too, which handles it
  request.on('error', () => undefined)
  return request.end()
}

async function receive(
  url: string,
  request: ClientRequest,
  { read = 'nothing', limit = BODY_LIMIT }: VisitOptions,
): Promise<Visit> {
  const [response] = (await once(request, 'response')) as [IncomingMessage]
  const { statusCode = 0, headersDistinct } = response
  const headers = readHeaders(headersDistinct)
  const hop = hopOf(url, statusCode, headers['location'])
  const isRead = read === 'anything' || (read === 'text' && isText(textOf(headers['content-type'])))
  if (isRead && !isRedirect(statusCode)) {
    return { hop, headers, body: await readBody(response, textOf(headers['content-encoding']), limit) }
  }
  await dropBody(response)
  return { hop, headers, body: undefined }
}

/** Drops a body. If it is too long, the connection is closed. */
async function dropBody(response: IncomingMessage): Promise<void> {
  let size = 0
  response.on('error', () => undefined)
  response.on('data', (chunk: Buffer) => {
    size += chunk.length
    if (size > UNREAD_LIMIT) response.destroy()
  })
  await new Promise(resolve => response.once('close', resolve))
}

/** Gives each request a time limit; the signal ends them all. */
function createDeadlines({ timeout, signal }: VisitorOptions) {
  const open = new Set<ClientRequest>()
  signal?.addEventListener('abort', () => {
    for (const request of open) request.destroy(signal.reason)
  })
  return {
    start(request: ClientRequest) {
      let expired: Error | undefined
      const expire = () => {
        expired = new DOMException('The request took too long', 'TimeoutError')
        request.destroy(expired)
      }
      open.add(request)
      const timer = setTimeout(expire, timeout)
      return {
        reason: () => expired,
        end() {
          clearTimeout(timer)
          open.delete(request)
        },
      }
    },
  }
}

const CUT = /^(?:ECONNRESET|EPIPE|ERR_STREAM_PREMATURE_CLOSE)$/

/** Visits again after a cut, because the server may just have closed a kept-alive connection. */
function retryCut(error: unknown, get: () => Promise<Visit>): Promise<Visit> {
  if (CUT.test(codeOf(error))) return get()
  throw error
}

function hopOf(url: string, status: number, location: string | string[] | undefined): Hop {
  const target = textOf(location)
  const hasTarget = isRedirect(status) && target !== '' && URL.canParse(target, url)
  return { url, status, ...(hasTarget && { location: new URL(target, url).href }) }
}

/** Reads headers as UTF-8 if possible, as browsers read a Location that is not encoded. */
function readHeaders(headers: IncomingMessage['headersDistinct']): PageHeaders {
  const read = (value: string) => {
    if (/^[\x20-\x7e]*$/.test(value)) return value
    const text = Buffer.from(value, 'latin1').toString('utf8')
    return text.includes('\ufffd') ? value : text
  }
  return Object.fromEntries(
    Object.entries(headers).map(([name, values = []]) => {
      const [first = '', ...more] = values.map(read)
      return [name, more.length === 0 ? first : [first, ...more]]
    }),
  )
}

function textOf(value: string | string[] | undefined): string {
  return typeof value === 'string' ? value : (value?.[0] ?? '')
}

/** The troubles by code: `failed` is certainly the site's fault; `unknown` may succeed at another attempt. */
const TROUBLES: readonly {
  readonly code: RegExp
  readonly verdict: Trouble['verdict']
  readonly reason: (typeof MOVE_VISIT)['timedOut']
}[] = [
  { code: /^ETIMEDOUT$/, verdict: 'unknown', reason: MOVE_VISIT.timedOut },
  { code: /^ENOTFOUND$/, verdict: 'failed', reason: MOVE_VISIT.unresolved },
  { code: /^ECONNREFUSED$/, verdict: 'failed', reason: MOVE_VISIT.refused },
  { code: CUT, verdict: 'unknown', reason: MOVE_VISIT.cut },
  { code: /^Z_|^ERR__ERROR_FORMAT/, verdict: 'failed', reason: MOVE_VISIT.brokenBody },
  { code: /^HPE_/, verdict: 'failed', reason: MOVE_VISIT.notHttp },
]

const CERTIFICATE = /CERT|^ERR_TLS|^UNABLE_TO|^DEPTH_ZERO|^SELF_SIGNED|^ERR_SSL|^EPROTO$/

function troubleOf(error: unknown): Trouble {
  if (error instanceof Error && error.name === 'TimeoutError') {
    return { verdict: 'unknown', ...say(MOVE_VISIT.timedOut) }
  }
  const code = codeOf(error)
  if (code === PRIVATE_ADDRESS) {
    const address = error instanceof Error ? error.message : ''
    return { verdict: 'unknown', ...say(MOVE_VISIT.privateAddress, { what: address }) }
  }
  if (CERTIFICATE.test(code)) return { verdict: 'failed', ...say(MOVE_VISIT.badCertificate, { code }) }
  const known = TROUBLES.find(row => row.code.test(code))
  if (!known)
    return {
      verdict: 'unknown',
      ...say(MOVE_VISIT.unrequestable, { code: code || phrase(MOVE_VISIT.unknownCause) }),
    }
  return { verdict: known.verdict, ...say(known.reason) }
}

function codeOf(error: unknown): string {
  if (error instanceof AggregateError && error.errors.length > 0) return codeOf(error.errors[0])
  return error instanceof Error && 'code' in error ? String(error.code) : ''
}
