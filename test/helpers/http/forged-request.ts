/**
 * Requests that are signed with the right key over any text. If such a request is refused, the reason is its form, not
 * its MAC. Except for the derivation of the key, nothing here uses the code under test.
 */
import { createHash, createHmac } from 'node:crypto'
import type { SigningSettings } from '../../../lib/core/config/config.ts'
import { deriveSecret } from '../../../lib/core/signatures/keys.ts'
import type { ReceivedRequest } from '../../../lib/core/signatures/verify.ts'

/** A moment, in milliseconds and in seconds. */
export const NOW = Date.UTC(2026, 3, 20, 2, 7, 55)
export const SECONDS = NOW / 1000

const AUTHORITY = 'kura.example.com'
export const ADDRESS = `https://${AUTHORITY}/api/distribution?have=1&page=2`
export const KEYID = 'desk-1:device:2'
export const NONCE = 'nonce-of-22-characters'

/** Epoch 2 is the newest; epoch 1 is still valid. */
export const SETTINGS: SigningSettings = {
  authorities: [AUTHORITY, 'kura-preview.example.com'],
  secrets: [
    { epoch: '2', secret: Buffer.alloc(32, 2) },
    { epoch: '1', secret: Buffer.alloc(32, 1) },
  ],
  revoked: [],
}

/** Returns the secret of a keyid of epoch 2 or 1. */
export function secretOf(keyid: string): Buffer {
  const epoch = SETTINGS.secrets.find(secret => secret.epoch === keyid.split(':')[2])
  return deriveSecret(epoch?.secret ?? Buffer.alloc(32, 9), keyid)
}

export interface Forgery {
  readonly method?: string
  readonly url?: string
  /** The text that is signed as the query, if it is not that of the address. */
  readonly query?: string
  readonly body?: string
  readonly keyid?: string
  readonly secret?: Uint8Array
  readonly label?: string
  /** The text between the parentheses: the covered components. */
  readonly covered?: string
  /** Values that replace the usual ones; null leaves a parameter out. */
  readonly parameters?: Readonly<Record<string, string | null>>
  /** The text of all parameters; replaces `parameters`. */
  readonly parameterText?: string
  /** Further headers to send; the signature covers those that `covered` names. */
  readonly headers?: Readonly<Record<string, string>>
  /** Changes the finished headers. */
  readonly spoil?: (headers: SignatureHeaders) => Partial<SignatureHeaders>
}

export interface SignatureHeaders {
  'signature-input': string
  signature: string
}

/** Returns the parameters of a valid signature. */
export function usualParameters(keyid = KEYID): Record<string, string> {
  return {
    created: `${SECONDS}`,
    expires: `${SECONDS + 60}`,
    keyid: `"${keyid}"`,
    nonce: `"${NONCE}"`,
    alg: '"hmac-sha256"',
    tag: '"kura-v1"',
  }
}

/** Returns a request whose signature is valid for exactly the text in its headers. */
export function forgeRequest(forgery: Forgery = {}): Request {
  const { method = 'GET', url = ADDRESS, query, body, keyid = KEYID, label = 'kura', spoil } = forgery
  const headers = { ...digestHeader(method, body), ...forgery.headers }
  const params = `(${forgery.covered ?? usualCover(method)})${parameterText(forgery)}`
  const mac = createHmac('sha256', forgery.secret ?? secretOf(keyid))
    .update(baseOf({ method, url, query, headers, params }))
    .digest('base64')
  const signed = { 'signature-input': `${label}=${params}`, signature: `${label}=:${mac}:` }
  return new Request(url, {
    method,
    headers: { ...headers, ...signed, ...spoil?.(signed) },
    ...(body !== undefined && { body }),
  })
}

/** Returns a request as the handler passes it on, with its address parsed. */
export function received({ method, url, headers }: Request): ReceivedRequest {
  return { method, url: new URL(url), headers }
}

function usualCover(method: string): string {
  const always = '"@method" "@authority" "@path" "@query"'
  return method === 'POST' ? `${always} "content-digest"` : always
}

function digestHeader(method: string, body = ''): Record<string, string> {
  if (method !== 'POST') return {}
  return { 'content-digest': `sha-256=:${createHash('sha256').update(body).digest('base64')}:` }
}

function parameterText({ keyid, parameters, parameterText: text }: Forgery): string {
  if (text !== undefined) return text
  return Object.entries({ ...usualParameters(keyid), ...parameters })
    .flatMap(([name, value]) => (value === null ? [] : [`;${name}=${value}`]))
    .join('')
}

interface SignedParts {
  readonly method: string
  readonly url: string
  readonly query: string | undefined
  readonly headers: Readonly<Record<string, string>>
  readonly params: string
}

/** Returns the signature base of RFC 9421 for the components between the parentheses, whatever they are. */
function baseOf({ method, url, query, headers, params }: SignedParts): string {
  const { host, pathname, search, protocol } = new URL(url)
  const values: Record<string, string> = {
    ...headers,
    '@method': method,
    '@authority': host,
    '@path': pathname,
    '@query': query ?? (search || '?'),
    '@scheme': protocol.slice(0, -1),
    '@target-uri': url,
  }
  const list = params.slice(1, params.indexOf(')'))
  const lines = [...list.matchAll(/"([^"]+)"[^ ]*/g)].map(
    ([identifier, name = '']) => `${identifier}: ${values[name.toLowerCase()] ?? ''}`,
  )
  return [...lines, `"@signature-params": ${params}`].join('\n')
}
