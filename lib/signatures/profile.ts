/**
 * The profile kura-v1 of HTTP Message Signatures (RFC 9421): what a signature covers and how its text is written.
 * Client and host share this file. There is exactly one way to sign, so there is exactly one text to match.
 */
import type { Component } from './base.ts'

export const LABEL = 'kura'
export const ALGORITHM = 'hmac-sha256'
export const TAG = 'kura-v1'

/** The longest time from `created` to `expires`, in seconds. */
export const MAX_LIFETIME = 300

/** How far the clocks of client and host may differ, in seconds, in either direction. */
export const MAX_SKEW = 60

/** The covered components in the profile's order; `digest` is the Content-Digest of a request with a body. */
export function coveredComponents(
  method: string,
  url: URL,
  { digest }: { digest: string | undefined },
): Component[] {
  const components: Component[] = [
    ['@method', method],
    ['@authority', url.host],
    ['@path', url.pathname],
    ['@query', url.search || '?'],
  ]
  if (digest !== undefined) components.push(['content-digest', digest])
  return components
}

/** The header Signature for a MAC in base64. */
export function signatureHeader(mac: string): string {
  return `${LABEL}=:${mac}:`
}
