/** The store of a simulation: records in memory. Each call is a point; the call itself takes no time. */
import { AppError } from '../../lib/core/errors.ts'
import { REMEMBERED, type Store, type StoredRecord, type SwapNext } from '../../lib/core/store/store.ts'
import type { Fault } from './moves.ts'
import type { Failover, Simulation } from './simulation.ts'

const WRITING: readonly Fault[] = ['lost', 'unanswered', 'dies', 'sleeps', 'given up']
const READING: readonly Fault[] = ['lost', 'dies', 'sleeps']

export interface SimulatedStore {
  /** Returns the store for one actor. */
  of(actor: string): Store
  /** Returns all records. */
  records(): ReadonlyMap<string, string>
  /** Whether the record at a key is in the index of open records. */
  isOpen(key: string): boolean
  /** Adds a record that exists before the story begins. */
  put(key: string, value: string, options?: { open: boolean }): void
  /** Removes a record, as the restore of an older backup does. */
  lose(key: string): void
}

interface Entry extends StoredRecord {
  /** Milliseconds since the epoch; undefined if the record stays. */
  readonly ends: number | undefined
  readonly open: boolean
}

export function createSimulatedStore(simulation: Simulation): SimulatedStore {
  const entries = new Map<string, Entry>()
  const failsOver = simulation.options.bounds.kinds?.includes('failover') === true
  const memory = createMemory(entries, { simulation, failsOver })
  const stateOf = (records: Iterable<[string, Entry]>) =>
    JSON.stringify([...records].map(([key, { value, ends, open }]) => [key, value, ends, open]))
  simulation.worldState.push(() => stateOf(entries))
  if (failsOver) {
    simulation.worldState.push(() => memory.left().map(stateOf).join())
    simulation.failovers = memory.failovers
  }
  return {
    records: () => new Map([...entries].map(([key, { value }]) => [key, value])),
    isOpen: key => entries.get(key)?.open === true,
    put: (key, value, { open = false } = { open: false }) =>
      void memory.swap(key, undefined, { value, version: `before ${key}`, durable: true, open }),
    lose(key) {
      entries.delete(key)
      simulation.changes += 1
    },
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
    swap: (key, expected, next) =>
      simulation.point({
        ...write,
        label: `swap ${nameOf(key)}`,
        detail: () => `${memory.fits(key, expected)}${next.value}`,
        run: () => memory.swap(key, expected, next),
      }),
    remove: (key, expected) =>
      simulation.point({
        ...write,
        label: `remove ${nameOf(key)}`,
        detail: () => String(memory.fits(key, expected)),
        run: () => memory.remove(key, expected),
      }),
    keys: (prefix, page) => reading(`list ${nameOf(prefix)}`, () => memory.keys(prefix, page?.open)),
    close: async () => undefined,
  }
}

function failure(fault: Fault): AppError {
  const code = fault === 'given up' ? 'store_busy' : 'store_unavailable'
  return new AppError(code, 'Cannot reach the store: it failed in the simulation')
}

function nameOf(key: string): string {
  return decodeURIComponent(key)
}

type Memory = ReturnType<typeof createMemory>

/** All records and remembered versions at one moment. */
interface Snapshot {
  readonly entries: ReadonlyMap<string, Entry>
  readonly written: ReadonlyMap<string, number>
}

interface MemoryOptions {
  readonly simulation: Simulation
  /** Whether a failover may lose writes. */
  readonly failsOver: boolean
}

function createMemory(entries: Map<string, Entry>, { simulation, failsOver }: MemoryOptions) {
  const written = new Map<string, number>()
  /**
   * A snapshot before each write since the latest durable write. A failover may lose the last of these writes, or all.
   */
  let unreplicated: Snapshot[] = []
  const keepSnapshot = () => {
    if (failsOver) unreplicated.push({ entries: new Map(entries), written: new Map(written) })
  }
  const restore = (before: Snapshot, left: Snapshot[]) => {
    replaceAll(entries, before.entries)
    replaceAll(written, before.written)
    unreplicated = left
    simulation.changes += 1
  }
  const living = (key: string): StoredRecord | undefined => {
    const entry = entries.get(key)
    const lives = entry && (entry.ends === undefined || entry.ends > simulation.now)
    return lives ? { value: entry.value, version: entry.version } : undefined
  }
  const wrote = (version: string) => simulation.now - (written.get(version) ?? -Infinity) <= REMEMBERED
  const write = (key: string, { value, version, ttl, open = false }: SwapNext) => {
    entries.set(key, { value, version, ends: ttl === undefined ? undefined : simulation.now + ttl, open })
    written.set(version, simulation.now)
    simulation.changes += 1
  }
  return {
    /** The records that each possible failover would leave, to distinguish two states. */
    left: () => unreplicated.map(before => before.entries),
    failovers(): Failover[] {
      const [first, ...others] = unreplicated
      const last = others.at(-1)
      return [
        ...(first ? [{ name: 'fails over', happen: () => restore(first, []) }] : []),
        ...(last
          ? [
              {
                name: 'fails over, only the last write is lost',
                happen: () => restore(last, unreplicated.slice(0, -1)),
              },
            ]
          : []),
      ]
    },
    fits: (key: string, expected: string | undefined) => living(key)?.version === expected,
    read: (key: string) => ({ record: living(key), now: simulation.now }),
    readMany: (keys: readonly string[]) => ({ records: keys.map(living), now: simulation.now }),
    swap(key: string, expected: string | undefined, next: SwapNext) {
      const { requires, also = [], version } = next
      const isMet =
        (!requires || living(requires.key)?.version === requires.version) &&
        also.every(other => living(other.key)?.version === other.expected)
      const fits = living(key)?.version === expected && isMet
      const done = fits || wrote(version)
      if (fits && !wrote(version)) {
        keepSnapshot()
        for (const other of also) write(other.key, { value: other.value, version })
        write(key, next)
      }
      if (done && next.durable) unreplicated = []
      return { done, record: living(key), now: simulation.now }
    },
    remove(key: string, expected: string) {
      const done = living(key)?.version === expected
      if (done) keepSnapshot()
      if (done) entries.delete(key)
      if (done) simulation.changes += 1
      return { done, now: simulation.now }
    },
    keys(prefix: string, open = false) {
      const isListed = ([key, entry]: [string, Entry]) => key.startsWith(prefix) && (!open || entry.open)
      const keys = [...entries]
        .filter(isListed)
        .map(([key]) => key)
        .sort()
      return { keys, next: undefined, now: simulation.now }
    },
  }
}

function replaceAll<T>(map: Map<string, T>, by: ReadonlyMap<string, T>): void {
  map.clear()
  for (const [key, value] of by) map.set(key, value)
}
