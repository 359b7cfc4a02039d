/** The accounting service as a remote; `lib/remote/` makes the exchange. */
import { ACCOUNTING_REQUEST_ID } from '../../config/accounting.ts'
import { REMOTE_REASONS } from '../../language/catalogue/reasons/remotes.ts'
import { english } from '../../language/sentence.ts'
import type { RemoteProfile } from '../../remote/profile.ts'
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
