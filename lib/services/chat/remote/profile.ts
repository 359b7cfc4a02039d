import { phrase } from '../../../core/language/catalogue.ts'
import type { RemoteProfile } from '../../../core/remote/profile.ts'
import { REMOTE_REASONS } from '../../../core/remote/words.ts'
import { readErrorBody, wordsFor } from './errors.ts'

/**
 * The time-out of a call in milliseconds: together with the wait before it, the call ends within the lease of its
 * claim.
 */
const TIMEOUT = 10_000

export const PROFILE: RemoteProfile = {
  name: 'chat',
  title: phrase(REMOTE_REASONS.chat),
  scheme: 'Bot',
  timeouts: { read: TIMEOUT, act: TIMEOUT },
  passesStatus: false,
  retryAfterHeaders: [],
  readErrorBody,
  wordsFor,
}
