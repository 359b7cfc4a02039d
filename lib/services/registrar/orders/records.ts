/** `registrar/order/…` and `registrar/deadline/<team>/<domain>`, which kura can make again from the claim. */
import { claimedAt } from '../../../core/claims/claim.ts'
import { listAll } from '../../../core/store/list.ts'
import { type Decision, jsonFormat, update } from '../../../core/store/update.ts'
import type { PurchaseClaim, PurchaseOf } from '../purchase/purchase.ts'
import type { TeamStore } from '../spending/ledger.ts'
import { type Deadline, newDeadline } from './deadline.ts'
import { newProgress, type OrderProgress } from './progress.ts'

/** One record for each domain; the domain's next purchase replaces it. */
export interface PurchaseRecords<T> {
  /** Reads the record of a purchase, or makes one if none of this purchase is stored. */
  read(purchase: PurchaseOf): Promise<T>
  /** Reads all records at once. The returned function gives what `read` would give. */
  readAll(): Promise<(purchase: PurchaseOf) => T>
  /** Changes the record by a pure transition, unless it is that of a later purchase. */
  change(purchase: PurchaseOf, next: (current: T, now: number) => T): Promise<T>
}

export function createProgressRecords(deps: TeamStore): PurchaseRecords<OrderProgress> {
  return createRecords(
    {
      kind: 'order',
      parse: async stored => (await import('../stored-records.ts')).progressSchema.parse(stored),
      fresh: claim => newProgress(attemptOf(claim)),
    },
    deps,
  )
}

export function createDeadlineRecords(deps: TeamStore): PurchaseRecords<Deadline> {
  return createRecords(
    {
      kind: 'deadline',
      parse: async stored => (await import('../stored-records.ts')).deadlineSchema.parse(stored),
      fresh: claim => newDeadline({ ...attemptOf(claim), boughtAt: claim.result?.at ?? claimedAt(claim) }),
    },
    deps,
  )
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
  parse(stored: unknown): Promise<T>
  fresh(claim: PurchaseClaim): T
}

function createRecords<T extends Attempt>(
  { kind, parse, fresh }: Kind<T>,
  { store, team, updates }: TeamStore,
): PurchaseRecords<T> {
  const prefix = `registrar/${kind}/${encodeURIComponent(team)}/`
  const format = jsonFormat({ parse })
  const ofPurchase = (stored: T | undefined, claim: PurchaseClaim) =>
    stored?.operation === claim.operation ? stored : fresh(claim)
  return {
    async read({ domain, claim }) {
      const { record } = await store.read(prefix + domain)
      return ofPurchase(record && (await format.parse(record.value)), claim)
    },
    async readAll() {
      const { records } = await listAll(store, prefix)
      const read = records.map(
        async ({ key, value }) => [key.slice(prefix.length), await format.parse(value)] as const,
      )
      const stored = new Map(await Promise.all(read))
      return ({ domain, claim }) => ofPurchase(stored.get(domain), claim)
    },
    change({ domain, claim }, next) {
      const transition = (stored: T | undefined, now: number): Decision<T, T> => {
        const current = ofPurchase(stored, claim)
        const result = next(current, now)
        const superseded = stored !== undefined && stored.claimedAt > current.claimedAt
        return superseded || result === current ? { keep: true, result } : { write: result, result }
      }
      return update<T, T>(store, { key: prefix + domain, format, transition }, updates)
    },
  }
}
