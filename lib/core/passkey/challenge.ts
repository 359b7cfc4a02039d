/**
 * What a passkey signs: a digest of a text, with a prefix for its purpose. This file loads no schema and no words, for the first
 * page that a browser opens needs it, and functions that only read who may approve.
 */
import { createHash } from 'node:crypto'

/** What an answer of a passkey is asked for. */
export type Purpose = 'act' | 'sign-in' | 'enrol'

/** The kinds of key, by their COSE numbers: ES256 and RS256. */
export const ALGORITHMS = [-7, -257] as const
export type Algorithm = (typeof ALGORITHMS)[number]

/** Milliseconds for which a statement and a challenge count, by the store's time. */
export const LIFETIME = 15 * 60_000

/** Returns the digest that names a statement and its approval: the SHA-256 of its text, in hex. */
export function statementDigest(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}

/** Returns the 32 bytes that a passkey signs for a purpose. */
export function challengeOf(purpose: Purpose, text: string): Buffer {
  return createHash('sha256').update(`kura ${purpose} v1\n${text}`).digest()
}
