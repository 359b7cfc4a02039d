/** Turns a refusal of the host into an error that says what to do, or whom to ask. */
import * as z from 'zod/mini'
import { readBounded } from '../../core/bounded-json.ts'
import { PROTECTION_HINT } from '../../core/config/protection.ts'
import { AppError, type ErrorCode } from '../../core/errors.ts'
import { deviceNameOf } from '../../core/signatures/keys.ts'
import { hostText } from './host-text.ts'

/** The device and the host of a request, for messages. */
export interface Parties {
  /** `host[:port]` */
  readonly host: string
  /** The device's keyid, which is not secret. */
  readonly keyid: string
  /** The advice of the endpoint, which replaces the usual advice. */
  readonly advice?: Advice | undefined
}

const refusalSchema = z.object({
  error: z.optional(z.string()),
  code: z.optional(z.string()),
  hint: z.optional(z.string()),
  /** The host's time in seconds since the epoch; only with `clock_skew`. */
  serverTime: z.optional(z.number()),
})
export type Refusal = z.infer<typeof refusalSchema>

/** For each of kura's own refusals, what to advise a person at the device. */
export type Advice = Partial<Record<ErrorCode, (parties: Parties) => string>>

const ADVICE: Advice = {
  signature_missing: () =>
    'something between this device and the host removes the signature: ask the operator about proxies',
  signature_malformed: () => 'update kura on this device; if it is new, ask the operator about proxies',
  signature_invalid: () =>
    'ask the operator to enrol this device again: its key is unknown there, or was retired',
  authority_unknown: ({ host }) => `ask the operator to add "${host}" to KURA_AUTHORITIES`,
  clock_skew: () => 'set the clock of this device, then sync again',
  key_revoked: () => 'ask the operator for new credentials: this key was revoked',
  scope_missing: () => 'ask the operator for credentials with the scope "device"',
  not_found: () => 'sync again: the release has changed in the meantime',
  release_missing: () => 'ask the publisher to publish a first release (kura publish)',
}

const LONGEST_QUOTE = 300

/** Reads the refusal in a body; empty if the body is not kura's. */
export function readRefusal(body: Uint8Array): Refusal {
  const read = readBounded(refusalSchema, body)
  return 'value' in read ? read.value : {}
}

/** Returns the error for an answer other than 200 and 304. */
export function refusalError(status: number, refusal: Refusal, parties: Parties): AppError {
  const { host, keyid } = parties
  const advice = { ...ADVICE, ...parties.advice }
  const quote = quoted(refusal.error)
  const code = knownCode(refusal.code, advice)
  if (!code) return unknownRefusal(status, quote, parties)
  const name = deviceNameOf(keyid.split(':', 1)[0] ?? '')
  const act = status === 401 || status === 403 ? `refuses the key of "${name}"` : 'cannot answer'
  return new AppError(code, `Cannot sync: "${host}" ${act}: ${status} ${code}${quote}`, {
    hint: advice[code]?.(parties) ?? 'tell the operator',
  })
}

/** The hint for an answer without a code of kura, by its status. */
const HINTS: Readonly<Record<number, string>> = {
  400: 'update kura on this device',
  401: `check "url" in credentials.json; if it is right, ${PROTECTION_HINT}`,
}

function unknownRefusal(status: number, quote: string, { host }: Parties): AppError {
  if (status >= 500)
    return new AppError('remote_answer', `Cannot sync: "${host}" answers ${status}${quote}`, {
      hint: 'the fault is at the host: try again later; if it fails again, tell the operator',
    })
  const hint = HINTS[status] ?? 'check "url" in credentials.json: something other than kura may answer there'
  return new AppError('remote_refused', `Cannot sync: "${host}" answers ${status}${quote}`, {
    hint,
    details: { status },
  })
}

function knownCode(code: string | undefined, advice: Advice): ErrorCode | undefined {
  return code !== undefined && Object.hasOwn(advice, code) ? (code as ErrorCode) : undefined
}

/** Returns the host's own message in one line of limited length. */
function quoted(text: string | undefined): string {
  if (!text) return ''
  return ` (${hostText(text, LONGEST_QUOTE)})`
}
