/** The error words of the registrar. The outcome of a purchase is read in `purchase-outcome.ts`. */
import type { ErrorBody, ErrorWords, Refusal } from '../../../core/remote/profile.ts'
import { readError } from './schema.ts'

const WORDS: Readonly<Record<number, ErrorWords>> = {
  401: { hint: 'REGISTRAR_TOKEN must be a valid token of the team' },
  402: { code: 'payment_required', hint: 'register a payment method with the registrar first' },
  403: {
    code: 'permission_missing',
    hint: 'the token of REGISTRAR_TOKEN must reach the team of REGISTRAR_TEAM_ID',
  },
}

/** kura's words for a refusal. */
export function wordsFor({ status }: Refusal): ErrorWords {
  return WORDS[status] ?? {}
}

/** What the body of an error says. */
export function readErrorBody(body: unknown): ErrorBody {
  const { code, message, retryAfter } = readError(body)
  return {
    codes: code === undefined ? [] : [code],
    messages: message ? [message] : [],
    ...(retryAfter !== undefined && { retryAfter: String(retryAfter) }),
  }
}
