/**
 * A witness is an end of the log that kura sends out of the store: with the status message, to the webhook, in the
 * reply of `/api/cron/health`, to operators' machines. It comes back later. If the store then lacks its entry, a backup
 * was restored, and all acts stop. The deployment signs a witness, so no caller can invent one.
 */
import { createHmac, timingSafeEqual } from 'node:crypto'
import type { EpochSecret } from '../../core/config/config.ts'
import { deriveSecret } from '../../core/signatures/keys.ts'
import { RESTORED, restoredFormat, stopActs } from '../../core/store/stopped.ts'
import type { Store, StoredRecord } from '../../core/store/store.ts'
import type { Witness } from './contract-schemas.ts'
import { type End, endOf, follow, HEAD, HEAD_INTERVAL, headFormat, keyOf, readBounds } from './end.ts'
import type { ChainEnd } from './entry.ts'

const READ_AFTER = 2 * HEAD_INTERVAL

const FORM = /(?<![\w:.-])(\d{1,10}):([0-9a-f]{64}):(\d{4}-[0-9T:.-]+Z):([A-Za-z0-9_-]{43})(?![\w-])/g

/** A witness signed with the newest epoch's secret: `<seq>:<digest>:<time>:<mac>`. Undefined without a secret. */
export function witnessText(
  { seq, digest, at }: Witness,
  [newest]: readonly EpochSecret[],
): string | undefined {
  if (!newest) return undefined
  const text = `${seq}:${digest}:${at}`
  return `${text}:${macOf(text, newest)}`
}

/** Reads the witnesses that this deployment has signed. */
export function readWitnesses(text: string, secrets: readonly EpochSecret[]): Witness[] {
  return [...text.matchAll(FORM)].flatMap(([, seq, digest = '', at = '', mac = '']) => {
    const signed = `${seq}:${digest}:${at}`
    const isOwn = secrets.some(secret =>
      timingSafeEqual(Buffer.from(mac), Buffer.from(macOf(signed, secret))),
    )
    return isOwn ? [{ seq: Number(seq), digest, at }] : []
  })
}

function macOf(text: string, { secret }: EpochSecret): string {
  return createHmac('sha256', deriveSecret(secret, 'activity:witness')).update(text).digest('base64url')
}

/**
 * The newest end of the log that one call shows. If the store lacks the entry of the witness, and no person has
 * confirmed a restore since, stops all acts (if `mayStore`) and returns undefined. Undefined also if the log is empty.
 * @throws AppError `store_unavailable`
 */
export async function checkWitness(
  witness: Witness | undefined,
  { store, by, mayStore }: { readonly store: Store; readonly by: string; readonly mayStore: boolean },
): Promise<Witness | undefined> {
  if (!witness) return newestWitness(store)
  const first = witness.seq
  const keys = Array.from({ length: READ_AFTER }, (_, at) => keyOf(first + at))
  const { head, anchor, others } = await readBounds(store, [RESTORED, ...keys])
  const [restored, ...records] = others
  const free = records.indexOf(undefined)
  const ends = records
    .slice(0, free === -1 ? undefined : free)
    .flatMap((record, at) => (record ? [endOf(record, first + at)] : []))
  const isThere = isSame(witness, ends[0]) || isSame(witness, anchor) || first < (anchor?.seq ?? 0)
  const confirmed = restored && restoredFormat.parse(restored.value)?.at
  if (!isThere && (confirmed === undefined || witness.at > confirmed)) {
    if (mayStore) await stopActs({ by, ...witness }, store)
    return undefined
  }
  if (!isThere) return newestWitness(store)
  const last = ends.at(-1)
  return newestOf(last && last.seq > head.seq ? last : head)
}

/**
 * The store, in which each read of a single record also reads an end of the log in the same call. `keep` gets this end,
 * which may be some entries before the last.
 */
export function readingEnd(store: Store, keep: (end: Witness) => void): Store {
  const first = Array.from({ length: HEAD_INTERVAL }, (_, at) => keyOf(1 + at))
  return {
    ...store,
    async read(key) {
      const { records, now } = await store.readMany([key, HEAD, ...first])
      const [record, head, ...entries] = records
      const end = head ? headFormat.parse(head.value) : lastOf(entries)
      if (end) keep(end)
      return { record, now }
    },
  }
}

/** The last of `entries`, which begin with number 1. */
function lastOf(entries: readonly (StoredRecord | undefined)[]): Witness | undefined {
  const at = entries.findLastIndex(entry => entry !== undefined)
  const entry = entries[at]
  return entry && newestOf(endOf(entry, 1 + at))
}

/** The end of the log; undefined if the log is empty. @throws AppError `store_unavailable` */
export async function newestWitness(store: Store): Promise<Witness | undefined> {
  return newestOf((await follow(store, (await readBounds(store)).head)).end)
}

function isSame(witness: ChainEnd, end: ChainEnd | undefined): boolean {
  return end?.seq === witness.seq && end.digest === witness.digest
}

function newestOf({ seq, digest, at }: End): Witness | undefined {
  return seq > 0 ? { seq, digest, at } : undefined
}
