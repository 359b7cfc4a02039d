/**
 * The profile kura-v1 of HTTP Message Signatures (RFC 9421), which client and host share. There is exactly one way to
 * write the signed text, so the host can compute and compare it.
 */
import { componentLine } from './base.ts'

export const LABEL = 'kura'
export const ALGORITHM = 'hmac-sha256'
export const TAG = 'kura-v1'

/** The longest time from `created` to `expires`, in seconds. */
export const MAX_LIFETIME = 300

/** The most seconds by which the clocks of client and host may differ, in either direction. */
export const MAX_SKEW = 60

/** The signed components, in this order. If the method carries a body, the digest follows. */
export const COVERED = '"@method" "@authority" "@path" "@query"'
export const COVERED_WITH_BODY = `${COVERED} "content-digest"`

/** @param digest the Content-Digest; undefined for a method without a body */
export function coveredLines(method: string, url: URL, { digest }: { digest: string | undefined }): string {
  const lines =
    componentLine('@method', method) +
    componentLine('@authority', url.host) +
    componentLine('@path', url.pathname) +
    componentLine('@query', url.search || '?')
  return digest === undefined ? lines : lines + componentLine('content-digest', digest)
}

/** @param mac the MAC in base64 */
export function signatureHeader(mac: string): string {
  return `${LABEL}=:${mac}:`
}
