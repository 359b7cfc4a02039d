import { createPrivateKey, generateKeyPairSync, type KeyObject } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import {
  countSignatures,
  keyidOf,
  rawPublicKey,
  sha256,
  signEnvelope,
} from '../../../lib/core/release/envelope.ts'
import type { Root } from '../../../lib/core/release/schema.ts'

/** RFC 8032, section 7.1, test 1: the secret key (seed) and its public key. */
const RFC8032 = {
  seed: '9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60',
  publicKey: 'd75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a',
}
/** The DER of a PKCS #8 Ed25519 key before its 32 bytes of seed (RFC 8410, section 7). */
const PKCS8_PREFIX = '302e020100300506032b657004220420'

const newKey = () => generateKeyPairSync('ed25519').privateKey

function rootOf(keys: readonly KeyObject[], threshold = 1): Root {
  const publicKeys = keys.map(rawPublicKey)
  return {
    v: 1,
    version: 1,
    keys: Object.fromEntries(publicKeys.map(key => [keyidOf(key), key])),
    threshold,
    expires: '2027-01-01T00:00:00Z',
  }
}

test('rawPublicKey() and keyidOf() give the key of RFC 8032 and its SHA-256', () => {
  const der = Buffer.from(PKCS8_PREFIX + RFC8032.seed, 'hex')
  const key = createPrivateKey({ key: der, format: 'der', type: 'pkcs8' })
  expect(Buffer.from(rawPublicKey(key), 'base64url').toString('hex')).toBe(RFC8032.publicKey)
  expect(keyidOf(rawPublicKey(key))).toBe(sha256(Buffer.from(RFC8032.publicKey, 'hex')))
  const { signatures } = signEnvelope('release', 'text', [key])
  expect(signatures).toEqual([
    {
      keyid: '21fe31dfa154a261626bf854046fd2271b7bed4b6abe45aa58877ef47f9721b9',
      signature: SIGNATURE_OF_TEXT,
    },
  ])
})

/**
 * A fixed signature, which is possible because Ed25519 is deterministic. The signed text is `kura release v1`, a line
 * feed and the text.
 */
const SIGNATURE_OF_TEXT =
  '7927eWYNF8UGjEsxiou3PDzBsG4ISp2YBsvehSrrV6Rq8XPB0s6GFkGvHnXIOUa9ubdR4dpo4LeETo_2_MuVCA'

describe('countSignatures() counts each key of the root once', () => {
  const [a, b, stranger] = [newKey(), newKey(), newKey()]
  const root = rootOf([a, b])
  const good = signEnvelope('release', 'text', [a, b])
  const [first] = good.signatures
  if (!first) throw new Error('no signature')
  const flipped = Buffer.from(first.signature, 'base64url')
  flipped[0] = (flipped[0] ?? 0) ^ 1

  test.each([
    { name: 'two keys', envelope: good, want: 2 },
    { name: 'one key', envelope: signEnvelope('release', 'text', [a]), want: 1 },
    { name: 'the same key twice', envelope: signEnvelope('release', 'text', [a, a]), want: 1 },
    {
      name: 'a key that the root does not name',
      envelope: signEnvelope('release', 'text', [stranger]),
      want: 0,
    },
    { name: 'a stranger beside a key', envelope: signEnvelope('release', 'text', [stranger, b]), want: 1 },
    {
      name: 'a second signature of a key whose first one is wrong',
      envelope: {
        signed: 'text',
        signatures: [{ ...first, signature: flipped.toString('base64url') }, ...good.signatures],
      },
      want: 1,
    },
    { name: 'no signature', envelope: { signed: 'text', signatures: [] }, want: 0 },
    { name: 'another text', envelope: { ...good, signed: 'text ' }, want: 0 },
    { name: 'another kind of document', envelope: signEnvelope('root', 'text', [a, b]), want: 0 },
    {
      name: 'one bit of the signature flipped',
      envelope: { signed: 'text', signatures: [{ ...first, signature: flipped.toString('base64url') }] },
      want: 0,
    },
    {
      name: 'an empty signature',
      envelope: { signed: 'text', signatures: [{ ...first, signature: '' }] },
      want: 0,
    },
    {
      name: "a key's signature under another key's id",
      envelope: {
        signed: 'text',
        signatures: [{ keyid: keyidOf(rawPublicKey(b)), signature: first.signature }],
      },
      want: 0,
    },
    {
      name: 'an id that every object has',
      envelope: { signed: 'text', signatures: [{ keyid: 'constructor', signature: first.signature }] },
      want: 0,
    },
  ])('$name', ({ envelope, want }) => {
    expect(countSignatures('release', envelope, root)).toBe(want)
  })

  test('a root that names a key under a wrong id does not count it', () => {
    const renamed = { ...root, keys: { [keyidOf(rawPublicKey(b))]: rawPublicKey(a) } }
    const signatures = [{ keyid: keyidOf(rawPublicKey(b)), signature: first.signature }]
    expect(countSignatures('release', { signed: 'text', signatures }, renamed)).toBe(0)
  })
})
