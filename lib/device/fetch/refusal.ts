import * as z from 'zod/mini'
import { PROTECTION_HINT } from '../../core/config/protection.ts'
import type { AppError, ErrorCode } from '../../core/errors.ts'
import { readBounded } from '../../core/json/bounded.ts'
import { phrase } from '../../core/language/catalogue.ts'
import { phraseError } from '../../core/language/phrase-error.ts'
import type { Phrase } from '../../core/phrase.ts'
import { deviceNameOf } from '../../core/signatures/keys.ts'
import { hostText } from './host-text.ts'
import { FETCH_FAILURES, FETCH_HINTS, FETCH_PARTS } from './words.ts'

export interface Parties {
  readonly host: string
  readonly keyid: string
  /** The hints that replace the usual ones. */
  readonly advice?: Advice | undefined
}

/** The schema is made only when a refusal arrives, because most runs get none. */
const refusalSchema = () =>
  z.object({
    error: z.optional(z.string()),
    code: z.optional(z.string()),
    hint: z.optional(z.string()),
    /** The host's time in seconds since the epoch; only with `clock_skew`. */
    serverTime: z.optional(z.number()),
  })
export type Refusal = z.infer<ReturnType<typeof refusalSchema>>

/** The hints for a person at the device, by the code of kura's refusal. */
export type Advice = Partial<Record<ErrorCode, (parties: Parties) => Phrase>>

const ADVICE: Advice = {
  signature_missing: () => phrase(FETCH_HINTS.signatureMissing),
  signature_malformed: () => phrase(FETCH_HINTS.signatureMalformed),
  signature_invalid: () => phrase(FETCH_HINTS.signatureInvalid),
  authority_unknown: ({ host }) => phrase(FETCH_HINTS.authorityUnknown, { host }),
  clock_skew: () => phrase(FETCH_HINTS.clockSkew),
  key_revoked: () => phrase(FETCH_HINTS.keyRevoked),
  scope_missing: () => phrase(FETCH_HINTS.scopeMissing),
  not_found: () => phrase(FETCH_HINTS.changed),
  release_missing: () => phrase(FETCH_HINTS.releaseMissing),
}

const LONGEST_QUOTE = 300

/** Returns an empty refusal if the body is not a refusal of kura. */
export function readRefusal(body: Uint8Array): Refusal {
  const read = readBounded(refusalSchema(), body)
  return 'value' in read ? read.value : {}
}

/** The error for an answer other than 200 and 304, with what to do, or who can help. */
export function refusalError(status: number, refusal: Refusal, parties: Parties): AppError {
  const { host, keyid } = parties
  const advice = { ...ADVICE, ...parties.advice }
  const quote = quoted(refusal.error)
  const code = knownCode(refusal.code, advice)
  if (!code) return unknownRefusal(status, quote, parties)
  const name = deviceNameOf(keyid.split(':', 1)[0] ?? '')
  const values = { host, status, code, quote }
  const message =
    status === 401 || status === 403
      ? phrase(FETCH_FAILURES.refusesKey, { ...values, name })
      : phrase(FETCH_FAILURES.cannotAnswer, values)
  return phraseError(code, message, { hint: advice[code]?.(parties) ?? phrase(FETCH_HINTS.operator) })
}

/** The hints by status, for an answer without a code of kura. */
const HINTS: Readonly<Record<number, Phrase>> = {
  400: phrase(FETCH_HINTS.updateKura),
  401: phrase(FETCH_HINTS.addressOrProtection, { protection: PROTECTION_HINT }),
}

export function hintFor(status: number): Phrase {
  return HINTS[status] ?? phrase(status >= 500 ? FETCH_HINTS.hostFault : FETCH_HINTS.address)
}

function unknownRefusal(status: number, quote: Phrase | string, { host }: Parties): AppError {
  const message = phrase(FETCH_FAILURES.answers, { host, status, quote })
  const hint = hintFor(status)
  if (status >= 500) return phraseError('remote_answer', message, { hint })
  return phraseError('remote_refused', message, { hint, details: { status } })
}

function knownCode(code: string | undefined, advice: Advice): ErrorCode | undefined {
  return code !== undefined && Object.hasOwn(advice, code) ? (code as ErrorCode) : undefined
}

function quoted(text: string | undefined): Phrase | string {
  return text ? phrase(FETCH_PARTS.quote, { text: hostText(text, LONGEST_QUOTE) }) : ''
}
