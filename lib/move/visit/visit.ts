/**
 * Sends one request. It follows no redirect, connects only to checked addresses, and limits the time and the size of
 * the body. If the request fails, the result says why.
 */
import type { Agent } from 'undici'
import { phrase } from '../../core/language/catalogue.ts'
import type { PageHeaders } from '../facts/page-facts.ts'
import { say } from '../phrase.ts'
import { type ConnectionOptions, createConnector, PRIVATE_ADDRESS } from './connection.ts'
import { type Hop, isRedirect, type Trouble } from './hop.ts'
import { ACCEPTED_ENCODINGS, isText, type ReadBody, readBody } from './read-body.ts'
import { MOVE_VISIT } from './words.ts'

/** The name of the check in robots files and logs. */
export const ROBOT_NAME = 'kura-move-check'
const USER_AGENT = `${ROBOT_NAME}/1 (checks a move between two domains)`

export interface Visit {
  readonly hop: Hop
  readonly headers: PageHeaders
  /** The body of the response; undefined if it has none, or if the visit did not request it. */
  readonly body: ReadBody | undefined
}

export interface VisitOptions {
  /** Which kind of body to read: none, only text, or any. */
  readonly read?: 'nothing' | 'text' | 'anything'
  /** The maximum number of bytes of a body that are read. */
  readonly limit?: number
  /** The method: HEAD only tests whether the target exists; default GET. */
  readonly method?: 'GET' | 'HEAD'
}

/** Visits one address. @throws only if the signal stops the work */
export type VisitPage = (url: string, options?: VisitOptions) => Promise<Visit>

export interface Visitor {
  readonly visit: VisitPage
  close(): Promise<void>
}

export interface VisitorOptions extends Omit<ConnectionOptions, 'timeout'> {
  /** Milliseconds for connecting, for the head, and for the whole response; the same limit for each. */
  readonly timeout: number
  /** The largest number of connections to one origin. */
  readonly connections: number
  readonly signal?: AbortSignal | undefined
}

const BODY_LIMIT = 5_000_000
/**
 * If a body is not read, up to this number of its bytes is received and dropped, so that the connection can be reused.
 */
const UNREAD_LIMIT = 65_536
const HEADER_LIMIT = 65_536

export function createVisitor(options: VisitorOptions): Visitor {
  const { timeout, signal } = options
  const deadlines = createDeadlines(timeout, signal)
  let agent: Promise<Agent> | undefined
  const get = async (
    url: string,
    { read = 'nothing', limit = BODY_LIMIT, method = 'GET' }: VisitOptions,
  ): Promise<Visit> => {
    const { origin, pathname, search } = new URL(url)
    agent ??= openAgent(options)
    const dispatcher = await agent
    using deadline = deadlines.start()
    const response = await dispatcher.request({
      origin,
      path: `${pathname}${search}`,
      method,
      headers: { 'user-agent': USER_AGENT, accept: '*/*', 'accept-encoding': ACCEPTED_ENCODINGS },
      signal: deadline.signal,
    })
    const { statusCode, body } = response
    const headers = readHeaders(response.headers)
    const hop = hopOf(url, statusCode, headers['location'])
    const isRead = read === 'anything' || (read === 'text' && isText(textOf(headers['content-type'])))
    if (!isRead || isRedirect(statusCode)) {
      await body.dump({ limit: UNREAD_LIMIT })
      return { hop, headers, body: undefined }
    }
    return { hop, headers, body: await readBody(body, textOf(headers['content-encoding']), limit) }
  }
  return {
    async visit(url, visitOptions = {}) {
      try {
        return await get(url, visitOptions).catch(error => retryCut(error, () => get(url, visitOptions)))
      } catch (error) {
        signal?.throwIfAborted()
        return { hop: { url, trouble: troubleOf(error) }, headers: {}, body: undefined }
      }
    },
    close: async () => (await agent)?.destroy(),
  }
}

/**
 * Creates a pool of connections for each origin. undici is loaded only by a visit, because loading it takes a while.
 */
async function openAgent(options: VisitorOptions): Promise<Agent> {
  const { Agent, buildConnector } = await import('undici')
  return new Agent({
    connect: createConnector(options, { build: buildConnector }),
    connections: options.connections,
    headersTimeout: options.timeout,
    bodyTimeout: options.timeout,
    maxHeaderSize: HEADER_LIMIT,
    keepAliveTimeout: 10_000,
  })
}

/**
 * Limits the time of each request; the signal `stop` ends all requests. One signal for each request, composed of both,
 * would take much more time.
 */
function createDeadlines(timeout: number, stop: AbortSignal | undefined) {
  const open = new Set<AbortController>()
  stop?.addEventListener('abort', () => {
    for (const controller of open) controller.abort(stop.reason)
  })
  return {
    start() {
      const controller = new AbortController()
      if (stop?.aborted) controller.abort(stop.reason)
      open.add(controller)
      const expire = () => controller.abort(new DOMException('The request took too long', 'TimeoutError'))
      const timer = setTimeout(expire, timeout)
      return {
        signal: controller.signal,
        [Symbol.dispose]() {
          clearTimeout(timer)
          open.delete(controller)
        },
      }
    },
  }
}

/**
 * Sends the request once more on another connection, because the server may have closed a kept-alive connection just
 * then.
 */
function retryCut(error: unknown, get: () => Promise<Visit>): Promise<Visit> {
  if (/^(?:UND_ERR_SOCKET|ECONNRESET|EPIPE)$/.test(codeOf(error))) return get()
  throw error
}

function hopOf(url: string, status: number, location: string | string[] | undefined): Hop {
  const target = textOf(location)
  const hasTarget = isRedirect(status) && target !== '' && URL.canParse(target, url)
  return { url, status, ...(hasTarget && { location: new URL(target, url).href }) }
}

/**
 * Returns header values as text: their bytes are read as UTF-8 if possible, as browsers read a Location that is not
 * encoded.
 */
function readHeaders(headers: PageHeaders): PageHeaders {
  const read = (value: string) => {
    if (/^[\x20-\x7e]*$/.test(value)) return value
    const text = Buffer.from(value, 'latin1').toString('utf8')
    return text.includes('\ufffd') ? value : text
  }
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [
      name,
      Array.isArray(value) ? value.map(read) : value && read(value),
    ]),
  )
}

function textOf(value: string | string[] | undefined): string {
  return typeof value === 'string' ? value : (value?.[0] ?? '')
}

/**
 * The meanings of error codes: a fault that is certainly the site's, or a failure that may end differently at another
 * attempt.
 */
const TROUBLES: readonly {
  readonly code: RegExp
  readonly verdict: Trouble['verdict']
  readonly reason: (typeof MOVE_VISIT)['timedOut']
}[] = [
  { code: /TIMEOUT|^ETIMEDOUT$/, verdict: 'unknown', reason: MOVE_VISIT.timedOut },
  { code: /^ENOTFOUND$/, verdict: 'failed', reason: MOVE_VISIT.unresolved },
  { code: /^ECONNREFUSED$/, verdict: 'failed', reason: MOVE_VISIT.refused },
  { code: /^(?:UND_ERR_SOCKET|ECONNRESET|EPIPE)$/, verdict: 'unknown', reason: MOVE_VISIT.cut },
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
