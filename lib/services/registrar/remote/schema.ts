/** Replies are read loosely, because the registrar adds members at any time. Contact data in them is dropped here. */
import * as z from 'zod'
import { parseUtc } from '../../../core/language/wall-clock.ts'
import { centsOf } from '../spending/money.ts'
import { type OrderError, orderError } from './order-error.ts'

/** A price in cents; null if the domain is not sold for this term. */
const price = z
  .union([z.number(), z.string()])
  .nullish()
  .transform((value, context) => {
    if (value === null || value === undefined) return null
    const cents = centsOf(value)
    if (cents !== undefined) return cents
    context.addIssue({ code: 'custom', message: 'is not an amount of money' })
    return z.NEVER
  })

/** A moment in milliseconds since the epoch; a text without an offset is UTC. Undefined if the date does not exist. */
const moment = z
  .unknown()
  .optional()
  .transform(value => (typeof value === 'string' ? momentOf(value) : value))
  .transform(value => (typeof value === 'number' && isMoment(value) ? value : undefined))

function momentOf(text: string): number {
  return /^\d{9,}$/.test(text) ? Number(text) : parseUtc(text)
}

function isMoment(value: number): boolean {
  return Number.isFinite(new Date(value).getTime())
}

/** The prices of all years together, in cents of US dollars. */
export const priceReply = z
  .looseObject({ years: z.number(), purchasePrice: price, renewalPrice: price, transferPrice: price })
  .transform(reply => ({
    years: reply.years,
    purchaseCents: reply.purchasePrice,
    renewalCents: reply.renewalPrice,
    transferCents: reply.transferPrice,
  }))
export type Price = z.infer<typeof priceReply>

export const availabilityReply = z.looseObject({ available: z.boolean() })

export const buyReply = z.looseObject({ orderId: z.string().min(1) })

/** An order. Its statuses are the registrar's, even if kura does not know them. */
export interface Order {
  readonly orderId: string
  readonly status: string
  readonly error?: OrderError | undefined
  readonly domains: readonly OrderedDomain[]
}

interface OrderedDomain {
  readonly name: string
  /** The kind: `purchase`, `renewal`, `transfer`. */
  readonly kind: string
  readonly status: string
  readonly error?: OrderError | undefined
  readonly cents: number | null
}

/** An unreadable price becomes null, so that the order's status can still be read. */
const orderedPrice = price.catch(null)

export const orderReply = z
  .looseObject({
    orderId: z.string(),
    status: z.string(),
    error: orderError,
    domains: z
      .array(
        z.looseObject({
          domainName: z.string(),
          purchaseType: z.string().default('purchase'),
          status: z.string(),
          error: orderError,
          price: orderedPrice,
        }),
      )
      .nullish(),
  })
  .transform(
    (reply): Order => ({
      orderId: reply.orderId,
      status: reply.status,
      ...(reply.error && { error: reply.error }),
      domains: (reply.domains ?? []).map(domain => ({
        name: domain.domainName.toLowerCase(),
        kind: domain.purchaseType,
        status: domain.status,
        ...(domain.error && { error: domain.error }),
        cents: domain.price,
      })),
    }),
  )

/** The record of a domain; moments are milliseconds since the epoch. */
export interface DomainRecord {
  readonly name: string
  readonly verified: boolean
  readonly nameservers: readonly string[]
  /** The time of purchase; undefined if the domain was not purchased at this registrar. */
  readonly boughtAt?: number | undefined
  readonly expiresAt?: number | undefined
  readonly renew?: boolean | undefined
}

export const domainReply = z
  .looseObject({
    domain: z.looseObject({
      name: z.string(),
      verified: z.boolean(),
      nameservers: z.array(z.string()).catch([]),
      boughtAt: moment,
      expiresAt: moment,
      renew: z.boolean().nullish(),
    }),
  })
  .transform(
    ({ domain }): DomainRecord => ({
      name: domain.name,
      verified: domain.verified,
      nameservers: domain.nameservers,
      boughtAt: domain.boughtAt,
      expiresAt: domain.expiresAt,
      renew: domain.renew ?? undefined,
    }),
  )

/** Events of the team. `text` says in words what a member did, and names the domain. */
export const eventsReply = z
  .looseObject({ events: z.array(z.object({ text: z.string(), createdAt: z.number() })) })
  .transform(({ events }) => events)

/** The state of the registrant's e-mail. `untold`: unknown (yet); `unregistered`: the domain is not registered. */
export type ContactVerification =
  | { readonly state: 'verified' }
  | { readonly state: 'pending'; readonly verifyBy?: number | undefined }
  | { readonly state: 'untold' }
  | { readonly state: 'unregistered' }

export const verificationReply = z
  .looseObject({ verified: z.boolean(), verifyBy: moment })
  .transform(
    ({ verified, verifyBy }): ContactVerification =>
      verified ? { state: 'verified' } : { state: 'pending', verifyBy },
  )

export const configurationReply = z.looseObject({ misconfigured: z.boolean() })

export const projectDomainReply = z
  .looseObject({
    name: z.string(),
    verified: z.boolean().default(false),
    redirect: z.string().nullish(),
    redirectStatusCode: z.number().nullish(),
  })
  .transform(reply => ({
    name: reply.name,
    verified: reply.verified,
    redirect: reply.redirect ?? undefined,
    redirectStatusCode: reply.redirectStatusCode ?? undefined,
  }))
export type ProjectDomain = z.infer<typeof projectDomainReply>

/** An error, which the registrar sends flat, wrapped in `error`, or as a list of issues with the request's body. */
export interface ErrorReply {
  readonly code?: string | undefined
  readonly message?: string | undefined
  /** The last name in the path of each issue. */
  readonly fields: readonly string[]
  /** The seconds to wait. */
  readonly retryAfter?: number | undefined
}

const words = {
  code: z.string().optional().catch(undefined),
  message: z.string().optional().catch(undefined),
}

const errorReply = z
  .looseObject({
    ...words,
    error: z.looseObject(words).optional().catch(undefined),
    issues: z
      .array(z.looseObject({ path: z.array(z.unknown()).default([]) }))
      .default([])
      .catch([]),
    retryAfter: z.looseObject({ value: z.number() }).optional().catch(undefined),
  })
  .transform(
    (reply): ErrorReply => ({
      code: reply.code ?? reply.error?.code,
      message: reply.message ?? reply.error?.message,
      fields: reply.issues.flatMap(({ path }) => fieldOf(path)),
      retryAfter: reply.retryAfter?.value,
    }),
  )

/** A part of the path that looks like a field's name, because other parts may quote contact data. */
function fieldOf(path: readonly unknown[]): string[] {
  const last = path.at(-1)
  return typeof last === 'string' && /^[A-Za-z][A-Za-z0-9]{0,39}$/.test(last) ? [last] : []
}

/** Reads an error; it is empty if the body has no known form. */
export function readError(body: unknown): ErrorReply {
  const parsed = errorReply.safeParse(body)
  return parsed.success ? parsed.data : { fields: [] }
}
