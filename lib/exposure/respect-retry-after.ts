/** A probe waits once for each path, and a few times in all. While one request waits, all requests wait. */
import { retryAfter } from '../core/http/retry-after.ts'
import type { RawOutcome, SendRaw } from './raw-request.ts'

export interface WaitOptions {
  /** Returns the time in milliseconds since the epoch. */
  now(): number
  sleep(milliseconds: number): Promise<void>
}

/** The longest wait in milliseconds. If a host asks for a longer wait, the probe does not wait. */
const LONGEST_WAIT = 60_000
/** The maximum number of waits of one probe. */
const MOST_WAITS = 5
/** The wait in milliseconds if the host does not say how long to wait. */
const DEFAULT_WAIT = 5_000

/** After a 429, or a 503 with Retry-After, waits and sends the request once more; returns the second answer. */
export function respectRetryAfter(send: SendRaw, { now, sleep }: WaitOptions): SendRaw {
  let waits = 0
  let waiting: Promise<void> | undefined
  const waitTogether = (milliseconds: number): Promise<void> => {
    if (waiting !== undefined) return waiting
    waits += 1
    waiting = sleep(milliseconds).finally(() => {
      waiting = undefined
    })
    return waiting
  }
  return async request => {
    await waiting
    const outcome = await send(request)
    const wait = waitOf(outcome, now())
    if (wait === undefined || wait > LONGEST_WAIT || (waiting === undefined && waits >= MOST_WAITS))
      return outcome
    await waitTogether(wait)
    return send(request)
  }
}

function waitOf(outcome: RawOutcome, now: number): number | undefined {
  if ('failure' in outcome) return undefined
  const { status, headers } = outcome.answer
  const given = retryAfter(headers['retry-after'], now)
  if (status === 429) return given ?? DEFAULT_WAIT
  return status === 503 ? given : undefined
}
