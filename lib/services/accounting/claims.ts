/** The schema of a result is loaded only when a claim with a result is read. */
import { type ClaimsDeps, createClaims } from '../../core/claims/claims.ts'
import { foldName } from '../../core/language/nearest-name.ts'

export function accountingClaims({ store }: Pick<ClaimsDeps<never>, 'store'>) {
  return {
    claims: createClaims({
      store,
      kind: 'deal',
      parseResult: async stored => (await import('./deals/schema.ts')).registeredDeal.parse(stored),
    }),
    receipts: createClaims({
      store,
      kind: 'receipt',
      parseResult: async stored => (await import('./receipts/schema.ts')).storedReceipt.parse(stored),
    }),
    partners: createClaims({
      store,
      kind: 'partner',
      parseResult: async stored => (await import('./partners/schema.ts')).storedPartner.parse(stored),
      foldName,
    }),
  }
}
