/**
 * The library `@simplewebauthn/server` and the code with node:crypto alone give the same verdict, and openssl agrees
 * with both.
 */
import { execFileSync, spawnSync } from 'node:child_process'
import { createHash, createPublicKey } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { verifyAuthenticationResponse } from '@simplewebauthn/server'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type Assertion, assertionFault, rpIdOf } from '../../../lib/core/passkey/assertion.ts'
import { challengeOf } from '../../../lib/core/passkey/challenge.ts'
import {
  readAuthentication,
  readRegistration,
  verifyAuthentication,
  verifyRegistration,
} from '../../../lib/core/passkey/door.ts'
import {
  createPasskey,
  FLAGS,
  type Question,
  type SoftwarePasskey,
  signAssertion,
} from '../../helpers/passkey.ts'
import { runs } from '../../helpers/run/sampled.ts'
import { temporaryDirectory } from '../../helpers/temporary-directory.ts'

const ORIGIN = 'https://kura.example.com'
const challenge = challengeOf('act', 'the statement')
const ASKED = { challenge, origin: ORIGIN }
const PASSKEYS = [createPasskey(), createPasskey({ algorithm: -257 })] as const

/** Returns the verdict of the library alone. */
async function libraryAccepts(assertion: Assertion, passkey: SoftwarePasskey): Promise<boolean> {
  const { credential: id, publicKey } = passkey
  const { verified } = await verifyAuthenticationResponse({
    response: { id, rawId: id, type: 'public-key', response: assertion, clientExtensionResults: {} },
    expectedChallenge: challenge.toString('base64url'),
    expectedOrigin: ORIGIN,
    expectedRPID: rpIdOf(ORIGIN),
    credential: { id, publicKey: Uint8Array.from(Buffer.from(publicKey, 'base64url')), counter: -1 },
  }).catch(() => ({ verified: false }))
  return verified
}

function nodeAccepts(assertion: Assertion, { spki }: SoftwarePasskey): boolean {
  return assertionFault(assertion, { ...ASKED, publicKey: spki }) === undefined
}

async function doorAccepts(assertion: Assertion, passkey: SoftwarePasskey): Promise<boolean> {
  const { credential: id } = passkey
  const answer = { id, rawId: id, type: 'public-key' as const, response: assertion }
  return 'assertion' in (await verifyAuthentication(answer, { ...ASKED, passkey }))
}

/** Asserts with any client data and authenticator data, correctly signed. */
function signed(
  { privateKey }: SoftwarePasskey,
  { clientData, authenticatorData }: { clientData: Buffer; authenticatorData: Buffer },
): Assertion {
  return {
    clientDataJSON: clientData.toString('base64url'),
    authenticatorData: authenticatorData.toString('base64url'),
    signature: signAssertion(privateKey, { clientData, authenticatorData }).toString('base64url'),
  }
}

const PARTS = ['clientDataJSON', 'authenticatorData', 'signature'] as const

