/** The header Content-Digest (RFC 9530), always as one SHA-256 in canonical base64. */
import { createHash } from 'node:crypto'

/**
 * Matches 32 bytes in canonical base64: only four bits of the last character before the padding are used (RFC 4648
 * section 3.5).
 */
export const BASE64_32_BYTES = '[A-Za-z0-9+/]{42}[AEIMQUYcgkosw048]='

const CONTENT_DIGEST = new RegExp(`^sha-256=:${BASE64_32_BYTES}:$`)

/** The header's value; a text counts as UTF-8. */
export function contentDigest(body: Uint8Array | string): string {
  return `sha-256=:${createHash('sha256').update(body).digest('base64')}:`
}

/** Whether the text is written as `contentDigest` writes a digest. */
export function isContentDigest(text: string): boolean {
  return CONTENT_DIGEST.test(text)
}
