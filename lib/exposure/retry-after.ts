/** A host that asks for patience gets it, once a path and a few times in all: everybody waits together. */
import { retryAfter } from '../http/retry-after.ts'
import type { RawOutcome, SendRaw } from './raw-request.ts'

export interface PatienceOptions {
  /** Milliseconds since the epoch. */
  now(): number
  sleep(milliseconds: number): Promise<void>
}

/** Waits that are longer than this many milliseconds are not waited for. */
const LONGEST_WAIT = 60_000
/** How often one probe waits before it takes an answer as it is. */
const MOST_WAITS = 5
/** Where the host names no time. */
const USUAL_WAIT = 5_000

/** `send`, but a 429, or a 503 with Retry-After, is waited out and asked once more; the second answer stands. */
export function respectRetryAfter(send: SendRaw, { now, sleep }: PatienceOptions): SendRaw {
  let waits = 0
  let pause: Promise<void> | undefined
  const waitTogether = (milliseconds: number): Promise<void> => {
    if (pause !== undefined) return pause
    waits += 1
    pause = sleep(milliseconds).finally(() => {
      pause = undefined
    })
    return pause
  }
  return async request => {
    await pause
    const outcome = await send(request)
    const wait = waitOf(outcome, now())
    if (wait === undefined || wait > LONGEST_WAIT || (pause === undefined && waits >= MOST_WAITS))
      return outcome
    await waitTogether(wait)
    return send(request)
  }
}

function waitOf(outcome: RawOutcome, now: number): number | undefined {
  if ('failure' in outcome) return undefined
  const { status, headers } = outcome.answer
  const named = retryAfter(headers['retry-after'], now)
  if (status === 429) return named ?? USUAL_WAIT
  return status === 503 ? named : undefined
}
