import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { AppError, hasCode } from '../errors.ts'
import { parseJson } from '../json/json.ts'
import { timeLeft } from '../work/time-left.ts'
import {
  LastingFault,
  type ReadManyAnswer,
  type RequiredRecord,
  type Store,
  type StoredRecord,
  type SwapNext,
} from './store.ts'

/** Reads and writes the text of a record. `parse` throws if the text does not have the record's form. */
export interface RecordFormat<T, Parsed = T> {
  parse(text: string): Parsed
  format(value: T): string
}

/** A format whose `parse` may load a schema first. It returns undefined if the text counts as no record. */
export type LoadingFormat<T> = RecordFormat<T, T | undefined | Promise<T | undefined>>

/** @param schema a zod schema, or an object whose `parse` loads one */
export function jsonFormat<Parsed>(schema: {
  parse(stored: unknown): Parsed
}): RecordFormat<Awaited<Parsed>, Parsed> {
  return { parse: text => schema.parse(JSON.parse(text)), format: value => JSON.stringify(value) }
}

/** The format of a record that is read before zod is loaded. `T` is not checked. Text that is not JSON is no record. */
export function uncheckedFormat<T>(): RecordFormat<T, T | undefined> {
  return { parse: text => parseJson(text) as T | undefined, format: value => JSON.stringify(value) }
}

/**
 * The decision of a transition. `ttl` is in milliseconds; without it the record does not expire. `open` says whether
 * the record is open work. If the record of `requires` has another version, nothing is written, and the result is
 * `otherwise` (with `also`, the transition runs again instead). `also` is the new text of each record in the update's
 * `also`. By default, these records stay as they are. If the answer to a removal was lost, the transition runs again
 * and gets no record.
 */
export type Decision<T, R> =
  | {
      readonly write: T
      readonly ttl?: number | undefined
      readonly open?: boolean | undefined
      readonly requires?: { readonly record: RequiredRecord; readonly otherwise: R } | undefined
      readonly also?: readonly string[] | undefined
      readonly result: R
    }
  | { readonly remove: true; readonly result: R }
  | { readonly keep: true; readonly result: R }

/** Decides what to write. A transition is pure, because it may run several times. If it throws, nothing changes. */
export type Transition<T, R> = (current: T | undefined, now: number) => Decision<T, R>

interface UpdatedRecord<T, R> {
  readonly key: string
  readonly format: LoadingFormat<T>
  /** Decides what to write. It gets the texts of the records in `also`, too. */
  transition(current: T | undefined, now: number, also: readonly (string | undefined)[]): Decision<T, R>
  /** The keys of other records that the same step may write. Their values are texts, and they have no lifetime. */
  readonly also?: readonly string[] | undefined
}

export interface UpdateOptions {
  /** The milliseconds after which the loop gives up. It gives up earlier if `timeLeft` is less. */
  readonly deadline?: number | undefined
  /** The time in milliseconds, from a clock that never goes back. */
  readonly clock?: () => number
  readonly sleep?: (milliseconds: number) => Promise<void>
  /** Returns a number in [0, 1). */
  readonly random?: () => number
  readonly newVersion?: () => string
  /** Whether a failover must not undo the write, because a caller or an irreversible call relies on it. */
  readonly durable?: boolean
}

const DEADLINE = 10_000
const FIRST_WAIT = 20
const LONGEST_WAIT = 200

/**
 * Runs a compare-and-swap loop around a pure `transition` until its decision is stored, and returns the decision's
 * result. In the store of a request, the first attempt begins with the records that the request has read before. A
 * decision to write nothing is then made again, from a fresh read.
 * @throws AppError `store_busy` if others kept writing until the deadline; `store_unavailable` if the store did not
 * answer until then, or a person has to mend it. After `store_unavailable` it is unknown whether the last swap was
 * stored, so a transition that must not be repeated writes an operation id of its own.
 */
