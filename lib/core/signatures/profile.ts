/**
 * The profile kura-v1 of HTTP Message Signatures (RFC 9421): what a signature covers and how the signed text is
 * written. Client and host share this file. There is exactly one way to write the signed text, so the host can compute
 * and compare it.
 */
import { componentLine } from './base.ts'

export const LABEL = 'kura'
export const ALGORITHM = 'hmac-sha256'
export const TAG = 'kura-v1'

/** The maximum time from `created` to `expires`, in seconds. */
export const MAX_LIFETIME = 300

/** The largest difference of the clocks of client and host, in seconds, in either direction. */
export const MAX_SKEW = 60

/** The components that every signature covers, in this order; if the method carries a body, the digest follows. */
export const COVERED = '"@method" "@authority" "@path" "@query"'
export const COVERED_WITH_BODY = `${COVERED} "content-digest"`

/** The lines of the covered components; `digest` is the Content-Digest, undefined for a method without a body. */
export function coveredLines(method: string, url: URL, { digest }: { digest: string | undefined }): string {
  const lines =
    componentLine('@method', method) +
    componentLine('@authority', url.host) +
    componentLine('@path', url.pathname) +
    componentLine('@query', url.search || '?')
  return digest === undefined ? lines : lines + componentLine('content-digest', digest)
}

/** The header Signature for a MAC in base64. */
export function signatureHeader(mac: string): string {
  return `${LABEL}=:${mac}:`
}
