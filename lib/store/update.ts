/**
 * The one way to change the store: a compare-and-swap loop around a pure transition. The transition sees the record
 * and the store's time; it may run several times, so it decides and does nothing else.
 */
import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { AppError, hasCode } from '../errors.ts'
import type { Store, StoredRecord } from './store.ts'

/** How a record's text becomes its value and back; `parse` throws on text that is not of its shape. */
export interface RecordFormat<T> {
  parse(text: string): T
  format(value: T): string
}

/**
 * What a transition decides. `ttl` is the new record's lifetime in milliseconds; without it the record stays.
 * A removal whose answer was lost is decided again: the transition then sees no record.
 */
export type Decision<T, R> =
  | { readonly write: T; readonly ttl?: number | undefined; readonly result: R }
  | { readonly remove: true; readonly result: R }
  | { readonly keep: true; readonly result: R }

/** Pure: the same record and time give the same decision. A throw ends the update and changes nothing. */
export type Transition<T, R> = (current: T | undefined, now: number) => Decision<T, R>

export interface UpdateOptions {
  /** Milliseconds after which the loop gives up with `store_busy`. */
  readonly deadline?: number
  /** Milliseconds that only grow. */
  readonly clock?: () => number
  readonly sleep?: (milliseconds: number) => Promise<void>
  /** In [0, 1). */
  readonly random?: () => number
  /** Gives each swap its unique version. */
  readonly newVersion?: () => string
  /** The write must not be undone by a failover of the store: for what stands just before an irreversible call. */
  readonly durable?: boolean
}

const DEADLINE = 10_000
const FIRST_WAIT = 20
const LONGEST_WAIT = 200

/**
 * Runs `transition` on the record at `key` until its decision is stored, and returns the decision's result.
 * @throws AppError `store_busy` where others kept writing until the deadline, `store_unavailable` where the store did
 * not answer until then: whether the last swap was stored is unknown, so a transition whose repetition would matter
 * carries an operation id of its own.
 */
export async function update<T, R>(
  store: Store,
  { key, format, transition }: { key: string; format: RecordFormat<T>; transition: Transition<T, R> },
  options: UpdateOptions = {},
): Promise<R> {
  const patience = createPatience(key, options)
  const newVersion = options.newVersion ?? randomUUID
  for (;;) {
    const { record, now } = await patience.insist(() => store.read(key))
    const decision = transition(record && format.parse(record.value), now)
    if ('keep' in decision) return decision.result
    if (await apply(decision, record)) return decision.result
    await patience.wait()
  }

  async function apply(decision: Exclude<Decision<T, R>, { keep: true }>, record: StoredRecord | undefined) {
    if ('remove' in decision) return record === undefined || (await removed(record))
    const next = {
      value: format.format(decision.write),
      version: newVersion(),
      ttl: decision.ttl,
      ...(options.durable && { durable: true }),
    }
    return (await patience.insist(() => store.swap(key, record?.version, next))).done
  }

  async function removed(record: StoredRecord): Promise<boolean> {
    return (await patience.insist(() => store.remove(key, record.version))).done
  }
}

/** Waiting with full jitter, until a deadline. */
function createPatience(key: string, options: UpdateOptions) {
  const { clock = () => performance.now(), random = Math.random, sleep = delay } = options
  const end = clock() + (options.deadline ?? DEADLINE)
  let ceiling = FIRST_WAIT
  const pause = async () => {
    const milliseconds = random() * ceiling
    ceiling = Math.min(ceiling * 2, LONGEST_WAIT)
    await sleep(milliseconds)
  }
  return {
    async wait(): Promise<void> {
      if (clock() >= end) throw busy(key)
      await pause()
    },
    /** Repeats a call that the store did not answer: a swap carries its version, so it is stored at most once. */
    async insist<A>(call: () => Promise<A>): Promise<A> {
      for (;;) {
        try {
          return await call()
        } catch (error) {
          if (!hasCode(error, 'store_unavailable') || clock() >= end) throw error
          await pause()
        }
      }
    },
  }
}

function busy(key: string): AppError {
  return new AppError('store_busy', `Cannot change the record "${key}": others kept changing it`, {
    hint: 'try again in a moment',
  })
}
