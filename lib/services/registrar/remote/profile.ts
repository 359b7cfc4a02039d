/**
 * The registrar as a remote, and its error words; `lib/core/remote/` makes the exchange. The outcome of a purchase is read in
 * `purchase-outcome.ts`.
 */

import { phrase } from '../../../core/language/catalogue.ts'
import { english } from '../../../core/language/text.ts'
import type { ErrorBody, ErrorWords, Refusal, RemoteProfile } from '../../../core/remote/profile.ts'
import { REMOTE_REASONS } from '../../../core/remote/words.ts'
import { readError } from './schema.ts'

/** Milliseconds for a call that is sent once. */
export const ACT_TIME = 30_000

export const PROFILE: RemoteProfile = {
  name: 'registrar',
  title: english(phrase(REMOTE_REASONS.registrar)),
  requestIdHeader: 'x-vercel-id',
  timeouts: { read: 10_000, act: ACT_TIME },
  limit: 1_000_000,
  passesStatus: true,
  retryAfterHeaders: ['retry-after'],
  readErrorBody,
  wordsFor,
}

const WORDS: Readonly<Record<number, ErrorWords>> = {
  401: { hint: 'REGISTRAR_TOKEN must be a valid token of the team' },
  402: { code: 'payment_required', hint: 'register a payment method with the registrar first' },
  403: {
    code: 'permission_missing',
    hint: 'the token of REGISTRAR_TOKEN must reach the team of REGISTRAR_TEAM_ID',
  },
}

/** kura's words for a refusal. */
function wordsFor({ status }: Refusal): ErrorWords {
  return WORDS[status] ?? {}
}

/** What the body of an error says. */
function readErrorBody(body: unknown): ErrorBody {
  const { code, message, retryAfter } = readError(body)
  return {
    codes: code === undefined ? [] : [code],
    messages: message ? [message] : [],
    ...(retryAfter !== undefined && { retryAfter: String(retryAfter) }),
  }
}
