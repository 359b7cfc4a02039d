/** Signs documents. A document's kind is part of the signed text, so it is never accepted as another kind. */
import { createHash, createPublicKey, type KeyObject, sign, verify } from 'node:crypto'
import type { Envelope, Root } from './schema.ts'

export type DocumentKind = 'root' | 'release' | 'activity' | 'vouch'

/** Returns the SHA-256 in lower-case hex. */
export function sha256(data: string | Uint8Array): string {
  return createHash('sha256').update(data).digest('hex')
}

export function rawPublicKey(key: KeyObject): string {
  const publicKey = key.type === 'private' ? createPublicKey(key) : key
  return String(publicKey.export({ format: 'jwk' }).x)
}

/** Returns the SHA-256 of the raw public key. @param publicKey in base64url */
export function keyidOf(publicKey: string): string {
  return sha256(Buffer.from(publicKey, 'base64url'))
}

export function signEnvelope(
  kind: DocumentKind,
  signed: string,
  privateKeys: readonly KeyObject[],
): Envelope {
  const signatures = privateKeys.map(key => ({
    keyid: keyidOf(rawPublicKey(key)),
    signature: sign(null, signedBytes(kind, signed), key).toString('base64url'),
  }))
  return { signed, signatures }
}

/**
 * Counts the keys of `root` that have validly signed the envelope. At least `root.threshold` of them are needed. Only
 * the first signature of each key counts, because a host could send thousands, and each check takes as long as hashing
 * the text.
 */
export function countSignatures(
  kind: DocumentKind,
  envelope: Pick<Envelope, 'signatures'> & { readonly signed: string | Uint8Array },
  root: Root,
): number {
  const bytes = signedBytes(kind, envelope.signed)
  const first = new Map(envelope.signatures.toReversed().map(({ keyid, signature }) => [keyid, signature]))
  return Object.entries(root.keys).filter(([keyid, publicKey]) => {
    const signature = first.get(keyid)
    return signature !== undefined && keyidOf(publicKey) === keyid && isValid(bytes, publicKey, signature)
  }).length
}

function isValid(bytes: Buffer, publicKey: string, signature: string): boolean {
  const key = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x: publicKey }, format: 'jwk' })
  return verify(null, bytes, key, Buffer.from(signature, 'base64url'))
}

function signedBytes(kind: DocumentKind, signed: string | Uint8Array): Buffer {
  const text = typeof signed === 'string' ? Buffer.from(signed) : signed
  return Buffer.concat([Buffer.from(`kura ${kind} v1\n`), text])
}
