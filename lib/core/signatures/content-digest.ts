import { createHash } from 'node:crypto'

/** Matches 32 bytes in canonical base64. The last character before the padding has four bits (RFC 4648 section 3.5). */
export const BASE64_32_BYTES = '[A-Za-z0-9+/]{42}[AEIMQUYcgkosw048]='

const CONTENT_DIGEST = new RegExp(`^sha-256=:${BASE64_32_BYTES}:$`)

/** Returns the header Content-Digest (RFC 9530), always as one SHA-256. */
export function contentDigest(body: Uint8Array | string): string {
  return `sha-256=:${createHash('sha256').update(body).digest('base64')}:`
}

/** Whether the text has the form that `contentDigest` writes. Other forms of the header are not accepted. */
export function isContentDigest(text: string): boolean {
  return CONTENT_DIGEST.test(text)
}
