/** `registrar/spending/<team>`: each change is a durable transition of `budget.ts`. */
import { isDeepStrictEqual } from 'node:util'
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
  /** @throws AppError `cap_reached`; `conflict` if `until` is over: nothing may be sent any more */
  reserve(amount: Omit<Reserve, 'at' | 'state'>, limits: SpendingLimits & { until: number }): Promise<void>
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

export interface TeamStore {
  readonly store: Store
  readonly team: string
  readonly updates?: UpdateOptions | undefined
}

export function createLedger({ store, team, updates }: TeamStore): SpendingLedger {
  const key = `registrar/spending/${encodeURIComponent(team)}`
  const change = (next: (spending: Spending, now: number) => Spending) => {
    const transition = (current = NOTHING_SPENT, now: number): Decision<Spending, void> => {
      const changed = next(current, now)
      return isDeepStrictEqual(changed, current)
        ? { keep: true, result: undefined }
        : { write: changed, result: undefined }
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
    spend: (operation, orderId) => change(spending => spend(spending, operation, orderId)),
    release: operation => change(spending => release(spending, operation)),
    chargeOrphan: charge => change(spending => chargeOrphan(spending, charge)),
    free: operation => change(spending => free(spending, operation)),
    find: async operation => findReserve((await read()).spending, operation),
  }
}

function expired(domain: string): AppError {
  return new AppError('conflict', `Cannot buy "${domain}": its claim expired before anything was sent`, {
    hint: 'try again',
  })
}
