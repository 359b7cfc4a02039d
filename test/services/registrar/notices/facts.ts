/** The facts of one purchase, and the notices from it as text. */
import { registrarNotices } from '../../../../lib/services/registrar/notices.ts'
import { newDeadline } from '../../../../lib/services/registrar/orders/deadline.ts'
import type { PurchaseFacts } from '../../../../lib/services/registrar/orders/facts.ts'
import { newProgress, type OrderState } from '../../../../lib/services/registrar/orders/progress.ts'
import type { PurchaseClaim } from '../../../../lib/services/registrar/purchase/purchase.ts'
import type { Reserve } from '../../../../lib/services/registrar/spending/budget.ts'
import { worded } from '../../../helpers/notice-words.ts'

export const NOW = Date.UTC(2026, 5, 15)
export const ATTEMPT = { operation: 'op', claimedAt: NOW }

/** A purchase of example.com whose claim is done, unless `changes` says otherwise. */
export function facts(changes: Partial<PurchaseClaim>, more: Partial<PurchaseFacts> = {}): PurchaseFacts {
  const claim: PurchaseClaim = {
    state: 'done',
    name: 'team/example.com',
    digest: '',
    operation: 'op',
    until: NOW,
    flags: [],
    steps: [],
    seenAt: NOW,
    ...changes,
  }
  return { domain: 'example.com', claim, released: [], ...more }
}

/** A purchase that was ordered, with the registrar's description of it. */
export function ordered(state: OrderState, words = {}): PurchaseFacts {
  return facts(
    { result: { at: NOW, orderId: 'o' } },
    {
      progress: { ...newProgress(ATTEMPT), state, ...words },
      deadline: newDeadline({ ...ATTEMPT, boughtAt: NOW }),
    },
  )
}

/** The reserve of an attempt that was released and is still watched. */
export const RELEASED: Reserve = {
  operation: 'old',
  domain: 'example.com',
  cents: 1125,
  years: 1,
  autoRenew: true,
  at: NOW,
  state: 'released',
}

export const noticesOf = (input: PurchaseFacts, now: number) => worded(registrarNotices([input], now))
