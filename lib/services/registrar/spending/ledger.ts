/** The spending ledger in the store: `registrar/spending/<team>`, each change a durable transition of `budget.ts`. */
import { AppError } from '../../../core/errors.ts'
import type { Store } from '../../../core/store/store.ts'
import { type Decision, jsonFormat, type UpdateOptions, update } from '../../../core/store/update.ts'
import {
  chargeOrphan,
  findReserve,
  free,
  NOTHING_SPENT,
  type Reserve,
  release,
  reserve,
  type Spending,
  type SpendingLimits,
  spend,
} from './budget.ts'

export interface SpendingLedger {
  /**
   * Reserves an amount before the purchase is sent.
   * @throws AppError `cap_reached`; `conflict` if the store's time is past `until`, when nothing may be sent any more
   */
  reserve(amount: Omit<Reserve, 'at' | 'state'>, limits: SpendingLimits & { until: number }): Promise<void>
  /** `orderId` is the order of the attempt, if it is known. */
  spend(operation: string, orderId?: string): Promise<void>
  free(operation: string): Promise<void>
  release(operation: string): Promise<void>
  chargeOrphan(charge: { operation: string; orderId?: string | undefined }): Promise<void>
  find(operation: string): Promise<Reserve | undefined>
  read(): Promise<{ readonly spending: Spending; readonly now: number }>
}

const format = jsonFormat({
  parse: async stored => (await import('../stored-records.ts')).spendingSchema.parse(stored),
})

interface LedgerDeps {
  readonly store: Store
  readonly team: string
  readonly updates?: UpdateOptions | undefined
}

export function createLedger({ store, team, updates }: LedgerDeps): SpendingLedger {
  const key = `registrar/spending/${encodeURIComponent(team)}`
  const change = (next: (spending: Spending, now: number) => Spending) => {
    const transition = (current = NOTHING_SPENT, now: number): Decision<Spending, void> => {
      const changed = next(current, now)
      return changed === current ? { keep: true, result: undefined } : { write: changed, result: undefined }
    }
    return update<Spending, void>(store, { key, format, transition }, { ...updates, durable: true })
  }
  const read = async () => {
    const { record, now } = await store.read(key)
    return { spending: record ? await format.parse(record.value) : NOTHING_SPENT, now }
  }
  return {
    read,
    reserve: (amount, { until, ...limits }) =>
      change((spending, now) => {
        if (now > until) throw expired(amount.domain)
        return reserve(spending, amount, { ...limits, now })
      }),
    spend: (operation, orderId) =>
      change(spending => unlessSame(spending, spend(spending, operation, orderId))),
    release: operation => change(spending => unlessSame(spending, release(spending, operation))),
    chargeOrphan: charge => change(spending => unlessSame(spending, chargeOrphan(spending, charge))),
    free: operation => change(spending => unlessSame(spending, free(spending, operation))),
    find: async operation => findReserve((await read()).spending, operation),
  }
}

function unlessSame(before: Spending, after: Spending): Spending {
  return JSON.stringify(before) === JSON.stringify(after) ? before : after
}

function expired(domain: string): AppError {
  return new AppError('conflict', `Cannot buy "${domain}": its claim expired before anything was sent`, {
    hint: 'try again',
  })
}
