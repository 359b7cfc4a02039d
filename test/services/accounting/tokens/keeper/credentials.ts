/** Credentials in every state of their lifecycle, and the error codes of a 401. */
import { phrase } from '../../../../../lib/core/language/catalogue.ts'
import { TOKEN_REASONS } from '../../../../../lib/services/accounting/tokens/exchange/words.ts'
import type {
  Credential,
  Failures,
  Issued,
  Lifecycle,
} from '../../../../../lib/services/accounting/tokens/schema.ts'
import { MARGIN } from '../world.ts'

export const EXPIRES = 1_000_000
export const INSIDE = EXPIRES - MARGIN

export const issued: Issued = {
  generation: 3,
  operation: 'op-3',
  follows: 'op-2',
  client: 'client',
  pair: 'sealed-3',
  accessExpiresAt: EXPIRES,
  issuedAt: 0,
  scopes: ['read'],
  by: 'one',
}
export const credential = (change: Partial<Credential> = {}): Credential => ({
  ...issued,
  accessRejected: false,
  lifecycle: { state: 'current' },
  updatedAt: 0,
  ...change,
})
export const refreshing = (until: number): Lifecycle => ({
  state: 'refreshing',
  intent: { owner: 'one', operation: 'theirs', until },
})
export const failures = (count = 1): Failures => ({
  count,
  reason: phrase(TOKEN_REASONS.status, { status: 503 }),
  since: 5,
})
export const paused = (until: number): Partial<Credential> => ({
  lifecycle: { state: 'paused', until },
  failures: failures(),
})
export const REAUTHORIZE: Lifecycle = { state: 'reauthorize', reason: 'invalid_grant', since: 0 }
export const EXPIRED = { generation: 3, codes: ['expired_access_token'] }
export const NO_CODE = { generation: 3, codes: [] }
