/**
 * The record of an authorization that its owner has begun, and its steps as pure transitions. An owner (the keyid of
 * an operator, or a person) has one such record at a time. Every request may come twice, late or after a crash.
 *
 *   begun -> exchanging -> received -> (removed when the pair is stored)
 *         <- (not sent, or refused)
 *
 * Invariants: a code is exchanged by one call at a time, and never again once its outcome is unknown. A service that
 * gets a code twice may revoke the tokens of the first exchange (RFC 6749 section 4.1.2). The pair is stored sealed,
 * and is removed with the record, at the latest ten minutes after the last step.
 */
import { createHash } from 'node:crypto'
import * as z from 'zod'
import { text } from '../../../../core/json/fields.ts'
import { jsonFormat, type Transition, update } from '../../../../core/store/update.ts'
import { companySchema, type UserCompany } from '../company.ts'
import { storingTime, type TokenDeps } from '../deps.ts'
import { pairSchema } from '../schema.ts'

/** Milliseconds since the epoch, the store's time. */
const time = z.number()

const stepSchema = z.discriminatedUnion('at', [
  z.object({ at: z.literal('begun') }),
  z.object({ at: z.literal('exchanging'), operation: text, askedAt: time }),
  z.object({
    at: z.literal('received'),
    /** The operation of the exchange, which identifies the authorization from now on. */
    operation: text,
    /** The store's time before the exchange, from which kura computes the tokens' expiry. */
    askedAt: time,
    /** The pair of tokens, sealed. */
    grant: text,
    companies: z.array(companySchema.extend({ role: text.optional() })).optional(),
  }),
])

const pendingSchema = z.object({
  /** The client_id of the application. */
  client: text,
  /** The digest of the state that the service returns. */
  state: text,
  /** The PKCE verifier and the redirect address, sealed. */
  secret: text,
  until: time,
  step: stepSchema,
})
export type Pending = z.infer<typeof pendingSchema>
type Step = Pending['step']
export type Received = Extract<Step, { at: 'received' }>

export const pendingFormat = jsonFormat(pendingSchema)

export const secretSchema = z.object({ verifier: text, redirectUri: text })

/** The grant, which stays sealed in the record between the exchange and the owner's answer. */
export const grantSchema = pairSchema.extend({
  lifetime: z.number(),
  scopes: z.array(text),
  company: companySchema.optional(),
})

/** Milliseconds that the owner has to log in, and then to answer. A code is valid for about as long. */
export const STEP_LIFE = 600_000

export function digestOf(secret: string): string {
  return createHash('sha256').update(secret).digest('base64url')
}

export function pendingKey(owner: string): string {
  return `tokens/accounting/authorization/${digestOf(owner)}`
}

/** @throws AppError `store_unavailable`, `store_busy` */
export function changePending<R>(
  owner: string,
  transition: Transition<Pending, R>,
  deps: Pick<TokenDeps, 'store' | 'clock' | 'sleep' | 'random' | 'waitUntil'>,
): Promise<R> {
  const { store, clock, sleep, random } = deps
  const change = { key: pendingKey(owner), format: pendingFormat, transition }
  return update(store, change, { clock, sleep, random, durable: true, deadline: storingTime(deps) })
}

/** Replaces an earlier authorization of the owner. The result is the time at which the first step ends. */
export function begin(terms: Pick<Pending, 'client' | 'state' | 'secret'>): Transition<Pending, number> {
  return (_before, now) => {
    const until = now + STEP_LIFE
    return { write: { ...terms, until, step: { at: 'begun' } }, ttl: STEP_LIFE, result: until }
  }
}

function to(pending: Pending, step: Step, now: number) {
  return { write: { ...pending, step, until: now + STEP_LIFE }, ttl: STEP_LIFE, result: undefined }
}

/** Reads the record. `pending` is undefined if the record belongs to another application or has ended. */
export function read(client: string): Transition<Pending, { pending: Pending | undefined; now: number }> {
  return (current, now) => ({ keep: true, result: { pending: openOf(current, client, now), now } })
}

function openOf(current: Pending | undefined, client: string, now: number): Pending | undefined {
  return current?.client === client && now < current.until ? current : undefined
}

export interface Claim {
  readonly client: string
  /** The state that came with the code; absent if the owner typed the code. */
  readonly state?: string | undefined
  readonly operation: string
}

/** `go`: this operation has to exchange the code. `begun`: another operation exchanges the code or has done so. */
export type Claimed =
  | { readonly go: Pick<Pending, 'secret'> }
  | { readonly begun: true }
  | { readonly refused: 'none' | 'otherState' }

export function claim({ client, state, operation }: Claim): Transition<Pending, Claimed> {
  return (current, now) => {
    const pending = openOf(current, client, now)
    if (!pending) return { keep: true, result: { refused: 'none' } }
    if (state !== undefined && digestOf(state) !== pending.state)
      return { keep: true, result: { refused: 'otherState' } }
    const { secret, step } = pending
    // this operation has already claimed the exchange, but the store's reply was lost
    const isOwn = step.at === 'exchanging' && step.operation === operation
    if (isOwn) return { keep: true, result: { go: { secret } } }
    if (step.at !== 'begun') return { keep: true, result: { begun: true } }
    const next = { at: 'exchanging', operation, askedAt: now } as const
    return { ...to(pending, next, now), result: { go: { secret } } }
  }
}

/** `may send`: there is no grant, but a code may be sent again. `unknown`: the service may have used the code. */
export type Exchanged = { readonly grant: string } | 'may send' | 'unknown'

/** Changes nothing if the record belongs to another operation. */
export function endExchange(operation: string, exchanged: Exchanged): Transition<Pending, undefined> {
  return (pending, now) => {
    if (pending?.step.at !== 'exchanging' || pending.step.operation !== operation)
      return { keep: true, result: undefined }
    if (exchanged === 'unknown') return { remove: true, result: undefined }
    if (exchanged === 'may send') return to(pending, { at: 'begun' }, now)
    const { askedAt } = pending.step
    return to(pending, { at: 'received', operation, askedAt, grant: exchanged.grant }, now)
  }
}

export function addCompanies(
  operation: string,
  companies: readonly UserCompany[],
): Transition<Pending, undefined> {
  return (pending, now) =>
    pending?.step.at === 'received' && pending.step.operation === operation
      ? to(pending, { ...pending.step, companies: [...companies] }, now)
      : { keep: true, result: undefined }
}

/** Removes the record after the pair of `operation` was stored. */
export function end(operation: string): Transition<Pending, undefined> {
  return pending =>
    pending?.step.at === 'received' && pending.step.operation === operation
      ? { remove: true, result: undefined }
      : { keep: true, result: undefined }
}
