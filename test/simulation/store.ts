/** The store of a simulation: records in memory. Each call is a point; the call itself takes no time. */
import { AppError } from '../../lib/core/errors.ts'
import { REMEMBERED, type Store, type StoredRecord, type SwapNext } from '../../lib/core/store/store.ts'
import type { Fault } from './moves.ts'
import { digest } from './places.ts'
import type { Failover, Simulation } from './simulation.ts'

const WRITING: readonly Fault[] = ['lost', 'unanswered', 'dies', 'sleeps', 'given up']
const READING: readonly Fault[] = ['lost', 'dies', 'sleeps']

export interface SimulatedStore {
  /** Returns the store for one actor. */
  of(actor: string): Store
  /** Returns the record at a key; undefined if there is none. */
  record(key: string): string | undefined
  /** Whether the record at a key is in the index of open records. */
  isOpen(key: string): boolean
  /** Adds a record that exists before the story begins. */
  put(key: string, value: string, options?: { open: boolean }): void
  /** Removes a record, as the restore of an older backup does. */
  lose(key: string): void
}

/** A record. Its version counts how often it was written. */
interface Entry extends StoredRecord {
  /** Milliseconds since the epoch; undefined if the record stays. */
  readonly ends: number | undefined
  readonly open: boolean
}

/** The content of the store at one moment. */
interface Content {
  readonly entries: ReadonlyMap<string, Entry>
  /** How often each record was written. */
  readonly writes: ReadonlyMap<string, number>
  /** When each swap was done, by the versions that their callers gave them. */
  readonly swaps: ReadonlyMap<string, number>
}

const DIGESTS = new WeakMap<Content, string>()

/**
 * The digest leaves out swaps: only an `unheard` call is repeated, and its actor's state already contains that call.
 */
function digestOf(content: Content): string {
  const { entries, writes } = content
  const known = DIGESTS.get(content) ?? digest(JSON.stringify([[...entries], [...writes]]))
  DIGESTS.set(content, known)
  return known
}

const EMPTY: Content = { entries: new Map(), writes: new Map(), swaps: new Map() }

export function createSimulatedStore(simulation: Simulation): SimulatedStore {
  const memory = createMemory(simulation)
  simulation.keeps(memory.keep)
  simulation.failovers = memory.failovers
  return {
    record: key => memory.entries().get(key)?.value,
    isOpen: key => memory.entries().get(key)?.open === true,
    put: (key, value, { open = false } = { open: false }) =>
      void memory.swap(key, undefined, { value, version: `before ${key}`, durable: true, open }),
    lose: key => memory.lose(key),
    of: actor => storeOf(actor, { simulation, memory }),
  }
}

/** Returns the store for one actor, whose calls are points. */
function storeOf(actor: string, { simulation, memory }: { simulation: Simulation; memory: Memory }): Store {
  const write = { actor, faults: WRITING, failure }
  const reading = <T>(label: string, read: () => T) =>
    simulation.point({ actor, label, faults: READING, failure, run: read })
  const seeing = <T>(label: string, read: () => T) =>
    reading(label, () => {
      simulation.sawStore(actor)
      return read()
    })
  return {
    read: key => seeing(`read ${nameOf(key)}`, () => memory.read(key)),
    readMany: keys => seeing(`read ${keys.map(nameOf).join(' ')}`, () => memory.readMany(keys)),
    swap: (key, expected, next) => {
      // two actors with the same past give their swaps the same names
      const named = { ...next, version: `${actor} ${simulation.atWork.nameOf(next.version)}` }
      return simulation.point({
        ...write,
        label: `swap ${nameOf(key)}`,
        isRepeatable: true,
        run: () => memory.swap(key, expected, named),
      })
    },
    remove: (key, expected) =>
      simulation.point({ ...write, label: `remove ${nameOf(key)}`, run: () => memory.remove(key, expected) }),
    keys: (prefix, page) => reading(`list ${nameOf(prefix)}`, () => memory.keys(prefix, page?.open)),
    close: async () => undefined,
  }
}

