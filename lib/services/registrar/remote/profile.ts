/** The registrar as a remote; `lib/core/remote/` makes the exchange. */
import { REMOTE_REASONS } from '../../../core/language/catalogue/reasons/remotes.ts'
import { english } from '../../../core/language/sentence.ts'
import type { RemoteProfile } from '../../../core/remote/profile.ts'
import { readErrorBody, wordsFor } from './errors.ts'

/** Milliseconds for a call that is sent once. */
export const ACT_TIME = 30_000

export const PROFILE: RemoteProfile = {
  name: 'registrar',
  title: english(REMOTE_REASONS.registrar),
  requestIdHeader: 'x-vercel-id',
  timeouts: { read: 10_000, act: ACT_TIME },
  limit: 1_000_000,
  passesStatus: true,
  retryAfterHeaders: ['retry-after'],
  readErrorBody,
  wordsFor,
}
