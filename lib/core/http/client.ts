import type * as z from 'zod'
import { AppError } from '../errors.ts'
import type {
  Contract,
  Endpoint,
  EndpointName,
  EndpointSchemas,
  GivenBody,
  GivenQuery,
  Mode,
  ModeOf,
  ParamName,
  Params,
  PathOf,
  ReplyOf,
} from './contract.ts'

export interface ContractRequest {
  readonly of?: { readonly contract: Contract; readonly name: string }
  readonly method: Endpoint['method']
  /** The path with its named segments filled in: `/api/admin/devices`. */
  readonly path: string
  readonly query?: Readonly<Record<string, string>>
  readonly json?: unknown
  /** The bytes of a file, sent in place of a JSON body. */
  readonly file?: Uint8Array
}

/** Sends the request and returns the JSON of the reply. Rejects with the host's error. */
export type Send = (request: ContractRequest) => Promise<unknown>

type Member<Key extends string, Value> = [Value] extends [undefined]
  ? unknown
  : undefined extends Value
    ? { readonly [K in Key]?: Value }
    : { readonly [K in Key]: Value }

type AllOptional<Value> = Record<never, never> extends Value ? true : false

type Query<Value> = AllOptional<Value> extends true ? Value | undefined : Value

export type Given<C extends Contract, Name extends EndpointName<C>> = Member<
  'query',
  Query<GivenQuery<C, Name>>
> &
  Member<'body', GivenBody<C, Name>> &
  ([ParamName<PathOf<C, Name>>] extends [never] ? unknown : { readonly params: Params<PathOf<C, Name>> }) &
  (C['endpoints'][Name]['changes'] extends 'by mode' ? { readonly mode?: ModeOf<C, Name> } : unknown)

export type Arguments<T> = unknown extends T ? [] : AllOptional<T> extends true ? [given?: T] : [given: T]

/** Endpoints whose reply is JSON. To read another's stream, send what `requestFor` returns. */
type JsonEndpointName<C extends Contract> = {
  [Name in EndpointName<C>]: C['endpoints'][Name] extends { readonly stream: readonly string[] }
    ? never
    : Name
}[EndpointName<C>]

export type Client<C extends Contract> = {
  readonly [Name in JsonEndpointName<C>]: (...given: Arguments<Given<C, Name>>) => Promise<ReplyOf<C, Name>>
}

/**
 * Returns a client. Its methods throw AppError `usage` for a value that cannot be a path segment, `remote_answer` for a
 * reply that does not fit its schema, and the errors of `send`.
 */
export function createClient<C extends Contract>(contract: C, send: Send): Client<C> {
  const methods = Object.entries(contract.endpoints)
    .filter(([, { stream }]) => !stream)
    .map(([name]) => [
      name,
      async (...given: Arguments<Given<C, EndpointName<C>>>) =>
        replyTo(requestFor(contract, name as EndpointName<C>, ...given), send),
    ])
  return Object.fromEntries(methods)
}

/** @throws AppError `remote_answer` if the reply does not fit the schema of the endpoint; the errors of `send` */
export async function replyTo(request: ContractRequest, send: Send): Promise<unknown> {
  const reply = await send(request)
  const schemas = (await request.of?.contract.schemas()) as Record<string, EndpointSchemas> | undefined
  const schema = schemas?.[request.of?.name ?? '']?.reply
  return schema ? checkReply(reply, { schema, request }) : reply
}

/**
 * Returns the request as data, for a caller that reads the reply as a stream, or sends the request later with
 * `replyTo`.
 * @throws AppError `usage` for a value that cannot be a path segment
 */
export function requestFor<C extends Contract, Name extends EndpointName<C>>(
  contract: C,
  name: Name,
  ...[given]: Arguments<Given<C, Name>>
): ContractRequest {
  const { method, path, upload } = contract.endpoints[name] as Endpoint
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
  const texts = queryTexts({ ...query, ...(mode !== 'dry-run' && { mode }) })
  return {
    of: { contract, name },
    method,
    path: path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeSegment(name, params[name] ?? '')),
    ...(Object.keys(texts).length > 0 && { query: texts }),
    ...(body !== undefined && (upload ? { file: body as Uint8Array } : { json: body })),
  }
}

/** Values that cannot be a segment, because URL parsing removes dots even if they are percent-encoded. */
const NO_SEGMENT: readonly string[] = ['', '.', '..']

function encodeSegment(name: string, text: string): string {
  if (!NO_SEGMENT.includes(text)) return encodeURIComponent(text)
  throw new AppError('usage', `Cannot use "${text}" as the ${name}: it cannot be a segment of a path`)
}

function queryTexts(query: Readonly<Record<string, unknown>>): Record<string, string> {
  const given = Object.entries(query).filter(([, value]) => value !== undefined)
  return Object.fromEntries(given.map(([name, value]) => [name, String(value)]))
}

/** Checks the reply and returns it unchanged, with the members that the schema does not know. */
function checkReply(
  reply: unknown,
  { schema, request: { method, path } }: { schema: z.ZodType; request: ContractRequest },
): unknown {
  const parsed = schema.safeParse(reply)
  if (parsed.success) return reply
  const member = parsed.error.issues[0]?.path.join('.')
  const what = member ? `its member "${member}"` : 'it'
  throw new AppError(
    'remote_answer',
    `Cannot read the reply to ${method} "${path}": ${what} has another shape`,
    {
      hint: 'if the deployment and this checkout are of different versions, use the same one; if not, report this member as a fault of kura',
    },
  )
}
