/** What a person must do about the accounting credential, as a pure rule over its status. */
import type { TokenStatus } from './status.ts'

export interface TokenNotice {
  /** One matter: `tokens/accounting`. */
  readonly key: string
  /** How far it has come; a new step is a new reason to tell. */
  readonly step: string
  readonly text: string
}

const DAY = 86_400_000
/** Days before the refresh token expires on which people are told; the daily run refreshes it long before. */
const AGE_DAYS = [14, 7, 3, 1]
const COMMAND = 'kura accounting authorize'

/** The notices that are due at `now`, in milliseconds since the epoch. */
export function tokenNotices(status: TokenStatus, now: number): TokenNotice[] {
  const { state, generation, reason, refresh } = status
  if (state === 'unauthorized') return []
  if (state === 'reauthorize') {
    const text = `the accounting service needs a new authorization (${reason ?? 'no reason given'}): ${COMMAND}`
    return [{ key: 'tokens/accounting', step: `reauthorize ${generation}`, text }]
  }
  const left = refresh ? Date.parse(refresh.expiresAt) - now : Number.POSITIVE_INFINITY
  const reached = AGE_DAYS.filter(day => left <= day * DAY).at(-1)
  if (!refresh || reached === undefined) return []
  const text = `the accounting credential expires on ${refresh.expiresAt.slice(0, 10)} unless it is refreshed: see kura accounting token, or authorize again with ${COMMAND}`
  return [{ key: 'tokens/accounting', step: `age ${generation} ${reached} days`, text }]
}
