/** Single use: a write spends its nonce before it does anything, so that a recorded request cannot be replayed. */
import { AppError } from '../errors.ts'
import type { Store } from '../store/store.ts'
import { insert, type UpdateOptions } from '../store/update.ts'
import { MAX_LIFETIME, MAX_SKEW } from './profile.ts'

/**
 * How long a nonce is remembered, in milliseconds: the whole time in which its signature can be accepted (its lifetime
 * and the skew on both sides), and the skew once more because the clocks of instances differ.
 */
const MEMORY = (MAX_LIFETIME + 3 * MAX_SKEW) * 1000

/**
 * Marks a key's nonce as used, in one call to the store.
 * @throws AppError `nonce_used`; `store_unavailable`, after which the nonce may be spent or not
 */
export async function spendNonce(
  store: Store,
  { keyid, nonce }: { keyid: string; nonce: string },
  options: UpdateOptions = {},
): Promise<void> {
  const unused = await insert(store, { key: `nonce/${keyid}/${nonce}`, value: 'spent', ttl: MEMORY }, options)
  if (!unused) throw used()
}

function used(): AppError {
  return new AppError('nonce_used', 'Cannot accept the request: its nonce was used before', {
    hint: 'this request has already arrived: check its outcome, and sign again with a new nonce to repeat it',
  })
}
