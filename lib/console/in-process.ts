/** The same handler answers a call in this process and a signed call, so the console has no rules of its own. */

import { AppError, type ErrorCode, type ErrorContext } from '../core/errors.ts'
import { isErrorCode } from '../core/http/answers.ts'
import type { ContractRequest, Send } from '../core/http/client.ts'
import type { Endpoint } from '../core/http/contract.ts'
import { type Authenticator, createHandler } from '../core/http/handler.ts'
import {
  type Call,
  type Caller,
  createRouter,
  isWrite,
  type RouteMatch,
  routeSource,
} from '../core/http/router.ts'
import { withIncluded } from '../core/signatures/keys.ts'
import { refuseStopped } from '../core/store/stopped.ts'
import type { ConsoleCore, InnerFunctions, Served, ServedContract } from './core.ts'

export type Identity = SessionIdentity | ApprovalIdentity

interface Known {
  readonly person: string
  /** The digest of the person's credential id, in hex. */
  readonly credential: string
  readonly scopes: readonly string[]
  /** The time on `clock` at which the console's own request began. The call's time limit counts from this time. */
  readonly since?: number | undefined
}

/** The identity of a session, which never has the scope `approve`. */
export interface SessionIdentity extends Known {
  readonly via: 'session'
}

/** An identity that may send only the requests of the signed statement. */
export interface ApprovalIdentity extends Known {
  readonly via: 'approval'
  readonly digest: string
}

/** A request in the form of a statement: the path with its query, and the exact body. */
export interface InnerRequest {
  readonly method: string
  readonly address: string
  readonly body?: string | Uint8Array<ArrayBuffer>
}

/** Sends requests as `identity`. Rejects as `callInProcess` does. */
export function inProcess(core: ConsoleCore, identity: Identity): { readonly send: Send } {
  return {
    async send(request) {
      const response = await callInProcess(innerRequest(request), identity, core)
      return response.status === 204 ? undefined : response.json()
    },
  }
}

/**
 * Calls an endpoint for a person. Returns the successful response.
 * @throws AppError `approval_needed` if a session asks for an act that needs an approval, `bad_request` if an approval
 * does not cover the request; else the error of the endpoint
 */
export async function callInProcess(
  inner: InnerRequest,
  identity: Identity,
  core: ConsoleCore,
): Promise<Response> {
  const { row, functionName } = endpointOf(inner, core).route
  refuseUnapproved({ ...inner, row }, identity)
  const { handle, identities, errors } = await functionOf(functionName, core)
  const { method, address, body } = inner
  const hasBody = method === 'POST' || method === 'PUT'
  const request = new Request(new URL(address, BASE), { method, ...(hasBody && { body: body ?? '' }) })
  identities.set(request, identity)
  const response = await handle(request)
  if (response.ok) return response
  throw errors.get(request) ?? errorOf(await response.json(), response.status)
}

/** The origin of calls in the process; no endpoint reads it. */
const BASE = 'https://in-process.invalid'

export function innerRequest({ method, path, query, json, file }: ContractRequest): InnerRequest {
  const search = query === undefined ? '' : `?${new URLSearchParams(query)}`
  const body = file === undefined ? json !== undefined && JSON.stringify(json) : Uint8Array.from(file)
  return { method, address: path + search, ...(body !== false && { body }) }
}

/** The table in which `endpointOf` finds the endpoints of these contracts. */
export function findServed(contracts: readonly ServedContract[]): InnerFunctions['find'] {
  return createRouter<Served>(
    contracts.flatMap(({ functionName, contract }) =>
      Object.values(contract.endpoints).map(row => ({
        method: row.method,
        path: row.path,
        row,
        functionName,
      })),
    ),
  )
}

/**
 * Finds the endpoint of a request.
 * @throws AppError `not_found`, `method_not_allowed`; `bad_request` if parsing as a URL would change the address (`..`,
 * an unescaped character, another host)
 */
export function endpointOf(
  { method, address }: Pick<InnerRequest, 'method' | 'address'>,
  { functions: { find } }: Pick<ConsoleCore, 'functions'>,
): RouteMatch<Served> {
  const url = new URL(address, BASE)
  if (BASE + address !== url.href) throw new AppError('bad_request', `Cannot call the address "${address}"`)
  return find(method, url.pathname)
}

