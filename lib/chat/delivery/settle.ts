/**
 * An act whose outcome nobody knows, of a kind that can be looked up at the platform with certainty: a message by its
 * nonce in a channel's history, a channel by its mark in the list of channels. What is found settles it. What is not
 * found SETTLING after the last moment at which its call could have been under way was never done, and is freed.
 */
import type { Act, Claim, Outcome } from '../../claims/claim.ts'
import type { Claims } from '../../claims/claims.ts'
import { hasCode, messageOf } from '../../errors.ts'
import { isAnswered, refusalOf, wordsOf } from '../remote/errors.ts'

/** Milliseconds that a call may take at most, its answer stored included. */
const LEASE = 40_000
/** Longer than a function lives: no call that began before it is still under way. */
export const SETTLING = 10 * 60_000

/** How a reason begins where the act is not refused: it had no effect, and the next run does it. */
export const NOT_YET = 'not done yet: '

/** What was found at the platform; where nothing was, whether that is certain. */
export interface Found<Result> {
  readonly result: Result | undefined
  readonly certain: boolean
}

export interface OnceAct<Result> {
  readonly name: string
  readonly digest: string
  readonly body: string
  readonly by: string
  /** Makes the call. */
  send(): Promise<Result>
  /** Looks for what an earlier call, begun at `since` or later, left behind. */
  look(since: number): Promise<Found<Result>>
}

/** Where it is remembered, and a source of names that nothing else has. */
export interface OnceParts<Result> {
  readonly claims: Claims<Result>
  readonly newId: () => string
}

/** How an act that is not done stands; `limited` and `waiting` are for the next run. */
export type UndoneState = 'refused' | 'limited' | 'waiting' | 'unknown' | 'in_progress' | 'conflict'

export type OnceReport<Result> =
  | { readonly state: 'done'; readonly result: Result; readonly sent: boolean }
  | { readonly state: UndoneState; readonly reason: string }

/** How an act of a stored claim stands. */
export function undoneState({ state, reason }: Claim<unknown>): UndoneState {
  if (state === 'claimed') return 'in_progress'
  if (state !== 'refused') return state === 'review' ? 'waiting' : 'unknown'
  return reason?.startsWith(NOT_YET) ? 'waiting' : 'refused'
}

/** Does the act unless it is done; never twice. Rejects only where the store does. */
export async function doOnce<Result>(
  act: OnceAct<Result>,
  parts: OnceParts<Result>,
): Promise<OnceReport<Result>> {
  const { claims } = parts
  const first = await ask(act, parts)
  if (first.verdict !== 'unknown') return answer(first, act, claims)
  const settled = await settle(act, first.claim, claims)
  if (settled) return settled
  return answer(await ask(act, parts), act, claims)
}

type Asked<Result> = Awaited<ReturnType<Claims<Result>['request']>>

function ask<Result>(
  { name, digest, body, by }: OnceAct<Result>,
  { claims, newId }: OnceParts<Result>,
): Promise<Asked<Result>> {
  const request: Act = { digest, body, operation: newId(), by, lease: LEASE, flags: [] }
  return claims.request(name, request)
}

async function answer<Result>(
  { verdict, claim }: Asked<Result>,
  act: OnceAct<Result>,
  claims: Claims<Result>,
): Promise<OnceReport<Result>> {
  if (verdict === 'already_done' && claim.result !== undefined)
    return { state: 'done', result: claim.result, sent: false }
  if (verdict === 'conflict')
    return { state: 'conflict', reason: 'the same name stands for something else already' }
  if (verdict === 'in_progress') return { state: 'in_progress', reason: 'another run is at it' }
  if (verdict !== 'send') return { state: 'unknown', reason: claim.reason ?? 'its outcome is not known' }
  const { outcome, limited } = await attempt(act)
  const settled = await claims.settle(act.name, { operation: claim.operation, outcome, by: act.by })
  if (settled.state === 'done' && settled.result !== undefined)
    return { state: 'done', result: settled.result, sent: true }
  const reason = settled.reason ?? 'its outcome is not known'
  return { state: limited ? 'limited' : undoneState(settled), reason }
}

/** A refusal, a limit and a call that never left are certain; everything else may have had its effect. */
async function attempt<Result>(
  act: OnceAct<Result>,
): Promise<{ outcome: Outcome<Result>; limited?: boolean }> {
  try {
    return { outcome: { state: 'done', result: await act.send() } }
  } catch (error) {
    const limited = hasCode(error, 'limited')
    const refusal = refusalOf(error)
    const passing = limited || hasCode(error, 'remote_unreachable') || (refusal && !isAnswered(refusal))
    if (passing) return { outcome: { state: 'refused', reason: NOT_YET + messageOf(error) }, limited }
    return {
      outcome: refusal
        ? { state: 'refused', reason: wordsOf(refusal) }
        : { state: 'unknown', reason: messageOf(error) },
    }
  }
}

/** Undefined where the act was freed and may be asked for again. */
async function settle<Result>(
  act: OnceAct<Result>,
  claim: Claim<Result>,
  claims: Claims<Result>,
): Promise<OnceReport<Result> | undefined> {
  const looked = await lookFor(act, claim)
  if ('error' in looked) return { state: 'unknown', reason: messageOf(looked.error) }
  if (looked.result !== undefined) {
    const { result = looked.result } = await claims.resolve(act.name, { result: looked.result, by: act.by })
    return { state: 'done', result, sent: false }
  }
  if (!looked.certain)
    return {
      state: 'unknown',
      reason:
        'what stands at the platform cannot be read to the end: the bot needs READ_MESSAGE_HISTORY there, or a person looks',
    }
  try {
    const { operation } = claim
    const reason = `${NOT_YET}it is not at the platform after the settling time`
    await claims.free(act.name, { person: 'kura', reason, settling: SETTLING, from: ['unknown'], operation })
    return undefined
  } catch (error) {
    if (!hasCode(error, 'conflict')) throw error
    return {
      state: 'unknown',
      reason: `${claim.reason ?? 'its outcome is not known'}; a run in ten minutes settles it`,
    }
  }
}

async function lookFor<Result>(
  act: OnceAct<Result>,
  claim: Claim<Result>,
): Promise<Found<Result> | { readonly error: unknown }> {
  const since = claim.steps.findLast(({ state }) => state === 'claimed')?.at ?? 0
  try {
    return await act.look(since)
  } catch (error) {
    return { error }
  }
}
