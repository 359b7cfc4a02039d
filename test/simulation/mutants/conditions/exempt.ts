/**
 * The conditions whose removal no exploration can notice, with the reasons: the code does the same without them, or no
 * world has their case.
 */
import type { Removal } from './rules.ts'

export interface Exempt {
  readonly name: string
  readonly why: string
}

const NO_PROPOSALS = 'no world has proposals: test/core/claims/transitions/propose.test.ts fails without it'

export const EXEMPT: readonly Exempt[] = [
  {
    name: 'once.ts: if (clock() >= asked + lastStart(seen.until) - seen.seenAt) [without || timeLeft() < TIMEOUT]',
    why: 'no world has a request that ends: test/core/claims/once/nothing-sent.test.ts fails without it',
  },
  {
    name: "once.ts: if (another === undefined) return { outcome: { state: 'done', result }, found } [without result !== undefined &&]",
    why: 'there is a first result, because the caller has asked for it; the condition is for the types',
  },
  {
    name: "once.ts: if (as === 'settled') return { end: 'stored', ...attempted, claim } [without && claim]",
    why: 'what was settled has a claim; the condition is for the types',
  },
  {
    name: "transitions/query.ts: if (isThere && basis.seenAt < settled) return current [without && current.state === 'removing']",
    why: 'what is gone is never found again, so that what is found is being removed',
  },
  {
    name: "transitions/settle.ts: const isLate = stored.result === undefined [without ['unknown', 'refused'].includes(stored.state) &&]",
    why: 'the claim of an attempt that was sent is unknown or refused if it is neither claimed nor has a result',
  },
  {
    name: 'transitions/settle.ts: if (false as boolean) return stored [without left.length === strays.length]',
    why: 'the same claim is written again',
  },
  {
    name: 'transitions/settle.ts: return (true as boolean) ? { ...claim, strays: left } : claim [without left.length > 0]',
    why: 'an empty list of orphaned effects is none',
  },
  {
    name: "transitions/free.ts: const wasProposed = freed.steps.at(-2)?.state === 'review' [without proposal !== undefined &&]",
    why: NO_PROPOSALS,
  },
  {
    name: "transitions/free.ts: const wasProposed = proposal !== undefined [without && freed.steps.at(-2)?.state === 'review']",
    why: NO_PROPOSALS,
  },
  {
    name: 'transitions/free.ts: if (false as boolean) return freed [without !wasProposed]',
    why: NO_PROPOSALS,
  },
  {
    name: "transitions/request.ts: if (false as boolean) return 'review' [without state === 'review']",
    why: NO_PROPOSALS,
  },
  {
    name: 'transitions/request.ts: const isOwn = current.digest === act.digest [without current.proposal === undefined &&]',
    why: NO_PROPOSALS,
  },
  {
    name: 'transitions/request.ts: ...(before?.declined), [without && { declined: before.declined }]',
    why: NO_PROPOSALS,
  },
  {
    name: 'transitions/request.ts: const isOwn = current.proposal === undefined [without && current.digest === act.digest]',
    why: 'another body waits for a person either way: test/core/claims/transitions/request.test.ts fails without it',
  },
]

/** Returns why no exploration can notice the removal; undefined if one has to. */
export function exemptionOf({ name }: Pick<Removal, 'name'>): string | undefined {
  return EXEMPT.find(exempt => exempt.name === name)?.why
}
