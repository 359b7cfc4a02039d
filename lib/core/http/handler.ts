/**
 * The handler of every function. A request passes these checks in this order: the function's methods (405), the
 * signature (401), the table of routes (404, 405), the scope (403), the body and its digest (413, 400, 401). A write
 * also spends its nonce (503 in a preview and while acts are paused, 401). A request has no effect before its signature
 * is verified. The routes are loaded only after that, so that a stranger's request costs little.
 */
import { AppError, type ErrorCode } from '../errors.ts'
import { withinTime } from '../work/time-left.ts'
import { errorAnswer, statusOf } from './answers.ts'
import { carriesBody, readBody, refuseBody } from './body.ts'
import { WITNESS_HEADER } from './request/log-head.ts'
import {
  BROWSER,
  type Call,
  type Caller,
  createLazyTable,
  errorPageAt,
  isWrite,
  type LazyTable,
  methodNotAllowed,
  neededScope,
  type Route,
  type RouteSource,
  showsPages,
} from './router.ts'
import { noteError, type OpenTrace, openTrace } from './trace.ts'

export interface Authenticator {
  /**
   * Checks everything but the body. `onSigned` is called once the signature is valid, while the store is still being
   * asked whether the key is revoked.
   * @throws AppError answered 401; `store_unavailable` if the list of revoked keys cannot be read
   */
  authenticate(request: Request, url: URL, onSigned?: () => void): Promise<Authenticated>
}

type SpendingRoute = Pick<Route, 'whilePaused'> & Partial<Pick<Route, 'scope' | 'writeScope'>>

export interface Authenticated {
  readonly caller: Caller
  /** @throws AppError `signature_invalid` if the body does not have the signed digest */
  checkBody(body: Uint8Array): void
  /**
   * @throws AppError `nonce_used`, `key_revoked`, `approval_needed`, `store_unavailable`; `paused` while acts are
   * stopped, unless the route has `whilePaused`
   */
  spendNonce(route: SpendingRoute): Promise<void>
}

/** What a handler needs. Nothing of this is used at import, only from the first request on. */
export interface HandlerDeps {
  authenticator(): Authenticator
  /** The time in milliseconds, from a clock that never goes back. */
  clock(): number
  requestId(): string
  log(line: string): void
  /** Returns, by `clock`, when the request for a page of the console began, if the page makes this request. */
  startOf?(request: Request): number | undefined
  /** All waits of a request end this many milliseconds after its beginning. */
  readonly waits?: number
  /** The version of the code and its region, shown to callers with a valid signature. */
  readonly running?: string
  /** The hint for a caller that lacks `scope`, if `scope` is one that no key can have. */
  scopeHint?(scope: string): string | undefined
  /** @throws AppError `not_in_preview`, `paused` if this deployment may not write */
  mayWrite(route: Pick<Route, 'whilePaused'>): void
  /** Called after the checks, but not for public endpoints. The promise must not reject. */
  onCaller?(caller: Caller): Promise<void> | undefined
  /**
   * Called with the newest end of the activity log that the caller has seen. Returns the newest end for the reply. Not
   * called for public endpoints. The promise must not reject.
   */
  onWitness?(witness: string, caller: Caller): Promise<string | undefined>
  /** Called after the nonce was spent, but not for public endpoints. */
  beforeWrite?(): void
  /** Called once the answer is known. The promise must not reject. */
  onWrite?(write: AnsweredWrite): Promise<void>
}

export interface AnsweredWrite {
  readonly call: Call
  readonly route: Route
  readonly status: number
  readonly code?: ErrorCode
  readonly notes: OpenTrace['notes']
}

/** The header in which a reply names its deployment and its region. */
export const RUNNING_HEADER = 'x-kura-running'

const BODY_LIMIT = 1_000_000
const NO_BODY = new Uint8Array(0)

/** Returns a handler that never rejects. */
export function createHandler(
  { methods, open, load }: RouteSource,
  deps: HandlerDeps,
): (request: Request) => Promise<Response> {
  const table = createLazyTable(load)
  const answer = async (exchange: Exchange): Promise<Response> => {
    const { request, url, trace } = exchange
    try {
      const isOpen = open.length > 0 && open.includes(`${request.method} ${url.pathname}`)
      if (!methods.includes(request.method)) throw methodNotAllowed(request.method, methods)
      const response = await serve(exchange, table, isOpen ? openDeps(deps) : deps)
      return finish(response, exchange, deps)
    } catch (error) {
      noteError(error, trace)
      const page = showsPages(request, open) ? await pageOf(error, exchange, table) : undefined
      return finish(withAllow(page ?? errorAnswer(error), error), exchange, deps)
    }
  }
  return async request => {
    const { clock, waits = Number.POSITIVE_INFINITY } = deps
    const trace = openTrace(deps.requestId(), clock, deps.startOf?.(request))
    const exchange: Exchange = { request, url: new URL(request.url), trace }
    return withinTime({ end: trace.started + waits, clock }, () => answer(exchange))
  }
}

