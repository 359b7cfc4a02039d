/** kura's own OpenAPI document: every contract, and how callers authenticate. */

import { SERVICES } from '../../lib/app/contracts/services.ts'
import { SCOPES } from '../../lib/core/signatures/keys.ts'
import { openApiDocument } from './document.ts'

const INFO = {
  title: 'kura',
  version: '1',
  description:
    'The back office of a small company: files for its devices, books, domains, chat. Every request is authenticated ' +
    'before anything else is looked at. No reply may be kept by a cache.',
}

const SIGNATURE = [
  'An HTTP message signature (RFC 9421) in the profile kura-v1, in the headers Signature-Input and Signature.',
  'There is one signature; its label is `kura`.',
  'It covers "@method" "@authority" "@path" "@query" in this order, then "content-digest" (RFC 9530, sha-256) if the',
  'method is POST or PUT, even if the body is empty.',
  'Its parameters are created, expires (at most 300 seconds later), keyid, nonce, alg="hmac-sha256" and tag="kura-v1".',
  'A keyid is `<name>:<scope>[+<scope>…]:<epoch>`; `kura key issue` derives its key. The scopes that an operation needs',
  'are listed with it; with `mode=write` it may need `x-kura-write-scope` instead.',
  'The nonce of a request that changes something is accepted once.',
].join(' ')

export function kuraDocument(): Promise<Record<string, unknown>> {
  return openApiDocument({
    info: INFO,
    services: SERVICES,
    securitySchemes: {
      'kura-v1': {
        type: 'apiKey',
        in: 'header',
        name: 'Signature',
        description: SIGNATURE,
        'x-kura-scopes': SCOPES,
      },
      cron: {
        type: 'http',
        scheme: 'bearer',
        description: 'The secret CRON_SECRET, which the host sends when it starts a job',
      },
    },
  })
}
