/**
 * Which case a deal at the service belongs to. A deal that kura created carries the reference number of its case, and
 * `accounting/case-of/<reference>` has the name: it is written before the deal is sent, so that no deal lacks it, whatever
 * becomes of the call.
 */
import { type ClaimState, ONCE_DONE } from '../../claims/claim.ts'
import type { Claims, NamedClaim } from '../../claims/claims.ts'
import { hasCode, messageOf } from '../../errors.ts'
import type { Noted } from '../../http/trace.ts'
import { effectOf, isRefusal } from '../../remote/effect.ts'
import type { Store } from '../../store/store.ts'
import { type Decision, type UpdateOptions, update } from '../../store/update.ts'
import { isReference } from './reference.ts'
import type { RegisteredDeal } from './schema.ts'

/** What changes a case, and writes a line of the log about it. */
export interface CaseDeps {
  readonly claims: Claims<RegisteredDeal>
  readonly note: (event: string, facts: Readonly<Record<string, Noted>>) => void
}

export interface CaseOfDeal {
  readonly name: string
  readonly state: ClaimState
}

const NOT_FOUND = 404
const text = { parse: (stored: string) => stored, format: (name: string) => name }
const keyOf = (reference: string) => `accounting/case-of/${reference}`

/** Keeps which case a reference number stands for; the first spelling of its name stays. */
export function keepCaseOf(
  reference: string,
  caseName: string,
  { store, updates }: { store: Store; updates?: UpdateOptions | undefined },
): Promise<void> {
  const transition = (known: string | undefined): Decision<string, void> =>
    known === undefined ? { write: caseName, result: undefined } : { keep: true, result: undefined }
  return update<string, void>(store, { key: keyOf(reference), format: text, transition }, updates)
}

/** The case of the deals that carry a reference number; undefined if kura registered them for none. */
export async function caseOfReference(
  refNumber: string,
  { claims, store }: { claims: Claims<RegisteredDeal>; store: Store },
): Promise<NamedClaim<RegisteredDeal> | undefined> {
  if (!isReference(refNumber)) return undefined
  const name = (await store.read(keyOf(refNumber))).record?.value
  const claim = name === undefined ? undefined : await claims.read(name)
  return claim && { name: claim.name, claim }
}

/**
 * Deletes a deal with `send`, and keeps the claim of its case true: that it is being deleted is written before, that it is
 * gone after. If nobody learns what became of the call, the case says so until somebody looks (`resolveCase`).
 * @returns what `send` gave, and the state of the case
 */
export async function deleteDealOf<T>(
  own: NamedClaim<RegisteredDeal>,
  { deal, by, send }: { deal: number; by: string; send: () => Promise<T> },
  deps: CaseDeps,
): Promise<{ readonly sent: T; readonly state: ClaimState }> {
  const { name, claim } = own
  if (claim.result?.deal !== deal || !ONCE_DONE.includes(claim.state))
    return { sent: await send(), state: claim.state }
  await deps.claims.remove(own, { by })
  deps.note('deal', { case: name, state: 'removing', deal })
  try {
    const sent = await send()
    return { sent, state: await keepFound(own, { by, isThere: false }, deps) }
  } catch (error) {
    if (effectOf(error) === 'none') await keepFound(own, { by, isThere: !isRefusal(error, NOT_FOUND) }, deps)
    throw error
  }
}

/** What was learned of the deal must not be lost to the caller if the store does not take it. */
async function keepFound(
  own: NamedClaim<RegisteredDeal>,
  found: { by: string; isThere: boolean },
  { claims, note }: CaseDeps,
): Promise<ClaimState> {
  try {
    const { state } = await claims.confirm(own, found)
    note('deal', { case: own.name, state })
    return state
  } catch (error) {
    if (!hasCode(error, 'store_unavailable', 'store_busy', 'conflict')) throw error
    note('deal', { case: own.name, state: 'removing', reason: messageOf(error) })
    return 'removing'
  }
}
