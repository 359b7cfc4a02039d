import { createHmac } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  deriveSecret,
  formatKeyid,
  parseKeyid,
  SCOPES,
  type Scope,
} from '../../../lib/core/signatures/keys.ts'

describe('parseKeyid()', () => {
  test.each([
    { name: 'a device', input: 'desk-1:device:2', want: { name: 'desk-1', scopes: ['device'], epoch: '2' } },
    {
      name: 'an operator with several scopes',
      input: 'anna:registrar.read+registrar.buy+admin:10',
      want: { name: 'anna', scopes: ['registrar.read', 'registrar.buy', 'admin'], epoch: '10' },
    },
    { name: 'a scope that kura does not know', input: 'anna:root:1', want: undefined },
    { name: 'a known and an unknown scope', input: 'anna:admin+root:1', want: undefined },
    { name: 'a scope twice', input: 'anna:admin+admin:1', want: undefined },
    { name: 'no scope', input: 'anna::1', want: undefined },
    { name: 'a plus at the end', input: 'anna:admin+:1', want: undefined },
    { name: 'no name', input: ':admin:1', want: undefined },
    { name: 'capitals', input: 'Anna:admin:1', want: undefined },
    { name: 'no epoch', input: 'anna:admin', want: undefined },
    { name: 'an epoch in letters', input: 'anna:admin:one', want: undefined },
    { name: 'a fourth part', input: 'anna:admin:1:2', want: undefined },
    { name: 'a line feed at the end', input: 'anna:admin:1\n', want: undefined },
    { name: "a name of JavaScript's own as a scope", input: 'anna:constructor:1', want: undefined },
    { name: 'nothing', input: '', want: undefined },
  ])('of $name', ({ input, want }) => {
    expect(parseKeyid(input)).toEqual(want)
  })
})

describe('formatKeyid()', () => {
  const scopes = fc.uniqueArray(fc.constantFrom<Scope>(...SCOPES), { minLength: 1 })
  const name = fc.stringMatching(/^[a-z0-9-]{1,20}$/)
  const epoch = fc.nat(999_999_999).map(String)

  test('writes what parseKeyid() reads', () => {
    fc.assert(
      fc.property(fc.record({ name, scopes, epoch }), keyid => {
        expect(parseKeyid(formatKeyid(keyid))).toEqual(keyid)
      }),
    )
  })

  test.each([
    { name: 'no scope', input: { name: 'anna', scopes: [], epoch: '1' } },
    { name: 'a scope twice', input: { name: 'anna', scopes: ['admin', 'admin'], epoch: '1' } },
  ] as const)('refuses $name and says the form', ({ input }) => {
    expect(() => formatKeyid(input)).toThrow(
      expect.objectContaining({ code: 'usage', message: expect.stringContaining('<name>:<scope>') }),
    )
  })
})

test.each([
  ["Taro's PC", 'taros-pc'],
  ['Anna', 'anna'],
  ['a:admin', 'a-admin'],
  ['Zoë  Müller ', 'zoe-muller'],
  ['太郎', 'mei-laptop'],
])('refuseKeyName() offers a name near "%s"', (name, near) => {
  expect(() => formatKeyid({ name, scopes: ['admin'], epoch: '1' })).toThrow(
    expect.objectContaining({ code: 'usage', hint: `for example: ${near}` }),
  )
})

describe('deriveSecret()', () => {
  /** Implements HKDF as RFC 5869 describes it, for one block of output. */
  function extractAndExpand(secret: Buffer, keyid: string): Buffer {
    const extracted = createHmac('sha256', 'kura-v1').update(secret).digest()
    return createHmac('sha256', extracted)
      .update(Buffer.concat([Buffer.from(keyid), Buffer.of(1)]))
      .digest()
  }

  test('is HKDF-SHA256 with the salt kura-v1 and the keyid as info', () => {
    const secret = Buffer.alloc(40, 7)
    expect(deriveSecret(secret, 'desk-1:device:2')).toEqual(extractAndExpand(secret, 'desk-1:device:2'))
  })

  test('differs with the name, the scopes, their order, and the epoch', () => {
    const keyids = [
      'a:device:1',
      'b:device:1',
      'a:admin:1',
      'a:device+admin:1',
      'a:admin+device:1',
      'a:device:2',
    ]
    const secrets = keyids.map(keyid => deriveSecret(Buffer.alloc(32, 1), keyid).toString('hex'))
    expect(new Set(secrets).size).toBe(keyids.length)
  })
})
