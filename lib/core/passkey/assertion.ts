/**
 * Verifies the signature of a passkey (WebAuthn Level 3, section 7.2) with node:crypto alone, so that an approval can
 * be verified years later without any package. Pure.
 */
import { createHash, createPublicKey, type KeyObject, verify } from 'node:crypto'
import { parseJsonBytes } from '../json/json.ts'
import { phrase } from '../language/catalogue.ts'
import type { Phrase } from '../phrase.ts'
import type { Algorithm } from './challenge.ts'
import { PASSKEY_FAULTS } from './words.ts'

/** A passkey's answer as the browser made it, each part in base64url. */
export interface Assertion {
  readonly clientDataJSON: string
  readonly authenticatorData: string
  readonly signature: string
}

export interface Expected {
  /** The bytes that the passkey had to sign, from `challengeOf`. */
  readonly challenge: Uint8Array
  /** The origin of the page, such as `https://kura.example.com`. */
  readonly origin: string
  /** The passkey's SubjectPublicKeyInfo in DER, as base64url. */
  readonly publicKey: string
}

/** The smallest RSA key that is accepted, in bits. */
const SMALLEST_RSA = 2048

/** Lengths and flags of the authenticator data. */
const HEAD_BYTES = 37
const HASH_BYTES = 32
const PRESENT = 0x01
const VERIFIED = 0x04
const BACKUP_ELIGIBLE = 0x08
const BACKED_UP = 0x10
const ATTESTED = 0x40
const EXTENDED = 0x80

/** Returns what is wrong with the assertion. Undefined if nothing is. Never throws. */
export function assertionFault(
  { clientDataJSON, authenticatorData, signature }: Assertion,
  { challenge, origin, publicKey }: Expected,
): Phrase | undefined {
  const [clientData, data, signed] = [clientDataJSON, authenticatorData, signature].map(bytesOf)
  if (!clientData || !data || !signed) return phrase(PASSKEY_FAULTS.answerMalformed)
  const fault =
    clientDataFault(clientData, { type: 'webauthn.get', challenge, origin }) ??
    authenticatorFault(data, rpIdOf(origin))
  if (fault) return fault
  const key = readPublicKey(publicKey)
  if (!key) return phrase(PASSKEY_FAULTS.keyKind)
  const text = Buffer.concat([data, createHash('sha256').update(clientData).digest()])
  return verify('sha256', text, key, signed) ? undefined : phrase(PASSKEY_FAULTS.signature)
}

/** Returns the host name, or an empty text if `origin` is no address. */
export function rpIdOf(origin: string): string {
  return URL.canParse(origin) ? new URL(origin).hostname : ''
}

/** Returns the bytes. Undefined if the base64url is not in its canonical form. */
export function bytesOf(text: string): Buffer | undefined {
  const bytes = Buffer.from(text, 'base64url')
  return bytes.toString('base64url') === text ? bytes : undefined
}

/** Returns what is wrong. Undefined if the client data belongs to this ceremony, challenge and page. */
export function clientDataFault(
  bytes: Uint8Array,
  { type, challenge, origin }: Pick<Expected, 'challenge' | 'origin'> & { readonly type: string },
): Phrase | undefined {
  const data = parseJsonBytes(bytes)
  if (typeof data !== 'object' || data === null) return phrase(PASSKEY_FAULTS.clientData)
  const given = data as Readonly<Record<string, unknown>>
  const isOwn =
    given['type'] === type &&
    given['challenge'] === Buffer.from(challenge).toString('base64url') &&
    given['origin'] === origin &&
    !given['crossOrigin'] &&
    given['topOrigin'] === undefined
  return isOwn ? undefined : phrase(PASSKEY_FAULTS.clientData)
}

function authenticatorFault(data: Buffer, rpId: string): Phrase | undefined {
  const flags = data[HASH_BYTES]
  if (flags === undefined || data.length < HEAD_BYTES) return phrase(PASSKEY_FAULTS.authenticatorData)
  const isLong = data.length > HEAD_BYTES
  const mayBeLong = (flags & (ATTESTED | EXTENDED)) !== 0
  const isOwn = data.subarray(0, HASH_BYTES).equals(createHash('sha256').update(rpId).digest())
  const isBackedUpAlone = (flags & BACKED_UP) !== 0 && (flags & BACKUP_ELIGIBLE) === 0
  if (isLong !== mayBeLong || !isOwn || isBackedUpAlone) return phrase(PASSKEY_FAULTS.authenticatorData)
  const wanted = PRESENT | VERIFIED
  return (flags & wanted) === wanted ? undefined : phrase(PASSKEY_FAULTS.unverified)
}

/** Returns the key. Undefined unless the DER in base64url is a P-256 key (ES256) or an RSA key (RS256). */
function readPublicKey(spki: string): KeyObject | undefined {
  try {
    const key = createPublicKey({ key: Buffer.from(spki, 'base64url'), format: 'der', type: 'spki' })
    return algorithmOf(key) === undefined ? undefined : key
  } catch {
    return undefined
  }
}

/** Returns the algorithm of the key. Undefined if kura does not accept keys of this kind. */
export function algorithmOf({ asymmetricKeyType, asymmetricKeyDetails }: KeyObject): Algorithm | undefined {
  const { namedCurve, modulusLength = 0 } = asymmetricKeyDetails ?? {}
  if (asymmetricKeyType === 'ec' && namedCurve === 'prime256v1') return -7
  return asymmetricKeyType === 'rsa' && modulusLength >= SMALLEST_RSA ? -257 : undefined
}
