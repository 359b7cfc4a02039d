/**
 * The one handler behind every function. A request passes, in this order: the function's methods (405), the
 * signature (401), the table of routes (404, 405), the scope (403), the body and its digest (413, 401), the nonce if
 * the request writes (503 in a preview, 401), and then its route. Nothing in a request has an effect before its
 * signature is valid, and the routes are not even loaded before: a stranger's request costs little. Only what a contract
 * marks as public is answered without a signature, and there a browser gets an error as a page.
 */
import { AppError, type ErrorCode } from '../errors.ts'
import { errorAnswer, statusOf } from './answers.ts'
import { carriesBody, readBody } from './body.ts'
import {
  BROWSER,
  type Call,
  type Caller,
  createRouter,
  errorPageAt,
  isWrite,
  methodNotAllowed,
  neededScope,
  type Route,
  type Router,
  type RouteSource,
  showsPages,
} from './router.ts'
import { noteError, type OpenTrace, openTrace } from './trace.ts'

/** Proves who calls; `signatures/authenticator.ts` is the one in use. */
export interface Authenticator {
  /** Checks everything but the body. @throws AppError answered 401 */
  authenticate(request: Request): Promise<Caller>
  /** Checks the body against the digest that the signature covers. @throws AppError `signature_invalid` */
  checkBody(request: Request, body: Uint8Array): void
  /** Marks the request's nonce as used. @throws AppError `nonce_used`, `store_unavailable` */
  spendNonce(request: Request): Promise<void>
}

/** What a handler depends on; used from the first request on, never at import. */
export interface HandlerDeps {
  authenticator(): Authenticator
  /** Milliseconds from a clock that never goes back. */
  clock(): number
  requestId(): string
  log(line: string): void
  /** Which code answers, and in which region; callers whose signature is valid are told. */
  readonly running?: string
  /** Called before a route writes. @throws AppError `not_in_preview` if this deployment may not write */
  mayWrite(): void
  /** Called with each caller whose request passed the checks; must not reject. */
  onCaller?(caller: Caller): Promise<void>
  /** Called with each write whose nonce was spent, once its answer is known; must not reject. */
  onWrite?(write: AnsweredWrite): Promise<void>
}

/** A write, and how it was answered. */
export interface AnsweredWrite {
  readonly call: Call
  readonly route: Route
  readonly status: number
  /** The code of the error, if it was answered with one. */
  readonly code?: ErrorCode
  /** What the service has put into the line of the log. */
  readonly notes: OpenTrace['notes']
}

/** The reply header in which a function names its deployment and its region. */
export const RUNNING_HEADER = 'x-kura-running'

const BODY_LIMIT = 1_000_000
const NO_BODY = new Uint8Array(0)

/** The fetch handler that serves the routes of `source`, which are loaded for the first caller; never rejects. */
export function createHandler(
  { methods, open, load }: RouteSource,
  deps: HandlerDeps,
): (request: Request) => Promise<Response> {
  const table = loadOnce(load)
  return async request => {
    const trace = openTrace(deps.requestId(), deps.clock)
    const exchange: Exchange = { request, trace }
    try {
      if (!methods.includes(request.method)) throw methodNotAllowed(request.method, methods)
      const isOpen = open.includes(`${request.method} ${pathOf(request.url)}`)
      const response = await serve(exchange, table, isOpen ? openDeps(deps) : deps)
      return finish(response, exchange, deps)
    } catch (error) {
      noteError(error, trace)
      const page = showsPages(request, open) ? await pageOf(error, exchange, table) : undefined
      return finish(withAllow(page ?? errorAnswer(error), error), exchange, deps)
    }
  }
}

interface RouteTable {
  readonly routes: readonly Route[]
  readonly find: Router
}

/** The routes; if they cannot be loaded, the next call tries again. */
function loadOnce(load: RouteSource['load']): () => Promise<RouteTable> {
  let loading: Promise<RouteTable> | undefined
  return () => {
    loading ??= load()
      .then(routes => ({ routes, find: createRouter(routes) }))
      .catch((error: unknown) => {
        loading = undefined
        throw error
      })
    return loading
  }
}

