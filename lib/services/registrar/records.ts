import type { Store } from '../../core/store/store.ts'
import type { UpdateOptions } from '../../core/store/update.ts'
import type { Deadline } from './orders/deadline.ts'
import type { OrderProgress } from './orders/progress.ts'
import { createDeadlineRecords, createProgressRecords, type PurchaseRecords } from './orders/records.ts'
import { createPurchases, type Purchases } from './purchase/purchase.ts'
import { createLedger, type SpendingLedger } from './spending/ledger.ts'

export interface RegistrarRecords {
  readonly purchases: Purchases
  readonly ledger: SpendingLedger
  readonly progress: PurchaseRecords<OrderProgress>
  readonly deadlines: PurchaseRecords<Deadline>
}

export function registrarRecords(of: {
  readonly store: Store
  readonly team: string
  readonly updates?: UpdateOptions | undefined
}): RegistrarRecords {
  return {
    purchases: createPurchases(of),
    ledger: createLedger(of),
    progress: createProgressRecords(of),
    deadlines: createDeadlineRecords(of),
  }
}
