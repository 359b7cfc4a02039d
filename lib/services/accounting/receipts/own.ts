/**
 * The files that each caller has uploaded in the last 30 days, so that a person sees which of them arrived. The list
 * may be lost (it is not durable), and does not say whether a deal was registered.
 */
import type { Store } from '../../../core/store/store.ts'
import { uncheckedFormat, update } from '../../../core/store/update.ts'
import type { OwnReceipt } from './schema.ts'

/** Milliseconds for which a file is listed. */
const KEPT = 30 * 86_400_000
const MOST = 50

const format = uncheckedFormat<readonly OwnReceipt[]>()

/** Adds an uploaded file to the list of its caller. A file that is sent again moves to the front. */
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