const [BUSY, UNAVAILABLE] = (['store_busy', 'store_unavailable'] as const).map(
  code => new AppError(code, 'Cannot reach the store: it failed in the simulation'),
)

function failure(fault: Fault): AppError | undefined {
  return fault === 'given up' ? BUSY : UNAVAILABLE
}

function nameOf(key: string): string {
  return decodeURIComponent(key)
}

type Memory = ReturnType<typeof createMemory>

function createMemory(simulation: Simulation) {
  const failsOver = simulation.options.bounds.kinds?.includes('failover') === true
  let content = EMPTY
  /** The content before each write since the latest durable write. A failover may lose the last of these, or all. */
  let unreplicated: readonly Content[] = []
  const change = (after: Content, left = failsOver ? [...unreplicated, content] : unreplicated) => {
    content = after
    unreplicated = left
    simulation.changes += 1
  }
  const without = (key: string) => {
    const entries = new Map(content.entries)
    entries.delete(key)
    change({ ...content, entries })
  }
  const living = (key: string): StoredRecord | undefined => {
    const entry = content.entries.get(key)
    const lives = entry && (entry.ends === undefined || entry.ends > simulation.now)
    return lives ? { value: entry.value, version: entry.version } : undefined
  }
  const wrote = (version: string) =>
    simulation.now - (content.swaps.get(version) ?? Number.NEGATIVE_INFINITY) <= REMEMBERED
  return {
    keep() {
      const [present, left] = [content, unreplicated]
      const restore = () => {
        content = present
        unreplicated = left
      }
      return { text: [present, ...left].map(digestOf).join(), restore }
    },
    entries: () => content.entries,
    failovers(): Failover[] {
      const [first, ...others] = unreplicated
      const last = others.at(-1)
      const all = first && { name: 'fails over', happen: () => change(first, []) }
      const one = last && {
        name: 'fails over, only the last write is lost',
        happen: () => change(last, unreplicated.slice(0, -1)),
      }
      return [all, one].filter(failover => failover !== undefined)
    },
    read: (key: string) => ({ record: living(key), now: simulation.now }),
    readMany: (keys: readonly string[]) => ({ records: keys.map(living), now: simulation.now }),
    swap(key: string, expected: string | undefined, next: SwapNext) {
      const { requires, also = [], version } = next
      const isMet =
        (!requires || living(requires.key)?.version === requires.version) &&
        also.every(other => living(other.key)?.version === other.expected)
      const fits = living(key)?.version === expected && isMet
      const done = fits || wrote(version)
      if (fits && !wrote(version)) change(written([{ key, ...next }, ...also], version))
      if (done && next.durable) unreplicated = []
      return { done, record: living(key), now: simulation.now }
    },
    remove(key: string, expected: string) {
      const done = living(key)?.version === expected
      if (done) without(key)
      return { done, now: simulation.now }
    },
    lose: without,
    keys(prefix: string, open = false) {
      const isListed = ([key, entry]: [string, Entry]) => key.startsWith(prefix) && (!open || entry.open)
      const keys = [...content.entries]
        .filter(isListed)
        .map(([key]) => key)
        .sort()
      return { keys, next: undefined, now: simulation.now }
    },
  }

  /** Returns the content after a swap that writes these records. */
  function written(
    records: readonly { key: string; value: string; ttl?: number | undefined; open?: boolean | undefined }[],
    swap: string,
  ): Content {
    const [entries, writes] = [new Map(content.entries), new Map(content.writes)]
    for (const { key, value, ttl, open = false } of records) {
      const count = (writes.get(key) ?? 0) + 1
      writes.set(key, count)
      const ends = ttl === undefined ? undefined : simulation.now + ttl
      entries.set(key, { value, version: `${count}`, ends, open })
    }
    return { entries, writes, swaps: new Map([...content.swaps, [swap, simulation.now]]) }
  }
}
