/** The record `registrar/spending/<team>`. Each change of it is a durable transition of `budget.ts`. */
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

export type SpendingLedger = ReturnType<typeof createLedger>

const format = jsonFormat({
  parse: async stored => (await import('../stored-records.ts')).spendingSchema.parse(stored),
})

export interface TeamStore {
  readonly store: Store
  readonly team: string
  readonly updates?: UpdateOptions | undefined
}

export function createLedger({ store, team, updates }: TeamStore) {
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
    const spending: Spending = record ? await format.parse(record.value) : NOTHING_SPENT
    return { spending, now }
  }
  return {
    read,
    /** @throws AppError `cap_reached`; `conflict` if `until` is over, because nothing may be sent any more */
    reserve: (
      amount: Omit<Reserve, 'at' | 'state'>,
      { until, ...limits }: SpendingLimits & { until: number },
    ) =>
      change((spending, now) => {
        if (now > until) throw expired(amount.domain)
        return reserve(spending, amount, { ...limits, now })
      }),
    spend: (operation: string, orderId?: string) => change(spending => spend(spending, operation, orderId)),
    release: (operation: string) => change(spending => release(spending, operation)),
    chargeOrphan: (charge: Parameters<typeof chargeOrphan>[1]) =>
      change(spending => chargeOrphan(spending, charge)),
    free: (operation: string) => change(spending => free(spending, operation)),
    find: async (operation: string) => findReserve((await read()).spending, operation),
  }
}

function expired(domain: string): AppError {
  return new AppError('conflict', `Cannot buy "${domain}": its claim expired before anything was sent`, {
    hint: 'try again',
  })
}
