import { expect, test } from 'vitest'
import { openTrace } from '../../../../../lib/core/http/trace.ts'
import { type BrowserDeps, refusalOf } from '../../../../../lib/services/accounting/tokens/browser/deps.ts'
import type { Link } from '../../../../../lib/services/accounting/tokens/browser/link.ts'

const KEY = 'hana:admin:1'
const CALLBACK = 'https://kura.example/callback'
const LINK: Link = { keyid: KEY, client: 'app', redirectUri: CALLBACK, until: 1, step: { at: 'issued' } }
const SETTINGS = { clientId: 'app', clientSecret: 's', tokenUrl: '', authorizeUrl: '', redirectUri: '' }

const deps = (revoked = 'nobody'): Pick<BrowserDeps, 'settings' | 'redirectUri' | 'isRevoked'> => ({
  settings: SETTINGS,
  redirectUri: CALLBACK,
  isRevoked: async keyid => keyid === revoked,
})

test.each([
  { name: 'a link of this deployment', link: LINK, given: deps(), want: undefined },
  { name: 'no link', link: undefined, given: deps(), want: 'not_valid' },
  {
    name: 'a link for another application',
    link: { ...LINK, client: 'other' },
    given: deps(),
    want: 'not_valid',
  },
  {
    name: 'a link with another address for the way back',
    link: { ...LINK, redirectUri: 'https://other.example/callback' },
    given: deps(),
    want: 'not_valid',
  },
  { name: 'a link of a revoked key', link: LINK, given: deps(KEY), want: 'not_valid' },
])('refusalOf() $name: $want', async ({ link, given, want }) => {
  const trace = openTrace('r-1', () => 0)
  expect(await refusalOf(link, { trace }, given)).toBe(want)
  expect(trace.notes).toEqual(link ? { key: KEY } : {})
})
