/** One GET as it is: no redirect is followed, the address is guarded, time and body are bounded, nothing is thrown. */
import { Agent } from 'undici'
import type { PageHeaders } from '../facts/page-facts.ts'
import { type ConnectionOptions, createConnector, PRIVATE_ADDRESS } from './connection.ts'
import { type Hop, isRedirect, type Trouble } from './hop.ts'
import { ACCEPTED_ENCODINGS, isText, type ReadBody, readAnswer } from './read-answer.ts'

/** What robots files and logs know the check by. */
export const ROBOT_NAME = 'kura-move-check'
const USER_AGENT = `${ROBOT_NAME}/1 (checks a move between two domains)`

export interface Visit {
  readonly hop: Hop
  readonly headers: PageHeaders
  /** The body where it was asked for and there is one to read. */
  readonly body: ReadBody | undefined
}

export interface VisitOptions {
  /** What to read of a body: nothing, text, or whatever it is. */
  readonly read?: 'nothing' | 'text' | 'anything'
  /** Bytes of a body at most. */
  readonly limit?: number
}

export interface Visitor {
  /** @throws only where the work was stopped by the signal */
  visit(url: string, options?: VisitOptions): Promise<Visit>
  close(): Promise<void>
}

export interface VisitorOptions extends Omit<ConnectionOptions, 'timeout'> {
  /** Milliseconds for connecting, for the head and for the whole answer, each. */
  readonly timeout: number
  /** Connections to one origin at most. */
  readonly connections: number
  readonly signal?: AbortSignal | undefined
}

const BODY_LIMIT = 5_000_000
/** Of a body that nobody reads, so much is let through to keep the connection. */
const UNREAD_LIMIT = 65_536
const HEADER_LIMIT = 65_536

export function createVisitor(options: VisitorOptions): Visitor {
  const { timeout, signal } = options
  const agent = new Agent({
    connect: createConnector(options),
    connections: options.connections,
    headersTimeout: timeout,
    bodyTimeout: timeout,
    maxHeaderSize: HEADER_LIMIT,
    keepAliveTimeout: 10_000,
  })
  const ask = async (url: string, { read = 'nothing', limit = BODY_LIMIT }: VisitOptions): Promise<Visit> => {
    const { origin, pathname, search } = new URL(url)
    const deadline = AbortSignal.timeout(timeout)
    const response = await agent.request({
      origin,
      path: `${pathname}${search}`,
      method: 'GET',
      headers: { 'user-agent': USER_AGENT, accept: '*/*', 'accept-encoding': ACCEPTED_ENCODINGS },
      signal: signal ? AbortSignal.any([signal, deadline]) : deadline,
    })
    const { statusCode, body } = response
    const headers = readHeaders(response.headers)
    const hop = hopOf(url, statusCode, headers['location'])
    const wanted = read === 'anything' || (read === 'text' && isText(textOf(headers['content-type'])))
    if (!wanted || isRedirect(statusCode)) {
      await body.dump({ limit: UNREAD_LIMIT })
      return { hop, headers, body: undefined }
    }
    return { hop, headers, body: await readAnswer(body, textOf(headers['content-encoding']), limit) }
  }
  return {
    async visit(url, visitOptions = {}) {
      try {
        return await ask(url, visitOptions).catch(error => askAgain(error, () => ask(url, visitOptions)))
      } catch (error) {
        signal?.throwIfAborted()
        return { hop: { url, trouble: troubleOf(error) }, headers: {}, body: undefined }
      }
    },
    close: () => agent.destroy(),
  }
}

/** A kept connection that the server closed just then is no fault of the page: once more, on another one. */
function askAgain(error: unknown, ask: () => Promise<Visit>): Promise<Visit> {
  if (/^(?:UND_ERR_SOCKET|ECONNRESET|EPIPE)$/.test(codeOf(error))) return ask()
  throw error
}

function hopOf(url: string, status: number, location: string | string[] | undefined): Hop {
  const target = textOf(location)
  const leads = isRedirect(status) && target !== '' && URL.canParse(target, url)
  return { url, status, ...(leads && { location: new URL(target, url).href }) }
}

/** Header values as text: their bytes are UTF-8 where they can be, as browsers take a Location that is not encoded. */
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

/** Errors by their code: what is surely the site's fault, and what another try may end otherwise. */
const TROUBLES: readonly { readonly code: RegExp; readonly trouble: Trouble }[] = [
  { code: /TIMEOUT|^ETIMEDOUT$/, trouble: { verdict: 'unknown', reason: 'did not answer in time' } },
  { code: /^ENOTFOUND$/, trouble: { verdict: 'failed', reason: 'does not resolve' } },
  { code: /^ECONNREFUSED$/, trouble: { verdict: 'failed', reason: 'refuses connections' } },
  {
    code: /^(?:UND_ERR_SOCKET|ECONNRESET|EPIPE)$/,
    trouble: { verdict: 'unknown', reason: 'cut the connection' },
  },
  { code: /^Z_|^ERR__ERROR_FORMAT/, trouble: { verdict: 'failed', reason: 'sent a broken compressed body' } },
  { code: /^HPE_/, trouble: { verdict: 'failed', reason: 'does not answer in HTTP' } },
]

const CERTIFICATE = /CERT|^ERR_TLS|^UNABLE_TO|^DEPTH_ZERO|^SELF_SIGNED|^ERR_SSL|^EPROTO$/

function troubleOf(error: unknown): Trouble {
  if (error instanceof Error && error.name === 'TimeoutError') {
    return { verdict: 'unknown', reason: 'did not answer in time' }
  }
  const code = codeOf(error)
  if (code === PRIVATE_ADDRESS) {
    const address = error instanceof Error ? error.message : ''
    return { verdict: 'unknown', reason: `was not asked: ${address}, which is no public address` }
  }
  if (CERTIFICATE.test(code)) return { verdict: 'failed', reason: `has no valid certificate (${code})` }
  const known = TROUBLES.find(row => row.code.test(code))
  return known?.trouble ?? { verdict: 'unknown', reason: `could not be asked (${code || 'unknown cause'})` }
}

function codeOf(error: unknown): string {
  if (error instanceof AggregateError && error.errors.length > 0) return codeOf(error.errors[0])
  return error instanceof Error && 'code' in error ? String(error.code) : ''
}
