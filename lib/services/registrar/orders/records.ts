/**
 * What is learned after a purchase: `registrar/order/<team>/<domain>` and `registrar/deadline/<team>/<domain>`. Both can
 * be made again from the claim, so a crash before they are written loses only what the registrar can be asked again. A
 * change that opens a purchase that was closed is written after its mark (`lib/core/claims/open-cases.ts`).
 */
import { claimedAt } from '../../../core/claims/claim.ts'
import { updateMarked } from '../../../core/claims/marked-update.ts'
import { listAll } from '../../../core/store/list.ts'
import type { Store } from '../../../core/store/store.ts'
import type { Decision, LoadingFormat, UpdateOptions } from '../../../core/store/update.ts'
import type { PurchaseClaim } from '../purchase/purchase.ts'
import { type Deadline, mayChange, newDeadline } from './deadline.ts'
import { newProgress, type OrderProgress } from './progress.ts'

/** The records of one kind; each purchase of a domain starts a new one. */
export interface PurchaseRecords<T> {
  /** The record of this purchase: the stored one, or a new one. */
  read(domain: string, claim: PurchaseClaim): Promise<T>
  /** Changes the record by a pure transition and returns the result; the record of a later purchase stays as it is. */
  change(domain: string, change: { claim: PurchaseClaim; next: (current: T, now: number) => T }): Promise<T>
  /** Every stored record, by domain. */
  list(): Promise<ReadonlyMap<string, T>>
}

interface RecordDeps {
  readonly store: Store
  readonly team: string
  /** Marks the purchase of a domain as open. */
  readonly mark: (domain: string) => Promise<number>
  readonly updates?: UpdateOptions | undefined
}

/** The progress of orders. */
export function createProgressRecords(deps: RecordDeps): PurchaseRecords<OrderProgress> {
  const fresh = (claim: PurchaseClaim) => newProgress(attemptOf(claim))
  const isOpen = ({ state }: OrderProgress) => state !== 'registered'
  return createRecords(
    {
      kind: 'order',
      fresh,
      isOpen,
      parse: async stored => (await import('./schema.ts')).progressSchema.parse(stored),
    },
    deps,
  )
}

/** The deadlines of contact verification. */
export function createDeadlineRecords(deps: RecordDeps): PurchaseRecords<Deadline> {
  return createRecords(
    {
      kind: 'deadline',
      fresh: deadlineOf,
      isOpen: mayChange,
      parse: async stored => (await import('./schema.ts')).deadlineSchema.parse(stored),
    },
    deps,
  )
}

/** The deadline that a purchase starts with, whether a record is stored or not. */
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
  /** Loads the schema, and reads by it what is stored. */
  parse(stored: unknown): Promise<T>
  fresh(claim: PurchaseClaim): T
  /** Whether a purchase with such a record is open. */
  isOpen(record: T, now: number): boolean
}

function createRecords<T extends Attempt>(
  { kind, parse, fresh, isOpen }: Kind<T>,
  { store, team, mark, updates }: RecordDeps,
): PurchaseRecords<T> {
  const prefix = `registrar/${kind}/${encodeURIComponent(team)}/`
  const format: LoadingFormat<T> = {
    parse: text => parse(JSON.parse(text)),
    format: value => JSON.stringify(value),
  }
  const ofPurchase = (stored: T | undefined, claim: PurchaseClaim) =>
    stored?.operation === claim.operation ? stored : fresh(claim)
  return {
    async read(domain, claim) {
      const { record } = await store.read(prefix + domain)
      return ofPurchase(record && (await format.parse(record.value)), claim)
    },
    change(domain, { claim, next }) {
      const transition = (stored: T | undefined, now: number): Decision<T, T> => {
        const current = ofPurchase(stored, claim)
        const result = next(current, now)
        const superseded = stored !== undefined && stored.claimedAt > current.claimedAt
        return superseded || result === current ? { keep: true, result } : { write: result, result }
      }
      const opens = (stored: T | undefined, written: T, now: number) =>
        stored !== undefined && !isOpen(stored, now) && isOpen(written, now)
      return updateMarked<T, T>(
        store,
        { key: prefix + domain, format, transition, opens, mark: () => mark(domain) },
        updates,
      )
    },
    async list() {
      const { records } = await listAll(store, prefix)
      const read = records.map(
        async ({ key, value }) => [key.slice(prefix.length), await format.parse(value)] as const,
      )
      return new Map(await Promise.all(read))
    },
  }
}
