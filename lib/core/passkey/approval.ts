/**
 * Stores approvals as `approval/<digest>`: one for each statement that a passkey has signed, and for each vouch of the
 * publisher's keys. The record is written durably before the act, and is never removed by the act, so the same
 * statement cannot be approved twice.
 */
import type { Envelope } from '../release/schema.ts'
import { READ_AT_ONCE, type Store } from '../store/store.ts'
import { type RecordFormat, update } from '../store/update.ts'
import { statementDigest } from './challenge.ts'
import { approvalSchema, type PasskeyApproval, type StoredApproval } from './stored-records.ts'

const format: RecordFormat<StoredApproval> = {
  parse: text => approvalSchema.parse(JSON.parse(text)),
  format: value => JSON.stringify(value),
}

/** An approval in the store. */
export interface Recorded {
  readonly digest: string
  readonly approval: StoredApproval
  /** Whether this call has written the record. If not, the statement was approved before, and its acts are resumed. */
  readonly isNew: boolean
}

/** Returns the digest that names an approval. */
export function digestOfApproval(approval: StoredApproval | Omit<PasskeyApproval, 'at'>): string {
  return statementDigest('envelope' in approval ? approval.envelope.signed : approval.statement)
}

/** Records the approval of a verified statement. @throws AppError `store_unavailable`, `store_busy` */
export function recordApproval(approval: Omit<PasskeyApproval, 'at'>, store: Store): Promise<Recorded> {
  return record(digestOfApproval(approval), at => ({ ...approval, at }), store)
}

/** Records a verified vouch of the publisher's keys. @throws AppError `store_unavailable`, `store_busy` */
export function recordVouch({ signed, signatures }: Envelope, store: Store): Promise<Recorded> {
  return record(statementDigest(signed), at => ({ envelope: { signed, signatures }, at }), store)
}

function record(digest: string, make: (at: string) => StoredApproval, store: Store): Promise<Recorded> {
  return update<StoredApproval, Recorded>(
    store,
    {
      key: keyOf(digest),
      format,
      transition(current, now) {
        if (current) return { keep: true, result: { digest, approval: current, isNew: false } }
        const write = make(new Date(now).toISOString())
        return { write, result: { digest, approval: write, isNew: true } }
      },
    },
    { durable: true },
  )
}

/** Returns the approval with this digest; undefined if there is none. @throws AppError `store_unavailable` */
export async function readApproval(digest: string, store: Store): Promise<StoredApproval | undefined> {
  return (await readApprovals([digest], store))[0]
}

/** Returns the approvals with these digests that the store has. @throws AppError `store_unavailable` */
export async function readApprovals(digests: readonly string[], store: Store): Promise<StoredApproval[]> {
  const { records } = await store.readMany(digests.slice(0, READ_AT_ONCE).map(keyOf))
  return records.flatMap(found => (found ? [format.parse(found.value) as StoredApproval] : []))
}

function keyOf(digest: string): string {
  return `approval/${digest}`
}