describe.each(PASSKEYS.map(passkey => [passkey.algorithm, passkey] as const))(
  'algorithm %s',
  (_, passkey) => {
    test('both accept what a browser sends', async () => {
      const { response } = passkey.assert(ASKED)
      expect([await libraryAccepts(response, passkey), nodeAccepts(response, passkey)]).toEqual([true, true])
      expect(await doorAccepts(response, passkey)).toBe(true)
    })

    test('an assertion of which any byte was changed is refused', async () => {
      const { response } = passkey.assert(ASKED)
      await fc.assert(
        fc.asyncProperty(
          fc.constantFrom(...PARTS),
          fc.nat(),
          fc.integer({ min: 1, max: 255 }),
          async (part, at, mask) => {
            const bytes = Buffer.from(response[part], 'base64url')
            const place = at % bytes.length
            bytes[place] = (bytes[place] ?? 0) ^ mask
            const changed = { ...response, [part]: bytes.toString('base64url') }
            expect(nodeAccepts(changed, passkey)).toBe(false)
            // the library accepts a signature whose DER encoding is slightly wrong, because its numbers are the same
            if (part === 'signature') expect(await doorAccepts(changed, passkey)).toBe(false)
            else expect(await libraryAccepts(changed, passkey)).toBe(false)
          },
        ),
        { numRuns: runs(150) },
      )
    })

    test('both refuse parts that were cut, lengthened or taken from another assertion', async () => {
      const { response } = passkey.assert(ASKED)
      const other = passkey.assert({ challenge: challengeOf('act', 'another'), origin: ORIGIN }).response
      for (const part of PARTS) {
        const bytes = Buffer.from(response[part], 'base64url')
        const cut = bytes.subarray(0, -1)
        const long = Buffer.concat([bytes, Buffer.from([0])])
        for (const text of [cut, long, Buffer.alloc(0)]
          .map(b => b.toString('base64url'))
          .concat(other[part])) {
          if (text === response[part]) continue
          const changed = { ...response, [part]: text }
          expect([part, text, nodeAccepts(changed, passkey)]).toEqual([part, text, false])
          expect(await doorAccepts(changed, passkey)).toBe(false)
        }
      }
    })

    const BY_QUESTION: Readonly<Record<string, readonly [Partial<Question>, boolean]>> = {
      'no person verified': [{ flags: FLAGS.present }, false],
      'no person present': [{ flags: FLAGS.verified }, false],
      'a device that does not synchronise': [{ flags: FLAGS.present | FLAGS.verified }, true],
      'backed up without being eligible': [{ flags: FLAGS.present | FLAGS.verified | FLAGS.backedUp }, false],
      'another relying party': [{ rpId: 'evil.example' }, false],
      'another origin': [{ origin: 'https://evil.example', rpId: 'kura.example.com' }, false],
      'the same host by http': [{ origin: 'http://kura.example.com' }, false],
      'the prefix of a sign-in': [{ challenge: challengeOf('sign-in', 'the statement') }, false],
      'a registration': [{ clientData: { type: 'webauthn.create' } }, false],
      'members that a browser adds': [{ clientData: { other_keys_can_be_added_here: 'x' } }, true],
      'a page in a page of another site': [
        { clientData: { crossOrigin: true, topOrigin: 'https://evil.example' } },
        false,
      ],
    }
    test.each(Object.entries(BY_QUESTION))(
      'both agree on %s, correctly signed',
      async (_, [question, isGood]) => {
        const { response } = passkey.assert({ ...ASKED, ...question })
        expect([await libraryAccepts(response, passkey), nodeAccepts(response, passkey)]).toEqual([
          isGood,
          isGood,
        ])
      },
    )

    test('a page in a page is refused though the library accepts it without its top origin', async () => {
      const { response } = passkey.assert({ ...ASKED, clientData: { crossOrigin: true } })
      expect(await libraryAccepts(response, passkey)).toBe(true)
      expect([nodeAccepts(response, passkey), await doorAccepts(response, passkey)]).toEqual([false, false])
    })

    test('both agree on any flags and any length of signed authenticator data', async () => {
      const { response } = passkey.assert(ASKED)
      const clientData = Buffer.from(response.clientDataJSON, 'base64url')
      const head = Buffer.from(response.authenticatorData, 'base64url')
      await fc.assert(
        fc.asyncProperty(fc.integer({ min: 0, max: 0x3f }), fc.nat({ max: 40 }), async (flags, length) => {
          const authenticatorData = Buffer.concat([head, Buffer.alloc(4)]).subarray(0, length)
          if (length > 32) authenticatorData[32] = flags
          const assertion = signed(passkey, { clientData, authenticatorData })
          expect(nodeAccepts(assertion, passkey)).toBe(await libraryAccepts(assertion, passkey))
        }),
        { numRuns: runs(100) },
      )
    })

    test('never throws, whatever is sent', async () => {
      const { response } = passkey.assert(ASKED)
      const anyText = fc.oneof(fc.string(), fc.base64String(), fc.constant(response.signature))
      await fc.assert(
        fc.asyncProperty(
          anyText,
          anyText,
          anyText,
          anyText,
          async (clientDataJSON, data, signature, spki) => {
            const assertion = { clientDataJSON, authenticatorData: data, signature }
            expect(assertionFault(assertion, { ...ASKED, publicKey: spki })).toBeDefined()
            expect(await doorAccepts(assertion, passkey)).toBe(false)
          },
        ),
        { numRuns: runs(100) },
      )
    })
  },
)

