/**
 * What is learned of a purchase after it: `registrar/order/<team>/<domain>` and `registrar/deadline/<team>/<domain>`.
 * Both can be made anew from the claim, so a crash before they are written loses nothing but what was learned.
 */
import { z } from 'zod'
import { claimedAt } from '../../claims/claim.ts'
import type { Store } from '../../store/store.ts'
import { type Decision, type RecordFormat, type UpdateOptions, update } from '../../store/update.ts'
import type { PurchaseClaim } from '../purchase/purchase.ts'
import { type Deadline, newDeadline } from './deadline.ts'
import { newProgress, type OrderProgress } from './progress.ts'

/** One kind of record, made anew for each purchase of a domain. */
export interface FollowUp<T> {
  /** The record of this purchase: the stored one, or a fresh one. */
  read(domain: string, claim: PurchaseClaim): Promise<T>
  /** Changes it by a pure transition and gives the result; the record of a later purchase is left alone. */
  change(domain: string, change: { claim: PurchaseClaim; next: (current: T, now: number) => T }): Promise<T>
  /** Every stored record, by domain. */
  list(): Promise<ReadonlyMap<string, T>>
}

const progressSchema: z.ZodType<OrderProgress> = z.object({
  operation: z.string(),
  claimedAt: z.number(),
  state: z.enum([
    'purchasing',
    'completed',
    'registered',
    'failed',
    'refunded',
    'refund-failed',
    'unrecognised',
  ]),
  status: z.string().optional(),
  domainStatus: z.string().optional(),
  error: z.string().optional(),
  expiresAt: z.number().optional(),
  boughtAt: z.number().optional(),
  checks: z.int(),
  checkedAt: z.number().optional(),
  next: z.number(),
})

const deadlineSchema: z.ZodType<Deadline> = z.object({
  operation: z.string(),
  claimedAt: z.number(),
  boughtAt: z.number(),
  verifyBy: z.number(),
  source: z.enum(['rule', 'registrar']),
  state: z.enum(['open', 'verified']),
  verifiedBy: z.string().optional(),
  verifiedAt: z.number().optional(),
  remindedAt: z.number().optional(),
  reopened: z.boolean().optional(),
  askedAt: z.number().optional(),
})

export interface FollowUpParts {
  readonly store: Store
  readonly team: string
}

/** Orders and how they come along. */
export function createProgressRecords(
  parts: FollowUpParts,
  options?: UpdateOptions,
): FollowUp<OrderProgress> {
  const fresh = (claim: PurchaseClaim) => newProgress(attemptOf(claim))
  return createFollowUp(parts, { kind: 'order', schema: progressSchema, fresh }, options)
}

/** Deadlines of contact verification. */
export function createDeadlineRecords(parts: FollowUpParts, options?: UpdateOptions): FollowUp<Deadline> {
  const fresh = (claim: PurchaseClaim) => deadlineOf(claim)
  return createFollowUp(parts, { kind: 'deadline', schema: deadlineSchema, fresh }, options)
}

/** The deadline that a purchase starts with: kept from its moment on, whether a record is stored or not. */
export function deadlineOf(claim: PurchaseClaim): Deadline {
  const attempt = attemptOf(claim)
  return newDeadline({ ...attempt, boughtAt: claim.result?.at ?? attempt.claimedAt })
}

interface Attempt {
  readonly operation: string
  readonly claimedAt: number
}

function attemptOf(claim: PurchaseClaim): Attempt {
  return { operation: claim.operation, claimedAt: claimedAt(claim) }
}

interface Kind<T> {
  readonly kind: string
  readonly schema: z.ZodType<T>
  fresh(claim: PurchaseClaim): T
}

function createFollowUp<T extends Attempt>(
  { store, team }: FollowUpParts,
  { kind, schema, fresh }: Kind<T>,
  options: UpdateOptions = {},
): FollowUp<T> {
  const prefix = `registrar/${kind}/${encodeURIComponent(team)}/`
  const format: RecordFormat<T> = {
    parse: text => schema.parse(JSON.parse(text)),
    format: value => JSON.stringify(value),
  }
  const ofPurchase = (stored: T | undefined, claim: PurchaseClaim) =>
    stored?.operation === claim.operation ? stored : fresh(claim)
  return {
    async read(domain, claim) {
      const { record } = await store.read(prefix + domain)
      return ofPurchase(record && format.parse(record.value), claim)
    },
    change(domain, { claim, next }) {
      const transition = (stored: T | undefined, now: number): Decision<T, T> => {
        const current = ofPurchase(stored, claim)
        const result = next(current, now)
        const superseded = stored !== undefined && stored.claimedAt > current.claimedAt
        return superseded || result === current ? { keep: true, result } : { write: result, result }
      }
      return update<T, T>(store, { key: prefix + domain, format, transition }, options)
    },
    async list() {
      const { records } = await store.list(prefix)
      return new Map(records.map(({ key, value }) => [key.slice(prefix.length), format.parse(value)]))
    },
  }
}
