import { expect, test } from 'vitest'
import { phrase } from '../../../../lib/core/language/catalogue.ts'
import type { Reason } from '../../../../lib/core/phrase.ts'
import { TOKEN_REASONS } from '../../../../lib/services/accounting/tokens/exchange/words.ts'
import type { Refusal } from '../../../../lib/services/accounting/tokens/keeper.ts'
import { refusalError, unauthorized } from '../../../../lib/services/accounting/tokens/refusals.ts'
import { credential as createCredential } from './keeper/credentials.ts'

const credential = createCredential()
const UNTIL = Date.parse('2026-04-01T09:00:00Z')
const TIME = '2026-04-01T09:00:00.000Z'
const AUTHORIZE_ANEW =
  /^authorize again: press "Authorize the books" .*run kura accounting authorize .*first: kura accounting recover/
const AUTHORIZE = /authorize again: press "Authorize the books" .*run kura accounting authorize$/

const FAILED = phrase(TOKEN_REASONS.status, { status: 503 })
const paused = (count: number, reason: Reason) =>
  ({ credential, kind: 'paused', until: UNTIL, failures: { count, reason, since: 0 } }) as const

interface Row {
  readonly name: string
  readonly refusal: Refusal
  readonly code: string
  /** Words of the message, and of the hint; without any there is no hint. */
  readonly says: string
  readonly hint?: RegExp
}

const rows: readonly Row[] = [
  {
    name: 'another instance refreshes',
    refusal: { credential, kind: 'wait', until: UNTIL },
    code: 'token_busy',
    says: `another instance is refreshing it, at the latest until ${TIME}`,
    hint: /^try again in a moment$/,
  },
  {
    name: 'a first failure',
    refusal: paused(1, FAILED),
    code: 'reauthorize',
    says: `it failed (status_503), the next attempt is allowed from ${TIME}`,
    hint: /^kura tries again by itself.*authorize again/,
  },
  {
    name: 'a later failure',
    refusal: paused(2, FAILED),
    code: 'reauthorize',
    says: 'it failed 2 times in a row (status_503)',
    hint: AUTHORIZE,
  },
  {
    name: 'a service that cannot be reached',
    refusal: paused(2, phrase(TOKEN_REASONS.unreachable)),
    code: 'remote_unreachable',
    says: `Cannot refresh the accounting token: unreachable, the next attempt is allowed from ${TIME}`,
  },
  {
    name: 'a refused refresh token',
    refusal: { credential, kind: 'reauthorize', reason: 'invalid_grant' },
    code: 'reauthorize',
    says: 'no longer valid (invalid_grant)',
    hint: AUTHORIZE_ANEW,
  },
  ...['invalid_client', 'unauthorized_client'].map(
    (reason): Row => ({
      name: `a refused application (${reason})`,
      refusal: { credential, kind: 'reauthorize', reason },
      code: 'reauthorize',
      says: `no longer valid (${reason})`,
      hint: /^check ACCOUNTING_CLIENT_ID and ACCOUNTING_CLIENT_SECRET, then authorize again/,
    }),
  ),
  {
    name: 'a reason that only names a client',
    refusal: { credential, kind: 'reauthorize', reason: 'no client answered' },
    code: 'reauthorize',
    says: 'no longer valid (no client answered)',
    hint: AUTHORIZE_ANEW,
  },
  {
    name: 'a preview',
    refusal: { credential, kind: 'blocked', by: 'not_in_preview' },
    code: 'not_in_preview',
    says: 'this is a preview deployment',
    hint: /^use the production deployment/,
  },
  {
    name: 'acts that are paused or stopped',
    refusal: { credential, kind: 'blocked', by: 'acts_paused' },
    code: 'paused',
    says: 'KURA_PAUSED stops all acts, or the store is older',
    hint: /kura accounting authorize$/,
  },
  {
    name: 'a function that does not refresh',
    refusal: { credential, kind: 'blocked', by: 'not_in_this_function' },
    code: 'token_busy',
    says: 'this function does not refresh it',
    hint: /^ask for the report's status/,
  },
  {
    name: 'a function that ends soon',
    refusal: { credential, kind: 'blocked', by: 'too_late' },
    code: 'token_busy',
    says: 'too little time left',
    hint: /^try again in a moment$/,
  },
  {
    name: 'another application',
    refusal: { credential, kind: 'blocked', by: 'other_application' },
    code: 'reauthorize',
    says: 'issued to another application than the one in ACCOUNTING_CLIENT_ID',
    hint: /^set the application of the stored token, or authorize again/,
  },
]

test.each(rows)('refusalError() tells of $name, and what to do', ({ refusal, code, says, hint }) => {
  const error = refusalError(refusal)
  expect(error.code).toBe(code)
  expect(error.message).toContain(says)
  if (hint) expect(error.hint).toMatch(hint)
  else expect(error.hint).toBeUndefined()
})

test('unauthorized() says that nobody has authorized yet', () => {
  expect(unauthorized()).toMatchObject({
    code: 'reauthorize',
    message: expect.stringContaining('no authorization is stored'),
    hint: expect.stringContaining('kura accounting authorize'),
  })
})
