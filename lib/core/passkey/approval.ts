/**
 * Stores approvals as `approval/<digest>`. An approval is a statement that a passkey has signed, or a vouch
 * (`vouching.ts`) that the publisher's keys have signed. The record is written durably before the act and stays after
 * it, so the same statement cannot be approved twice.
 */
import { parseJson } from '../json/json.ts'
import type { Envelope } from '../release/schema.ts'
import { READ_AT_ONCE, type Store } from '../store/store.ts'
import { jsonFormat, update } from '../store/update.ts'
import { statementDigest } from './challenge.ts'
import { approvalSchema, type PasskeyApproval, type StoredApproval } from './stored-records.ts'

const format = jsonFormat(approvalSchema)

export interface Recorded {
  readonly digest: string
  readonly approval: StoredApproval
  /** Whether the approval was not recorded before. If it was, the acts of the statement are resumed. */
  readonly isNew: boolean
}

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

/** @throws AppError `store_unavailable` */
export async function readApproval(digest: string, store: Store): Promise<StoredApproval | undefined> {
  return (await readApprovals([digest], store))[0]
}

/** Returns the approvals that the store has, at most `READ_AT_ONCE`. @throws AppError `store_unavailable` */
export async function readApprovals(digests: readonly string[], store: Store): Promise<StoredApproval[]> {
  const { records } = await store.readMany(digests.slice(0, READ_AT_ONCE).map(keyOf))
  return records.flatMap(found => (found ? [format.parse(found.value)] : []))
}

/** The number of approvals after which `readVouches` stops. */
const MOST_VOUCHES = 500

/**
 * Returns the approvals with these digests, and the vouches behind their passkeys, back to the publisher's vouches.
 * Leaves out approvals that the store lacks, that cannot be read, or that come after `MOST_VOUCHES`.
 * @throws AppError `store_unavailable`
 */
export async function readVouches(
  digests: readonly string[],
  store: Store,
): Promise<Map<string, StoredApproval>> {
  const found = new Map<string, StoredApproval>()
  const asked = new Set<string>()
  for (let next = [...new Set(digests)]; next.length > 0 && asked.size < MOST_VOUCHES; ) {
    const portion = next.slice(0, MOST_VOUCHES)
    for (const digest of portion) asked.add(digest)
    const { records } = await store.readMany(portion.map(keyOf))
    for (const [at, record] of records.entries()) {
      const { data } = approvalSchema.safeParse(parseJson(record?.value ?? ''))
      if (data) found.set(portion[at] ?? '', data)
    }
    const vouches = [...found.values()].flatMap(approval => ('vouches' in approval ? approval.vouches : []))
    next = [...new Set(vouches)].filter(digest => !asked.has(digest))
  }
  return found
}

function keyOf(digest: string): string {
  return `approval/${digest}`
}
