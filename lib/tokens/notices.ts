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
  const { state, generation, failures } = status
  if (state === 'unauthorized') return []
  if (state === 'reauthorize' && !status.until) return [raise(`reauthorize ${generation}`, endText(status))]
  if (failures) return [raise(`failing ${generation}`, failingText(failures))]
  return ageNotices(status, now)
}

function endText({ reason = 'no reason given' }: TokenStatus): string {
  return `the accounting service needs a new authorization (${reason}): ${COMMAND}`
}

/** A new authorization ends it too, so people hear of it from the first failure on (document 1, Errors). */
function failingText({ count, reason, since }: NonNullable<TokenStatus['failures']>): string {
  const times = count === 1 ? 'once' : `${count} times`
  return `the accounting service may need a new authorization: refreshing its token failed ${times} since ${momentText(since)} (${reason}). kura tries again by itself and says when it is over; if the service works and this goes on: ${COMMAND}`
}

function momentText(iso: string): string {
  return `${iso.slice(0, 16).replace('T', ' ')} UTC`
}

function ageNotices({ generation, refresh }: TokenStatus, now: number): TokenNotice[] {
  const left = refresh ? Date.parse(refresh.expiresAt) - now : Number.POSITIVE_INFINITY
  const reached = AGE_DAYS.filter(day => left <= day * DAY).at(-1)
  if (!refresh || reached === undefined) return []
  const text = `the accounting credential expires on ${refresh.expiresAt.slice(0, 10)} unless it is refreshed: see kura accounting token, or authorize again with ${COMMAND}`
  return [raise(`age ${generation} ${reached} days`, text)]
}

function raise(step: string, text: string): TokenNotice {
  return { key: 'tokens/accounting', step, text }
}
