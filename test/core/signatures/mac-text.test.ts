/** The text of the header Signature: exactly one text is right; every other is refused for its form or for its MAC. */
import { describe, expect, test } from 'vitest'
import { createKeyRing } from '../../../lib/core/signatures/key-ring.ts'
import { verifyRequest } from '../../../lib/core/signatures/verify.ts'
import {
  type Forgery,
  forgeRequest,
  NOW,
  received,
  SETTINGS,
  type SignatureHeaders,
} from '../../helpers/http/forged-request.ts'

function verify(forgery: Forgery) {
  const { authorities, secrets } = SETTINGS
  return verifyRequest(received(forgeRequest(forgery)), {
    authorities,
    keys: createKeyRing(secrets),
    now: NOW,
  })
}

/** Requests that are signed with the right key, so that they can be refused only for their form. */
const MALFORMED: Readonly<Record<string, (headers: SignatureHeaders) => Partial<SignatureHeaders>>> = {
  'a second Signature only': h => ({ signature: `${h.signature}, ${relabelled(h.signature)}` }),
  'another label': h => ({ signature: relabelled(h.signature) }),
  'another label of the same length': h => ({ signature: h.signature.replace('kura', 'KURA') }),
  'a comma at the end': h => ({ signature: `${h.signature},` }),
  'an empty MAC': () => ({ signature: 'kura=::' }),
  'an empty Signature': () => ({ signature: '' }),
  'a MAC cut to 31 bytes': mac(bytes => bytes.subarray(0, 31).toString('base64')),
  'a MAC cut to 16 bytes': mac(bytes => bytes.subarray(0, 16).toString('base64')),
  'a MAC with a byte more': mac(bytes => Buffer.concat([bytes, Buffer.of(0)]).toString('base64')),
  'a MAC without padding': mac(bytes => bytes.toString('base64').replace('=', '')),
  'a MAC in base64url': mac(bytes => `${bytes.toString('base64url')}=`.replace(/^../, '-_')),
  'a MAC with bits in the padding': mac(bytes => bitsInPadding(bytes.toString('base64'))),
  'a MAC in lower-case hex': mac(bytes => bytes.toString('hex')),
  'a MAC in upper-case hex': mac(bytes => bytes.toString('hex').toUpperCase()),
  'a MAC as a string': h => ({ signature: h.signature.replaceAll(':', '"') }),
  'a parameter on the MAC': h => ({ signature: `${h.signature};a` }),
  'as many characters, which are no ASCII': mac(bytes => 'é'.repeat(bytes.toString('base64').length)),
}

function mac(change: (bytes: Buffer) => string): (headers: SignatureHeaders) => Partial<SignatureHeaders> {
  return ({ signature }) => ({ signature: `kura=:${change(Buffer.from(signature.slice(6, -1), 'base64'))}:` })
}

/** Returns another spelling that a lenient decoder would read as the same 32 bytes. */
function bitsInPadding(text: string): string {
  const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'
  const other = letters[letters.indexOf(text.at(-2) ?? '') + 1] ?? ''
  const spoiled = `${text.slice(0, -2)}${other}=`
  expect(Buffer.from(spoiled, 'base64')).toEqual(Buffer.from(text, 'base64'))
  return spoiled
}

function relabelled(header: string): string {
  return header.replace(/^kura=/, 'other=')
}

describe('verifyRequest() refuses the form of', () => {
  test.each(Object.entries(MALFORMED))('%s', (_name, spoil) => {
    expect(() => verify({ spoil })).toThrow(expect.objectContaining({ code: 'signature_malformed' }))
  })

  test('a Signature by an unknown key, too', () => {
    const unknown = { keyid: 'desk-1:device:9', spoil: () => ({ signature: 'kura=::' }) }
    expect(() => verify(unknown)).toThrow('Signature is not kura=:<32 bytes in base64>:')
  })
})

test('verifyRequest() refuses a MAC of the right form that is another one', () => {
  const spoil = mac(bytes => Buffer.from(bytes.map(byte => byte ^ 1)).toString('base64'))
  expect(() => verify({ spoil })).toThrow(expect.objectContaining({ code: 'signature_invalid' }))
})
