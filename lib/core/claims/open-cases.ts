/**
 * The cases of one kind that may be open, so that nobody has to read the closed ones to find them: a few records,
 * `open/<kind>/<shard>`, each with the names of its cases and when they were marked. A case is marked before its claim is
 * written, so that no open case lacks its mark, not even after a failover of the store.
 *
 * A listing drops the mark of a case that is closed, once it is an hour old. However long a process sleeps between its mark and
 * its claim, it does not open a case without a mark: a claim is written only while its mark is fresh (`marked-update.ts`), and
 * the listing gives the closed claim a new version first (`mark-dropper.ts`).
 */
import { createHash } from 'node:crypto'
import { mapConcurrently } from '../concurrency.ts'
import type { Store } from '../store/store.ts'
import { type RecordFormat, type UpdateOptions, update } from '../store/update.ts'

/** How many records there are: few to read, and enough that acts at the same time seldom change the same one. */
export const SHARDS = 8

/** Milliseconds after which the mark of a closed case is dropped. */
const STALE = 3_600_000
/** Milliseconds for which a claim may be written after its mark. */
const FRESH = STALE / 2

/** Whether a claim may still be written under a mark: nobody drops it for half an hour. Both are the store's time. */
export function isFresh(markedAt: number, now: number): boolean {
  return now - markedAt < FRESH
}

/** The key of a claim -> when it was marked, in milliseconds since the epoch, the store's time. */
type Marks = Readonly<Record<string, number>>

/** A case that was marked. */
export interface Mark {
  readonly key: string
  readonly at: number
  /** Whether it may be dropped if its case is closed. */
  readonly stale: boolean
}

/** Every method rejects with AppError `store_unavailable` or `store_busy`. */
export interface OpenCases {
  /** Marks a case unless its mark is fresh; gives when it was marked, milliseconds since the epoch, the store's time. */
  mark(key: string): Promise<number>
  list(): Promise<Mark[]>
  /** Drops marks that nobody has renewed since they were listed. */
  drop(marks: readonly Mark[]): Promise<void>
}

const format: RecordFormat<Marks> = {
  parse: text => JSON.parse(text) as Marks,
  format: marks => JSON.stringify(marks),
}

export function createOpenCases(
  { store, kind }: { store: Store; kind: string },
  options: UpdateOptions = {},
): OpenCases {
  const prefix = `open/${kind}/`
  const shards = Array.from({ length: SHARDS }, (_, shard) => `${prefix}${shard}`)
  return {
    mark: key =>
      update<Marks, number>(
        store,
        {
          key: `${prefix}${shardOf(key)}`,
          format,
          transition(marks = {}, now) {
            const at = marks[key]
            if (at !== undefined && isFresh(at, now)) return { keep: true, result: at }
            return { write: { ...marks, [key]: now }, result: now }
          },
        },
        { ...options, durable: true },
      ),
    async list() {
      const { records, now } = await store.readMany(shards)
      return records.flatMap(record =>
        Object.entries(record ? format.parse(record.value) : {}).map(([key, at]) => ({
          key,
          at,
          stale: now - at >= STALE,
        })),
      )
    },
    async drop(marks) {
      const sorted = Map.groupBy(marks, ({ key }) => `${prefix}${shardOf(key)}`)
      await mapConcurrently([...sorted], ([key, dropped]) =>
        update<Marks, void>(
          store,
          {
            key,
            format,
            transition: (current = {}) => {
              const isDropped = (name: string, at: number) =>
                dropped.some(mark => mark.key === name && mark.at === at)
              const kept = Object.entries(current).filter(([name, at]) => !isDropped(name, at))
              if (kept.length === Object.keys(current).length) return { keep: true, result: undefined }
              return { write: Object.fromEntries(kept), result: undefined }
            },
          },
          options,
        ),
      )
    },
  }
}

function shardOf(key: string): number {
  return (createHash('sha256').update(key).digest()[0] ?? 0) % SHARDS
}
