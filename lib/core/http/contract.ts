/**
 * Contracts: each endpoint is described in one place. Each service has one `contract.ts`, the table of its endpoints,
 * and beside it `contract-schemas.ts` with the schemas of query, body and reply. From the two come the typed handlers
 * of the functions (`serve.ts`), the typed client of the command line (`client.ts`) and the OpenAPI document
 * (`scripts/openapi/`). The table loads no schema: a function starts without zod, and loads the schemas when a query or
 * a body has to be read.
 */
import type * as z from 'zod'

/** The scope of public endpoints, which no key has. A public endpoint authenticates its caller itself. */
export const PUBLIC = 'public'

/**
 * When an endpoint changes something: `never`, on a call whose signed query says `mode=write` (`by mode`), or on every
 * call (`always`).
 */
export type Changes = 'never' | 'by mode' | 'always'

/**
 * The mode of a call to an endpoint that changes `by mode`: a dry run, unless the query says `write`, or `propose` if
 * the endpoint has a `proposeScope`. A proposal is stored and waits for a person; it does not act.
 */
export type Mode = 'dry-run' | 'write' | 'propose'

export interface Endpoint {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /** The path, with named segments: `/api/registrar/domains/{domain}/quote`. */
  readonly path: string
  /**
   * The scope that the caller's key needs; `PUBLIC` for a page that a person opens in a browser, without a signature.
   */
  readonly scope: string
  /** The scope that a call with `mode=write` needs instead; only if the endpoint changes something `by mode`. */
  readonly writeScope?: string
  /** The scope that a call with `mode=propose` needs instead; an endpoint without it takes no proposals. */
  readonly proposeScope?: string
  readonly changes: Changes
  /** One line for the documentation: what the endpoint does. */
  readonly summary: string
  /**
   * Whether the endpoint takes query parameters besides `mode`; without this, they are refused. `optional`: every
   * parameter may be left out and none has a default, so an empty query is read without its schema.
   */
  readonly query?: true | 'optional'
  readonly body?: true
  /** Whether the body is an HTML form instead of JSON. */
  readonly form?: true
  /**
   * The members of the body or the query that the activity log keeps, besides the path's named segments. These members
   * say what the call is about. None is a secret, contact data or the text of a message. The member `person` of a body
   * is always kept.
   */
  readonly logged?: readonly string[]
  /**
   * Whether a write is allowed even while acts are paused or stopped (a revocation, a notice, a sign-in, a query of a
   * remote, the end of the stop).
   */
  readonly whilePaused?: true
  /**
   * Whether a write is an act that a person approves. The console then asks for the person's passkey; a session alone
   * does not suffice, whatever its scopes.
   */
  readonly approval?: true
  /**
   * Whether the act sends a body to a remote. The member `sends` of the request's body is then the SHA-256, in hex, of
   * what the person has seen, and the endpoint refuses to send anything else. A statement that a person approves always
   * has it.
   */
  readonly sends?: true
  /**
   * The member of the request's body that no stored record may contain, such as contact data. The statement for an
   * approval has only its digest, in `sends`; the member itself is a separate field of the form.
   */
  readonly enclosed?: string
  /** Whether the body is the bytes of a file of any type; such an endpoint has no schema for its body. */
  readonly upload?: true
  /** The HTTP status codes of success; 200 by default. A reply with 204 or 304 has no body. */
  readonly statuses?: readonly number[]
  /** The media types of a reply that is not one JSON value; its handler returns the whole Response. */
  readonly stream?: readonly string[]
  /** The maximum size of the body in bytes, if it differs from the handler's default. */
  readonly bodyLimit?: number
}

/**
 * The schemas of query, body and reply. A reply's schema must not transform, because a reply is not parsed before it is
 * sent.
 */
export interface EndpointSchemas {
  readonly query?: z.ZodType
  readonly body?: z.ZodType
  /** The schema of the JSON replies; only a stream may have none. */
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
  /** Loads the schemas; each has the name of its endpoint. */
  schemas(): Promise<S>
}

/** Defines a contract. The compiler checks that each endpoint has the schemas that it needs, and no others. */
export function defineContract<const E extends Endpoints, S extends Schemas<E>>(
  contract: Contract<E, S>,
): Contract<E, S> {
  return contract
}

export type ParamName<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? Name | ParamName<Rest>
  : never

export type Params<Path extends string> = Readonly<Record<ParamName<Path>, string>>

/** `T` with readonly members; a branded number or text stays as it is. */
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

/** The query as a handler gets it; undefined if the endpoint takes none. */
export type QueryOf<C extends Contract, Name extends EndpointName<C>> = Read<
  Part<SchemasOf<C, Name>, 'query'>
>

/** The body as a handler gets it; undefined if the endpoint takes none. */
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
