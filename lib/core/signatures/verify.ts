/**
 * Verifies form, authority, MAC and time, in this order. Only one text is the right header Signature, so the form of
 * this header is checked only to explain a refusal. Before the MAC is verified, a refusal reveals nothing about the
 * host's time or the caller.
 */
import { timingSafeEqual } from 'node:crypto'
import { AppError } from '../errors.ts'
import { carriesBody } from '../http/body.ts'
import { mac, signatureBase } from './base.ts'
import { isContentDigest } from './content-digest.ts'
import { isSignature, malformed, readSignature, type SignatureText } from './headers.ts'
import type { Key, KeyRing } from './key-ring.ts'
import { coveredLines, LABEL, MAX_SKEW, signatureHeader } from './profile.ts'

export interface ReceivedRequest extends Pick<Request, 'method' | 'headers'> {
  readonly url: URL
}

export interface VerifyOptions {
  /** The accepted authorities as `host[:port]`, in lower case. */
  readonly authorities: readonly string[]
  readonly keys: KeyRing
  /** The time in milliseconds since the epoch. */
  readonly now: number
}

/** A request with a valid signature. Its body must still be compared with `digest`. */
export interface VerifiedRequest {
  readonly key: Key
  readonly nonce: string
  /** The signed Content-Digest. Undefined if the method has no body. */
  readonly digest: string | undefined
}

/**
 * @throws AppError `signature_missing`, `signature_malformed`, `authority_unknown`, `signature_invalid`, `clock_skew`
 */
export function verifyRequest(
  request: ReceivedRequest,
  { authorities, keys, now }: VerifyOptions,
): VerifiedRequest {
  const { method, url } = request
  const signature = readSignature(request.headers)
  const digest = readDigest(request, signature)
  checkAddress(url)
  if (!authorities.includes(url.host)) throw unknownAuthority(url.host)
  const base = signatureBase(coveredLines(method, url, { digest }), signature.params)
  const key = keys.find(signature.keyid)
  if (!key || !isEqual(signatureHeader(mac(key.key, base)), signature.signature)) throw refused(signature)
  keys.keep(key)
  checkTime(signature, Math.floor(now / 1000))
  return { key, nonce: signature.nonce, digest }
}

/** Whether the texts are equal. The time of the comparison depends only on their lengths. */
function isEqual(expected: string, received: string): boolean {
  // a header has no character above U+00FF, so it has as many bytes as characters
  if (expected.length !== received.length) return false
  return timingSafeEqual(Buffer.from(expected, 'latin1'), Buffer.from(received, 'latin1'))
}

/** Returns the digest. Undefined for a method without a body, which must not cover a digest. */
function readDigest(
  { method, headers }: ReceivedRequest,
  { coversDigest }: SignatureText,
): string | undefined {
  if (!carriesBody(method)) {
    if (coversDigest) throw malformed(`${method} has no body: send it with POST`)
    return undefined
  }
  if (!coversDigest) throw malformed(`${method} must cover "content-digest", even of an empty body`)
  const digest = headers.get('content-digest')
  if (digest === null || !isContentDigest(digest))
    throw malformed('Content-Digest is not exactly one sha-256=:<32 bytes in base64>:')
  return digest
}

/** Refuses an address with a part that RFC 9421 does not sign. Such an address is longer than its signed parts. */
function checkAddress({ href, origin, pathname, search }: URL): void {
  if (href.length !== origin.length + pathname.length + search.length)
    throw malformed('the address has a user, a fragment, or a "?" with nothing after it')
}

function checkTime({ created, expires }: SignatureText, now: number): void {
  if (created > now + MAX_SKEW)
    throw skewed(`it was created ${created - now} s ahead of the host's time`, now)
  if (expires < now - MAX_SKEW) throw skewed(`it expired ${now - expires} s ago by the host's time`, now)
}

function unknownAuthority(authority: string): AppError {
  return new AppError(
    'authority_unknown',
    `Cannot accept the signature: "${authority}" is not in KURA_AUTHORITIES`,
    { hint: 'call this deployment by its own name, or add the name to its setting KURA_AUTHORITIES' },
  )
}

function refused({ signature }: SignatureText): AppError {
  if (isSignature(signature)) return invalid()
  return malformed(`Signature is not ${LABEL}=:<32 bytes in base64>:`)
}

/** The error for an unknown key and for a wrong MAC. It is the same, so that it does not reveal which keys exist. */
function invalid(): AppError {
  return new AppError(
    'signature_invalid',
    'Cannot accept the signature: it does not match this request and a valid key',
    {
      hint: 'check the keyid and the secret, and send exactly what was signed: the serialised address (new URL(url).href, in which a "\'" of the query is %27), and a Content-Digest of exactly one sha-256; if the epoch of the key has been retired, issue a new key',
    },
  )
}

/** @param now the time in seconds since the epoch, as in `created` */
function skewed(problem: string, now: number): AppError {
  return new AppError(
    'clock_skew',
    `Cannot accept the signature: ${problem}, the allowed difference is ${MAX_SKEW} s`,
    {
      hint: `correct the clock: the host's time is ${new Date(now * 1000).toISOString()}; if the clock is right, sign again and send at once`,
      details: { serverTime: now },
    },
  )
}
