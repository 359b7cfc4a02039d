/** What kura has done once for the books: the claims of deals and of files. The schemas of their results load when one is read. */

import { type Claims, createClaims } from '../../core/claims/claims.ts'
import type { RegisteredDeal } from '../../services/accounting/deals/schema.ts'
import type { StoredReceipt } from '../../services/accounting/receipts/schema.ts'
import type { Core } from '../core.ts'

export interface AccountingClaims {
  readonly claims: Claims<RegisteredDeal>
  readonly receipts: Claims<StoredReceipt>
}

export function accountingClaims(core: Pick<Core, 'store'>): AccountingClaims {
  const store = core.store()
  return {
    claims: createClaims({
      store,
      kind: 'deal',
      parseResult: async stored =>
        (await import('../../services/accounting/deals/schema.ts')).registeredDeal.parse(stored),
    }),
    receipts: createClaims({
      store,
      kind: 'receipt',
      parseResult: async stored =>
        (await import('../../services/accounting/receipts/schema.ts')).storedReceipt.parse(stored),
    }),
  }
}
