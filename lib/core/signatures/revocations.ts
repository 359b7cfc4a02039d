/**
 * The keys in KURA_REVOKED (the floor) are revoked even without a store. The store's list is added to the floor, and is
 * read again after a minute. If the list cannot be read then, devices are checked by the floor and the last list. No
 * other key is accepted, and no write.
 */
import { setTimeout as delay } from 'node:timers/promises'
import { AppError, hasCode } from '../errors.ts'
import { LastingFault, type Store } from '../store/store.ts'
import { type RecordFormat, type Transition, type UpdateOptions, update } from '../store/update.ts'
import { parseKeyid } from './keys.ts'
import type { Revocation } from './stored-records.ts'

export type RevocationChange = Pick<Revocation, 'keyid' | 'state' | 'by'>

const REVOKED_KEY = 'revoked'

/** The milliseconds after which the list is read again. */
const INTERVAL = 60_000
/** The milliseconds after which the list is read again if it could not be read. */
const RETRY = 1_000
const PATIENCE = 2_000

/**
 * Every instance reads the list before it loads zod, so the list is checked without a schema. The check is strict,
 * because a damaged list must not let a revoked key in.
 */
export const revocationFormat: RecordFormat<readonly Revocation[]> = {
  parse(text) {
    const list: unknown = JSON.parse(text)
    if (Array.isArray(list) && list.every(isRevocation)) return list
    throw new Error(`Cannot read the record "${REVOKED_KEY}": it is not a list of revocations`)
  },
  format: list => JSON.stringify(list),
}

/** Writes the list even if nothing changes, because the first write may not have reached a replica. */
export function changeTransition({
  keyid,
  state,
  by,
}: RevocationChange): Transition<readonly Revocation[], Revocation> {
  return (current = [], now) => {
    const known = current.find(entry => entry.keyid === keyid)
    if (known?.state === state) return { write: current, result: known }
    const entry: Revocation = { keyid, state, by, at: new Date(now).toISOString() }
    return { write: [...current.filter(other => other !== known), entry], result: entry }
  }
}

/**
 * Revokes a key or permits it again, at every instance within a minute. A keyid of KURA_REVOKED stays revoked.
 * @throws AppError `usage` if the text is not a keyid, `store_unavailable`, `store_busy`
 */
export async function changeRevocation(
  store: Store,
  change: RevocationChange,
  options: UpdateOptions = {},
): Promise<Revocation> {
  if (!parseKeyid(change.keyid)) {
    throw new AppError('usage', `Cannot revoke or restore "${change.keyid}": it is not a keyid`, {
      hint: 'give the whole keyid: <name>:<scope>[+<scope>…]:<epoch>',
    })
  }
  const transition = changeTransition(change)
  const revocations = { key: REVOKED_KEY, format: revocationFormat, transition }
  return update(store, revocations, { ...options, durable: true })
}

/** @throws AppError `store_unavailable`; Error if the list is damaged */
export async function readRevocations(store: Store): Promise<readonly Revocation[]> {
  const { record } = await store.read(REVOKED_KEY)
  return record ? revocationFormat.parse(record.value) : []
}

export interface RevocationDeps {
  /** The keyids of KURA_REVOKED. */
  readonly floor: readonly string[]
  readonly store?: (() => Store) | undefined
  /** The time in milliseconds since the epoch. */
  readonly now: () => number
  readonly sleep?: ((milliseconds: number) => Promise<unknown>) | undefined
  /** Called, at most once a minute, if the list is older than a minute and cannot be read. */
  readonly onOutage: (cause: unknown) => void
}

export interface RevocationList {
  /**
   * Whether KURA_REVOKED or the last list that could be read has the key. Returns a promise only while the list is
   * being read. The promise never rejects, and takes two seconds at most.
   */
  has(keyid: string): boolean | Promise<boolean>
  /**
   * Whether a list less than a minute old, or KURA_REVOKED if there is no store, has the key. Returns a promise only
   * while the list is being read.
   * @throws AppError `store_unavailable` if the list cannot be read
   */
  hasNow(keyid: string): boolean | Promise<boolean>
}

export function createRevocationList(deps: RevocationDeps): RevocationList {
  const { floor, store, now, onOutage } = deps
  // this delay does not keep the process alive
  const { sleep = (milliseconds: number) => delay(milliseconds, undefined, { ref: false }) } = deps
  let stored: ReadonlySet<string> = new Set()
  let [started, applied] = [0, 0]
  let [askedAt, readAt, toldAt] = Array<number>(3).fill(Number.NEGATIVE_INFINITY) as [number, number, number]
  let reading: Promise<void> | undefined
  let trouble: unknown
  // a deployment whose settings name no store has only the floor
  let hasStore = store !== undefined
  // uses the absolute difference, because a clock that is set back must not prevent a new read
  const isPast = (moment: number, milliseconds: number) => Math.abs(now() - moment) >= milliseconds

  /** Uses a late answer too, unless the answer to a later read has arrived before it. */
  async function read(from: () => Store): Promise<void> {
    const [number, began] = [++started, now()]
    const list = await readRevocations(from())
    if (number < applied) return
    stored = new Set(list.filter(({ state }) => state === 'revoked').map(({ keyid }) => keyid))
    ;[applied, readAt] = [number, began]
  }

  async function giveUp(): Promise<never> {
    await sleep(PATIENCE)
    throw unread(`no answer in ${PATIENCE} ms`)
  }

  function tell(cause: unknown): void {
    trouble = cause
    hasStore = !hasCode(cause, 'settings_missing')
    if (!isPast(toldAt, INTERVAL)) return
    toldAt = now()
    onOutage(cause)
  }

  function start(from: () => Store): Promise<void> {
    askedAt = now()
    const begun = Promise.race([read(from), giveUp()])
      .catch(tell)
      .then(() => {
        if (reading === begun) reading = undefined
      })
    reading = begun
    return begun
  }

  function isOld(): boolean {
    return hasStore && isPast(readAt, INTERVAL)
  }

  async function readNow(from: () => Store): Promise<void> {
    await (reading ?? start(from))
    if (isOld()) throw unread('the store does not answer', trouble)
  }

  return {
    has(keyid) {
      if (floor.includes(keyid)) return true
      if (store && !reading && isPast(readAt, INTERVAL) && isPast(askedAt, RETRY)) void start(store)
      return reading ? reading.then(() => stored.has(keyid)) : stored.has(keyid)
    },
    hasNow(keyid) {
      if (floor.includes(keyid)) return true
      return store && isOld() ? readNow(store).then(() => stored.has(keyid)) : stored.has(keyid)
    },
  }
}

/** @param cause the error that the store threw */
function unread(why: string, cause?: unknown): AppError {
  const lasting = cause instanceof LastingFault
  const Fault = lasting ? LastingFault : AppError
  return new Fault('store_unavailable', `Cannot read the revoked keys: ${lasting ? cause.message : why}`, {
    hint:
      (lasting && cause.hint) ||
      'try again in a moment: kura accepts operators and writes by a list that is less than a minute old',
    ...(lasting && cause.hintPhrase && { hintPhrase: cause.hintPhrase }),
    ...(cause !== undefined && { cause }),
  })
}

function isRevocation(value: unknown): value is Revocation {
  if (typeof value !== 'object' || value === null) return false
  const { keyid, state, by, at } = value as Record<string, unknown>
  const texts = [keyid, by, at].every(text => typeof text === 'string')
  return texts && (state === 'revoked' || state === 'restored')
}
