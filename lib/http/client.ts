/** The typed client of a contract: the caller names an endpoint and gives what it takes; the reply is checked and typed. */
import type { z } from 'zod'
import { AppError } from '../errors.ts'
import type {
  Contract,
  Endpoint,
  EndpointName,
  EndpointSchemas,
  GivenBody,
  GivenQuery,
  Mode,
  ParamName,
  Params,
  PathOf,
  ReplyOf,
} from './contract.ts'

/** A request that a transport signs and sends. */
export interface ContractRequest {
  readonly method: Endpoint['method']
  /** `/api/admin/devices`, its named segments filled in. */
  readonly path: string
  readonly query?: Readonly<Record<string, string>>
  readonly json?: unknown
}

/** Sends a request and gives the JSON of its reply; rejects with the host's own error. */
export type Send = (request: ContractRequest) => Promise<unknown>

type Member<Key extends string, Value> = [Value] extends [undefined]
  ? unknown
  : undefined extends Value
    ? { readonly [K in Key]?: Value }
    : { readonly [K in Key]: Value }

/** What a caller gives for an endpoint: its named segments, query, body, and the mode. */
export type Given<C extends Contract, Name extends EndpointName<C>> = Member<'query', GivenQuery<C, Name>> &
  Member<'body', GivenBody<C, Name>> &
  ([ParamName<PathOf<C, Name>>] extends [never] ? unknown : { readonly params: Params<PathOf<C, Name>> }) &
  (C['endpoints'][Name]['changes'] extends 'by mode' ? { readonly mode?: Mode } : unknown)

type Arguments<T> = unknown extends T ? [] : Record<never, never> extends T ? [given?: T] : [given: T]

export type Client<C extends Contract> = {
  readonly [Name in EndpointName<C>]: (...given: Arguments<Given<C, Name>>) => Promise<ReplyOf<C, Name>>
}

/** A client of `contract` over `send`. @throws AppError `remote_answer` if a reply is another version's */
export function createClient<C extends Contract>(contract: C, send: Send): Client<C> {
  const methods = Object.keys(contract.endpoints).map(name => [
    name,
    async (given: Given<C, EndpointName<C>>) => {
      const reply = await send(requestFor(contract, name as EndpointName<C>, given))
      const { [name]: schemas } = (await contract.schemas()) as Record<string, EndpointSchemas>
      return schemas ? readReply(schemas.reply, reply) : reply
    },
  ])
  return Object.fromEntries(methods)
}

/** The request for an endpoint, as data: what a stream's caller sends by itself. */
export function requestFor<C extends Contract, Name extends EndpointName<C>>(
  contract: C,
  name: Name,
  given: Given<C, Name>,
): ContractRequest {
  const { method, path } = contract.endpoints[name] as Endpoint
  const {
    params = {},
    query,
    body,
    mode,
  } = (given ?? {}) as {
    params?: Readonly<Record<string, string>>
    query?: Readonly<Record<string, unknown>>
    body?: unknown
    mode?: Mode
  }
  const texts = queryTexts({ ...query, ...(mode === 'write' && { mode }) })
  return {
    method,
    path: path.replaceAll(/\{(\w+)\}/g, (_, segment: string) => encodeURIComponent(params[segment] ?? '')),
    ...(Object.keys(texts).length > 0 && { query: texts }),
    ...(body !== undefined && { json: body }),
  }
}

function queryTexts(query: Readonly<Record<string, unknown>>): Record<string, string> {
  const given = Object.entries(query).filter(([, value]) => value !== undefined)
  return Object.fromEntries(given.map(([name, value]) => [name, String(value)]))
}

/** The reply as it came, once its schema holds; members that the schema does not know pass through. */
function readReply(schema: z.ZodType, reply: unknown): unknown {
  const parsed = schema.safeParse(reply)
  if (parsed.success) return reply
  const member = parsed.error.issues[0]?.path.join('.') || 'the whole reply'
  throw new AppError('remote_answer', `Cannot read the reply of the host: ${member} has another shape`, {
    hint: 'the deployment and this checkout may be of different versions: use the same one',
  })
}
