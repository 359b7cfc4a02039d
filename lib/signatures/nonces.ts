/** Single use: a write spends its nonce before it does anything, so that a recorded request is worth nothing. */
import { AppError } from '../errors.ts'
import type { Store } from '../store/store.ts'
import { type RecordFormat, type Transition, type UpdateOptions, update } from '../store/update.ts'
import { MAX_LIFETIME, MAX_SKEW } from './profile.ts'

/**
 * How long a nonce is remembered, in milliseconds: the whole time for which its signature can be accepted (its life and
 * the skew on both sides), and the skew once more for clocks of instances that differ.
 */
const MEMORY = (MAX_LIFETIME + 3 * MAX_SKEW) * 1000

/** When the nonce was spent, milliseconds since the epoch by the store's time. */
const spentFormat: RecordFormat<number> = { parse: Number, format: String }

/** Writes the nonce down, or refuses it where it stands already. */
export const spendTransition: Transition<number, undefined> = (spent, now) => {
  if (spent !== undefined) throw used()
  return { write: now, ttl: MEMORY, result: undefined }
}

/**
 * Marks a key's nonce as used.
 * @throws AppError `nonce_used`; `store_unavailable` or `store_busy`, after which the nonce may be spent or not
 */
export async function spendNonce(
  store: Store,
  { keyid, nonce }: { keyid: string; nonce: string },
  options: UpdateOptions = {},
): Promise<void> {
  const key = `nonce/${keyid}/${nonce}`
  await update(store, { key, format: spentFormat, transition: spendTransition }, options)
}

function used(): AppError {
  return new AppError('nonce_used', 'Cannot accept the request: its nonce was used before', {
    hint: 'this request has arrived already: look what became of it, and sign anew with a fresh nonce if it is to be done again',
  })
}
