import { describe, expect, test } from 'vitest'
import type { AppError, ErrorCode } from '../../../lib/core/errors.ts'
import { createKeyRing } from '../../../lib/core/signatures/key-ring.ts'
import { signRequest } from '../../../lib/core/signatures/sign.ts'
import { type VerifiedRequest, verifyRequest } from '../../../lib/core/signatures/verify.ts'
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
  secretOf,
  usualParameters,
} from '../../helpers/http/forged-request.ts'

const HOUR = 3600

function verify(request: Request, now = NOW): VerifiedRequest {
  const { authorities, secrets } = SETTINGS
  return verifyRequest(received(request), { authorities, keys: createKeyRing(secrets), now })
}

const { created, expires, keyid, nonce, alg, tag } = usualParameters()

describe('verifyRequest() accepts', () => {
  test.each<{ name: string; input: Forgery }>([
    { name: 'a GET', input: {} },
    { name: 'a GET without a query', input: { url: ADDRESS.split('?')[0]! } },
    { name: 'a POST', input: { method: 'POST', body: '{}' } },
    { name: 'a POST of an empty body', input: { method: 'POST' } },
    { name: 'a DELETE, which has no body', input: { method: 'DELETE' } },
    { name: 'the other authority', input: { url: 'https://kura-preview.example.com/x' } },
    {
      name: 'the default port, which an address leaves out',
      input: { url: 'https://kura.example.com:443/x' },
    },
    { name: 'a key of the epoch before', input: { keyid: 'desk-1:device:1' } },
    { name: 'a key with several scopes', input: { keyid: 'anna:accounting.read+admin:2' } },
    {
      name: 'the parameters in another order',
      input: {
        parameterText: `;tag=${tag};alg=${alg};nonce=${nonce};keyid=${keyid};expires=${expires};created=${created}`,
      },
    },
    { name: 'a life of 1 s', input: { parameters: { expires: `${SECONDS + 1}` } } },
    { name: 'a life of 300 s', input: { parameters: { expires: `${SECONDS + 300}` } } },
    {
      name: 'a nonce of 16 characters',
      input: { parameters: { nonce: `"${'-_aA09'.repeat(4).slice(0, 16)}"` } },
    },
    { name: 'a nonce of 64 characters', input: { parameters: { nonce: `"${'x'.repeat(64)}"` } } },
    {
      name: 'an apostrophe, signed as the serialised address has it',
      input: { url: `${ADDRESS}&name=O'Hara`, query: '?have=1&page=2&name=O%27Hara' },
    },
    { name: 'a content-length of 0 with a GET', input: { headers: { 'content-length': '0' } } },
    { name: 'other headers, which are not covered', input: { headers: { 'x-other': '1', cookie: 'a=b' } } },
  ])('$name', ({ input }) => {
    expect(verify(forgeRequest(input)).key.keyid).toBe(input.keyid ?? KEYID)
  })

  test.each([
    { name: 'when it is made', shift: 0 },
    { name: 'made 60 s in the future', shift: -60 },
    { name: 'in its last second', shift: 60 },
    { name: '60 s after its end', shift: 120 },
  ])('a signature $name', ({ shift }) => {
    expect(verify(forgeRequest(), (SECONDS + shift) * 1000).nonce).toBe(NONCE)
  })

  test('what signRequest() signs, and says whose it is', () => {
    const request = { method: 'POST', url: ADDRESS, body: '蔵', keyid: KEYID, nonce: NONCE, now: NOW }
    const headers = signRequest({ ...request, secret: secretOf(KEYID) })
    expect(verify(new Request(ADDRESS, { method: 'POST', headers, body: '蔵' }))).toMatchObject({
      key: { keyid: KEYID, name: 'desk-1', scopes: ['device'] },
      nonce: NONCE,
      digest: headers['content-digest'],
    })
  })
})

const FOUR = '"@method" "@authority" "@path" "@query"'