/** The page for an error; undefined if there is none, or it cannot be made. */
async function pageOf(
  error: unknown,
  { request, trace }: Exchange,
  table: () => Promise<RouteTable>,
): Promise<Response | undefined> {
  try {
    const { routes } = await table()
    return await errorPageAt(pathOf(request.url), routes)?.(error, trace)
  } catch {
    return undefined
  }
}

/** Of a public endpoint, which finds out by itself who calls. */
const OPEN: Authenticator = {
  authenticate: async () => BROWSER,
  checkBody: () => undefined,
  spendNonce: async () => undefined,
}

function openDeps({ onCaller: _, ...deps }: HandlerDeps): HandlerDeps {
  return { ...deps, authenticator: () => OPEN }
}

/** A request on its way; `caller` is set once the signature has been found valid. */
interface Exchange {
  readonly request: Request
  readonly trace: OpenTrace
  caller?: Caller
}

async function serve(
  exchange: Exchange,
  table: () => Promise<RouteTable>,
  deps: HandlerDeps,
): Promise<Response> {
  const { request, trace } = exchange
  const authenticator = deps.authenticator()
  const caller = await trace.part('auth', () => authenticator.authenticate(request))
  if (caller !== BROWSER) exchange.caller = caller
  trace.note('caller', caller.keyid)
  const url = new URL(request.url)
  const { find } = await table()
  const { route, params } = find(request.method, url.pathname)
  const scope = neededScope(route, url)
  if (!caller.scopes.includes(scope)) throw scopeMissing(caller, { route, scope })
  // the authenticator has refused a body that the method may not carry
  const body = carriesBody(request.method)
    ? await trace.part('body', () => readBody(request, route.bodyLimit ?? BODY_LIMIT))
    : NO_BODY
  authenticator.checkBody(request, body)
  const writes = isWrite(route, url)
  if (writes) {
    deps.mayWrite()
    await trace.part('nonce', () => authenticator.spendNonce(request))
  }
  await deps.onCaller?.(caller)
  const call: Call = { request, url, caller, body, params, trace }
  const work = () => trace.part('work', () => route.handle(call))
  return writes ? reportWrite(work, { call, route, trace }, deps) : work()
}

/** Does the work, and reports it with its answer. */
async function reportWrite(
  work: () => Promise<Response>,
  { call, route, trace }: { call: Call; route: Route; trace: OpenTrace },
  { onWrite }: HandlerDeps,
): Promise<Response> {
  const report = (status: number, code?: ErrorCode) =>
    onWrite?.({ call, route, status, notes: trace.notes, ...(code && { code }) })
  try {
    const response = await work()
    await report(response.status)
    return response
  } catch (error) {
    await report(statusOf(error), error instanceof AppError ? error.code : 'internal')
    throw error
  }
}

/** A refused method is answered with those that are allowed (RFC 9110 section 15.5.6). */
function withAllow(response: Response, error: unknown): Response {
  const allow = error instanceof AppError && error.code === 'method_not_allowed' && error.details['allow']
  if (Array.isArray(allow)) response.headers.set('allow', allow.join(', '))
  return response
}

function scopeMissing(caller: Caller, { route, scope }: { route: Route; scope: string }): AppError {
  const scopes = [...new Set([route.scope, scope])].join(',')
  return new AppError(
    'scope_missing',
    `Cannot ${route.method} "${route.path}": the key "${caller.name}" lacks the scope ${scope}`,
    { hint: `no scope can be added to a key, so issue another: kura key issue NAME --scope ${scopes}` },
  )
}

function finish(response: Response, { request, trace, caller }: Exchange, deps: HandlerDeps): Response {
  const { id } = trace
  const path = pathOf(request.url)
  const { line, timing } = trace.end({ id, method: request.method, path, status: response.status })
  response.headers.set('server-timing', timing)
  response.headers.set('x-request-id', id)
  if (caller && deps.running) response.headers.set(RUNNING_HEADER, deps.running)
  deps.log(line)
  return response
}

/** The path of a serialised URL, as `new URL(url).pathname` gives it. */
function pathOf(url: string): string {
  const start = url.indexOf('/', url.indexOf('://') + 3)
  const end = url.indexOf('?', start)
  return url.slice(start, end === -1 ? undefined : end)
}
