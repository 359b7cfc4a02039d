/** What a look at the remote says of an act, and its removal there. Pure. */
import { type Claim, type Look, type Moment, ONCE_DONE, step, viewClaim } from '../claim.ts'
import { claimedAnew, wrongState } from './refusals.ts'

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
  if (current && current.operation !== looked.operation) throw claimedAnew(cannot)
  if (current?.state === 'done') return current
  if (current?.state !== 'unknown') throw wrongState(cannot, current, ['unknown'])
  return {
    ...step(current, { state: 'done', at: now, by, reason: 'found at the remote' }),
    result,
    reason: undefined,
  }
}

/**
 * What was done is about to be taken away at the remote: until somebody has looked, nobody knows whether it is there.
 * @throws AppError `conflict` if it was not done, or another attempt has claimed it
 */
export function removeAct<Result>(
  stored: Claim<Result> | undefined,
  { by, looked }: { by: string; looked: Look },
  at: Moment,
): Claim<Result> {
  const current = onceDone(`Cannot remove ${at.subject}`, stored, looked)
  return current.state === 'removing' ? current : step(current, { state: 'removing', at: at.now, by })
}

/**
 * What a look at the remote says of an act that was done: it is still there, or gone.
 * @throws AppError `conflict` as removeAct does
 */
export function confirmAct<Result>(
  stored: Claim<Result> | undefined,
  { by, isThere, looked }: { by: string; isThere: boolean; looked: Look },
  at: Moment,
): Claim<Result> {
  const current = onceDone(`Cannot confirm ${at.subject}`, stored, looked)
  const state = isThere ? 'done' : 'gone'
  const reason = isThere ? 'found at the remote' : 'not at the remote any more'
  return current.state === state ? current : step(current, { state, at: at.now, by, reason })
}

function onceDone<Result>(cannot: string, stored: Claim<Result> | undefined, looked: Look): Claim<Result> {
  if (!stored || !ONCE_DONE.includes(stored.state)) throw wrongState(cannot, stored, ONCE_DONE)
  if (stored.operation !== looked.operation) throw claimedAnew(cannot)
  return stored
}
