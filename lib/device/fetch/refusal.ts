/** What the host says instead of an answer, as an error that tells whom to ask for what. */
import { z } from 'zod'
import { AppError, type ErrorCode } from '../../errors.ts'
import { parseJson } from '../../json.ts'

/** Who asked whom, for messages. */
export interface Parties {
  /** `host[:port]` */
  readonly host: string
  /** The device's keyid; no secret. */
  readonly keyid: string
}

const refusalSchema = z.object({
  error: z.string().optional(),
  code: z.string().optional(),
  hint: z.string().optional(),
  /** The host's time in seconds since the epoch, with `clock_skew`. */
  serverTime: z.number().optional(),
})
export type Refusal = z.infer<typeof refusalSchema>

/** What kura's own refusals ask of a person at a device. */
const ADVICE: Partial<Record<ErrorCode, (parties: Parties) => string>> = {
  signature_missing: () => 'something on the way drops the signature: ask the operator about proxies',
  signature_malformed: () => 'update kura on this device; if it is new, ask the operator about proxies',
  signature_invalid: () =>
    'ask the operator to enrol this device again: its key is not known there, or was retired',
  authority_unknown: ({ host }) => `ask the operator to add "${host}" to KURA_AUTHORITIES`,
  clock_skew: () => 'set the clock of this device, then sync again',
  key_revoked: () => 'ask the operator for new credentials: this key was revoked',
  scope_missing: () => 'ask the operator for credentials with the scope "device"',
  not_found: () => 'sync again: the release changed meanwhile',
  release_missing: () => 'ask the publisher to publish a first release (kura publish)',
}

const LONGEST_QUOTE = 300

/** The refusal in a body; empty where the body is not kura's. */
export function readRefusal(body: Uint8Array): Refusal {
  return refusalSchema.safeParse(parseJson(Buffer.from(body).toString('utf8'))).data ?? {}
}

/** An answer other than 200 and 304 as an error. */
export function refusalError(status: number, refusal: Refusal, parties: Parties): AppError {
  const { host, keyid } = parties
  const quote = quoted(refusal.error)
  const code = knownCode(refusal.code)
  if (!code) return unknownRefusal(status, quote, parties)
  const name = keyid.split(':')[0]
  const act = status === 401 || status === 403 ? `refuses the key of "${name}"` : 'cannot answer'
  return new AppError(code, `Cannot sync: "${host}" ${act}: ${status} ${code}${quote}`, {
    hint: ADVICE[code]?.(parties) ?? 'tell the operator',
  })
}

function unknownRefusal(status: number, quote: string, { host }: Parties): AppError {
  if (status >= 500)
    return new AppError('remote_answer', `Cannot sync: "${host}" answers ${status}${quote}`, {
      hint: 'the fault is at the host: try again later, then tell the operator',
    })
  const hint =
    status === 400
      ? 'update kura on this device'
      : 'check "url" in credentials.json: something other than kura may answer there'
  return new AppError('remote_refused', `Cannot sync: "${host}" answers ${status}${quote}`, { hint })
}

function knownCode(code: string | undefined): ErrorCode | undefined {
  return code !== undefined && Object.hasOwn(ADVICE, code) ? (code as ErrorCode) : undefined
}

/** A remote's words in one line of bounded length. */
function quoted(text: string | undefined): string {
  if (!text) return ''
  return ` (${text.replace(/[\p{Cc}\p{Cf}]+/gu, ' ').slice(0, LONGEST_QUOTE)})`
}
