import { AppError, hasCode } from '../../../../core/errors.ts'
import type { Say } from '../../../../core/language/text.ts'
import { pauseAfter, saidIn } from '../../../../services/accounting/imports/pause.ts'
import { IMPORT } from '../../../../services/accounting/imports/reading/words.ts'

export interface WaitDeps {
  /** The time in milliseconds since the epoch. */
  readonly now: () => number
  /** @throws the reason that ends the wait early, such as Ctrl-C */
  readonly sleep: (milliseconds: number) => Promise<unknown>
  readonly note: (text: string) => void
  /** Whether the command waits for the end of an outage. */
  readonly wait: boolean
  readonly say: Say
}

/** How many times an act waits for the service's rate limit before the act is left to a person. */
export const MOST_PAUSES = 2

/**
 * Repeats `work` after a refusal by the rate limit, at most `most` times. With `wait`, repeats it after an outage too.
 * @throws any other error of `work`
 */
export async function pastLimits<T>(
  work: () => Promise<T>,
  deps: WaitDeps,
  most = Number.POSITIVE_INFINITY,
): Promise<T> {
  let pauses = 0
  for (let pause = FIRST_PAUSE; ; ) {
    try {
      return await work()
    } catch (error) {
      if (hasCode(error, 'limited') && pauses < most) {
        await waitOut(error, deps)
        pauses++
      } else if (deps.wait && isOutage(error)) {
        await sleepThrough(pause, deps)
        pause = longer(pause)
      } else throw error
    }
  }
}

/** Waits until the service accepts calls again. */
export function waitOut(error: AppError, deps: WaitDeps): Promise<void> {
  return waitFor(pauseEnd(error.details, deps.now()), deps, saidIn(error))
}

/** The first wait during an outage, in milliseconds. */
export const FIRST_PAUSE = 5 * 60_000
const LONGEST_PAUSE = 60 * 60_000

export function longer(pause: number): number {
  return Math.min(2 * pause, LONGEST_PAUSE)
}

/** An unknown outcome is no outage. After an outage, a call may be repeated, because the host does each act once. */
export function isOutage(error: unknown): boolean {
  if (!(error instanceof AppError) || error.details['state'] === 'unknown') return false
  const { code, details } = error
  if (code === 'remote_unreachable' || code === 'remote_silent') return true
  return code === 'remote_answer' && Number(details['upstream']) >= 500
}

/** Waits for `pause` milliseconds during an outage. */
export async function sleepThrough(pause: number, { now, sleep, note, say }: WaitDeps): Promise<void> {
  note(say(IMPORT.outage, { at: now() + pause }))
  await sleep(pause)
}

async function waitFor(
  until: number,
  { now, sleep, note, say }: WaitDeps,
  says: readonly string[] = [],
): Promise<void> {
  const left = Math.max(SHORTEST, until - now())
  const seconds = Math.ceil(left / 1000)
  note(
    says.length > 0
      ? say(IMPORT.askedAgainSays, { seconds, words: says.join(' / ') })
      : say(IMPORT.askedAgain, { seconds }),
  )
  await sleep(left)
}

/** Waits until an ISO time that the host has given. */
export function waitUntilTime(time: string, deps: WaitDeps): Promise<void> {
  return waitFor(Date.parse(time), deps)
}

/** The shortest wait in milliseconds, because a time of the host may be past already by the clock of this machine. */
const SHORTEST = 1000
/** The milliseconds between two reads of a case that another call has claimed. */
const EVERY = 2000

/** Waits while another call has claimed the case, at most until the ISO time `until`, at which the claim ends. */
export async function untilReleased(
  readState: () => Promise<string>,
  until: string,
  { now, sleep, note, say }: WaitDeps,
): Promise<void> {
  note(say(IMPORT.held))
  for (let left = Math.max(SHORTEST, Date.parse(until) - now()); left > 0; left -= EVERY) {
    await sleep(Math.min(EVERY, left))
    if ((await readState()) !== 'claimed') return
  }
}

function pauseEnd(details: Readonly<Record<string, unknown>>, now: number): number {
  const known = Date.parse(String(details['retryAt'] ?? ''))
  return Number.isNaN(known) ? pauseAfter(details, now) : known
}
