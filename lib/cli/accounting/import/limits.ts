/** Waits for the accounting service if its call limit is reached, or if another call holds the lease. */

import { hasCode } from '../../../core/errors.ts'
import { pauseAfter } from '../../../services/accounting/imports/pause.ts'

export interface WaitDeps {
  /** Milliseconds since the epoch. */
  readonly now: () => number
  /**
   * Waits. @throws the reason that ends the wait early, such as Ctrl-C
   */
  readonly sleep: (milliseconds: number) => Promise<unknown>
  /** Called with the reason before each wait. */
  readonly note: (text: string) => void
}

/** Runs `work`, and repeats it after each pause that the service demands, without a limit. */
export async function pastLimits<T>(work: () => Promise<T>, deps: WaitDeps): Promise<T> {
  for (;;) {
    try {
      return await work()
    } catch (error) {
      if (!hasCode(error, 'limited')) throw error
      await waitFor(pauseEnd(error.details, deps.now()), deps)
    }
  }
}

/** Waits until the service accepts calls again; `until` is in milliseconds since the epoch or an ISO time. */
export async function waitFor(until: number | string, { now, sleep, note }: WaitDeps): Promise<void> {
  const end = typeof until === 'number' ? until : Date.parse(until)
  const left = Math.max(SHORTEST, end - now())
  note(
    `the accounting service is asked again in ${Math.ceil(left / 1000)} s; Ctrl-C stops, and the next run goes on`,
  )
  await sleep(left)
}

/** The shortest wait in milliseconds, because the clocks of the two machines may differ. */
const SHORTEST = 1000

function pauseEnd(details: Readonly<Record<string, unknown>>, now: number): number {
  const known = Date.parse(String(details['retryAt'] ?? ''))
  return Number.isNaN(known) ? pauseAfter(details, now) : known
}
