import { expect, test } from 'vitest'
import { newNonce, signRequest } from '../../../lib/core/signatures/sign.ts'
import { ADDRESS, forgeRequest, KEYID, NONCE, NOW, secretOf } from '../../helpers/http/forged-request.ts'

const REQUEST = { method: 'GET', url: ADDRESS, keyid: KEYID, secret: secretOf(KEYID), now: NOW, nonce: NONCE }

test('signRequest() of a GET covers method, authority, path and query, for 60 seconds', () => {
  const forged = forgeRequest()
  expect(signRequest(REQUEST)).toEqual({
    'signature-input': forged.headers.get('signature-input'),
    signature: forged.headers.get('signature'),
  })
})

test.each([
  { name: 'a text', body: '{"a":"蔵"}' },
  { name: 'an empty text', body: '' },
  { name: 'no body', body: undefined },
])('signRequest() of a POST with $name covers its digest', ({ body }) => {
  const forged = forgeRequest({ method: 'POST', body: body ?? '' })
  const signed = signRequest({ ...REQUEST, method: 'POST', body })
  expect(Object.keys(signed).sort()).toEqual(['content-digest', 'signature', 'signature-input'])
  for (const [name, value] of Object.entries(signed)) expect(forged.headers.get(name)).toBe(value)
})

test('signRequest() signs the serialised address', () => {
  const loose = 'HTTPS://KURA.example.com:443/api/./x/../distribution?have=1&page=2#here'
  expect(signRequest({ ...REQUEST, url: loose })).toEqual(signRequest(REQUEST))
})

test('signRequest() takes whole seconds of the time, and the lifetime it is given', () => {
  const signed = signRequest({ ...REQUEST, now: NOW + 999, lifetime: 300 })
  expect(signed['signature-input']).toContain(`;created=${NOW / 1000};expires=${NOW / 1000 + 300};`)
})

test('signRequest() refuses a body with a method that has none', () => {
  expect(() => signRequest({ ...REQUEST, body: 'x' })).toThrow(
    expect.objectContaining({ code: 'bad_request' }),
  )
})

test('newNonce() has the form of a nonce and is another one each time', () => {
  const nonces = Array.from({ length: 100 }, newNonce)
  for (const nonce of nonces) expect(nonce).toMatch(/^[A-Za-z0-9_-]{22}$/)
  expect(new Set(nonces).size).toBe(100)
})