export function needsApproval({
  address,
  row,
}: Pick<InnerRequest, 'address'> & { readonly row: Endpoint }): boolean {
  return row.approval === true && isWrite(row, new URL(address, BASE))
}

function refuseUnapproved(inner: InnerRequest & { readonly row: Endpoint }, { via }: Identity): void {
  const { method, row } = inner
  const isApproval = via === 'approval'
  if (needsApproval(inner) === isApproval) return
  const cannot = `Cannot ${method} "${row.path}"`
  if (isApproval) throw new AppError('bad_request', `${cannot}: it is no act that a person approves`)
  throw new AppError('approval_needed', `${cannot}: a person has to approve it`, {
    hint: 'approve it with a passkey, on its page of the console',
  })
}

interface InnerFunction {
  handle(request: Request): Promise<Response>
  readonly identities: WeakMap<Request, Identity>
  /** The errors that the endpoints threw. They have the translated texts that the answers lack. */
  readonly errors: WeakMap<Request, unknown>
}

const functions = new WeakMap<ConsoleCore, Map<string, Promise<InnerFunction>>>()

function functionOf(name: string, core: ConsoleCore): Promise<InnerFunction> {
  const made = functions.get(core) ?? new Map<string, Promise<InnerFunction>>()
  functions.set(core, made)
  const created = made.get(name) ?? createFunction(name, core)
  made.set(name, created)
  created.catch(() => made.delete(name))
  return created
}

async function createFunction(name: string, core: ConsoleCore): Promise<InnerFunction> {
  const load = core.functions.routes[name]
  if (!load) throw new AppError('not_found', `Cannot call "/api/${name}" in this process`)
  const identities: InnerFunction['identities'] = new WeakMap()
  const errors: InnerFunction['errors'] = new WeakMap()
  const routes = (await load(core.config)).map(route => ({
    ...route,
    handle: (call: Call) =>
      route.handle(call).catch((error: unknown) => {
        errors.set(call.request, error)
        throw error
      }),
  }))
  // an inner call has no key and no end of the log, so there is no last use to record, and no witness to check
  const { onCaller: _, onWitness: __, ...deps } = core.handlerDeps
  const authenticator = knownCallers(identities, core)
  const handle = createHandler(routeSource(routes), {
    ...deps,
    authenticator: () => authenticator,
    startOf: request => identities.get(request)?.since,
  })
  return { handle, identities, errors }
}

function knownCallers(identities: InnerFunction['identities'], { store }: ConsoleCore): Authenticator {
  return {
    async authenticate(request) {
      const identity = identities.get(request)
      if (!identity)
        throw new AppError('signature_missing', 'Cannot tell who calls', {
          hint: 'send the request with inProcess() or callInProcess(), which name its caller',
        })
      return {
        caller: callerOf(identity),
        checkBody: () => undefined,
        // a request in this process cannot be replayed, so there is no nonce to spend
        spendNonce: route => refuseStopped(route, store()),
      }
    },
  }
}

function callerOf(identity: Identity): Caller {
  const { person, credential, scopes, via } = identity
  const others = withIncluded(scopes).filter(scope => scope !== 'approve')
  return {
    keyid: keyidOf(credential),
    name: person,
    person,
    scopes: via === 'approval' && scopes.includes('approve') ? [...others, 'approve'] : others,
    ...(via === 'approval' && { approval: identity.digest }),
  }
}

/** Makes the error again from an answer that the handler gave before it called the endpoint. */
function errorOf(answer: unknown, status: number): AppError {
  const { error, code, hint, ...details } = answer as {
    readonly error: string
    readonly code: string
    readonly hint?: string
  }
  const known: ErrorCode = isErrorCode(code) ? code : 'internal'
  return new AppError(known, error, {
    ...(hint !== undefined && { hint }),
    status,
    details: details as NonNullable<ErrorContext['details']>,
  })
}

/** The id of a passkey in the activity log, made of the digest of its credential id. */
export function keyidOf(credential: string): string {
  return `passkey:${credential.slice(0, 12)}`
}