/** Requests that are signed with the right key over their text, so that they can be refused only for their form. */
const MALFORMED: Readonly<Record<string, Forgery>> = {
  // the body
  'a POST without a digest': { method: 'POST', body: '{}', covered: FOUR },
  'a POST that covers a digest it does not send': { method: 'POST', headers: { 'content-digest': '' } },
  'a digest by another algorithm': {
    method: 'POST',
    headers: { 'content-digest': `sha-512=:${'A'.repeat(86)}==:` },
  },
  'two digests': {
    method: 'POST',
    headers: { 'content-digest': `sha-256=:${'A'.repeat(43)}=:, sha-512=:AA==:` },
  },
  'a digest in hex': { method: 'POST', headers: { 'content-digest': `sha-256=:${'ab'.repeat(32)}:` } },
  'a PUT without a digest': { method: 'PUT' },
  'a PATCH without a digest': { method: 'PATCH' },
  'a GET that covers a digest': {
    covered: `${FOUR} "content-digest"`,
    headers: { 'content-digest': `sha-256=:${'A'.repeat(43)}=:` },
  },
  'a GET that covers a digest it does not send': { covered: `${FOUR} "content-digest"` },
  // the address
  'a fragment': { url: `${ADDRESS}#here` },
  'a query mark with nothing after it': { url: `${ADDRESS.split('?')[0]}?` },
}

describe('verifyRequest() refuses the form of', () => {
  test.each(Object.entries(MALFORMED))('%s', (_name, input) => {
    expect(() => verify(forgeRequest(input))).toThrow(
      expect.objectContaining({ code: 'signature_malformed' }),
    )
  })

  test('an address with a user', () => {
    const { method, headers } = forgeRequest()
    const url = new URL(ADDRESS.replace('//', '//anna:secret@'))
    expect(() =>
      verifyRequest(
        { method, headers, url },
        { ...SETTINGS, keys: createKeyRing(SETTINGS.secrets), now: NOW },
      ),
    ).toThrow(expect.objectContaining({ code: 'signature_malformed' }))
  })
})

