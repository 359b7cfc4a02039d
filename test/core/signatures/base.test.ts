import { createSecretKey } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { componentLine, mac, signatureBase } from '../../../lib/core/signatures/base.ts'
import { contentDigest } from '../../../lib/core/signatures/content-digest.ts'
import vector from '../../vectors/rfc9421-b25.json' with { type: 'json' }

describe('RFC 9421 B.2.5', () => {
  const secret = Buffer.from(vector.secret, 'base64')
  const lines = vector.components.map(([name = '', value = '']) => componentLine(name, value))

  test('signatureBase() of the lines is the published text', () => {
    expect(signatureBase(lines.join(''), vector.params)).toBe(vector.base)
  })

  test('mac() is the published signature', () => {
    expect(mac(createSecretKey(secret), vector.base)).toBe(vector.signature)
  })

  test('contentDigest() is the digest of its body', () => {
    expect(contentDigest(vector.body)).toBe(vector.contentDigest)
  })
})

test('signatureBase() takes the parameters as they are given and ends without a line feed', () => {
  const params = '();keyid="a";created=1;unknown'
  expect(signatureBase('', params)).toBe(`"@signature-params": ${params}`)
})
