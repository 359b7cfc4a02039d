/**
 * The one handler behind every function. A request passes, in this order: the function's methods (405), the
 * signature (401), the table of routes (404, 405), the scope (403), the body and its digest (413, 401), the nonce
 * where the route writes (503 in a preview, 401), and then its route. Nothing of a request is acted on before its signature holds.
 */
import { AppError } from '../errors.ts'
import { errorAnswer } from './answers.ts'
import { readBody } from './body.ts'
import { type OpenTrace, openTrace, type Trace } from './trace.ts'

/** Who signed a request. */
export interface Caller {
  readonly keyid: string
  readonly name: string
  readonly scopes: readonly string[]
}

/** A request whose signature, scope and body have been checked. */
export interface Call {
  readonly request: Request
  readonly url: URL
  readonly caller: Caller
  /** The exact bytes that were signed. */
  readonly body: Uint8Array<ArrayBuffer>
  /** The named segments of the route's path, percent-decoded. */
  readonly params: Readonly<Record<string, string>>
  readonly trace: Trace
}

export interface Route {
  readonly method: string
  /** `/api/admin/devices`, or with named segments: `/api/admin/devices/{name}`. */
  readonly path: string
  readonly scope: string
  /** A route that changes something spends the request's nonce first, so that it cannot be replayed. */
  readonly write?: boolean
  /** The largest body in bytes. */
  readonly limit?: number
  handle(call: Call): Promise<Response>
}

/** Proves who calls; `signatures/authenticator.ts` is the one in use. */
export interface Authenticator {
  /** Checks everything but the body. @throws AppError answered 401 */
  authenticate(request: Request): Promise<Caller>
  /** Checks the body against the digest that the signature covers. @throws AppError `signature_invalid` */
  checkBody(request: Request, body: Uint8Array): void
  /** Marks the request's nonce as used. @throws AppError `nonce_used`, `store_unavailable` */
  spendNonce(request: Request): Promise<void>
}

/** What a handler needs from its surroundings; asked for at the first request, not at import. */
export interface HandlerParts {
  authenticator(): Authenticator
  /** Milliseconds that only grow. */
  clock(): number
  requestId(): string
  log(line: string): void
  /** Asked before a route writes. @throws AppError `not_in_preview` where this deployment may not */
  mayWrite(): void
  /** Told of each caller whose request passed; must not reject. */
  onCaller?(caller: Caller): Promise<void>
}

const BODY_LIMIT = 1_000_000

/** The fetch handler that serves `routes`; never rejects. */
export function createHandler(
  routes: readonly Route[],
  parts: HandlerParts,
): (request: Request) => Promise<Response> {
  const methods = [...new Set(routes.map(route => route.method))]
  return async request => {
    const trace = openTrace(parts.requestId(), parts.clock)
    try {
      if (!methods.includes(request.method)) throw methodNotAllowed(request.method, methods)
      const response = await serve(request, { routes, parts, trace })
      return finish(request, response, trace, parts)
    } catch (error) {
      noteError(error, trace)
      return finish(request, errorAnswer(error, allowHeader(error)), trace, parts)
    }
  }
}

async function serve(
  request: Request,
  { routes, parts, trace }: { routes: readonly Route[]; parts: HandlerParts; trace: OpenTrace },
): Promise<Response> {
  const authenticator = parts.authenticator()
  const caller = await trace.part('auth', () => authenticator.authenticate(request))
  trace.note('caller', caller.keyid)
  const url = new URL(request.url)
  const { route, params } = findRoute(routes, request.method, url.pathname)
  if (!caller.scopes.includes(route.scope)) throw scopeMissing(caller, route)
  const body = await trace.part('body', () => readBody(request, route.limit ?? BODY_LIMIT))
  authenticator.checkBody(request, body)
  if (route.write) {
    parts.mayWrite()
    await trace.part('nonce', () => authenticator.spendNonce(request))
  }
  await parts.onCaller?.(caller)
  return trace.part('work', () => route.handle({ request, url, caller, body, params, trace }))
}

function findRoute(routes: readonly Route[], method: string, pathname: string) {
  const found = routes.flatMap(route => {
    const params = matchPath(route.path, pathname)
    return params ? [{ route, params }] : []
  })
  const match = found.find(({ route }) => route.method === method)
  if (match) return match
  if (found.length === 0) throw new AppError('not_found', `Cannot find "${pathname}": no such path`)
  throw methodNotAllowed(
    method,
    found.map(({ route }) => route.method),
  )
}

/** The named segments of `pathname` where it matches `pattern`, else undefined. */
function matchPath(pattern: string, pathname: string): Record<string, string> | undefined {
  const wanted = pattern.split('/')
  const given = pathname.split('/')
  if (wanted.length !== given.length) return undefined
  const params: Record<string, string> = {}
  for (const [index, segment] of wanted.entries()) {
    const value = given[index] ?? ''
    if (segment.startsWith('{')) params[segment.slice(1, -1)] = decodeSegment(value)
    else if (segment !== value) return undefined
  }
  return params
}

/** A path segment in clear; one that could point elsewhere once it is put into a remote's path is refused. */
function decodeSegment(segment: string): string {
  let text: string
  try {
    text = decodeURIComponent(segment)
  } catch (cause) {
    throw new AppError('bad_request', `Cannot read the path segment "${segment}": bad percent-encoding`, {
      cause,
    })
  }
  const misleading = text === '' || text === '.' || text === '..' || /[/\\]/.test(text)
  if (misleading) throw new AppError('bad_request', `Cannot use the path segment "${segment}" as a name`)
  return text
}

function methodNotAllowed(method: string, allowed: readonly string[]): AppError {
  const allow = allowed.join(', ')
  return new AppError('method_not_allowed', `Cannot answer ${method}: allowed are ${allow}`, {
    details: { allow: [...allowed] },
  })
}

function allowHeader(error: unknown): Record<string, string> {
  if (!(error instanceof AppError) || error.code !== 'method_not_allowed') return {}
  const allow = error.details['allow']
  return Array.isArray(allow) ? { allow: allow.join(', ') } : {}
}

function scopeMissing(caller: Caller, route: Route): AppError {
  return new AppError(
    'scope_missing',
    `Cannot ${route.method} "${route.path}": the key "${caller.name}" lacks the scope ${route.scope}`,
    {
      hint: `issue a key that has it: kura key issue NAME --scope ${route.scope}`,
    },
  )
}

function noteError(error: unknown, trace: OpenTrace): void {
  if (error instanceof AppError) {
    trace.note('code', error.code)
    trace.note('error', error.message)
  } else {
    trace.note('code', 'internal')
    trace.note('fault', error instanceof Error ? (error.stack ?? error.message) : String(error))
  }
  if (error instanceof Error && error.cause !== undefined) trace.note('cause', causeOf(error.cause))
}

function causeOf(cause: unknown): string {
  if (!(cause instanceof Error)) return String(cause)
  return cause.cause === undefined ? cause.message : `${cause.message}: ${causeOf(cause.cause)}`
}

function finish(request: Request, response: Response, trace: OpenTrace, parts: HandlerParts): Response {
  response.headers.set('server-timing', trace.timing())
  response.headers.set('x-request-id', trace.id)
  const { pathname } = new URL(request.url)
  parts.log(trace.line({ id: trace.id, method: request.method, path: pathname, status: response.status }))
  return response
}
