/**
 * Stops all acts if the store lacks an entry of the activity log that a caller or the status message has seen. In that
 * case a backup was restored, and the store lacks the claims, reserves and revocations since the backup. So until a
 * person confirms the store, only routes with `whilePaused` may write. For any other write, the swap that spends the
 * nonce requires that the record of the stop is absent.
 */
import { AppError } from '../errors.ts'
import type { RequiredRecord, Store } from './store.ts'
import type { Restored, Stopped } from './stored-records.ts'
import { uncheckedFormat, update } from './update.ts'

const STOPPED = 'store/stopped'
export const RESTORED = 'store/restored'

/** The condition of a write: the record of the stop does not exist. */
export const NOT_STOPPED: RequiredRecord = { key: STOPPED, version: undefined }

export const stoppedFormat = uncheckedFormat<Stopped>()
export const restoredFormat = uncheckedFormat<Restored>()

/** Returns undefined if acts are not stopped. @throws AppError `store_unavailable` */
export async function readStopped(store: Store): Promise<Stopped | undefined> {
  const { record } = await store.read(STOPPED)
  return record && stoppedFormat.parse(record.value)
}

/** @throws AppError `store_unavailable`, `store_busy` */
export function stopActs(stopped: Omit<Stopped, 'since'>, store: Store): Promise<Stopped> {
  return update<Stopped, Stopped>(
    store,
    {
      key: STOPPED,
      format: stoppedFormat,
      transition(current, now) {
        if (current) return { keep: true, result: current }
        const write = { since: new Date(now).toISOString(), ...stopped }
        return { write, result: write }
      },
    },
    { durable: true },
  )
}

/**
 * Ends the stop that the person saw (`since`), after a comparison of the store with the services. The removal of the
 * stop need not be durable, because the log's entry of this call is durable and is written after the removal, and a
 * replica takes writes in their order.
 * @throws AppError `conflict` if another stop has begun since, `store_unavailable`, `store_busy`
 */
export async function confirmRestored(
  { by, since }: { readonly by: string; readonly since: string | undefined },
  store: Store,
): Promise<Restored> {
  const current = await readStopped(store)
  if (current && current.since !== since) throw anotherStop(current)
  const restored = await update<Restored, Restored>(
    store,
    {
      key: RESTORED,
      format: restoredFormat,
      transition(_, now) {
        const write = { at: new Date(now).toISOString(), by }
        return { write, result: write }
      },
    },
    { durable: true },
  )
  const transition = (stopped: Stopped | undefined) =>
    stopped?.since === since && stopped
      ? ({ remove: true, result: restored } as const)
      : ({ keep: true, result: restored } as const)
  return update<Stopped, Restored>(store, { key: STOPPED, format: stoppedFormat, transition })
}

function anotherStop({ since }: Stopped): AppError {
  return new AppError(
    'conflict',
    `Cannot confirm the store: acts were stopped at ${since}, expected another time`,
    {
      hint: 'look again: kura store restored',
    },
  )
}

export function actsStopped(): AppError {
  return new AppError('paused', 'Cannot write: the store is older than what was seen of it', {
    hint: 'a backup was restored, or a failover lost writes: kura store restored says what to check, and lets acts go on',
  })
}

/** Refuses while acts are stopped, as a nonce's swap does itself. @throws AppError `paused`, `store_unavailable` */
export async function refuseStopped(
  { whilePaused }: { readonly whilePaused?: true },
  store: Store,
): Promise<void> {
  if (!whilePaused && (await readStopped(store))) throw actsStopped()
}
