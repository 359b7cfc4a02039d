import { AppError } from '../errors.ts'
import { keepMade } from '../work/keep-made.ts'
import { type Changes, PUBLIC } from './contract.ts'
import type { Trace } from './trace.ts'

/** The sender of a request: the key that signed it, or the passkey of the person who signed in or approved it. */
export interface Caller {
  readonly keyid: string
  readonly name: string
  readonly scopes: readonly string[]
  readonly person?: string
  /** The digest of the statement that the person approved. */
  readonly approval?: string | undefined
}

/**
 * Returns the author of a decision as it is stored: `Mei (key mei-laptop)` or `Mei (approval <digest>)`. Without an
 * approval, nothing proves that `person` is the caller.
 */
export function authorOf(person: string, { name, approval }: Pick<Caller, 'name' | 'approval'>): string {
  return approval === undefined ? `${person} (key ${name})` : `${name} (approval ${approval})`
}

/**
 * Returns the sender of a message or a purchase as it is stored: the name of the key, or `Mei (approval <digest>)` if
 * the caller approved it.
 */
export function senderOf(caller: Pick<Caller, 'name' | 'approval'>): string {
  return caller.approval === undefined ? caller.name : authorOf(caller.name, caller)
}

const APPROVED = /^(?<name>.*) \(approval (?<digest>[0-9a-f]{64})\)$/s

/** Returns the name and the digest of an author's approval. Undefined if the author names no approval. */
export function approvalIn(author: string): { readonly name: string; readonly digest: string } | undefined {
  const { name, digest } = APPROVED.exec(author)?.groups ?? {}
  return name === undefined || digest === undefined ? undefined : { name, digest }
}

/** The caller of a public endpoint. */
export const BROWSER: Caller = { keyid: 'browser', name: 'browser', scopes: [PUBLIC] }

/** A request whose signature, scope and body have been checked. */
export interface Call {
  readonly request: Request
  readonly url: URL
  readonly caller: Caller
  readonly body: Uint8Array<ArrayBuffer>
  /** The path's named segments, percent-decoded. */
  readonly params: Readonly<Record<string, string>>
  readonly trace: Trace
}

/** A row of the table. Members that `Endpoint` of `contract.ts` also has mean the same here. */
export interface Route {
  /** The endpoint's name in the contract. */
  readonly name?: string
  readonly method: string
  readonly path: string
  readonly scope: string
  readonly writeScope?: string
  readonly proposeScope?: string
  /** When a call writes, by default `never`. A write first spends the request's nonce, so no replay succeeds. */
  readonly changes?: Changes
  readonly logged?: readonly string[]
  readonly whilePaused?: true
  readonly upload?: true
  readonly bodyLimit?: number
  handle(call: Call): Promise<Response>
  /** Makes a page of an error at this path, for a person in a browser. Other callers get JSON. */
  readonly errorPage?: ErrorPage
}

export type ErrorPage = (error: unknown, trace: Trace, request: Request) => Promise<Response>

export interface RouteSource {
  /** The methods of all routes, known before the routes are loaded. */
  readonly methods: readonly string[]
  /** The method and the path of each public endpoint, which is answered without a signature: `GET /api/…`. */
  readonly open: readonly string[]
  load(): Promise<readonly Route[]>
}

export function routeSource(routes: readonly Route[]): RouteSource {
  return { methods: methodsOf(routes), open: openPlaces(routes), load: async () => routes }
}

export function methodsOf(routes: readonly { readonly method: string }[]): string[] {
  return [...new Set(routes.map(({ method }) => method))]
}

export function openPlaces(
  routes: readonly { readonly method: string; readonly path: string; readonly scope: string }[],
): string[] {
  return routes.filter(({ scope }) => scope === PUBLIC).map(({ method, path }) => `${method} ${path}`)
}

/**
 * Whether an error is shown as a page. It is if the request is for a public page or below one, and its sender accepts
 * HTML. An unknown path outside of `/api/` counts as a mistyped page: there, only a sender that asks for JSON gets
 * JSON.
 */
export function showsPages({ headers, url }: Request, open: RouteSource['open']): boolean {
  const { pathname } = new URL(url)
  const accept = headers.get('accept') ?? ''
  const pages = open.map(place => place.slice(place.indexOf(' ') + 1))
  const isMistyped = !pathname.startsWith('/api/') && !pages.includes(pathname) && !/\bjson\b/.test(accept)
  if (!isMistyped && !/\btext\/html\b/.test(accept)) return false
  return pages.some(page => isAtOrBelow(pathname, page))
}

