/**
 * A passkey signs a digest of a text, with a prefix for its purpose. This file loads no schemas and no words, so it
 * costs little in the page that a browser opens first, and in functions that only read who may approve.
 */
import { createHash } from 'node:crypto'

export type Purpose = 'act' | 'sign-in' | 'enrol'

/** The accepted algorithms by their COSE numbers: ES256 and RS256. */
export const ALGORITHMS = [-7, -257] as const
export type Algorithm = (typeof ALGORITHMS)[number]

/** Milliseconds for which a statement and a challenge are valid, by the store's time. */
export const LIFETIME = 15 * 60_000

/** The name of a statement and of its approval: the SHA-256 of the text, in hex. */
export function statementDigest(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}

/** The 32 bytes that a passkey signs for `text`. */
export function challengeOf(purpose: Purpose, text: string): Buffer {
  return createHash('sha256').update(`kura ${purpose} v1\n${text}`).digest()
}