describe('verifyRequest() says what is wrong:', () => {
  test.each<{ input: Forgery; says: string }>([
    {
      input: { method: 'POST', covered: FOUR },
      says: 'POST must cover "content-digest", even of an empty body',
    },
    { input: { covered: `${FOUR} "content-digest"` }, says: 'GET has no body' },
    { input: { url: `${ADDRESS}#here` }, says: 'the address has a user, a fragment' },
    {
      input: {
        method: 'POST',
        headers: { 'content-digest': `sha-256=:${'A'.repeat(43)}=:, sha-512=:AA==:` },
      },
      says: 'Content-Digest is not exactly one sha-256',
    },
  ])('$says', ({ input, says }) => {
    expect(() => verify(forgeRequest(input))).toThrow(says)
  })

  test('a raw apostrophe was signed, which the runtime has replaced', () => {
    const forged = forgeRequest({ url: `${ADDRESS}&name=O'Hara`, query: "?have=1&page=2&name=O'Hara" })
    expect(forged.url).toContain('O%27Hara')
    expect(() => verify(forged)).toThrow(
      expect.objectContaining({
        code: 'signature_invalid',
        hint: expect.stringMatching(/serialised address \(new URL\(url\)\.href.*%27.*exactly one sha-256/),
      }),
    )
  })
})

describe('verifyRequest() refuses', () => {
  const good = forgeRequest()
  const rows: readonly { name: string; code: ErrorCode; request: Request; now?: number }[] = [
    { name: 'no headers', code: 'signature_missing', request: new Request(ADDRESS) },
    {
      name: 'Signature alone',
      code: 'signature_missing',
      request: new Request(ADDRESS, { headers: { signature: good.headers.get('signature')! } }),
    },
    {
      name: 'Signature-Input alone',
      code: 'signature_missing',
      request: new Request(ADDRESS, { headers: { 'signature-input': good.headers.get('signature-input')! } }),
    },
    // signed for another place
    {
      name: 'an unknown authority',
      code: 'authority_unknown',
      request: forgeRequest({ url: 'https://evil.example/' }),
    },
    {
      name: 'another port',
      code: 'authority_unknown',
      request: forgeRequest({ url: 'https://kura.example.com:444/' }),
    },
    {
      name: 'a longer authority',
      code: 'authority_unknown',
      request: forgeRequest({ url: 'https://kura.example.com.evil.example/' }),
    },
    // keys
    {
      name: 'another secret',
      code: 'signature_invalid',
      request: forgeRequest({ secret: Buffer.alloc(32) }),
    },
    {
      name: 'an empty secret',
      code: 'signature_invalid',
      request: forgeRequest({ secret: Buffer.alloc(0) }),
    },
    {
      name: "the epoch's own secret",
      code: 'signature_invalid',
      request: forgeRequest({ secret: Buffer.alloc(32, 2) }),
    },
    {
      name: 'a retired epoch',
      code: 'signature_invalid',
      request: forgeRequest({ keyid: 'desk-1:device:0' }),
    },
    {
      name: 'an unknown scope',
      code: 'signature_invalid',
      request: forgeRequest({ keyid: 'desk-1:root:2' }),
    },
    {
      name: 'a keyid of another form',
      code: 'signature_invalid',
      request: forgeRequest({ keyid: 'desk-1' }),
    },
    {
      name: 'a scope added to the keyid',
      code: 'signature_invalid',
      request: forgeRequest({ keyid: 'desk-1:device+admin:2', secret: secretOf(KEYID) }),
    },
    {
      name: "another name's key",
      code: 'signature_invalid',
      request: forgeRequest({ keyid: 'desk-2:device:2', secret: secretOf(KEYID) }),
    },
    {
      name: 'the key of the other epoch',
      code: 'signature_invalid',
      request: forgeRequest({ secret: secretOf('desk-1:device:1') }),
    },
    // time
    { name: '61 s in the future', code: 'clock_skew', request: good, now: (SECONDS - 61) * 1000 },
    {
      name: '60 s and 1 ms in the future',
      code: 'clock_skew',
      request: good,
      now: (SECONDS - 60) * 1000 - 1,
    },
    { name: '61 s after its end', code: 'clock_skew', request: good, now: (SECONDS + 121) * 1000 },
    { name: 'hours later', code: 'clock_skew', request: good, now: NOW + 5 * HOUR * 1000 },
    {
      name: 'a wrong MAC out of time, as a wrong MAC',
      code: 'signature_invalid',
      request: forgeRequest({ secret: Buffer.alloc(32) }),
      now: NOW + HOUR * 1000,
    },
  ]

  test.each(rows)('$name: $code', ({ request, code, now }) => {
    expect(() => verify(request, now)).toThrow(expect.objectContaining({ code }))
  })
})

function refusalOf(request: Request, now?: number): AppError {
  try {
    verify(request, now)
  } catch (error) {
    return error as AppError
  }
  throw new Error('It was accepted')
}

test('verifyRequest() gives an unknown key, a retired epoch and a wrong MAC the same answer', () => {
  const answers = [
    forgeRequest({ secret: Buffer.alloc(32) }),
    forgeRequest({ keyid: 'nobody:device:7' }),
    forgeRequest({ keyid: 'anna:root:2' }),
  ].map(request => {
    const { code, message, hint, details } = refusalOf(request)
    return { code, message, hint, details }
  })
  expect(answers[1]).toEqual(answers[0])
  expect(answers[2]).toEqual(answers[0])
})

test('verifyRequest() gives the time of the server, in seconds, with clock_skew', () => {
  const now = NOW + HOUR * 1000 + 999
  const { details, message, hint } = refusalOf(forgeRequest(), now)
  expect(details).toEqual({ serverTime: SECONDS + HOUR })
  expect(message).toBe(
    "Cannot accept the signature: it expired 3540 s ago by the host's time, the allowed difference is 60 s",
  )
  expect(hint).toContain('2026-04-20T03:07:55.000Z')
})

test('verifyRequest() names the authority that is unknown, and none that is known', () => {
  const { message, hint } = refusalOf(forgeRequest({ url: 'https://evil.example/' }))
  expect(message).toBe('Cannot accept the signature: "evil.example" is not in KURA_AUTHORITIES')
  expect(`${message} ${hint}`).not.toContain('example.com')
})