/** Returns the error page of `path`, or of a page above it. */
export function errorPageAt(path: string, routes: readonly Route[]): ErrorPage | undefined {
  const pages = routes.filter(route => route.errorPage)
  const page = pages.find(route => route.path === path) ?? pages.find(route => isAtOrBelow(path, route.path))
  return page?.errorPage
}

function isAtOrBelow(path: string, page: string): boolean {
  return path === page || path.startsWith(`${page}/`)
}

export function isWrite({ changes = 'never' }: Pick<Route, 'changes'>, url: URL): boolean {
  if (changes !== 'by mode') return changes === 'always'
  return url.searchParams.getAll('mode').some(mode => mode !== 'dry-run')
}

export function neededScope(
  route: Pick<Route, 'scope' | 'writeScope' | 'proposeScope' | 'changes'>,
  url: URL,
): string {
  if (!isWrite(route, url)) return route.scope
  const [mode, second] = url.searchParams.getAll('mode')
  const proposes = mode === 'propose' && second === undefined
  return (proposes ? route.proposeScope : undefined) ?? route.writeScope ?? route.scope
}

type PathRow = Pick<Route, 'method' | 'path'>

export interface RouteMatch<Row extends PathRow = Route> {
  readonly route: Row
  readonly params: Readonly<Record<string, string>>
}

/** @throws AppError `not_found`, `method_not_allowed`, `bad_request` for a segment that could point elsewhere */
export type Router<Row extends PathRow = Route> = (method: string, pathname: string) => RouteMatch<Row>

const NO_PARAMS = {}

/** Returns a router that looks up paths without named segments, and tries the others in order. */
export function createRouter<Row extends PathRow>(routes: readonly Row[]): Router<Row> {
  const fixed = new Map(
    routes.filter(({ path }) => !path.includes('{')).map(route => [`${route.method} ${route.path}`, route]),
  )
  return (method, pathname) => {
    const route = fixed.get(`${method} ${pathname}`)
    return route ? { route, params: NO_PARAMS } : search(routes, method, pathname)
  }
}

export interface RouteTable {
  readonly routes: readonly Route[]
  readonly find: Router
}

export interface LazyTable {
  readonly loaded: RouteTable | undefined
  /** Loads the table once for all concurrent requests. After a failure, the next call tries again. */
  load(): Promise<RouteTable>
}

export function createLazyTable(load: RouteSource['load']): LazyTable {
  let loaded: RouteTable | undefined
  return {
    get loaded() {
      return loaded
    },
    load: keepMade(async () => {
      const routes = await load()
      loaded = { routes, find: createRouter(routes) }
      return loaded
    }),
  }
}

function search<Row extends PathRow>(
  routes: readonly Row[],
  method: string,
  pathname: string,
): RouteMatch<Row> {
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

/** Returns the path's named segments. Undefined if the path does not match. */
function matchPath(pattern: string, pathname: string): Record<string, string> | undefined {
  const expected = pattern.split('/')
  const given = pathname.split('/')
  if (expected.length !== given.length) return undefined
  const params: Record<string, string> = {}
  for (const [index, segment] of expected.entries()) {
    const value = given[index] ?? ''
    if (segment.startsWith('{')) params[segment.slice(1, -1)] = decodeSegment(value)
    else if (segment !== value) return undefined
  }
  return params
}

/** Decodes a segment. Refuses one that could change the path of a call to a remote. */
function decodeSegment(segment: string): string {
  let text: string
  try {
    text = decodeURIComponent(segment)
  } catch (cause) {
    const reason = 'bad percent-encoding'
    throw new AppError('bad_request', `Cannot read the path segment "${segment}": ${reason}`, { cause })
  }
  const misleading = text === '' || text === '.' || text === '..' || /[/\\]/.test(text)
  if (misleading) throw new AppError('bad_request', `Cannot use the path segment "${segment}" as a name`)
  return text
}

export function methodNotAllowed(method: string, allowed: readonly string[]): AppError {
  return new AppError('method_not_allowed', `Cannot answer ${method}: allowed are ${allowed.join(', ')}`, {
    details: { allow: [...allowed] },
  })
}
