/** Requests that were changed after they were signed, or signed with another secret. */
import { expect, test } from 'vitest'
import { createKeyRing } from '../../../lib/core/signatures/key-ring.ts'
import { verifyRequest } from '../../../lib/core/signatures/verify.ts'
import {
  ADDRESS,
  type Forgery,
  forgeRequest,
  KEYID,
  NONCE,
  NOW,
  received,
  SECONDS,
  SETTINGS,
  usualParameters,
} from '../../helpers/http/forged-request.ts'

const { created, expires, alg, tag } = usualParameters()
const good = forgeRequest()

/** The same request with another address, method or headers. */
function altered(
  request: Request,
  change: { url?: string; method?: string; headers?: Record<string, string> },
): Request {
  const headers = new Headers(request.headers)
  for (const [name, value] of new Headers(change.headers)) headers.set(name, value)
  return new Request(change.url ?? request.url, { method: change.method ?? request.method, headers })
}

function input(change: (text: string) => string): NonNullable<Forgery['spoil']> {
  return headers => {
    const changed = change(headers['signature-input'])
    expect(changed).not.toBe(headers['signature-input'])
    return { 'signature-input': changed }
  }
}

const rows = [
  { name: 'another method', request: altered(good, { method: 'HEAD' }) },
  {
    name: 'another configured authority',
    request: altered(good, { url: ADDRESS.replace('kura.', 'kura-preview.') }),
  },
  ...[
    { name: 'a longer path', url: ADDRESS.replace('?', '/x?') },
    { name: 'a slash at the end of the path', url: ADDRESS.replace('?', '/?') },
    { name: 'a doubled slash', url: ADDRESS.replace('/api', '//api') },
    { name: 'the path in capitals', url: ADDRESS.replace('/api', '/API') },
    { name: 'the path percent-encoded', url: ADDRESS.replace('/api', '/%61pi') },
    { name: 'a slash percent-encoded', url: ADDRESS.replace('i/d', 'i%2Fd') },
    { name: 'a path parameter', url: ADDRESS.replace('?', ';a?') },
    { name: 'no query', url: ADDRESS.split('?')[0]! },
    { name: 'another query', url: ADDRESS.replace('page=2', 'page=3') },
    { name: 'a longer query', url: `${ADDRESS}&x` },
    { name: 'an ampersand at the end', url: `${ADDRESS}&` },
    { name: 'the query in another order', url: ADDRESS.replace('have=1&page=2', 'page=2&have=1') },
    { name: 'the query percent-encoded', url: ADDRESS.replace('have', '%68ave') },
    { name: 'a second query mark', url: ADDRESS.replace('?', '??') },
  ].map(({ name, url }) => ({ name, request: altered(good, { url }) })),
  {
    name: 'lower-case percent-encoding in place of upper-case',
    request: altered(forgeRequest({ url: `${ADDRESS}&a=%2F` }), { url: `${ADDRESS}&a=%2f` }),
  },
  {
    name: 'another digest',
    request: altered(forgeRequest({ method: 'POST', body: '{}' }), {
      headers: { 'content-digest': `sha-256=:${'A'.repeat(43)}=:` },
    }),
  },
  {
    name: 'a later created',
    request: forgeRequest({ spoil: input(text => text.replace(created!, `${SECONDS + 1}`)) }),
  },
  {
    name: 'a later end',
    request: forgeRequest({ spoil: input(text => text.replace(expires!, `${SECONDS + 90}`)) }),
  },
  {
    name: 'another nonce',
    request: forgeRequest({ spoil: input(text => text.replace(NONCE, NONCE.replace('n', 'm'))) }),
  },
  {
    name: 'the parameters in another order than signed',
    request: forgeRequest({
      spoil: input(text => text.replace(`;alg=${alg};tag=${tag}`, `;tag=${tag};alg=${alg}`)),
    }),
  },
]

test.each(rows)('verifyRequest() refuses $name', ({ request }) => {
  const { authorities, secrets } = SETTINGS
  expect(() =>
    verifyRequest(received(request), { authorities, keys: createKeyRing(secrets), now: NOW }),
  ).toThrow(expect.objectContaining({ code: 'signature_invalid' }))
})

test('verifyRequest() keeps a key only after its MAC held', () => {
  const ring = createKeyRing(SETTINGS.secrets)
  const kept: string[] = []
  const keys = { ...ring, keep: (key: { keyid: string }) => kept.push(key.keyid) }
  const options = { authorities: SETTINGS.authorities, keys, now: NOW }
  expect(() => verifyRequest(received(forgeRequest({ secret: Buffer.alloc(32) })), options)).toThrow()
  expect(kept).toEqual([])
  verifyRequest(received(forgeRequest()), options)
  expect(kept).toEqual([KEYID])
})
