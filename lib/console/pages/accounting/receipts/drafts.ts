/**
 * The name of a row comes from its file, the case of a table's row, or the record it was made from. So a file that is
 * sent twice has one row, its deal has one case, and nothing is registered twice. A row ends 30 days after its deal is
 * in the books, or a year after its deal began to wait for an approval. Any other row stays until a person removes it.
 */
import { asInWindows31j } from '../../../../core/language/windows-31j.ts'
import type { Store } from '../../../../core/store/store.ts'
import { update } from '../../../../core/store/update.ts'
import { digestOf } from '../../../cookies.ts'
import {
  draftFormat as format,
  DRAFT_PREFIX as PREFIX,
  readDrafts,
  type StoredDraft,
} from '../../../drafts/drafts.ts'
import type { Draft } from '../../../drafts/stored-records.ts'
import { endFile, removeFile } from './files.ts'

export type NamedDraft = StoredDraft

const DAY = 86_400_000

/** The name of a draft made from `of`: the digest of a file, the case of a table's row, or the name of a record. */
export function draftName(of: string): string {
  return digestOf(of).slice(0, 24)
}

/** Adds a row unless it exists; returns whether it is new. @throws AppError `store_unavailable` */
export function addDraft(name: string, draft: Omit<Draft, 'at'>, store: Store): Promise<boolean> {
  return update<Draft, boolean>(store, {
    key: PREFIX + name,
    format,
    transition: (current, now) =>
      current
        ? { keep: true, result: false }
        : { write: { ...draft, at: new Date(now).toISOString() }, open: true, result: true },
  })
}

/** `same` means that kura has the same row already, `kept` that kura's own row may not change any more. */
export type TakenRow = 'stored' | 'same' | 'kept'

export type TableRow = Omit<Draft, 'at' | 'sent'>

/**
 * Stores a row of a table. A corrected row replaces the stored cells, unless the deal waits, is being registered, or is
 * in the books.
 * @throws AppError `store_unavailable`
 */
export function takeTableRow(name: string, draft: TableRow, store: Store): Promise<TakenRow> {
  const { lines: sent } = draft
  return update<Draft, TakenRow>(store, {
    key: PREFIX + name,
    format,
    transition(current, now) {
      const at = new Date(now).toISOString()
      if (!current) return { write: { ...draft, sent, at }, open: true, result: 'stored' }
      if (saved(current.sent ?? current.lines) === saved(sent)) return { keep: true, result: 'same' }
      if (!isChangeable(current)) return { keep: true, result: 'kept' }
      return { write: { ...current, lines: sent, sent, by: draft.by }, open: true, result: 'stored' }
    },
  })
}

/** A text of the lines for comparison. Saving their table in Windows-31J does not change this text. */
function saved(lines: Draft['lines']): string {
  return asInWindows31j(JSON.stringify(lines))
}

function isChangeable({ outcome }: Pick<Draft, 'outcome'>): boolean {
  return outcome === undefined || outcome.state === 'refused' || outcome.state === 'failed'
}

/**
 * Changes a row, and returns it. A deleted row is not written again, and a registered row keeps its cells.
 * @throws AppError `store_unavailable`
 */
export async function changeDraft(
  name: string,
  change: Partial<Omit<Draft, 'case' | 'sent' | 'file' | 'box' | 'by' | 'at'>>,
  store: Store,
): Promise<NamedDraft | undefined> {
  if (change.outcome) await changeLife(await readDraft(name, store), keptFor(change), store)
  return update<Draft, NamedDraft | undefined>(store, {
    key: PREFIX + name,
    format,
    transition: current => {
      if (!current) return { keep: true, result: undefined }
      if (isRegistered(current) && !change.outcome) return { keep: true, result: { name, ...current } }
      const write = { ...current, ...change }
      return { write, ttl: keptFor(write), open: !isRegistered(write), result: { name, ...write } }
    },
  })
}

/** Changes the lifetime of the row's file, which lives a day longer than the row. */
async function changeLife(
  draft: NamedDraft | undefined,
  kept: number | undefined,
  store: Store,
): Promise<void> {
  if (!draft?.file || keptFor(draft) === kept) return
  await endFile(draft.file, kept === undefined ? undefined : kept + DAY, store)
}

/** The row's lifetime in milliseconds; undefined means no end. A deal that waits needs the picture for its approval. */
function keptFor({ outcome }: Pick<Draft, 'outcome'>): number | undefined {
  if (outcome?.state === 'done') return 30 * DAY
  return outcome?.state === 'review' ? 366 * DAY : undefined
}

/** Removes a row and its file. @throws AppError `store_unavailable` */
export async function removeDraft(name: string, store: Store): Promise<void> {
  const draft = await readDraft(name, store)
  // the file is removed before the row, because a file without a row would stay for ever
  if (draft?.file) await removeFile(draft.file, store)
  return update<Draft, void>(store, {
    key: PREFIX + name,
    format,
    transition: current =>
      current ? { remove: true, result: undefined } : { keep: true, result: undefined },
  })
}

/** @throws AppError `store_unavailable` */
export async function readDraft(name: string, store: Store): Promise<NamedDraft | undefined> {
  const { record } = await store.read(PREFIX + name)
  return record && { name, ...(await format.parse(record.value)) }
}

/** All rows, the newest first. @throws AppError `store_unavailable` */
export async function listDrafts(store: Store): Promise<NamedDraft[]> {
  return (await readDrafts(store)).toSorted((one, other) => (one.at < other.at ? 1 : -1))
}

/** Rows that were sent within this many milliseconds count as sent together. */
const TOGETHER = 3_600_000

/** The waiting rows that the same person sent together with this row, the oldest first. */
export function waitingBeside(draft: NamedDraft, drafts: readonly NamedDraft[]): NamedDraft[] {
  const isTogether = ({ at }: NamedDraft) => Math.abs(Date.parse(at) - Date.parse(draft.at)) < TOGETHER
  return drafts
    .filter(other => other.by === draft.by && isTogether(other) && !isRegistered(other))
    .toSorted((one, other) => (placeOf(one) < placeOf(other) ? -1 : 1))
}

export function placeOf({ at, name }: NamedDraft): string {
  return `${at} ${name}`
}

/** Whether the deal of the row is in the books, or waits for a person's approval. */
export function isRegistered({ outcome }: Pick<Draft, 'outcome'>): boolean {
  return outcome?.state === 'done' || outcome?.state === 'review'
}
