/** Checks every exchange between a sandbox and its caller against the remote's description. */
import { expect, onTestFinished } from 'vitest'
import { type FetchHandler, listen } from '../../../sandbox/listen.ts'
import type { OpenApi } from './openapi.ts'

/** A sandbox on a loopback socket until the test ends. */
export interface Watched {
  readonly url: string
  /** A line for each deviation from the description: `GET /deals request: …`; empty without a description. */
  readonly problems: string[]
  /** Each request that was received, `METHOD /path?query`. */
  readonly requests: string[]
  /** Stops answering before the end of the test. */
  close(): Promise<void>
}

export interface Description {
  readonly api: OpenApi | undefined
  readonly isDescribed: (path: string) => boolean
  /** Matches the lines of known deviations, or of those that a test makes. */
  readonly known?: RegExp
}

/** Serves `handler` until the test ends, which fails if an exchange deviates from the description. */
export async function serveWatched(handler: FetchHandler, description: Description): Promise<Watched> {
  const problems: string[] = []
  const requests: string[] = []
  const watched = watch(handler, description, problems)
  const { url, close } = await listen((request, connection) => {
    const { pathname, search } = new URL(request.url)
    requests.push(`${request.method} ${pathname}${search}`)
    return watched(request, connection)
  })
  onTestFinished(async () => {
    await close()
    expect(problems).toEqual([])
  })
  return { url, problems, requests, close }
}

/**
 * Checks every exchange whose path `isDescribed` against `api`; without `api`, checks nothing. Not checked are requests
 * that get a 4xx, because a test of a refusal sends a wrong request, and answers on a connection that was cut.
 */
function watch(
  handler: FetchHandler,
  { api, isDescribed, known }: Description,
  problems: string[],
): FetchHandler {
  return async (request, connection) => {
    const { pathname: path, searchParams: query } = new URL(request.url)
    if (!api || !isDescribed(path)) return handler(request, connection)
    const sent = await readSent(request.clone())
    let torn = false
    const cut = () => {
      torn = true
      connection.cut()
    }
    const response = await handler(request, { ...connection, cut })
    const contentType = response.headers.get('content-type') ?? ''
    const got = contentType.includes('json') ? parse(response.headers, await response.clone().text()) : ''
    const call = { method: request.method, path }
    if (response.status < 400) note('request', api.request({ ...call, query, ...sent }))
    if (!torn) note('reply', api.reply({ ...call, status: response.status, contentType, body: got }))
    return response

    function note(what: string, found: string[]) {
      const lines = found.map(problem => `${request.method} ${path} ${what}: ${problem}`)
      problems.push(...lines.filter(line => !known?.test(line)))
    }
  }
}

/**
 * Reads the sent body. A form counts as an object of its fields: a file as text, and a field that looks like a number
 * as a number.
 */
async function readSent(request: Request): Promise<{ body: unknown; contentType?: string }> {
  if (!request.headers.get('content-type')?.startsWith('multipart/form-data'))
    return { body: parse(request.headers, await request.text()) }
  const fields = [...(await request.formData())].map(([name, value]) => {
    if (typeof value !== 'string') return [name, '(a file)']
    return [name, /^-?[0-9]+$/.test(value) ? Number(value) : value]
  })
  return { body: Object.fromEntries(fields), contentType: 'multipart/form-data' }
}

function parse(headers: Headers, text: string): unknown {
  if (text === '') return undefined
  return headers.get('content-type')?.includes('json') ? JSON.parse(text) : text
}
