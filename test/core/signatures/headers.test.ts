import { describe, expect, test } from 'vitest'
import { readSignature } from '../../../lib/core/signatures/headers.ts'
import {
  type Forgery,
  forgeRequest,
  KEYID,
  NONCE,
  SECONDS,
  usualParameters,
} from '../../helpers/http/forged-request.ts'

const FOUR = '"@method" "@authority" "@path" "@query"'
const { created, expires, keyid, nonce, alg, tag } = usualParameters()

/** Requests that are signed with the right key over their text, so that they can be refused only for their form. */
const MALFORMED: Readonly<Record<string, Forgery>> = {
  // components
  'a component twice': { covered: `${FOUR} "@query"` },
  'content-digest twice': { method: 'POST', covered: `${FOUR} "content-digest" "content-digest"` },
  'a component left out': { covered: '"@method" "@authority" "@path"' },
  'no component': { covered: '' },
  'components in another order': { covered: '"@authority" "@method" "@path" "@query"' },
  'an unknown derived component': { covered: `${FOUR} "@unknown"` },
  'a derived component of the RFC that the profile leaves out': { covered: `${FOUR} "@scheme"` },
  '@target-uri instead of the four': { covered: '"@target-uri"' },
  'a header that the profile leaves out': { covered: `${FOUR} "date"`, headers: { date: 'x' } },
  'the req parameter on a component': { covered: FOUR.replace('"@method"', '"@method";req') },
  'the sf parameter': { method: 'POST', covered: `${FOUR} "content-digest";sf` },
  'the bs parameter': { method: 'POST', covered: `${FOUR} "content-digest";bs` },
  'the key parameter': { method: 'POST', covered: `${FOUR} "content-digest";key="sha-256"` },
  'the tr parameter': { method: 'POST', covered: `${FOUR} "content-digest";tr` },
  'a component in capitals': { covered: FOUR.replace('@path', '@PATH') },
  'a component as a token': { covered: FOUR.replace('"@path"', '@path') },
  'two spaces between components': { covered: FOUR.replace(' ', '  ') },
  'a space inside the parenthesis': { covered: ` ${FOUR}` },
  // parameters that are missing, repeated or unknown
  'a parameter twice': {
    parameterText: `;created=${created};created=${created};expires=${expires};keyid=${keyid};nonce=${nonce};alg=${alg};tag=${tag}`,
  },
  'a parameter twice in place of another': {
    parameterText: `;created=${created};created=${created};expires=${expires};keyid=${keyid};nonce=${nonce};alg=${alg}`,
  },
  'two keyids': {
    parameterText: `;created=${created};expires=${expires};keyid="anna:admin:2";keyid=${keyid};nonce=${nonce};alg=${alg};tag=${tag}`,
  },
  'an unknown parameter': { parameters: { context: '"x"' } },
  'an unknown parameter in place of a known one': { parameters: { tag: null, tags: '"kura-v1"' } },
  'no parameter at all': { parameterText: '' },
  // parameter values
  'created as a string': { parameters: { created: `"${created}"` } },
  'created as a decimal': { parameters: { created: `${created}.0` } },
  'created as a date': { parameters: { created: `@${created}` } },
  'created with a leading zero': { parameters: { created: `0${created}` } },
  'created with a sign': { parameters: { created: `-${created}` } },
  'created in hexadecimal': { parameters: { created: '0x69E58B0B' } },
  'created with sixteen digits': { parameters: { created: '1'.repeat(16), expires: `${'1'.repeat(15)}2` } },
  'created without a value': {
    parameterText: `;created;expires=${expires};keyid=${keyid};nonce=${nonce};alg=${alg};tag=${tag}`,
  },
  'expires as a string': { parameters: { expires: `"${expires}"` } },
  'a life of 301 s': { parameters: { expires: `${SECONDS + 301}` } },
  'a life of 0 s': { parameters: { expires: created! } },
  'an end before the beginning': { parameters: { expires: `${SECONDS - 1}` } },
  'another algorithm': { parameters: { alg: '"hmac-sha512"' } },
  'the algorithm in capitals': { parameters: { alg: '"HMAC-SHA256"' } },
  'the algorithm as a token': { parameters: { alg: 'hmac-sha256' } },
  'an algorithm of public keys': { parameters: { alg: '"ed25519"' } },
  'another tag': { parameters: { tag: '"kura-v2"' } },
  'an empty tag': { parameters: { tag: '""' } },
  'a keyid in capitals': { parameters: { keyid: `"${KEYID.toUpperCase()}"` } },
  'an empty keyid': { parameters: { keyid: '""' } },
  'a keyid with a backslash': { parameters: { keyid: '"desk-1:device\\\\:2"' } },
  'a keyid with a quote': { parameters: { keyid: '"desk-1\\":device:2"' } },
  'a keyid as a token': { parameters: { keyid: 'desk-1:device:2' } },
  'a nonce of 15 characters': { parameters: { nonce: `"${'x'.repeat(15)}"` } },
  'a nonce of 65 characters': { parameters: { nonce: `"${'x'.repeat(65)}"` } },
  'a nonce with a slash': { parameters: { nonce: `"${'/'.repeat(22)}"` } },
  'a nonce as bytes': { parameters: { nonce: ':bm9uY2Utb2YtMjItY2hhcmFjdGVycw==:' } },
  // spaces
  'a space after a semicolon': { parameters: { tag: null, ' tag': tag! } },
  'a space before a semicolon': { parameters: { alg: `${alg} ` } },
  'a tab before a parameter': { parameters: { tag: null, '\ttag': tag! } },
  // labels and several signatures
  'another label': { label: 'sig1' },
  'the label in capitals': { label: 'KURA' },
  'a longer label': { label: 'kura2' },
  'a second signature after it': { spoil: both(own => `${own}, ${relabelled(own)}`) },
  'a second signature before it': { spoil: both(own => `${relabelled(own)}, ${own}`) },
  'the same label twice': { spoil: both(own => `${own}, ${own}`) },
  'a second Signature-Input only': {
    spoil: h => ({ 'signature-input': `${h['signature-input']}, a=("@path")` }),
  },
  'a comma at the end': { spoil: both(own => `${own},`) },
  ...Object.fromEntries(
    ['created', 'expires', 'keyid', 'nonce', 'alg', 'tag'].map(name => [
      `no ${name}`,
      { parameters: { [name]: null } },
    ]),
  ),
}