/** Returns the error's page. Undefined if the path has no error page, or if making the page failed. */
async function pageOf(
  error: unknown,
  { request, url, trace }: Exchange,
  table: LazyTable,
): Promise<Response | undefined> {
  try {
    const { routes } = await table.load()
    return await errorPageAt(url.pathname, routes)?.(error, trace, request)
  } catch {
    return undefined
  }
}

/** Accepts every caller, because public endpoints authenticate their callers themselves. */
const OPEN: Authenticator = {
  authenticate: async () => ({
    caller: BROWSER,
    checkBody: () => undefined,
    spendNonce: async () => undefined,
  }),
}

/** With these deps, a stranger's request costs no call to the store, unless the endpoint itself makes one. */
function openDeps({ onCaller: _, onWitness: __, beforeWrite: ___, ...deps }: HandlerDeps): HandlerDeps {
  return { ...deps, authenticator: () => OPEN }
}

/** One request and what is known of it. `caller` is set once the signature is found valid. */
interface Exchange {
  readonly request: Request
  readonly url: URL
  readonly trace: OpenTrace
  caller?: Caller
  witness?: string | undefined
}

async function serve(exchange: Exchange, table: LazyTable, deps: HandlerDeps): Promise<Response> {
  const { request, url, trace } = exchange
  trace.stage('auth')
  const preload = table.loaded ? undefined : () => void table.load().catch(() => undefined)
  const authenticated = await deps.authenticator().authenticate(request, url, preload)
  const { caller } = authenticated
  if (caller !== BROWSER) exchange.caller = caller
  trace.note('caller', caller.keyid)
  if (!table.loaded) trace.stage('load')
  const { find } = table.loaded ?? (await table.load())
  const { route, params } = find(request.method, url.pathname)
  const scope = neededScope(route, url)
  if (!caller.scopes.includes(scope)) throw scopeMissing(caller, { route, scope }, deps)
  let body = NO_BODY
  if (carriesBody(request.method)) {
    trace.stage('body')
    body = await readBody(request, route.bodyLimit ?? BODY_LIMIT)
  } else {
    refuseBody(request)
  }
  authenticated.checkBody(body)
  const witness = request.headers.get(WITNESS_HEADER)
  if (witness !== null) exchange.witness = await deps.onWitness?.(witness, caller)
  const writes = isWrite(route, url)
  if (writes) {
    deps.mayWrite(route)
    trace.stage('nonce')
    await authenticated.spendNonce(route)
  }
  await deps.onCaller?.(caller)
  const call: Call = { request, url, caller, body, params, trace }
  trace.stage('work')
  return await (writes ? reportWrite({ call, route, trace }, deps) : route.handle(call))
}

async function reportWrite(
  { call, route, trace }: { call: Call; route: Route; trace: OpenTrace },
  { beforeWrite, onWrite }: HandlerDeps,
): Promise<Response> {
  beforeWrite?.()
  const report = (status: number, code?: ErrorCode) =>
    onWrite?.({ call, route, status, notes: trace.notes, ...(code && { code }) })
  try {
    const response = await route.handle(call)
    await report(response.status)
    return response
  } catch (error) {
    await report(statusOf(error), error instanceof AppError ? error.code : 'internal')
    throw error
  }
}

/** Adds the header Allow to an answer 405 (RFC 9110 section 15.5.6). */
function withAllow(response: Response, error: unknown): Response {
  const allow = error instanceof AppError && error.code === 'method_not_allowed' && error.details['allow']
  if (Array.isArray(allow)) response.headers.set('allow', allow.join(', '))
  return response
}

function scopeMissing(
  caller: Caller,
  { route, scope }: { route: Route; scope: string },
  deps: HandlerDeps,
): AppError {
  const scopes = [...new Set([route.scope, scope])].join(',')
  const issue = `no scope can be added to a key, so issue another: kura key issue NAME --scope ${scopes}`
  return new AppError(
    'scope_missing',
    `Cannot ${route.method} "${route.path}": the key "${caller.name}" lacks the scope ${scope}`,
    { hint: deps.scopeHint?.(scope) ?? issue },
  )
}

function finish(
  response: Response,
  { request, url, trace, caller, witness }: Exchange,
  deps: HandlerDeps,
): Response {
  const { id } = trace
  const path = url.pathname
  const { line, timing } = trace.end({ id, method: request.method, path, status: response.status })
  const { headers } = response
  headers.set('server-timing', timing)
  headers.set('x-request-id', id)
  if (witness !== undefined) headers.set(WITNESS_HEADER, witness)
  if (caller && deps.running) headers.set(RUNNING_HEADER, deps.running)
  deps.log(line)
  return response
}
