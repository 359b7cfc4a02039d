/**
 * Keeps the pauses that the service demands: after too many calls it answers 429, or 403 for about ten minutes. The end
 * of the pause is stored for the company, so that other runs, on other machines too, wait until then.
 */
import * as z from 'zod'
import { type AppError, hasCode } from '../../../core/errors.ts'
import { phrase } from '../../../core/language/catalogue.ts'
import { phraseError } from '../../../core/language/phrase-error.ts'
import type { Store } from '../../../core/store/store.ts'
import { type Decision, jsonFormat, type UpdateOptions, update } from '../../../core/store/update.ts'
import { SAID } from '../remote/words.ts'

export interface PauseDeps {
  readonly store: Store
  /** Milliseconds since the epoch. */
  readonly now: () => number
  readonly updates?: UpdateOptions | undefined
}

const MINUTE = 60_000
const TEN_MINUTES = 10 * MINUTE
/** The longest pause that kura keeps, even if a reply demands a longer one. */
const LONGEST = 60 * MINUTE
const FORBIDDEN = 403

/**
 * Returns the time, in milliseconds since the epoch, from which calls are allowed again, from a reply that refused a
 * call because of a rate limit. Pure.
 */
export function pauseAfter(
  { upstream, retryAfter }: { readonly upstream?: unknown; readonly retryAfter?: unknown },
  now: number,
): number {
  const asked = momentOf(String(retryAfter ?? ''), now)
  const usual = now + (upstream === FORBIDDEN ? TEN_MINUTES : MINUTE)
  return Math.min(asked !== undefined && asked > now ? asked : usual, now + LONGEST)
}

/** Reads a header of the service that says when calls are allowed again, as seconds from now or as a date. */
function momentOf(text: string, now: number): number | undefined {
  if (/^[0-9]{1,9}$/.test(text)) return now + Number(text) * 1000
  const moment = Date.parse(text)
  return Number.isNaN(moment) ? undefined : moment
}

/**
 * Runs `work` unless calls for the company are paused, and stores a pause that the service demands during the work.
 * @throws AppError as refusePaused and keepingPause do
 */
export async function withinLimits<T>(
  companyId: number,
  work: () => Promise<T>,
  deps: PauseDeps,
): Promise<T> {
  await refusePaused(companyId, deps)
  return keepingPause(companyId, work, deps)
}

/**
 * Refuses to call the service while calls for the company are paused.
 * @throws AppError `limited`, with `retryAt` among its details
 */
export async function refusePaused(companyId: number, deps: PauseDeps): Promise<void> {
  const until = await readPause(companyId, deps)
  if (until > deps.now()) throw paused(until)
}

/**
 * Runs `work`, and stores a pause that the service demands during the work.
 * @throws AppError `limited` with `retryAt`; and as `work` does
 */
export async function keepingPause<T>(
  companyId: number,
  work: () => Promise<T>,
  deps: PauseDeps,
): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (!hasCode(error, 'limited')) throw error
    const next = pauseAfter(error.details, deps.now())
    await keepPause(companyId, next, deps)
    throw paused(next, error)
  }
}

/** Reads the end of the pause from the details of an error; undefined if the error is not about a pause. */
export function retryAtOf(error: unknown): string | undefined {
  const retryAt = hasCode(error, 'limited') ? error.details['retryAt'] : undefined
  return typeof retryAt === 'string' ? retryAt : undefined
}

const format = jsonFormat(z.number())

async function readPause(companyId: number, { store }: PauseDeps): Promise<number> {
  const { record } = await store.read(keyOf(companyId))
  return record ? format.parse(record.value) : 0
}

/** Stores the pause, unless a longer pause is stored. */
function keepPause(companyId: number, until: number, { store, updates }: PauseDeps): Promise<void> {
  const transition = (known = 0): Decision<number, void> =>
    known >= until ? { keep: true, result: undefined } : { write: until, result: undefined }
  return update<number, void>(store, { key: keyOf(companyId), format, transition }, updates)
}

function keyOf(companyId: number): string {
  return `accounting/pause/${companyId}`
}

function paused(until: number, cause?: unknown): AppError {
  const retryAt = new Date(until).toISOString()
  return phraseError('limited', phrase(SAID.paused, { until: retryAt }), {
    hint: phrase(SAID.afterPause),
    details: { retryAt },
    ...(cause !== undefined && { cause }),
  })
}
