/** The accounting service as a remote; `lib/core/remote/` makes the exchange. */
import { ACCOUNTING_REQUEST_ID } from '../../../core/config/accounting.ts'
import { REMOTE_REASONS } from '../../../core/language/catalogue/reasons/remotes.ts'
import { english } from '../../../core/language/sentence.ts'
import type { RemoteProfile } from '../../../core/remote/profile.ts'
import { readErrorBody, wordsFor } from './errors.ts'

export const PROFILE: RemoteProfile = {
  name: 'accounting',
  title: english(REMOTE_REASONS.accounting),
  requestIdHeader: ACCOUNTING_REQUEST_ID,
  timeouts: { read: 20_000, act: 20_000 },
  limit: 10_000_000,
  passesStatus: true,
  retryAfterHeaders: ['retry-after', 'x-ratelimit-reset'],
  readErrorBody,
  wordsFor,
}