function both(change: (own: string) => string): NonNullable<Forgery['spoil']> {
  return headers => ({
    'signature-input': change(headers['signature-input']),
    signature: change(headers.signature),
  })
}

function relabelled(header: string): string {
  return header.replace(/^kura=/, 'other=')
}

test('readSignature() takes what the two headers say, and the received text of the parameters as it is', () => {
  const { headers } = forgeRequest({ method: 'POST' })
  const received = headers.get('signature-input') ?? ''
  expect(readSignature(headers)).toEqual({
    params: received.slice('kura='.length),
    coversDigest: true,
    created: SECONDS,
    expires: SECONDS + 60,
    keyid: KEYID,
    nonce: NONCE,
    signature: headers.get('signature'),
  })
})

test('readSignature() reads the parameters alike in each of their 720 orders', () => {
  const parameters = Object.entries(usualParameters()).map(([name, value]) => `;${name}=${value}`)
  for (const order of permutations(parameters)) {
    const { headers } = forgeRequest({ parameterText: order.join('') })
    expect(readSignature(headers)).toMatchObject({
      params: `(${FOUR})${order.join('')}`,
      created: SECONDS,
      expires: SECONDS + 60,
      keyid: KEYID,
      nonce: NONCE,
    })
  }
})

function permutations<T>(items: readonly T[]): T[][] {
  if (items.length === 0) return [[]]
  return items.flatMap((item, at) => permutations(items.toSpliced(at, 1)).map(rest => [item, ...rest]))
}

describe('readSignature() refuses', () => {
  test.each(Object.entries(MALFORMED))('%s', (_name, input) => {
    expect(() => readSignature(forgeRequest(input).headers)).toThrow(
      expect.objectContaining({ code: 'signature_malformed' }),
    )
  })
})

describe('readSignature() says what is wrong:', () => {
  test.each<{ input: Forgery; says: string }>([
    { input: { label: 'sig1' }, says: 'does not begin with kura=' },
    {
      input: { covered: '"@method"' },
      says: 'does not cover exactly "@method" "@authority" "@path" "@query"',
    },
    { input: { spoil: both(own => `${own}, ${own}`) }, says: 'a space or a second signature' },
    { input: { parameters: { nonce: null } }, says: 'parameter nonce is missing or is not 16 to 64' },
    { input: { parameters: { created: '"1"' } }, says: 'parameter created is missing or is not an integer' },
    { input: { parameters: { tag: '"x"' } }, says: 'parameter tag is missing or is not "kura-v1"' },
    { input: { parameters: { other: '1' } }, says: 'a parameter twice, or one that is not in the profile' },
    {
      input: { parameters: { expires: `${SECONDS + 3600}` } },
      says: 'lifetime is 3600 s, expected 1 to 300',
    },
  ])('$says', ({ input, says }) => {
    expect(() => readSignature(forgeRequest(input).headers)).toThrow(says)
  })
})
