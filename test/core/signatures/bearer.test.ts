import { describe, expect, test } from 'vitest'
import { createBearerAuthenticator } from '../../../lib/core/signatures/bearer.ts'
import { contentDigest, isContentDigest } from '../../../lib/core/signatures/content-digest.ts'
import { createKeyRing } from '../../../lib/core/signatures/key-ring.ts'
import { deriveSecret } from '../../../lib/core/signatures/keys.ts'

describe('bearer', () => {
  const SECRET = 'a-secret-of-the-test'
  const CALLER = { keyid: 'cron', name: 'cron', scopes: ['cron'] }
  const authenticator = createBearerAuthenticator({ secret: SECRET, caller: CALLER })

  const ADDRESS = 'https://kura.example/api/cron/refresh'

  const asked = async (authorization?: string) => {
    const request = new Request(ADDRESS, authorization ? { headers: { authorization } } : {})
    const { caller } = await authenticator.authenticate(request, new URL(ADDRESS))
    return caller
  }

  describe('createBearerAuthenticator()', () => {
    test('lets the caller in who knows the secret', async () => {
      expect(await asked(`Bearer ${SECRET}`)).toEqual(CALLER)
    })

    const rows = [
      { name: 'no Authorization', given: undefined, code: 'signature_missing' },
      { name: 'another scheme', given: `Basic ${SECRET}`, code: 'signature_malformed' },
      { name: 'no secret', given: 'Bearer ', code: 'signature_malformed' },
      { name: 'another secret', given: 'Bearer another', code: 'signature_invalid' },
      {
        name: 'the beginning of the secret',
        given: `Bearer ${SECRET.slice(0, -1)}`,
        code: 'signature_invalid',
      },
      { name: 'more than the secret', given: `Bearer ${SECRET}x`, code: 'signature_invalid' },
      {
        name: 'the secret in other letters',
        given: `Bearer ${SECRET.toUpperCase()}`,
        code: 'signature_invalid',
      },
      { name: 'two secrets', given: `Bearer ${SECRET} ${SECRET}`, code: 'signature_malformed' },
    ]
    test.each(rows)('refuses $name', async ({ given, code }) => {
      await expect(asked(given)).rejects.toMatchObject({ code })
    })

    test('says nothing of what was sent', async () => {
      const error: unknown = await asked('Bearer what-was-sent').catch((thrown: unknown) => thrown)
      expect(JSON.stringify(error) + String(error)).not.toContain('what-was-sent')
    })
  })
})

describe('key-ring', () => {
  const SECRETS = ['3', '2', '1'].map(epoch => ({ epoch, secret: Buffer.alloc(32, Number(epoch)) }))

  test.each([
    { name: 'of the newest epoch', keyid: 'desk:device:3', found: true },
    { name: 'of the epoch before it', keyid: 'desk:device:2', found: true },
    { name: 'of the epoch before that, though it is still listed', keyid: 'desk:device:1', found: false },
    { name: 'of an epoch that never was', keyid: 'desk:device:4', found: false },
    { name: 'of an epoch written otherwise', keyid: 'desk:device:03', found: false },
    { name: 'with an unknown scope', keyid: 'desk:root:3', found: false },
    { name: 'of no form at all', keyid: 'desk', found: false },
  ])('find() of a keyid $name: $found', ({ keyid, found }) => {
    expect(createKeyRing(SECRETS).find(keyid) !== undefined).toBe(found)
  })

  test('find() gives the key that is derived from the epoch and the keyid', () => {
    const key = createKeyRing(SECRETS).find('desk:device+admin:2')
    expect(key).toMatchObject({ name: 'desk', scopes: ['device', 'admin'], epoch: '2' })
    expect(key?.key.export()).toEqual(deriveSecret(Buffer.alloc(32, 2), 'desk:device+admin:2'))
  })

  test('find() derives a key again until it is kept, however many others are requested', () => {
    const ring = createKeyRing(SECRETS, { limit: 2 })
    const key = ring.find('desk:device:3')
    expect(ring.find('desk:device:3')).not.toBe(key)
    if (key) ring.keep(key)
    for (let number = 0; number < 10; number += 1) ring.find(`made-up-${number}:device:3`)
    expect(ring.find('desk:device:3')).toBe(key)
  })

  test('keep() drops the key that was kept longest if the limit is reached', () => {
    const ring = createKeyRing(SECRETS, { limit: 2 })
    const keys = ['a', 'b', 'c'].map(name => ring.find(`${name}:device:3`)!)
    for (const key of keys) ring.keep(key)
    expect(keys.map(key => ring.find(key.keyid) === key)).toEqual([false, true, true])
  })

  test('keep() of a key that is kept drops none', () => {
    const ring = createKeyRing(SECRETS, { limit: 2 })
    const keys = ['a', 'b'].map(name => ring.find(`${name}:device:3`)!)
    for (const key of [...keys, ...keys.slice(1)]) ring.keep(key)
    expect(keys.map(key => ring.find(key.keyid) === key)).toEqual([true, true])
  })
})

describe('content-digest', () => {
  const EMPTY = '47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU='

  test('contentDigest() of nothing is the SHA-256 of nothing', () => {
    expect(contentDigest('')).toBe(`sha-256=:${EMPTY}:`)
    expect(contentDigest(new Uint8Array())).toBe(`sha-256=:${EMPTY}:`)
  })

  test('contentDigest() of a text is that of its UTF-8 bytes', () => {
    expect(contentDigest('蔵')).toBe(contentDigest(Buffer.from('蔵', 'utf8')))
  })

  test.each([
    { name: 'the canonical form', input: `sha-256=:${EMPTY}:`, want: true },
    { name: 'no colons', input: `sha-256=${EMPTY}`, want: false },
    { name: 'another algorithm', input: `sha-512=:${EMPTY}:`, want: false },
    { name: 'a second digest', input: `sha-256=:${EMPTY}:, sha-256=:${EMPTY}:`, want: false },
    { name: 'a parameter', input: `sha-256=:${EMPTY}:;a`, want: false },
    { name: 'capitals in the algorithm', input: `SHA-256=:${EMPTY}:`, want: false },
    { name: 'a space before it', input: ` sha-256=:${EMPTY}:`, want: false },
    { name: 'a line feed after it', input: `sha-256=:${EMPTY}:\n`, want: false },
    { name: 'no padding', input: `sha-256=:${EMPTY.slice(0, -1)}:`, want: false },
    { name: 'bits in the padding', input: `sha-256=:${EMPTY.replace('U=', 'V=')}:`, want: false },
    { name: 'base64url', input: `sha-256=:${EMPTY.replace('+', '-')}:`, want: false },
    { name: 'hex', input: `sha-256=:${'e3b0c442'.repeat(8)}:`, want: false },
    { name: 'nothing', input: '', want: false },
  ])('isContentDigest() of $name is $want', ({ input, want }) => {
    expect(isContentDigest(input)).toBe(want)
  })
})