test('a registration gives the passkey with its key; a changed one is a fault or another key', async () => {
  for (const passkey of PASSKEYS) {
    const registration = passkey.register(ASKED)
    const { credential, publicKey, spki, algorithm } = passkey
    const expected = { passkey: { credential, publicKey, spki, algorithm } }
    expect(await verifyRegistration(registration, ASKED)).toEqual(expected)
    for (const question of [
      { ...ASKED, flags: FLAGS.present },
      { ...ASKED, origin: 'https://evil.example' },
      { ...ASKED, rpId: 'evil.example' },
      { ...ASKED, clientData: { crossOrigin: true } },
      { ...ASKED, clientData: { type: 'webauthn.get' } },
      { ...ASKED, challenge: challengeOf('enrol', 'another') },
    ])
      expect(await verifyRegistration(passkey.register(question), ASKED)).toHaveProperty('fault')
    await fc.assert(
      fc.asyncProperty(fc.nat(), fc.integer({ min: 1, max: 255 }), async (at, mask) => {
        const bytes = Buffer.from(registration.response.attestationObject, 'base64url')
        const place = at % bytes.length
        bytes[place] = (bytes[place] ?? 0) ^ mask
        const attestationObject = bytes.toString('base64url')
        const changed = { ...registration, response: { ...registration.response, attestationObject } }
        // a registration has no signature; a changed key has another confirmation number
        const read = await verifyRegistration(changed, ASKED)
        expect('fault' in read || read.passkey.credential === credential).toBe(true)
      }),
      { numRuns: runs(100) },
    )
  }
})

const [{ assert, register }] = PASSKEYS
const ANSWER = assert(ASKED)
const REGISTRATION = register(ASKED)

test('what a page posts is read, with members that kura does not know', () => {
  const more = { clientExtensionResults: {}, authenticatorAttachment: 'platform' }
  expect(readAuthentication(JSON.stringify({ ...ANSWER, ...more }))).toEqual(ANSWER)
  expect(readRegistration(JSON.stringify({ ...REGISTRATION, ...more }))).toEqual(REGISTRATION)
})

const UNREADABLE: Readonly<Record<string, unknown>> = {
  'no object': 'x',
  nothing: {},
  'another id': { ...ANSWER, rawId: 'AAAA' },
  'no response': { ...ANSWER, response: undefined },
  'a text that is not base64url': { ...ANSWER, response: { ...ANSWER.response, signature: 'a+/=' } },
  'base64url with spare bits': { ...ANSWER, response: { ...ANSWER.response, signature: 'AB' } },
  'a number': { ...ANSWER, response: { ...ANSWER.response, clientDataJSON: 1 } },
  'a huge part': { ...ANSWER, response: { ...ANSWER.response, signature: 'A'.repeat(40_000) } },
  'another type': { ...ANSWER, type: 'password' },
}
test.each(Object.entries(UNREADABLE))('%s is not read', (_, given) => {
  expect(readAuthentication(JSON.stringify(given))).toBeUndefined()
  expect(readRegistration(JSON.stringify(given))).toBeUndefined()
})

test.each(['', '{', '[]', 'null', '1'])('%j is not read', text => {
  expect([readAuthentication(text), readRegistration(text)]).toEqual([undefined, undefined])
})

test('a key of another kind is refused', () => {
  const { response } = PASSKEYS[0].assert(ASKED)
  const key = createPublicKey({
    key: { kty: 'OKP', crv: 'Ed25519', x: Buffer.alloc(32, 1).toString('base64url') },
    format: 'jwk',
  })
  const publicKey = key.export({ format: 'der', type: 'spki' }).toString('base64url')
  expect(assertionFault(response, { ...ASKED, publicKey })?.id).toBe('passkey.keyKind')
})

const hasOpenssl = spawnSync('openssl', ['version']).status === 0
test.skipIf(!hasOpenssl)('openssl verifies the same assertion, and refuses a changed one', async () => {
  const folder = await temporaryDirectory()
  for (const { spki, assert } of PASSKEYS) {
    const { clientDataJSON, authenticatorData, signature } = assert(ASKED).response
    const hash = createHash('sha256').update(Buffer.from(clientDataJSON, 'base64url')).digest()
    const files = {
      'key.der': Buffer.from(spki, 'base64url'),
      'signature.bin': Buffer.from(signature, 'base64url'),
      'signed.bin': Buffer.concat([Buffer.from(authenticatorData, 'base64url'), hash]),
      'changed.bin': Buffer.concat([Buffer.from(authenticatorData, 'base64url'), hash, Buffer.alloc(1)]),
    }
    for (const [name, bytes] of Object.entries(files)) writeFileSync(join(folder, name), bytes)
    const verify = ['dgst', '-sha256', '-verify', 'key.der', '-keyform', 'DER', '-signature', 'signature.bin']
    expect(String(execFileSync('openssl', [...verify, 'signed.bin'], { cwd: folder }))).toBe('Verified OK\n')
    expect(spawnSync('openssl', [...verify, 'changed.bin'], { cwd: folder }).status).toBe(1)
  }
})
