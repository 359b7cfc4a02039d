/** What a person must do about the accounting credential, as a pure rule over its status. */
import type { NoticeOf } from '../../../core/language/open-item.ts'
import type { tokenItems } from './notice-words.ts'
import type { TokenStatus } from './status.ts'

type TokenNotice = NoticeOf<typeof tokenItems>

const KEY = 'tokens/accounting'
const DAY = 86_400_000
/** Days before the refresh token expires on which people are told; the daily run refreshes it long before. */
const AGE_DAYS = [14, 7, 3, 1]

/** The notices that are due at `now`, in milliseconds since the epoch. */
export function tokenNotices(status: TokenStatus, now: number): TokenNotice[] {
  const { state, generation, failures, reason } = status
  if (state === 'unauthorized') return []
  if (state === 'reauthorize' && !status.until)
    return [{ key: KEY, step: `reauthorize ${generation}`, kind: 'authorization_ended', facts: { reason } }]
  // a new authorization ends it too, so people hear of it from the first failure on (document 1, Errors)
  if (failures)
    return [{ key: KEY, step: `failing ${generation}`, kind: 'authorization_failing', facts: failures }]
  return ageNotices(status, now)
}

function ageNotices({ generation, refresh }: TokenStatus, now: number): TokenNotice[] {
  const left = refresh ? Date.parse(refresh.expiresAt) - now : Number.POSITIVE_INFINITY
  const reached = AGE_DAYS.filter(day => left <= day * DAY).at(-1)
  if (!refresh || reached === undefined) return []
  const { expiresAt } = refresh
  return [
    {
      key: KEY,
      step: `age ${generation} ${reached} days`,
      kind: 'authorization_expiring',
      facts: { expiresAt },
    },
  ]
}
