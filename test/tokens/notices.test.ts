import { expect, test } from 'vitest'
import { tokenNotices } from '../../lib/tokens/notices.ts'
import type { TokenStatus } from '../../lib/tokens/status.ts'

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

const rows: { name: string; input: TokenStatus; want: RegExp | undefined; step?: string }[] = [
  {
    name: 'nobody has authorized',
    input: { state: 'unauthorized', generation: 0, scopes: [] },
    want: undefined,
  },
  { name: 'all is well', input: status({}), want: undefined },
  { name: 'a refresh is paused', input: status({ state: 'paused' }), want: undefined },
  {
    name: 'a new authorization is wanted',
    input: status({ state: 'reauthorize', reason: 'invalid_grant' }),
    want: /\(invalid_grant\): kura accounting authorize$/,
    step: 'reauthorize 3',
  },
  {
    name: 'a refresh token close to its end',
    input: status({ refresh: refresh(7) }),
    want: /expires on 2026-06-22/,
    step: 'age 3 7 days',
  },
]
test.each(rows)('tokenNotices(): $name', ({ input, want, step }) => {
  const [notice, ...others] = tokenNotices(input, NOW)
  expect(others).toEqual([])
  expect(notice?.step).toBe(step)
  if (want) expect(notice?.text).toMatch(want)
  else expect(notice).toBeUndefined()
})
