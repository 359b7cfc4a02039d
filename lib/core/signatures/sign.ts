/** Devices, the command line and the probe sign, on Node 20 too. Without packages, the device program stays small. */
import { createSecretKey, randomBytes } from 'node:crypto'
import { AppError } from '../errors.ts'
import { carriesBody } from '../http/body.ts'
import { mac, signatureBase } from './base.ts'
import { contentDigest } from './content-digest.ts'
import {
  ALGORITHM,
  COVERED,
  COVERED_WITH_BODY,
  coveredLines,
  LABEL,
  signatureHeader,
  TAG,
} from './profile.ts'

export interface UnsignedRequest {
  /** The method in upper case. */
  readonly method: string
  /** The address. Its serialised form (`new URL(url).href`) is signed, so the request must be sent to this form. */
  readonly url: string | URL
  /** The body. A text counts as UTF-8. */
  readonly body?: Uint8Array | string | undefined
  readonly keyid: string
  /** The key, which has 32 bytes. */
  readonly secret: Uint8Array
  /** The time in milliseconds since the epoch. */
  readonly now: number
  /** The nonce: 16 to 64 characters of base64url that this key has not used before, as from `newNonce()`. */
  readonly nonce: string
  /** The seconds for which the signature is valid, at most 300 and by default 60. */
  readonly lifetime?: number | undefined
}

const LIFETIME = 60

/** Returns the headers to send. @throws AppError `bad_request` for a body with a method that has none */
export function signRequest(request: UnsignedRequest): Record<string, string> {
  const digest = digestOf(request)
  const params = `(${digest === undefined ? COVERED : COVERED_WITH_BODY})${parametersOf(request)}`
  const lines = coveredLines(request.method, new URL(request.url), { digest })
  const signature = mac(createSecretKey(request.secret), signatureBase(lines, params))
  return {
    'signature-input': `${LABEL}=${params}`,
    signature: signatureHeader(signature),
    ...(digest !== undefined && { 'content-digest': digest }),
  }
}

/** Returns 128 random bits in base64url. */
export function newNonce(): string {
  return randomBytes(16).toString('base64url')
}

function digestOf({ method, body = '' }: UnsignedRequest): string | undefined {
  if (carriesBody(method)) return contentDigest(body)
  if (body.length === 0) return undefined
  throw new AppError('bad_request', `Cannot sign ${method} with a body: this method has none`, {
    hint: 'send the body with POST',
  })
}

function parametersOf({ now, keyid, nonce, lifetime = LIFETIME }: UnsignedRequest): string {
  const created = Math.floor(now / 1000)
  return `;created=${created};expires=${created + lifetime};keyid="${keyid}";nonce="${nonce}";alg="${ALGORITHM}";tag="${TAG}"`
}
