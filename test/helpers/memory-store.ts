/**
 * A store in memory for tests: the whole port, with a clock of the test's own and failures on demand. A record keeps
 * the versions of its last 60 seconds, as the real ones do.
 */
import { AppError } from '../../lib/errors.ts'
import type { Store, StoredRecord, SwapNext } from '../../lib/store/store.ts'

interface Entry extends StoredRecord {
  /** Milliseconds since the epoch; undefined where the record stays. */
  readonly ends: number | undefined
  /** The swaps that wrote this record lately. */
  readonly history: readonly { readonly version: string; readonly at: number }[]
}

/** `before`: the call does nothing and fails. `after`: the call is carried out and its answer is lost. */
export interface Failure {
  readonly error: unknown
  readonly when: 'before' | 'after'
}

export interface MemoryStore extends Store {
  /** Set it and every call fails, until it is undefined again. */
  failure: Failure | undefined
  /** How often each method was called. */
  readonly calls: Record<'read' | 'swap' | 'remove' | 'list', number>
}

const HISTORY = 60_000

/** The failure of a store that cannot be reached. */
export const OUTAGE: Failure = {
  error: new AppError('store_unavailable', 'Cannot reach the store: it is switched off by the test'),
  when: 'before',
}

/** `now` is the store's time, milliseconds since the epoch. */
export function createMemoryStore({ now = Date.now }: { now?: () => number } = {}): MemoryStore {
  const entries = new Map<string, Entry>()

  function living(key: string): Entry | undefined {
    const entry = entries.get(key)
    if (entry?.ends === undefined || entry.ends > now()) return entry
    entries.delete(key)
    return undefined
  }

  function write(key: string, { value, version, ttl }: SwapNext): void {
    const recent = (living(key)?.history ?? []).filter(({ at }) => at > now() - HISTORY)
    const ends = ttl === undefined ? undefined : now() + ttl
    entries.set(key, { value, version, ends, history: [...recent, { version, at: now() }] })
  }

  async function answer<A>(method: keyof MemoryStore['calls'], work: () => A): Promise<A> {
    store.calls[method] += 1
    const { failure } = store
    if (failure?.when === 'before') throw failure.error
    const result = work()
    if (failure?.when === 'after') throw failure.error
    return result
  }

  const store: MemoryStore = {
    failure: undefined,
    calls: { read: 0, swap: 0, remove: 0, list: 0 },
    read: key => answer('read', () => ({ record: recordOf(living(key)), now: now() })),
    swap: (key, expected, next) =>
      answer('swap', () => {
        const current = living(key)
        const repeated = current?.history.some(
          ({ version, at }) => version === next.version && at > now() - HISTORY,
        )
        const done = repeated || current?.version === expected
        if (done && !repeated) write(key, next)
        return { done, record: recordOf(living(key)), now: now() }
      }),
    remove: (key, expected) =>
      answer('remove', () => {
        const done = living(key)?.version === expected
        if (done) entries.delete(key)
        return { done, now: now() }
      }),
    list: prefix =>
      answer('list', () => {
        const keys = [...entries.keys()].filter(key => key.startsWith(prefix)).sort()
        const records = keys.flatMap(key => {
          const record = recordOf(living(key))
          return record ? [{ key, ...record }] : []
        })
        return { records, now: now() }
      }),
    close: async () => entries.clear(),
  }
  return store
}

function recordOf(entry: Entry | undefined): StoredRecord | undefined {
  return entry && { value: entry.value, version: entry.version }
}
