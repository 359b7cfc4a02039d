/** A 429 is stored, so that other processes wait too. A wait that is longer than the function is not begun. */
import type { AppError } from '../../../core/errors.ts'
import { retryAfter } from '../../../core/http/retry-after.ts'
import { phrase } from '../../../core/language/catalogue.ts'
import { phraseError } from '../../../core/language/phrase-error.ts'
import type { JsonReply } from '../../../core/remote/fetch-json.ts'
import type { Store } from '../../../core/store/store.ts'
import { jsonFormat, type Transition, update } from '../../../core/store/update.ts'
import { refusalReply, type StoredLimits, storedLimits } from '../schema.ts'
import { REFUSED } from './words.ts'

const GLOBAL = 'global'
const UNNAMED_WAIT = 1_000
/** The longest wait, a day in milliseconds. More must be the platform's mistake, and one call a day does no harm. */
const LONGEST_WAIT = 86_400_000

export interface RateLimitDeps {
  readonly store: Store
  /** The milliseconds of a clock that never goes back. */
  readonly clock: () => number
  readonly sleep: (milliseconds: number) => Promise<void>
  /** The time on `clock` at which every wait must have ended. */
  readonly deadline: number
  readonly mayStore: boolean
}

export type RateLimits = ReturnType<typeof createRateLimits>

/** `wait` is in milliseconds. */
export interface Limit {
  readonly global: boolean
  readonly wait: number
}

/** The limit in a reply; undefined if the status is not 429. */
export function limitOf({ status, headers, body }: JsonReply): Limit | undefined {
  if (status !== 429) return undefined
  const said = refusalReply.safeParse(body).data
  const seconds = said?.retry_after ?? secondsIn(headers)
  const asked = Number.isFinite(seconds) && seconds >= 0 ? Math.ceil(seconds * 1000) : UNNAMED_WAIT
  const wait = Math.min(asked, LONGEST_WAIT)
  return { global: said?.global ?? headers.get('x-ratelimit-scope') === GLOBAL, wait }
}

/** The wait in seconds; a date counts from the reply's own date. NaN if the header is absent or unreadable. */
function secondsIn(headers: Headers): number {
  const text = headers.get('retry-after') ?? ''
  if (/^\d+(?:\.\d+)?$/.test(text)) return Number(text)
  return (retryAfter(text, Date.parse(headers.get('date') ?? '')) ?? Number.NaN) / 1000
}

/** The milliseconds until a route without calls left may be called again; 0 if the headers do not say. */
export function exhaustion(headers: Headers): number {
  if (headers.get('x-ratelimit-remaining') !== '0') return 0
  const seconds = Number(headers.get('x-ratelimit-reset-after'))
  return Number.isFinite(seconds) && seconds > 0 ? Math.ceil(seconds * 1000) : 0
}

/** Adds a limit of `wait` milliseconds, and drops those that have passed. The record expires with its last limit. */
export function addLimit(route: string, wait: number): Transition<StoredLimits, undefined> {
  return (current, now) => {
    const open = Object.entries(current ?? {}).filter(([, until]) => until > now)
    const limits = Object.fromEntries(open)
    const next = { ...limits, [route]: Math.max(limits[route] ?? 0, now + wait) }
    const ttl = Math.max(1, ...Object.values(next).map(until => until - now))
    return { write: next, ttl, result: undefined }
  }
}

const format = jsonFormat(storedLimits)

export function createRateLimits(botId: string, deps: RateLimitDeps) {
  const { store, clock, sleep, deadline, mayStore } = deps
  const key = `chat/pauses/${botId}`
  /** The ends of the limits by this process's clock. */
  const until = new Map<string, number>()
  let shared: Promise<void> | undefined
  const pause = (route: string, wait: number) =>
    void until.set(route, Math.max(until.get(route) ?? 0, clock() + wait))
  const readShared = async () => {
    const { record, now } = await store.read(key)
    for (const [route, end] of Object.entries(record ? format.parse(record.value) : {}))
      pause(route, end - now)
  }
  return {
    /** @throws AppError `limited` if the wait would end after the deadline or take longer than `longest` */
    async wait(route: string, longest = Number.POSITIVE_INFINITY): Promise<void> {
      shared ??= readShared()
      await shared
      const end = Math.max(until.get(route) ?? 0, until.get(GLOBAL) ?? 0)
      if (end > deadline || end - clock() > longest) throw tooLong(end - clock())
      if (end > clock()) await sleep(end - clock())
    },
    async learn(route: string, reply: JsonReply): Promise<void> {
      pause(route, exhaustion(reply.headers))
      const limit = limitOf(reply)
      if (!limit) return
      const name = limit.global ? GLOBAL : route
      pause(name, limit.wait)
      if (mayStore) await update(store, { key, format, transition: addLimit(name, limit.wait) })
    },
  }
}

function tooLong(milliseconds: number): AppError {
  const seconds = Math.ceil(milliseconds / 1000)
  return phraseError('limited', phrase(REFUSED.limited, { seconds }), {
    hint: 'run it again later; what was sent is not sent again',
    details: { retryAfter: seconds },
  })
}
