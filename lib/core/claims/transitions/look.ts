/** What a query of the remote says of an act, and its removal there. Pure. */
import { type Claim, type Look, type Moment, ONCE_DONE, step, viewClaim } from '../claim.ts'
import { changed, refuseOtherOperation, wrongState } from './refusals.ts'

/**
 * What was found at the remote settles the unknown act that was looked at; if it is done by now, it is left as it is.
 * @throws AppError `conflict` if it is in another state, or another attempt has claimed it
 */
export function resolveAct<Result>(
  stored: Claim<Result> | undefined,
  { result, by, looked }: { result: Result; by: string; looked: Look },
  { now, subject }: Moment,
): Claim<Result> {
  const cannot = `Cannot resolve ${subject}`
  const current = stored && viewClaim(stored, now)
  if (current) refuseOtherOperation(cannot, current, looked)
  if (current?.state === 'done') return current
  if (current?.state !== 'unknown') throw wrongState(cannot, current, ['unknown'])
  return {
    ...step(current, { state: 'done', at: now, by, reason: 'found at the remote' }),
    result,
    reason: undefined,
  }
}

/**
 * What was done is about to be taken away at the remote: until the next query it is unknown whether it is there. Each
 * attempt is a step of its own, so that a look knows the latest.
 * @throws AppError `conflict` if it was not done, or another attempt has claimed it
 */
export function removeAct<Result>(
  stored: Claim<Result> | undefined,
  { by, looked }: { by: string; looked: Look },
  at: Moment,
): Claim<Result> {
  const current = onceDone(`Cannot remove ${at.subject}`, stored, looked)
  return step(current, { state: 'removing', at: at.now, by })
}

/** What a query of the remote says of an act that was done. */
export interface Finding {
  readonly by: string
  readonly isThere: boolean
  /** Milliseconds for which a call that takes it away may still arrive at the remote. */
  readonly settling: number
}

/**
 * What was done is still there, or gone. What is gone never comes back, so that holds whatever has happened since. What is
 * there may have been taken away since it was looked at; and as long as a call that takes it away may arrive, it is
 * `removing` even if it was found.
 * @throws AppError `conflict` as removeAct does, and if what was found may be out of date
 */
export function confirmAct<Result>(
  stored: Claim<Result> | undefined,
  { by, isThere, settling, looked }: Finding & { looked: Look & Pick<Claim<unknown>, 'steps'> },
  at: Moment,
): Claim<Result> {
  const cannot = `Cannot confirm ${at.subject}`
  const current = onceDone(cannot, stored, looked)
  const state = isThere ? 'done' : 'gone'
  if (current.state === state) return current
  if (isThere && current.steps.length !== looked.steps.length) throw changed(cannot, looked, current)
  const settled = (current.steps.at(-1)?.at ?? at.now) + settling
  if (isThere && current.state === 'removing' && looked.seenAt < settled) return current
  const reason = isThere ? 'found at the remote' : 'not at the remote any more'
  return step(current, { state, at: at.now, by, reason })
}

function onceDone<Result>(cannot: string, stored: Claim<Result> | undefined, looked: Look): Claim<Result> {
  if (!stored || !ONCE_DONE.includes(stored.state)) throw wrongState(cannot, stored, ONCE_DONE)
  refuseOtherOperation(cannot, stored, looked)
  return stored
}
