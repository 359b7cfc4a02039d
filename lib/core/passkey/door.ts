/**
 * Verifies the answers of passkeys. Both `@simplewebauthn/server` and `assertion.ts` must accept an answer, so that
 * every accepted approval can be proved later. Malformed input leads to a fault, never to an exception.
 */
import { createPublicKey, type KeyObject } from 'node:crypto'
import * as z from 'zod'
import { parseJson } from '../json/json.ts'
import { phrase } from '../language/catalogue.ts'
import type { Phrase } from '../phrase.ts'
import { type Assertion, algorithmOf, assertionFault, bytesOf, clientDataFault, rpIdOf } from './assertion.ts'
import { ALGORITHMS, type Algorithm } from './challenge.ts'
import { PASSKEY_FAULTS } from './words.ts'

/** Bytes in base64url. The schema is strict, because a browser may send anything. */
const bytes = z
  .string()
  .min(1)
  .max(20_000)
  .refine(text => bytesOf(text) !== undefined)

const credential = { id: bytes, rawId: bytes, type: z.literal('public-key') }

const authenticationSchema = z
  .object({
    ...credential,
    response: z.object({
      clientDataJSON: bytes,
      authenticatorData: bytes,
      signature: bytes,
      userHandle: bytes.nullish(),
    }),
  })
  .refine(({ id, rawId }) => id === rawId)
export type Authentication = z.infer<typeof authenticationSchema>

const registrationSchema = z
  .object({ ...credential, response: z.object({ clientDataJSON: bytes, attestationObject: bytes }) })
  .refine(({ id, rawId }) => id === rawId)
export type Registration = z.infer<typeof registrationSchema>

/** Parses the JSON that a page posts after `navigator.credentials.get()`. Undefined if the JSON has another form. */
export function readAuthentication(text: string): Authentication | undefined {
  return authenticationSchema.safeParse(parseJson(text)).data
}

/** Parses the JSON that a page posts after `navigator.credentials.create()`. Undefined if the JSON has another form. */
export function readRegistration(text: string): Registration | undefined {
  return registrationSchema.safeParse(parseJson(text)).data
}

export interface Asked {
  readonly challenge: Uint8Array
  readonly origin: string
}

export interface Passkey {
  /** The passkey's id in base64url. */
  readonly credential: string
  /** The public key in COSE, as base64url. `spki` is the same key as SubjectPublicKeyInfo in DER. */
  readonly publicKey: string
  readonly spki: string
  readonly algorithm: Algorithm
}

export type Verified = { readonly assertion: Assertion } | { readonly fault: Phrase }

export async function verifyAuthentication(
  { id, rawId, type, response }: Authentication,
  { challenge, origin, passkey }: Asked & { readonly passkey: Passkey },
): Promise<Verified> {
  if (id !== passkey.credential) return { fault: phrase(PASSKEY_FAULTS.otherCredential) }
  const { clientDataJSON, authenticatorData, signature } = response
  const assertion = { clientDataJSON, authenticatorData, signature }
  const fault = assertionFault(assertion, { challenge, origin, publicKey: passkey.spki })
  if (fault) return { fault }
  const { verifyAuthenticationResponse } = await import('@simplewebauthn/server')
  const { verified } = await verifyAuthenticationResponse({
    response: { id, rawId, type, response: assertion, clientExtensionResults: {} },
    expectedChallenge: Buffer.from(challenge).toString('base64url'),
    expectedOrigin: origin,
    expectedRPID: rpIdOf(origin),
    // kura uses no counters, because the counters of synchronised passkeys stay 0
    credential: { id: passkey.credential, publicKey: bytesFrom(passkey.publicKey), counter: -1 },
    requireUserVerification: true,
  }).catch(() => ({ verified: false }))
  return verified ? { assertion } : { fault: phrase(PASSKEY_FAULTS.signature) }
}

export async function verifyRegistration(
  { id, rawId, type, response }: Registration,
  { challenge, origin }: Asked,
): Promise<{ readonly passkey: Passkey } | { readonly fault: Phrase }> {
  const { clientDataJSON, attestationObject } = response
  const fault = clientDataFault(bytesFrom(clientDataJSON), { type: 'webauthn.create', challenge, origin })
  if (fault) return { fault }
  const { verifyRegistrationResponse } = await import('@simplewebauthn/server')
  const { registrationInfo } = await verifyRegistrationResponse({
    response: {
      id,
      rawId,
      type,
      response: { clientDataJSON, attestationObject },
      clientExtensionResults: {},
    },
    expectedChallenge: Buffer.from(challenge).toString('base64url'),
    expectedOrigin: origin,
    expectedRPID: rpIdOf(origin),
    requireUserVerification: true,
    supportedAlgorithmIDs: [...ALGORITHMS],
  }).catch(() => ({ registrationInfo: undefined }))
  if (registrationInfo?.credential.id !== id) return { fault: phrase(PASSKEY_FAULTS.answerMalformed) }
  const { publicKey } = registrationInfo.credential
  const key = await readCose(publicKey)
  const algorithm = key && algorithmOf(key)
  if (!algorithm) return { fault: phrase(PASSKEY_FAULTS.keyKind) }
  const spki = key.export({ format: 'der', type: 'spki' }).toString('base64url')
  return {
    passkey: { credential: id, publicKey: Buffer.from(publicKey).toString('base64url'), spki, algorithm },
  }
}

/** Reads a COSE key (RFC 9053). Undefined unless the key is a P-256 or an RSA key. */
async function readCose(publicKey: Uint8Array<ArrayBuffer>): Promise<KeyObject | undefined> {
  const { cose, decodeCredentialPublicKey } = await import('@simplewebauthn/server/helpers')
  try {
    const key = decodeCredentialPublicKey(publicKey)
    const { COSEKEYS, COSECRV } = cose
    if (cose.isCOSEPublicKeyEC2(key)) {
      if (key.get(COSEKEYS.crv) !== COSECRV.P256) return undefined
      const point = { x: base64url(key.get(COSEKEYS.x)), y: base64url(key.get(COSEKEYS.y)) }
      return createPublicKey({ key: { kty: 'EC', crv: 'P-256', ...point }, format: 'jwk' })
    }
    if (!cose.isCOSEPublicKeyRSA(key)) return undefined
    const numbers = { n: base64url(key.get(COSEKEYS.n)), e: base64url(key.get(COSEKEYS.e)) }
    return createPublicKey({ key: { kty: 'RSA', ...numbers }, format: 'jwk' })
  } catch {
    return undefined
  }
}

function base64url(part: Uint8Array | undefined): string {
  return Buffer.from(part ?? []).toString('base64url')
}

function bytesFrom(text: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(Buffer.from(text, 'base64url'))
}
