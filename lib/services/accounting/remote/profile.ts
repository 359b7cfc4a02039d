/** The accounting service as a remote; `lib/core/remote/` makes the exchange. */
import { ACCOUNTING_REQUEST_ID } from '../../../core/config/accounting.ts'
import { phrase } from '../../../core/language/catalogue.ts'
import { english } from '../../../core/language/text.ts'
import type { RemoteProfile } from '../../../core/remote/profile.ts'
import { REMOTE_REASONS } from '../../../core/remote/words.ts'
import { readErrorBody, wordsFor } from './errors.ts'

export const PROFILE: RemoteProfile = {
  name: 'accounting',
  title: english(phrase(REMOTE_REASONS.accounting)),
  requestIdHeader: ACCOUNTING_REQUEST_ID,
  timeouts: { read: 20_000, act: 20_000 },
  limit: 10_000_000,
  passesStatus: true,
  retryAfterHeaders: ['retry-after', 'x-ratelimit-reset'],
  readErrorBody,
  wordsFor,
}