export async function update<T, R>(
  store: Store,
  { key, format, transition, also = [] }: UpdatedRecord<T, R>,
  options: UpdateOptions = {},
): Promise<R> {
  const retries = createRetries(key, options)
  const newVersion = options.newVersion ?? randomUUID
  const keys = [key, ...also]
  const decide = async ({ records, now }: ReadManyAnswer) => {
    const [text, ...others] = records.map(record => record?.value)
    const current = text === undefined ? undefined : await format.parse(text)
    return { decision: transition(current, now, others), records }
  }
  for (;;) {
    const { decision, records } =
      (await decideBefore()) ?? (await decide(await retries.call(() => readFresh(store, keys))))
    if ('keep' in decision) return decision.result
    const ended = await ('remove' in decision ? remove(decision, records[0]) : write(decision, records))
    if (ended) return ended.result
    await retries.wait()
  }

  /** Decides from remembered records. Undefined if one is not remembered, or if no swap would check the decision. */
  async function decideBefore() {
    const known = store.recall?.(keys)
    const decided = known && (await decide(known).catch(() => undefined))
    return decided && 'write' in decided.decision ? decided : undefined
  }

  /** Writes the decision. Undefined if another caller has changed a record first. */
  async function write(
    decision: Extract<Decision<T, R>, { write: T }>,
    [record, ...others]: ReadManyAnswer['records'],
  ): Promise<{ readonly result: R } | undefined> {
    const { requires } = decision
    const next = {
      value: format.format(decision.write),
      version: newVersion(),
      ttl: decision.ttl,
      ...(decision.open && { open: true }),
      ...(options.durable && { durable: true }),
      ...(requires && { requires: requires.record }),
      also: decision.also?.map((value, at) => ({
        key: also[at] ?? '',
        expected: others[at]?.version,
        value,
      })),
    }
    const answer = await retries.call(() => store.swap(key, record?.version, next))
    if (answer.done) return { result: decision.result }
    const isUnmet = requires && !decision.also && answer.record?.version === record?.version
    return isUnmet ? { result: requires.otherwise } : undefined
  }

  async function remove(
    { result }: Extract<Decision<T, R>, { remove: true }>,
    record: StoredRecord | undefined,
  ): Promise<{ readonly result: R } | undefined> {
    const isGone = !record || (await retries.call(() => store.remove(key, record.version))).done
    return isGone ? { result } : undefined
  }
}

async function readFresh(store: Store, keys: readonly string[]): Promise<ReadManyAnswer> {
  if (keys.length > 1) return store.readMany(keys)
  const { record, now } = await store.read(keys[0] ?? '')
  return { records: [record], now }
}

/**
 * Writes a record in one call. Returns false if there is one already, or if the required record has another version.
 * @throws AppError `store_unavailable` if the store did not answer until the deadline: the record may be written or not
 */
export async function insert(
  store: Store,
  { key, ...next }: NewRecord,
  options: UpdateOptions = {},
): Promise<boolean> {
  const version = (options.newVersion ?? randomUUID)()
  const durable = options.durable && { durable: true }
  const swap = () => store.swap(key, undefined, { ...next, version, ...durable })
  return (await createRetries(key, options).call(swap)).done
}

interface NewRecord extends Pick<SwapNext, 'value' | 'ttl' | 'requires'> {
  readonly key: string
}

/** Waits with full jitter. The first attempt is made even if no time is left. */
function createRetries(key: string, options: UpdateOptions) {
  const { clock = () => performance.now(), random = Math.random, sleep = delay } = options
  const end = clock() + Math.min(options.deadline ?? DEADLINE, timeLeft())
  let ceiling = FIRST_WAIT
  const backOff = async () => {
    const milliseconds = random() * ceiling
    ceiling = Math.min(ceiling * 2, LONGEST_WAIT)
    await sleep(milliseconds)
  }
  return {
    async wait(): Promise<void> {
      if (clock() >= end) throw busy(key)
      await backOff()
    },
    /** Repeats a call. A repeated swap has the same version, so it is stored at most once. */
    async call<A>(work: () => Promise<A>): Promise<A> {
      for (;;) {
        try {
          return await work()
        } catch (error) {
          const lasts = error instanceof LastingFault || !hasCode(error, 'store_unavailable')
          if (lasts || clock() >= end) throw error
          await backOff()
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
