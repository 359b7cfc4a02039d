import { expect, test } from 'vitest'
import { phrase } from '../../../../lib/core/language/catalogue.ts'
import { TOKEN_REASONS } from '../../../../lib/services/accounting/tokens/exchange/words.ts'
import { tokenNotices } from '../../../../lib/services/accounting/tokens/notices.ts'
import type { TokenStatus } from '../../../../lib/services/accounting/tokens/status.ts'
import { noticeWords } from '../../../helpers/notice-words.ts'

const NOW = Date.UTC(2026, 5, 15)
const day = (days: number) => new Date(NOW + days * 86_400_000).toISOString()
const refresh = (days: number) => ({
  issuedAt: day(days - 90),
  expiresAt: day(days),
  state: 'live' as const,
  ageDays: 90 - days,
  lifetimeDays: 90,
})
const status = (changes: Partial<TokenStatus>): TokenStatus => ({
  state: 'current',
  generation: 3,
  scopes: [],
  refresh: refresh(80),
  ...changes,
})

const ANSWERED = phrase(TOKEN_REASONS.status, { status: 503 })
const failures = (count: number) => ({ count, reason: ANSWERED, since: day(-1) })

const rows: { name: string; input: TokenStatus; want: RegExp | undefined; step?: string }[] = [
  {
    name: 'nobody has authorized',
    input: { state: 'unauthorized', generation: 0, scopes: [] },
    want: undefined,
  },
  { name: 'all is well', input: status({}), want: undefined },
  {
    name: 'a refresh failed and is tried again',
    input: status({ state: 'reauthorize', reason: ANSWERED, until: day(0), failures: failures(1) }),
    want: /may need a new authorization: .* failed once since 14 June 2026 at 09:00 \(status_503\)\. kura tries again/,
    step: 'failing 3',
  },
  {
    name: 'the endpoint cannot be reached',
    input: status({
      state: 'paused',
      reason: phrase(TOKEN_REASONS.unreachable),
      until: day(0),
      failures: failures(7),
    }),
    want: /failed 7 times since/,
    step: 'failing 3',
  },
  {
    name: 'the next attempt after failures is running: not over yet',
    input: status({ state: 'refreshing', until: day(0), failures: failures(2) }),
    want: /failed 2 times/,
    step: 'failing 3',
  },
  {
    name: 'it failed until the refresh token was too old',
    input: status({ state: 'reauthorize', reason: ANSWERED, failures: failures(9), refresh: refresh(0) }),
    want: /needs a new authorization: its reason: status_503/,
    step: 'reauthorize 3',
  },
  {
    name: 'a new authorization is needed',
    input: status({ state: 'reauthorize', reason: 'invalid_grant' }),
    want: /invalid_grant.*: kura accounting authorize$/,
    step: 'reauthorize 3',
  },
  {
    name: 'a refresh token close to its end',
    input: status({ refresh: refresh(7) }),
    want: /expires soon: .* by 22 June 2026/,
    step: 'age 3 7 days',
  },
  {
    name: 'a refresh token at its very end',
    input: status({ refresh: refresh(2) }),
    want: /expires soon: .* by 17 June 2026/,
    step: 'age 3 3 days',
  },
  {
    name: 'a new authorization is needed, and nobody knows why',
    input: status({ state: 'reauthorize' }),
    want: /needs a new authorization: its reason: no reason given/,
    step: 'reauthorize 3',
  },
]
test.each(rows)('tokenNotices(): $name', ({ input, want, step }) => {
  const [notice, ...others] = tokenNotices(input, NOW)
  expect(others).toEqual([])
  expect(notice?.step).toBe(step)
  if (!want) return expect(notice).toBeUndefined()
  expect(notice && noticeWords(notice)).toMatch(want)
  expect(notice?.key).toBe('tokens/accounting')
})
