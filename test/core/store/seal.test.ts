import { createCipheriv, hkdfSync } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { hasCode, messageOf } from '../../../lib/core/errors.ts'
import { createSealer } from '../../../lib/core/store/seal.ts'

const FIRST = { epoch: '1', secret: Buffer.alloc(32, 1) }
const SECOND = { epoch: '2', secret: Buffer.alloc(32, 2) }
const HERE = { record: 'credential/accounting', counter: 7 }
const TEXT = 'the secret text'

test('seal() and unseal() give any text back, for any record and counter', () => {
  const sealer = createSealer([SECOND, FIRST])
  const text = fc.string({ unit: 'grapheme' })
  fc.assert(
    fc.property(text, text, fc.maxSafeNat(), (secret, record, counter) => {
      expect(sealer.unseal(sealer.seal(secret, { record, counter }), { record, counter })).toBe(secret)
    }),
  )
})

test('seal() uses AES-256-GCM with a derived key, the IV first, and binds epoch, record and counter', () => {
  const iv = Buffer.alloc(12, 9)
  const key = Buffer.from(hkdfSync('sha256', SECOND.secret, 'kura-seal-v1', 'aes-256-gcm:2', 32))
  const cipher = createCipheriv('aes-256-gcm', key, iv)
  cipher.setAAD(Buffer.from('["seal1","2","credential/accounting",7]'))
  const body = Buffer.concat([iv, cipher.update(TEXT), cipher.final(), cipher.getAuthTag()])
  const sealed = createSealer([SECOND, FIRST], { random: () => iv }).seal(TEXT, HERE)
  expect(sealed).toBe(`seal1.2.${body.toString('base64url')}`)
})

test('seal() never gives the same text twice, and shows nothing of it', () => {
  const sealer = createSealer([FIRST])
  const sealed = Array.from({ length: 100 }, () => sealer.seal(TEXT, HERE))
  expect(new Set(sealed).size).toBe(100)
  expect(sealed.join()).not.toContain(TEXT)
})

test('the newest epoch seals, and an older one in the ring still opens', () => {
  const old = createSealer([FIRST]).seal(TEXT, HERE)
  const ring = createSealer([SECOND, FIRST])
  expect(ring.seal(TEXT, HERE)).toMatch(/^seal1\.2\./)
  expect(ring.unseal(old, HERE)).toBe(TEXT)
})

describe('unseal() refuses with seal_invalid', () => {
  const sealed = createSealer([FIRST]).seal(TEXT, HERE)
  const [form = '', epoch = '', body = ''] = sealed.split('.')
  const bytes = Buffer.from(body, 'base64url')
  const changed = (index: number) => {
    const copy = Buffer.from(bytes)
    copy[index] = (copy[index] ?? 0) ^ 1
    return `${form}.${epoch}.${copy.toString('base64url')}`
  }
  const rows = [
    { name: 'another record', sealed, binding: { ...HERE, record: 'credential/other' } },
    { name: 'another counter', sealed, binding: { ...HERE, counter: 8 } },
    { name: 'a changed IV', sealed: changed(0) },
    { name: 'a changed ciphertext', sealed: changed(12) },
    { name: 'a changed tag', sealed: changed(bytes.length - 1) },
    { name: 'a cut tag', sealed: `${form}.${epoch}.${bytes.subarray(0, -1).toString('base64url')}` },
    { name: 'an IV and nothing else', sealed: `${form}.1.${bytes.subarray(0, 12).toString('base64url')}` },
    { name: 'another epoch of the ring', sealed: `${form}.2.${body}` },
    { name: 'an epoch that is not in the ring', sealed: `${form}.3.${body}` },
    { name: 'another form', sealed: `seal2.1.${body}` },
    { name: 'padding', sealed: `${sealed}=` },
    { name: 'more characters', sealed: `${sealed}A` },
    { name: 'the same bytes in other characters', sealed: sealed.slice(0, -1) + respelled(sealed.at(-1)) },
    { name: 'a line end', sealed: `${sealed}\n` },
    { name: 'plain text', sealed: TEXT },
    { name: 'nothing', sealed: '' },
  ]
  test.each(rows)('$name', ({ sealed: given, binding = HERE }) => {
    const sealer = createSealer([SECOND, FIRST])
    let error: unknown
    try {
      sealer.unseal(given, binding)
    } catch (thrown) {
      error = thrown
    }
    expect(hasCode(error, 'seal_invalid')).toBe(true)
    expect(messageOf(error)).not.toContain(TEXT)
  })

  test('every text with one bit changed', () => {
    const sealer = createSealer([SECOND, FIRST])
    for (let index = 0; index < bytes.length; index += 1)
      expect(() => sealer.unseal(changed(index), HERE)).toThrow(/record "credential\/accounting"/)
  })
})

/** Returns another spelling of the last base64url character, which differs only in unused bits. */
function respelled(character = ''): string {
  const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'
  return alphabet[alphabet.indexOf(character) ^ 1] ?? ''
}

test('a key of the same epoch from another secret does not open', () => {
  const sealed = createSealer([FIRST]).seal(TEXT, HERE)
  const other = createSealer([{ epoch: '1', secret: Buffer.alloc(32, 3) }])
  expect(() => other.unseal(sealed, HERE)).toThrow(expect.objectContaining({ code: 'seal_invalid' }))
})

test.each([-1, 0.5, Number.NaN, 2 ** 53])('the counter %d is a fault', counter => {
  const sealer = createSealer([FIRST])
  expect(() => sealer.seal(TEXT, { ...HERE, counter })).toThrow(TypeError)
})

test('a ring without a key is a fault', () => {
  expect(() => createSealer([])).toThrow(TypeError)
})
