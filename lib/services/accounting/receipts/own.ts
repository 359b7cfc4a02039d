/**
 * The files that each caller has uploaded lately, so that a person sees what arrived. The list is a help, not a claim:
 * it is not durable, and says nothing about what was registered.
 */
import type { Store } from '../../../core/store/store.ts'
import { uncheckedFormat, update } from '../../../core/store/update.ts'
import type { OwnReceipt } from './schema.ts'

/** Milliseconds for which a file is listed. */
const KEPT = 30 * 86_400_000
/** The most files of a caller that are listed. */
const MOST = 50

const format = uncheckedFormat<readonly OwnReceipt[]>()

/** Adds an uploaded file to the list of its caller; a file that is sent again moves to the front. */
export function addOwn(caller: string, file: Omit<OwnReceipt, 'at'>, store: Store): Promise<void> {
  return update<readonly OwnReceipt[], void>(store, {
    key: keyOf(caller),
    format,
    transition(current = [], now) {
      const others = recent(current, now).filter(({ receipt }) => receipt !== file.receipt)
      const added = { ...file, at: new Date(now).toISOString() }
      return { write: [added, ...others].slice(0, MOST), ttl: KEPT, result: undefined }
    },
  })
}

/** Returns the files of a caller, the newest first. @throws AppError `store_unavailable` */
export async function readOwn(caller: string, store: Store): Promise<OwnReceipt[]> {
  const { record, now } = await store.read(keyOf(caller))
  return recent((record && format.parse(record.value)) ?? [], now)
}

function recent(files: readonly OwnReceipt[], now: number): OwnReceipt[] {
  return files.filter(({ at }) => now - Date.parse(at) < KEPT)
}

function keyOf(caller: string): string {
  return `accounting/own-receipts/${encodeURIComponent(caller)}`
}
