/** The claim `claim/purchase/<team>/<domain>`, which every purchase call needs. It contains no contact data. */
import type * as z from 'zod'
import type { SeenClaim } from '../../../core/claims/claim.ts'
import { createClaims } from '../../../core/claims/claims.ts'
import type { Claim } from '../../../core/claims/stored-records.ts'
import { isPhraseOf } from '../../../core/language/catalogue.ts'
import type { TeamStore } from '../spending/ledger.ts'
import type { purchaseSchema } from '../stored-records.ts'
import { REGISTRAR_REASONS } from '../words.ts'

export type Purchase = Readonly<z.infer<typeof purchaseSchema>>

export type PurchaseClaim = SeenClaim<Purchase>

export type Purchases = ReturnType<typeof createPurchases>

export interface PurchaseOf {
  readonly domain: string
  readonly claim: PurchaseClaim
}

export function createPurchases({ store, team, updates }: TeamStore) {
  const claims = createClaims<Purchase>(
    {
      store,
      kind: 'purchase',
      parseResult: async stored => (await import('../stored-records.ts')).purchaseSchema.parse(stored),
      // the name of a domain is normalised already, and the letter case of a team's identifier matters
      foldName: name => name,
    },
    updates,
  )
  const prefix = `${team}/`
  const nameOf = (domain: string) => `${prefix}${domain}`
  return {
    claims,
    nameOf,
    read: (domain: string) => claims.read(nameOf(domain)),
    list: async (): Promise<PurchaseOf[]> =>
      (await claims.listAll())
        .filter(({ name }) => name.startsWith(prefix))
        .map(({ name, claim }) => ({ domain: name.slice(prefix.length), claim })),
  }
}

/** Whether the registrar refused because the team has no payment method. */
export function asksForPayment({ state, reason }: Pick<Claim<Purchase>, 'state' | 'reason'>): boolean {
  return state === 'refused' && isPhraseOf(REGISTRAR_REASONS.paymentRequired, reason)
}

const PROBE = 'probe-'

export function probeOperation(id: string): string {
  return `${PROBE}${id}`
}

/** Whether the attempt is a probe for required fields, which the registrar refuses because its price is wrong. */
export function isProbe({ operation }: Pick<PurchaseClaim, 'operation'>): boolean {
  return operation.startsWith(PROBE)
}
