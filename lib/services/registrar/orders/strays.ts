/**
 * The end of what attempts left that had lost their claim (`lib/core/claims/once.ts`): it is forgotten once its order was undone
 * or is the claim's own, and else when its purchase can no longer appear, like that of an attempt that was released.
 */
import type { Stray } from '../../../core/claims/claim.ts'
import type { RequestDeps } from '../deps.ts'
import type { Purchase } from '../purchase/purchase.ts'
import { WATCHED } from '../spending/budget.ts'
import type { PurchaseFacts } from './facts.ts'
import { newProgress, observeOrder, wasUndone } from './progress.ts'

/** Forgets the strays of a purchase that are over. @throws AppError as the client does */
export async function forgetStrays({ domain, claim }: PurchaseFacts, deps: RequestDeps): Promise<void> {
  const over: string[] = []
  for (const stray of claim.strays ?? []) {
    const orderId = stray.result?.orderId
    const isOwn = orderId !== undefined && orderId === claim.result?.orderId
    const isLate = claim.seenAt - stray.at > WATCHED
    if (isOwn || isLate || (await isUndone(domain, stray, deps))) over.push(stray.operation)
  }
  if (over.length > 0) await deps.purchases.claims.dropStrays(claim.name, over)
}

/** Whether the registrar holds no money for it. */
async function isUndone(
  domain: string,
  stray: Stray<Purchase>,
  { client, now }: RequestDeps,
): Promise<boolean> {
  const orderId = stray.result?.orderId
  if (orderId === undefined) return false
  const before = newProgress({ operation: stray.operation, claimedAt: stray.at })
  return wasUndone(
    observeOrder(before, { domain, observation: { order: await client.order(orderId) } }, now()),
  )
}
