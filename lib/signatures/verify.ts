/**
 * Verifying a request against kura-v1: form, authority, MAC, time, in this order. Nothing is said about the time or the
 * caller before the MAC holds. Revocation and single use are the authenticator's.
 */
import { timingSafeEqual } from 'node:crypto'
import { AppError } from '../errors.ts'
import { carriesBody } from '../http/body.ts'
import { isContentDigest } from './content-digest.ts'
import type { Key, KeyRing } from './key-ring.ts'
import { coveredComponents, MAX_SKEW } from './profile.ts'
import { mac, signatureBase } from './signature-base.ts'
import { malformed, readSignature, type SignatureText } from './signature-text.ts'

/** The parts of a Request that are signed. */
export type ReceivedRequest = Pick<Request, 'method' | 'url' | 'headers'>

export interface VerifyOptions {
  /** The `host[:port]` values under which this deployment is called, lower case. */
  readonly authorities: readonly string[]
  readonly keys: KeyRing
  /** Milliseconds since the epoch. */
  readonly now: number
}

/** A request whose signature holds; its body is still to be compared with `digest`. */
export interface VerifiedRequest {
  readonly key: Key
  readonly nonce: string
  /** The Content-Digest that is signed; undefined where the method carries no body. */
  readonly digest: string | undefined
}

/**
 * Checks everything about a signature that the request itself can show.
 * @throws AppError `signature_missing`, `signature_malformed`, `authority_unknown`, `signature_invalid`, `clock_skew`
 */
export function verifyRequest(
  request: ReceivedRequest,
  { authorities, keys, now }: VerifyOptions,
): VerifiedRequest {
  const signature = readSignature(request.headers)
  const digest = readDigest(request, signature)
  const url = readAddress(request.url)
  if (!authorities.includes(url.host)) throw unknownAuthority(url.host)
  const base = signatureBase(coveredComponents(request.method, url, { digest }), signature.params)
  const key = keys.find(signature.keyid)
  if (!key || !timingSafeEqual(mac(key.key, base), signature.mac)) throw invalid()
  keys.keep(key)
  checkTime(signature, Math.floor(now / 1000))
  return { key, nonce: signature.nonce, digest }
}

/** The digest of a request that carries a body; a request that may not carry one shows no sign of it. */
function readDigest(
  { method, headers }: ReceivedRequest,
  { coversDigest }: SignatureText,
): string | undefined {
  const digest = headers.get('content-digest')
  if (carriesBody(method)) {
    if (!coversDigest) throw malformed(`${method} covers "content-digest", of an empty body too`)
    if (digest === null || !isContentDigest(digest))
      throw malformed('Content-Digest is not sha-256=:<32 bytes in base64>:')
    return digest
  }
  const announced = headers.has('transfer-encoding') || Number(headers.get('content-length') ?? 0) !== 0
  if (coversDigest || digest !== null || announced)
    throw malformed(`${method} carries no body: send it with POST`)
  return undefined
}

/** The address, of which every character is signed: what RFC 9421 leaves out of a signature is refused. */
function readAddress(text: string): URL {
  const url = new URL(text)
  if (url.href !== url.origin + url.pathname + url.search)
    throw malformed('the address has a user, a fragment, or a "?" with nothing after it')
  return url
}

function checkTime({ created, expires }: SignatureText, now: number): void {
  if (created > now + MAX_SKEW) throw skewed(`it is made ${created - now} s ahead of the time here`, now)
  if (expires < now - MAX_SKEW) throw skewed(`it ended ${now - expires} s ago by the time here`, now)
}

function unknownAuthority(authority: string): AppError {
  return new AppError(
    'authority_unknown',
    `Cannot accept the signature: "${authority}" is not in KURA_AUTHORITIES`,
    { hint: 'call this deployment by its own name, or add the name to its setting KURA_AUTHORITIES' },
  )
}

/** One answer to an unknown key and to a wrong MAC: it tells nobody which keys there are. */
function invalid(): AppError {
  return new AppError(
    'signature_invalid',
    'Cannot accept the signature: it is not what a valid key makes of this request',
    {
      hint: 'check the keyid and the secret; its epoch may have been retired: then issue a new key. What was signed must be sent unchanged',
    },
  )
}

/** `serverTime` is in seconds since the epoch, as `created` is. */
function skewed(problem: string, now: number): AppError {
  return new AppError(
    'clock_skew',
    `Cannot accept the signature: ${problem}, allowed is a difference of ${MAX_SKEW} s`,
    {
      hint: `set the clock: here it is ${new Date(now * 1000).toISOString()}; if it is right, sign again and send at once`,
      details: { serverTime: now },
    },
  )
}
