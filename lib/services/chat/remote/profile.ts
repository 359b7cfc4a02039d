/** The chat platform as a remote; `lib/core/remote/` makes the exchange. */

import { phrase } from '../../../core/language/catalogue.ts'
import type { RemoteProfile } from '../../../core/remote/profile.ts'
import { REMOTE_REASONS } from '../../../core/remote/words.ts'
import { readErrorBody, wordsFor } from './errors.ts'

/** Milliseconds for a call: with the wait before it, it ends within the lease of its claim. */
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
