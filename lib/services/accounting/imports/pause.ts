/**
 * After too many calls the service answers 429 or 403 (for a plan's allowance also 401). kura stores a pause for the
 * company and the endpoint, because a used-up allowance for files says nothing about deals.
 */
import * as z from 'zod'
import { AppError, hasCode } from '../../../core/errors.ts'
import { phrase } from '../../../core/language/catalogue.ts'
import { phraseError } from '../../../core/language/phrase-error.ts'
import type { Store } from '../../../core/store/store.ts'
import { type Decision, type UpdateOptions, update } from '../../../core/store/update.ts'
import { SAID } from '../remote/words.ts'

export interface PauseDeps {
  readonly store: Store
  /** Milliseconds since the epoch. */
  readonly now: () => number
  readonly updates?: UpdateOptions | undefined
  /** The endpoints that the work calls. If one of them is paused, the work is refused. */
  readonly endpoints?: readonly string[] | undefined
}

const READS = [
  'GET /account_items',
  'GET /taxes/companies/{id}',
  'GET /partners',
  'GET /walletables',
  'GET /items',
  'GET /sections',
  'GET /tags',
  'GET /deals',
]

export const ENDPOINTS = {
  drafts: READS,
  deals: [...READS, 'POST /deals'],
  files: ['GET /receipts', 'POST /receipts'],
  partners: ['GET /partners', 'POST /partners'],
} as const satisfies Readonly<Record<string, readonly string[]>>

const MINUTE = 60_000
const TEN_MINUTES = 10 * MINUTE
/** The longest pause, even if a reply demands a longer one. */
const LONGEST = 60 * MINUTE
const USED_UP: readonly unknown[] = [401, 403]

/** Returns the time at which calls are allowed again after a rate limit, in milliseconds since the epoch. */
export function pauseAfter(
  { upstream, retryAfter }: { readonly upstream?: unknown; readonly retryAfter?: unknown },
  now: number,
): number {
  const asked = momentOf(String(retryAfter ?? ''), now)
  const usual = now + (USED_UP.includes(upstream) ? TEN_MINUTES : MINUTE)
  return Math.min(asked !== undefined && asked > now ? asked : usual, now + LONGEST)
}

function momentOf(text: string, now: number): number | undefined {
  if (/^[0-9]{1,9}$/.test(text)) return now + Number(text) * 1000
  const moment = Date.parse(text)
  return Number.isNaN(moment) ? undefined : moment
}

/** Does `work` unless an endpoint is paused. @throws AppError as refusePaused and keepingPause do */
export async function withinLimits<T>(
  companyId: number,
  work: () => Promise<T>,
  deps: PauseDeps,
): Promise<T> {
  await refusePaused(companyId, deps)
  return keepingPause(companyId, work, deps)
}

/**
 * Refuses the work while one of its endpoints is paused for the company.
 * @throws AppError `limited` with `retryAt` in its details, and with the service's reason, if it gave one, as
 * `messages`
 */
export async function refusePaused(companyId: number, deps: PauseDeps): Promise<void> {
  const pauses = await readPauses(companyId, deps)
  const [longest] = pauses.filter(({ until }) => until > deps.now()).toSorted((a, b) => b.until - a.until)
  if (longest) throw paused(longest)
}

/** Stores a pause that the service demands during `work`. @throws AppError `limited`; and as `work` does */
export async function keepingPause<T>(
  companyId: number,
  work: () => Promise<T>,
  deps: PauseDeps,
): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (!hasCode(error, 'limited')) throw error
    const { endpoint } = error.details
    const pause = { until: pauseAfter(error.details, deps.now()), says: saidIn(error) }
    await keepPause(keyOf(companyId, typeof endpoint === 'string' ? endpoint : UNNAMED), pause, deps)
    throw paused(pause, error)
  }
}

/** The end of the pause that the error reports, ISO 8601. */
export function retryAtOf(error: unknown): string | undefined {
  const retryAt = hasCode(error, 'limited') ? error.details['retryAt'] : undefined
  return typeof retryAt === 'string' ? retryAt : undefined
}

/** The service's own sentences in an error. */
export function saidIn(error: unknown): string[] {
  const { messages } = error instanceof AppError ? error.details : {}
  return Array.isArray(messages) ? messages.map(String) : []
}

/** A stored pause. An earlier version stored only its end, a number. */
const storedPause = z.union([
  z.number().transform(until => ({ until, says: [] as string[] })),
  z.object({ until: z.number(), says: z.array(z.string()) }),
])
type Pause = z.infer<typeof storedPause>

const format = {
  parse: (text: string): Pause => storedPause.parse(JSON.parse(text)),
  format: (pause: Pause): string => JSON.stringify(pause),
}

/** The name of a pause without an endpoint, which refuses every call for the company. */
const UNNAMED = ''

async function readPauses(companyId: number, { store, endpoints = [] }: PauseDeps): Promise<Pause[]> {
  const { records } = await store.readMany([UNNAMED, ...endpoints].map(name => keyOf(companyId, name)))
  return records.flatMap(record => (record ? format.parse(record.value) : []))
}

function keepPause(key: string, pause: Pause, { store, updates }: PauseDeps): Promise<void> {
  const transition = (known?: Pause): Decision<Pause, void> =>
    known && known.until >= pause.until
      ? { keep: true, result: undefined }
      : { write: pause, result: undefined }
  return update<Pause, void>(store, { key, format, transition }, updates)
}

function keyOf(companyId: number, endpoint: string): string {
  const name = endpoint.toLowerCase().replaceAll(/[^a-z]+/g, '-')
  return name === UNNAMED ? `accounting/pause/${companyId}` : `accounting/pause/${companyId}/${name}`
}

function paused({ until, says }: Pause, cause?: unknown): AppError {
  const retryAt = new Date(until).toISOString()
  const words = says.join(' / ')
  return phraseError('limited', phrase(SAID.paused, { until: retryAt }), {
    hint: says.length > 0 ? phrase(SAID.afterPauseSays, { words }) : phrase(SAID.afterPause),
    details: { retryAt, ...(says.length > 0 && { messages: says }) },
    ...(cause !== undefined && { cause }),
  })
}
