/**
 * Each service has a `contract.ts`, which is the table of its endpoints, and beside it their schemas. Three things come
 * from these: the typed handlers (`serve.ts`), the typed client (`client.ts`) and the OpenAPI document
 * (`scripts/openapi/`). The table loads no schema, so a function starts without zod.
 */
import type * as z from 'zod'

/** The scope of public endpoints. No key has this scope, because a public endpoint authenticates its caller itself. */
export const PUBLIC = 'public'

/** When a call changes something. `by mode`: only if its signed query says `mode=write`. */
export type Changes = 'never' | 'by mode' | 'always'

/** Without a mode in the query, a call is a dry run. A proposal is stored and waits for a person. */
export type Mode = 'dry-run' | 'write' | 'propose'

export interface Endpoint {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /** The path with its named segments: `/api/registrar/domains/{domain}/quote`. */
  readonly path: string
  /** The scope that the caller needs, or `PUBLIC` for a page that a browser opens without a signature. */
  readonly scope: string
  /** The scope that `mode=write` needs. */
  readonly writeScope?: string
  /** The scope that `mode=propose` needs. An endpoint without this scope takes no proposals. */
  readonly proposeScope?: string
  readonly changes: Changes
  /** The summary for the documentation, in one line. */
  readonly summary: string
  /**
   * Set if the endpoint takes parameters besides `mode`. `optional`: every parameter may be left out and none has a
   * default, so an empty query is read without its schema.
   */
  readonly query?: true | 'optional'
  readonly body?: true
  /** Set if the body is an HTML form instead of JSON. */
  readonly form?: true
  /**
   * Members of the body or the query that the activity log keeps, besides the path's segments and the member `person`.
   * None of these members may be a secret, contact data or the text of a message.
   */
  readonly logged?: readonly string[]
  /** Set if calls are allowed while acts are paused or stopped (a revocation, a sign-in, a query of a remote). */
  readonly whilePaused?: true
  /** Set if a person must approve the act with a passkey. A session alone does not suffice, whatever its scopes. */
  readonly approval?: true
  /** Set if the body has the member `sends`: the SHA-256, in hex, of the only text that may be sent. */
  readonly sends?: true
  /** A member that no stored record may contain, such as contact data. A statement has only its digest, in `sends`. */
  readonly enclosed?: string
  /** Set if the body is the bytes of a file, without a schema. */
  readonly upload?: true
  /** The status codes of success, by default 200. A reply with 204 or 304 has no body. */
  readonly statuses?: readonly number[]
  /** The media types of a reply that is not one JSON value. */
  readonly stream?: readonly string[]
  /** The longest body in bytes, if it differs from the handler's default. */
  readonly bodyLimit?: number
}

/** The schemas of an endpoint. A reply's schema must not transform, because a reply is sent without being parsed. */
export interface EndpointSchemas {
  readonly query?: z.ZodType
  readonly body?: z.ZodType
  /** The schema of the reply. Only a stream may have none. */
  readonly reply?: z.ZodType
}

export type Endpoints = Readonly<Record<string, Endpoint>>

type Schemas<E extends Endpoints> = { readonly [Name in keyof E]: SchemasFor<E[Name]> }

type SchemasFor<E extends Endpoint> = (E extends { readonly stream: readonly string[] }
  ? { readonly reply?: z.ZodType }
  : { readonly reply: z.ZodType }) &
  (E extends { readonly query: true | 'optional' }
    ? { readonly query: z.ZodType }
    : { readonly query?: never }) &
  (E extends { readonly body: true } ? { readonly body: z.ZodType } : { readonly body?: never })

export interface Contract<
  E extends Endpoints = Endpoints,
  S extends Readonly<Record<keyof E, EndpointSchemas>> = Readonly<Record<keyof E, EndpointSchemas>>,
> {
  readonly endpoints: E
  schemas(): Promise<S>
}

/** Returns the contract. The compiler checks that each endpoint has the schemas that it needs, and no others. */
export function defineContract<const E extends Endpoints, S extends Schemas<E>>(
  contract: Contract<E, S>,
): Contract<E, S> {
  return contract
}

export type ParamName<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? Name | ParamName<Rest>
  : never

export type Params<Path extends string> = Readonly<Record<ParamName<Path>, string>>

/** The type with readonly members. A branded number or text stays as it is. */
type Deep<T> = T extends readonly (infer Item)[]
  ? readonly Deep<Item>[]
  : T extends number | string
    ? T
    : T extends object
      ? { readonly [Key in keyof T]: Deep<T[Key]> }
      : T

export type EndpointName<C extends Contract> = keyof C['endpoints'] & string

type SchemasOf<C extends Contract, Name extends EndpointName<C>> = Awaited<ReturnType<C['schemas']>>[Name &
  keyof Awaited<ReturnType<C['schemas']>>]

type Read<T> = T extends z.ZodType ? z.output<T> : undefined
type Sent<T> = T extends z.ZodType ? z.input<T> : undefined
type Part<S, Key extends string> = S extends { readonly [K in Key]: infer Schema } ? Schema : undefined

export type PathOf<C extends Contract, Name extends EndpointName<C>> = C['endpoints'][Name]['path']

/** The query as a handler gets it, after the schema has read it. */
export type QueryOf<C extends Contract, Name extends EndpointName<C>> = Read<
  Part<SchemasOf<C, Name>, 'query'>
>

/** The body as a handler gets it, after the schema has read it. */
export type BodyOf<C extends Contract, Name extends EndpointName<C>> = C['endpoints'][Name] extends Upload
  ? Uint8Array<ArrayBuffer>
  : Read<Part<SchemasOf<C, Name>, 'body'>>

export type ModeOf<C extends Contract, Name extends EndpointName<C>> = C['endpoints'][Name] extends {
  readonly proposeScope: string
}
  ? Mode
  : Exclude<Mode, 'propose'>

interface Upload {
  readonly upload: true
}

/** The query as a caller gives it, before the schema has read it. */
export type GivenQuery<C extends Contract, Name extends EndpointName<C>> = Sent<
  Part<SchemasOf<C, Name>, 'query'>
>

/** The body as a caller gives it, before the schema has read it. */
export type GivenBody<C extends Contract, Name extends EndpointName<C>> = C['endpoints'][Name] extends Upload
  ? Uint8Array
  : Deep<Sent<Part<SchemasOf<C, Name>, 'body'>>>

export type ReplyOf<C extends Contract, Name extends EndpointName<C>> = Deep<
  Sent<Part<SchemasOf<C, Name>, 'reply'>>
>
