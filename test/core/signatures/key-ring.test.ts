import { expect, test } from 'vitest'
import { createKeyRing } from '../../../lib/core/signatures/key-ring.ts'
import { deriveSecret } from '../../../lib/core/signatures/keys.ts'

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
