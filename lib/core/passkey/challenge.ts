/**
 * A passkey signs a digest of a text that has a prefix for its purpose. This file loads no schemas and no words, so it
 * costs little in the page that a browser opens first.
 */
import { createHash } from 'node:crypto'

export type Purpose = 'act' | 'sign-in' | 'enrol'

/** The COSE numbers of ES256 and RS256. */
export const ALGORITHMS = [-7, -257] as const
export type Algorithm = (typeof ALGORITHMS)[number]

/** The time for which a statement and a challenge are valid, in milliseconds by the store's clock. */
export const LIFETIME = 15 * 60_000

/** Returns the name of a statement and of its approval, which is a SHA-256 in hex. */
export function statementDigest(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}

/** Returns the 32 bytes that a passkey signs. */
export function challengeOf(purpose: Purpose, text: string): Buffer {
  return createHash('sha256').update(`kura ${purpose} v1\n${text}`).digest()
}
