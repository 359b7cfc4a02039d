/** Serves the endpoints of a contract. The query, the mode and the body of every request are read strictly. */
import { AppError } from '../errors.ts'
import { keepMade } from '../work/keep-made.ts'
import { jsonAnswer } from './answers.ts'
import type {
  BodyOf,
  Contract,
  Endpoint,
  EndpointName,
  EndpointSchemas,
  Mode,
  ModeOf,
  Params,
  PathOf,
  QueryOf,
  ReplyOf,
} from './contract.ts'
import type { Call, Route } from './router.ts'

export interface EndpointCall<C extends Contract, Name extends EndpointName<C>>
  extends Pick<Call, 'request' | 'url' | 'caller' | 'trace'> {
  readonly params: Params<PathOf<C, Name>>
  readonly query: QueryOf<C, Name>
  readonly body: BodyOf<C, Name>
  /** The mode of the call: `write` or `propose` only if the signed query says so. */
  readonly mode: ModeOf<C, Name>
}

/** A reply with a status or headers of its own. */
export class Answer<Reply> {
  readonly reply: Reply
  readonly init: { readonly status?: number; readonly headers?: Record<string, string> }

  constructor(reply: Reply, init: Answer<Reply>['init']) {
    this.reply = reply
    this.init = init
  }
}

/** A handler returns the reply. The handler of a stream returns the whole Response. */
export type Handler<C extends Contract, Name extends EndpointName<C>> = (
  call: EndpointCall<C, Name>,
) => Promise<
  C['endpoints'][Name] extends { readonly stream: readonly string[] }
    ? Response
    : ReplyOf<C, Name> | Answer<ReplyOf<C, Name>>
>

export type Handlers<C extends Contract, Name extends EndpointName<C> = EndpointName<C>> = {
  readonly [N in Name]: Handler<C, N>
}

/** Joins the handlers `atHand` with others, whose code is loaded when one of them is first called. */
export function deferHandlers<C extends Contract, Name extends EndpointName<C>>(
  { endpoints }: C,
  atHand: Handlers<C, Name>,
  load: () => Promise<Handlers<C, Exclude<EndpointName<C>, Name>>>,
): Handlers<C> {
  type Handle = (call: object) => Promise<unknown>
  const loaded = keepMade(load as () => Promise<Readonly<Record<string, Handle>>>)
  const later = (name: string) => async (call: object) => (await loaded())[name]?.(call)
  const handlers = Object.keys(endpoints).map(name => [name, atHand[name as Name] ?? later(name)])
  return Object.fromEntries(handlers) as Handlers<C>
}

/** Makes the routes of a contract. The compiler refuses a handler whose reply does not fit its schema. */
export function serveContract<C extends Contract>(contract: C, handlers: Handlers<C>): Route[] {
  let loaded: Awaited<ReturnType<typeof loadReaders>> | undefined
  const readers = async (name: string): Promise<Readers> => {
    // the readers are kept, because even a repeated import() takes as long as the rest of the reading
    loaded ??= await loadReaders(contract)
    const [schemas, read] = loaded
    return { schemas: schemas[name] as EndpointSchemas, ...read }
  }
  return Object.entries(contract.endpoints).map(([name, endpoint]) => {
    const handler = handlers[name as EndpointName<C>] as (call: object) => Promise<unknown>
    return {
      ...routeOf(endpoint),
      name,
      handle: async call =>
        answerOf(await handler(await readCall(call, { endpoint, readers: () => readers(name) }))),
    }
  })
}

export function routeOf({
  method,
  path,
  scope,
  writeScope,
  proposeScope,
  changes,
  logged,
  whilePaused,
  upload,
  bodyLimit,
}: Endpoint): Omit<Route, 'handle'> {
  return {
    method,
    path,
    scope,
    changes,
    ...(writeScope !== undefined && { writeScope }),
    ...(proposeScope !== undefined && { proposeScope }),
    ...(logged !== undefined && { logged }),
    ...(whilePaused && { whilePaused }),
    ...(upload && { upload }),
    ...(bodyLimit !== undefined && { bodyLimit }),
  }
}

function answerOf(answered: unknown): Response {
  if (answered instanceof Response) return answered
  const { reply, init } = answered instanceof Answer ? answered : new Answer(answered, {})
  if (reply !== undefined) return jsonAnswer(reply, init)
  return new Response(null, {
    status: 204,
    ...init,
    headers: { 'cache-control': 'no-store', ...init.headers },
  })
}

type Readers = typeof import('./request/read-request.ts') & { readonly schemas: EndpointSchemas }

/** Loads the schemas and their readers, and zod with them. */
function loadReaders(contract: Contract) {
  return Promise.all([contract.schemas(), import('./request/read-request.ts')])
}

interface Reading {
  readonly endpoint: Endpoint
  readonly readers: () => Promise<Readers>
}

async function readCall({ body, ...call }: Call, { endpoint, readers }: Reading): Promise<object> {
  const { mode, query } = splitMode(endpoint, call.url.searchParams)
  if (!endpoint.query) refuseQuery(endpoint, query)
  if (!endpoint.body && !endpoint.upload && body.length > 0) throw undescribed(endpoint, 'it takes no body')
  const read = await readParts({ query, body }, { endpoint, readers })
  return { ...call, mode, ...read, ...(endpoint.upload && { body }) }
}

/** Reads the query and the body. Loads the readers only if there is something to read. */
async function readParts(
  given: { query: URLSearchParams; body: Uint8Array },
  { endpoint, readers }: Reading,
): Promise<object> {
  const isEmpty = !endpoint.body && endpoint.query !== true && given.query.size === 0
  if (isEmpty) return endpoint.query ? { query: {} } : {}
  const { schemas, readFormBody, readJsonBody, readQuery } = await readers()
  const { query, body } = schemas
  return {
    ...(query && { query: readQuery(query, given.query) }),
    ...(body && { body: (endpoint.form ? readFormBody : readJsonBody)(body, given.body) }),
  }
}

/** @throws AppError `bad_request` for an unknown mode, or several */
function splitMode(endpoint: Endpoint, search: URLSearchParams): { mode: Mode; query: URLSearchParams } {
  if (endpoint.changes !== 'by mode') return { mode: 'dry-run', query: search }
  const query = new URLSearchParams(search)
  query.delete('mode')
  const [mode = 'dry-run', second] = search.getAll('mode')
  const proposes = mode === 'propose' && endpoint.proposeScope !== undefined
  if (second === undefined && (mode === 'dry-run' || mode === 'write' || proposes)) return { mode, query }
  throw new AppError(
    'bad_request',
    `Cannot read the query: \`mode\` is "${search.getAll('mode').join('", "')}"`,
    {
      hint: `mode is write, ${endpoint.proposeScope === undefined ? '' : 'propose, '}or dry-run, which is the default`,
    },
  )
}

function refuseQuery(endpoint: Endpoint, query: URLSearchParams): void {
  const [name] = query.keys()
  if (name !== undefined) throw undescribed(endpoint, `it has no query parameter \`${name.slice(0, 100)}\``)
}

function undescribed({ method, path }: Endpoint, why: string): AppError {
  return new AppError('bad_request', `Cannot ${method} "${path}": ${why}`, {
    hint: 'docs/openapi.json says what each endpoint takes',
  })
}
