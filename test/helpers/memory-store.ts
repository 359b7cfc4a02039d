/**
 * A store in memory for tests: it implements the whole interface, with the test's own clock, and fails on demand. Like
 * the real adapters, it remembers the versions that were written to a key for 60 seconds, even if the record expires or
 * is removed.
 */
import { readFileSync } from 'node:fs'
import { AppError } from '../../lib/core/errors.ts'
import {
  checkExpected,
  checkKey,
  checkKeys,
  checkNext,
  checkPage,
  lifetimeOf,
  pageOf,
} from '../../lib/core/store/record-checks.ts'
import { REMEMBERED, type Store, type StoredRecord, type SwapNext } from '../../lib/core/store/store.ts'

interface Entry extends StoredRecord {
  /** Milliseconds since the epoch; undefined if the record does not expire. */
  readonly ends: number | undefined
  readonly open: boolean
}

/** `before`: the call has no effect and fails. `after`: the call has its effect, and its answer is lost. */
export interface Failure {
  readonly error: unknown
  readonly when: 'before' | 'after'
}

export interface MemoryStore extends Store {
  /** If a test sets this member, every call fails until the test unsets it. */
  failure: Failure | undefined
  /** The keys whose last write was durable, so that no failover can undo it. */
  readonly durable: string[]
  /** When each version was written, by key. */
  readonly written: ReadonlyMap<string, unknown>
  /** The number of calls of each method. */
  readonly calls: Record<'read' | 'readMany' | 'swap' | 'remove' | 'keys', number>
}

/** The failure of a store that cannot be reached. */
export const OUTAGE: Failure = {
  error: new AppError('store_unavailable', 'Cannot reach the store: it is switched off by the test'),
  when: 'before',
}

/** Creates a store; `now` returns its time in milliseconds since the epoch. */
export function createMemoryStore({ now = Date.now }: { now?: () => number } = {}): MemoryStore {
  const entries = new Map<string, Entry>()
  const written = new Map<string, Map<string, number>>()

  function living(key: string): Entry | undefined {
    const entry = entries.get(key)
    return entry?.ends === undefined || entry.ends > now() ? entry : undefined
  }

  function wrote(key: string, version: string): boolean {
    const at = written.get(key)?.get(version)
    return at !== undefined && now() - at <= REMEMBERED
  }

  function write(key: string, next: SwapNext): void {
    const lifetime = lifetimeOf(next)
    const ends = lifetime === undefined ? undefined : now() + lifetime
    entries.set(key, { value: next.value, version: next.version, ends, open: next.open === true })
    written.set(key, (written.get(key) ?? new Map()).set(next.version, now()))
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
    durable: [],
    written,
    calls: { read: 0, readMany: 0, swap: 0, remove: 0, keys: 0 },
    read: key =>
      answer('read', () => {
        checkKey(key)
        return { record: recordOf(living(key)), now: now() }
      }),
    readMany: keys =>
      answer('readMany', () => {
        checkKeys(keys)
        return { records: keys.map(key => recordOf(living(key))), now: now() }
      }),
    swap: (key, expected, next) =>
      answer('swap', () => {
        checkKey(key)
        checkExpected(key, expected)
        checkNext(key, next)
        const repeated = wrote(key, next.version)
        const { requires, also = [], version } = next
        const isMet =
          (!requires || living(requires.key)?.version === requires.version) &&
          also.every(other => living(other.key)?.version === other.expected)
        const done = repeated || (living(key)?.version === expected && isMet)
        if (done && !repeated) {
          for (const other of also) write(other.key, { value: other.value, version })
          write(key, next)
        }
        if (next.durable) store.durable.push(key, ...also.map(other => other.key))
        const confirmed = done && next.durable ? { confirmed: true } : {}
        return { done, record: recordOf(living(key)), now: now(), ...confirmed }
      }),
    remove: (key, expected) =>
      answer('remove', () => {
        checkKey(key)
        checkExpected(key, expected)
        const done = living(key)?.version === expected
        if (done) entries.delete(key)
        return { done, now: now() }
      }),
    keys: (prefix, page = {}) =>
      answer('keys', () => {
        const { after, limit, open } = checkPage(prefix, page)
        const isListed = (key: string) => key.startsWith(prefix) && (open ? living(key)?.open : living(key))
        const found = [...entries.keys()].filter(isListed).sort(byBytes)
        const start = after === undefined ? 0 : found.findIndex(key => byBytes(key, after) > 0)
        return { ...pageOf(start < 0 ? [] : found.slice(start), limit), now: now() }
      }),
    close: async () => entries.clear(),
  }
  return store
}

function recordOf(entry: Entry | undefined): StoredRecord | undefined {
  return entry && { value: entry.value, version: entry.version }
}

/** Orders keys by their bytes, as every adapter does. */
export function byBytes(one: string, other: string): number {
  return Buffer.compare(Buffer.from(one), Buffer.from(other))
}

/** The table "Every key" of `lib/core/store/README.md`. */
const README = new URL('../../lib/core/store/README.md', import.meta.url)

const [, TABLE = ''] = readFileSync(README, 'utf8').split('\n## Every key\n')
const ROWS = [...TABLE.matchAll(/^\| (`[^|]*`) \|/gm)]
  .flatMap(([, keys = '']) => keys.replaceAll('`', '').split(', '))
  .map(key => new RegExp(`^${key.replace(/<[^>]*>/g, '.+')}$`))

/** Returns the keys of records that have no row in the table. */
export function unlistedKeys(keys: Iterable<string>): string[] {
  return [...keys].filter(key => !ROWS.some(row => row.test(key)))
}
