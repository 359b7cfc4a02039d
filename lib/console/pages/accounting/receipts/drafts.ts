/**
 * Rows of receipts that wait to be filled in and registered. The name of a row comes from the content of its file, or
 * from the case of a table's row. So a file that is sent twice has one row, and its deal has one case: nothing is
 * registered twice, however often a form is sent.
 */
import { createHash } from 'node:crypto'
import { listAll } from '../../../../core/store/list.ts'
import type { Store } from '../../../../core/store/store.ts'
import { jsonFormat, update } from '../../../../core/store/update.ts'
import type { Draft } from './stored-records.ts'

const PREFIX = 'console/draft/'

/** Milliseconds from the sending of a row until it is deleted: 30 days. */
export const KEPT = 30 * 86_400_000

const format = jsonFormat({
  parse: async stored => (await import('./stored-records.ts')).draftSchema.parse(stored),
})

/** A row and its name. */
export interface NamedDraft extends Draft {
  readonly name: string
}

/** Returns the name of a row; `of` is the digest of its file, or the case of a table's row. */
export function draftName(of: string): string {
  return createHash('sha256').update(of).digest('hex').slice(0, 24)
}

/**
 * Adds a row unless it exists; returns whether it is new.
 * @throws AppError `store_unavailable`
 */
export function addDraft(name: string, draft: Omit<Draft, 'at'>, store: Store): Promise<boolean> {
  return update<Draft, boolean>(store, {
    key: PREFIX + name,
    format,
    transition: (current, now) =>
      current
        ? { keep: true, result: false }
        : { write: { ...draft, at: new Date(now).toISOString() }, ttl: KEPT, result: true },
  })
}

/**
 * Changes a row, and returns the row as it is now. A deleted row is not written again, and a registered row keeps its
 * cells.
 * @throws AppError `store_unavailable`
 */
export function changeDraft(
  name: string,
  change: Partial<Pick<Draft, 'lines' | 'outcome'>>,
  store: Store,
): Promise<NamedDraft | undefined> {
  return update<Draft, NamedDraft | undefined>(store, {
    key: PREFIX + name,
    format,
    transition: (current, now) => {
      if (!current) return { keep: true, result: undefined }
      if (isRegistered(current) && !change.outcome) return { keep: true, result: { name, ...current } }
      const write = { ...current, ...change }
      const ttl = Math.max(1, Date.parse(current.at) + KEPT - now)
      return { write, ttl, result: { name, ...write } }
    },
  })
}

/** Removes a row. @throws AppError `store_unavailable` */
export function removeDraft(name: string, store: Store): Promise<void> {
  return update<Draft, void>(store, {
    key: PREFIX + name,
    format,
    transition: current =>
      current ? { remove: true, result: undefined } : { keep: true, result: undefined },
  })
}

/**
 * Returns the row; undefined if there is none.
 * @throws AppError `store_unavailable`
 */
export async function readDraft(name: string, store: Store): Promise<NamedDraft | undefined> {
  const { record } = await store.read(PREFIX + name)
  return record && { name, ...(await format.parse(record.value)) }
}

/** Returns all rows, the newest first. @throws AppError `store_unavailable` */
export async function listDrafts(store: Store): Promise<NamedDraft[]> {
  const { records } = await listAll(store, PREFIX)
  const drafts = await Promise.all(
    records.map(async ({ key, value }) => ({
      name: key.slice(PREFIX.length),
      ...(await format.parse(value)),
    })),
  )
  return drafts.toSorted((one, other) => (one.at < other.at ? 1 : -1))
}

/** Whether the deal of a row is in the books, or waits for a person's approval. */
export function isRegistered({ outcome }: Draft): boolean {
  return outcome?.state === 'done' || outcome?.state === 'review'
}
