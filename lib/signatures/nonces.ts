/** Single use: a write spends its nonce before it does anything, so that a recorded request cannot be replayed. */
import { AppError } from '../errors.ts'
import type { Store } from '../store/store.ts'
import { type RecordFormat, type Transition, type UpdateOptions, update } from '../store/update.ts'
import { MAX_LIFETIME, MAX_SKEW } from './profile.ts'

/**
 * How long a nonce is remembered, in milliseconds: the whole time in which its signature can be accepted (its lifetime
 * and the skew on both sides), and the skew once more because the clocks of instances differ.
 */
const MEMORY = (MAX_LIFETIME + 3 * MAX_SKEW) * 1000

/** When the nonce was spent, milliseconds since the epoch by the store's time. */
const spentFormat: RecordFormat<number> = { parse: Number, format: String }

/** Stores the nonce, or refuses it if it is already stored. */
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
    hint: 'this request has already arrived: check its outcome, and sign again with a new nonce to repeat it',
  })
}
