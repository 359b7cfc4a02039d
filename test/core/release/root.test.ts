import { generateKeyPairSync, type KeyObject } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { keyidOf, rawPublicKey, signEnvelope } from '../../../lib/core/release/envelope.ts'
import { followRoots, readRoot } from '../../../lib/core/release/root.ts'
import type { Root } from '../../../lib/core/release/schema.ts'
import { runs } from '../../helpers/run/sampled.ts'

const newKey = () => generateKeyPairSync('ed25519').privateKey

const [a, b, c, d] = [newKey(), newKey(), newKey(), newKey()]

function rootText(
  version: number,
  keys: readonly KeyObject[],
  more: Partial<Root> & Record<string, unknown> = {},
): string {
  const publicKeys = keys.map(rawPublicKey)
  return JSON.stringify({
    v: 1,
    version,
    keys: Object.fromEntries(publicKeys.map(key => [keyidOf(key), key])),
    threshold: 1,
    expires: '2027-01-01T00:00:00Z',
    ...more,
  })
}

const sign = (text: string, keys: readonly KeyObject[]) => signEnvelope('root', text, keys)

describe('readRoot()', () => {
  test('takes a root that its own threshold signed', () => {
    const { root } = readRoot(sign(rootText(1, [a, b], { threshold: 2 }), [a, b]))
    expect(root).toMatchObject({ version: 1, threshold: 2 })
  })

  test.each([
    { name: 'unsigned', envelope: sign(rootText(1, [a]), []), want: 'not signed by 1 of its own keys' },
    { name: 'signed by a stranger', envelope: sign(rootText(1, [a]), [b]), want: 'not signed by 1' },
    {
      name: 'below its threshold',
      envelope: sign(rootText(1, [a, b], { threshold: 2 }), [a, a]),
      want: 'not signed by 2',
    },
    {
      name: 'a threshold that no one can reach',
      envelope: sign(rootText(1, [a], { threshold: 2 }), [a]),
      want: 'threshold is higher',
    },
    {
      name: 'threshold 0',
      envelope: sign(rootText(1, [a], { threshold: 0 }), []),
      want: 'not a root document',
    },
    { name: 'version 0', envelope: sign(rootText(0, [a]), [a]), want: 'not a root document' },
    {
      name: 'wire version 2',
      envelope: sign(rootText(1, [a], { v: 2 as 1 }), [a]),
      want: 'not a root document',
    },
    { name: 'not JSON', envelope: sign('root', [a]), want: 'not a root document' },
    {
      name: 'development said in another way',
      envelope: sign(rootText(1, [a], { development: 'no' as unknown as true }), [a]),
      want: 'not a root document',
    },
  ])('refuses one that is $name', ({ envelope, want }) => {
    expect(() => readRoot(envelope)).toThrow(want)
  })
})

describe('followRoots()', () => {
  const first = sign(rootText(1, [a]), [a])
  const trusted = readRoot(first)
  const rotated = sign(rootText(2, [b]), [a, b])
  const widened = sign(rootText(3, [b, c], { threshold: 2 }), [b, c])
  const narrowed = sign(rootText(4, [d]), [b, c, d])

  test.each([
    { name: 'nothing', chain: [], want: 1 },
    { name: 'one rotation', chain: [rotated], want: 2 },
    {
      name: 'rotation, a higher threshold, and back to one key',
      chain: [rotated, widened, narrowed],
      want: 4,
    },
    { name: 'a chain that begins before the trusted root', chain: [first, rotated], want: 2 },
    { name: 'the same root twice', chain: [rotated, rotated, widened], want: 3 },
  ])('goes along $name', ({ chain, want }) => {
    expect(followRoots(trusted, chain).root.version).toBe(want)
  })

  test('stays with the trusted root if another one has its version', () => {
    expect(followRoots(trusted, [sign(rootText(1, [d]), [d])])).toBe(trusted)
    expect(followRoots(trusted, [sign(rootText(1, [d]), [])])).toBe(trusted)
  })

  test('follows a root if, and only if, both thresholds have signed it, whoever else has', () => {
    const everybody = [a, b, c, d, newKey()]
    const some = fc.subarray(everybody)
    const group = fc
      .subarray(everybody, { minLength: 1 })
      .chain(keys =>
        fc.record({ keys: fc.constant(keys), threshold: fc.integer({ min: 1, max: keys.length }) }),
      )
    const reached = ({ keys, threshold }: { keys: KeyObject[]; threshold: number }, signers: KeyObject[]) =>
      keys.filter(key => signers.includes(key)).length >= threshold
    fc.assert(
      fc.property(group, group, some, (before, after, signers) => {
        const from = readRoot(sign(rootText(1, before.keys, { threshold: before.threshold }), before.keys))
        const next = sign(rootText(2, after.keys, { threshold: after.threshold }), signers)
        const follow = () => followRoots(from, [next]).root.version
        if (reached(before, signers) && reached(after, signers)) expect(follow()).toBe(2)
        else expect(follow).toThrow('is not signed by')
      }),
      { numRuns: runs(300) },
    )
  })

  test('passes an expired root on the way', () => {
    const expired = sign(rootText(2, [b], { expires: '2020-01-01T00:00:00Z' }), [a, b])
    expect(followRoots(trusted, [expired, widened]).root.version).toBe(3)
  })

  test.each([
    { name: 'a version left out', chain: [widened], want: 'root 3 follows root 1, expected 2' },
    {
      name: 'a successor that the old key did not sign',
      chain: [sign(rootText(2, [b]), [b])],
      want: 'not signed by 1 of the keys of root 1',
    },
    {
      name: 'a successor that its own key did not sign',
      chain: [sign(rootText(2, [b]), [a])],
      want: 'not signed by 1 of its own',
    },
    {
      name: 'a successor signed by one of two',
      chain: [rotated, widened, sign(rootText(4, [d]), [b, d])],
      want: 'not signed by 2 of the keys of root 3',
    },
    {
      name: 'a successor of a stranger, before anything of it is verified',
      chain: [sign(rootText(2, [b]), [])],
      want: 'not signed by 1 of the keys of root 1',
    },
    { name: 'the roots in the wrong order', chain: [widened, rotated], want: 'root 3 follows root 1' },
    {
      name: 'a release passed off as a root',
      chain: [signEnvelope('release', rootText(2, [b]), [a, b])],
      want: 'not signed',
    },
  ])('stops at $name', ({ chain, want }) => {
    expect(() => followRoots(trusted, chain)).toThrow(want)
  })
})
