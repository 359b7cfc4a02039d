/** The signature of a content, and deltas that are made from the signature without the content. */
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { applyDelta, readerOf } from '../../../../lib/core/release/delta/apply.ts'
import { createIndexMemory } from '../../../../lib/core/release/delta/block-index.ts'
import { compose } from '../../../../lib/core/release/delta/compose.ts'
import { withoutShortCopies } from '../../../../lib/core/release/delta/copies.ts'
import { diff } from '../../../../lib/core/release/delta/diff.ts'
import { decodeDelta, encodeDelta } from '../../../../lib/core/release/delta/format.ts'
import { type Delta, lengthOf } from '../../../../lib/core/release/delta/operations.ts'
import { PagedBytes } from '../../../../lib/core/release/delta/paged-bytes.ts'
import { createRollingHash } from '../../../../lib/core/release/delta/rolling-hash.ts'
import { readSignature, type Signature, signatureOf } from '../../../../lib/core/release/delta/signature.ts'
import { diffFromSignature, resembles } from '../../../../lib/core/release/delta/signature-diff.ts'
import { runs } from '../../../helpers/run/sampled.ts'
import { pseudoRandom } from '../../../publishing/publish-world.ts'

/** The smallest block size, for a content of up to a megabyte. */
const BLOCK = 512

async function* inPieces(content: Buffer, piece: number): AsyncGenerator<Buffer> {
  for (let at = 0; at < content.length; at += piece) yield content.subarray(at, at + piece)
}

async function signed(content: Buffer, piece = 1_000): Promise<Signature> {
  const signature = readSignature(await signatureOf(content.length, inPieces(content, piece)))
  if (!signature) throw new Error('no signature')
  return signature
}

async function deltaFrom(old: Buffer, next: Buffer, mostInserted = Number.POSITIVE_INFINITY) {
  const deps = { memory: createIndexMemory(), mostInserted }
  return diffFromSignature(await signed(old), PagedBytes.of(next), deps)
}

async function apply(delta: Delta, old: Buffer): Promise<Buffer> {
  const made: Uint8Array[] = []
  for await (const bytes of applyDelta(delta, readerOf(old))) made.push(bytes)
  return Buffer.concat(made)
}

/** Returns the delta after checking that it makes `next` from `old`. */
async function proven(old: Buffer, next: Buffer): Promise<Delta> {
  const delta = (await deltaFrom(old, next)) ?? []
  expect((await apply(delta, old)).equals(next)).toBe(true)
  const sizes = { oldSize: old.length, newSize: next.length }
  const kept = withoutShortCopies(delta, PagedBytes.of(next))
  expect((await apply(await decodeDelta(encodeDelta(kept), sizes), old)).equals(next)).toBe(true)
  return delta
}

function inserted(delta: Delta): number {
  return delta.reduce((sum, one) => sum + ('insert' in one ? lengthOf(one) : 0), 0)
}

/** Random bytes, or repeated ones: zeros, one byte, words of two lengths. */
const content = fc
  .record({ size: fc.nat(12_000), kind: fc.constantFrom('noise', '\0', 'x', 'ab c', 'word '.repeat(103)) })
  .map(({ size, kind }) => (kind === 'noise' ? pseudoRandom(size, size) : Buffer.alloc(size, kind)))

/** An edit of a file: a range is replaced, removed, moved or repeated. */
const edit = fc.record({
  from: fc.nat(12_000),
  length: fc.nat(3_000),
  to: fc.nat(12_000),
  insert: fc.uint8Array({ maxLength: 60 }),
  repeat: fc.boolean(),
})

type Edit = typeof edit extends fc.Arbitrary<infer T> ? T : never

function edited(old: Buffer, { from, length, to, insert, repeat }: Edit): Buffer {
  const start = Math.min(from, old.length)
  const moved = old.subarray(start, start + length)
  const rest = Buffer.concat([old.subarray(0, start), insert, old.subarray(repeat ? start : start + length)])
  const place = Math.min(to, rest.length)
  return Buffer.concat([rest.subarray(0, place), moved, rest.subarray(place)])
}

describe('a delta from a signature', () => {
  test('makes the new content, after insertions, deletions, moves and repetitions', async () => {
    await fc.assert(
      fc.asyncProperty(content, fc.array(edit, { maxLength: 4 }), async (old, edits) => {
        await proven(old, edits.reduce(edited, old))
      }),
      { numRuns: runs(400) },
    )
  })

  test('makes any content from any other', async () => {
    await fc.assert(
      fc.asyncProperty(content, content, async (old, next) => void (await proven(old, next))),
      { numRuns: runs(300) },
    )
  })

  test('composed with one that is known is the delta over both', async () => {
    await fc.assert(
      fc.asyncProperty(content, edit, edit, async (one, first, second) => {
        const two = edited(one, first)
        const three = edited(two, second)
        const both = compose(diff(one, two), await proven(two, three))
        expect((await apply(both, one)).equals(three)).toBe(true)
      }),
      { numRuns: runs(200) },
    )
  })

  const old = pseudoRandom(60_000, 1)
  test.each([
    { name: 'nothing changed', next: old, most: 0 },
    { name: 'one byte changed', next: edit1(30_000, 'x', 1), most: BLOCK },
    { name: 'bytes inserted', next: edit1(30_000, 'inserted', 0), most: BLOCK + 8 },
    { name: 'bytes removed', next: edit1(30_000, '', 100), most: BLOCK },
    { name: 'a new first byte', next: edit1(0, 'x', 0), most: 1 },
    { name: 'a new last byte', next: edit1(60_000, 'x', 0), most: BLOCK },
    {
      name: 'halves changed places',
      next: Buffer.concat([old.subarray(29_999), old.subarray(0, 29_999)]),
      most: 2 * BLOCK,
    },
    { name: 'it comes twice', next: Buffer.concat([old, old]), most: BLOCK },
    { name: 'its end is missing', next: old.subarray(0, 40_000), most: BLOCK },
    { name: 'its beginning is missing', next: old.subarray(20_000), most: BLOCK },
    { name: 'every byte changed', next: pseudoRandom(60_000, 2), most: 60_000 },
    { name: 'it became empty', next: Buffer.alloc(0), most: 0 },
    { name: 'it became one byte', next: Buffer.from('x'), most: 1 },
  ])('inserts little more than what changed: $name', async ({ next, most }) => {
    expect(inserted(await proven(old, next))).toBeLessThanOrEqual(most)
  })

  function edit1(at: number, insert: string, removed: number): Buffer {
    return Buffer.concat([old.subarray(0, at), Buffer.from(insert), old.subarray(at + removed)])
  }

  test.each([
    { name: 'zeros', size: 60_000, next: 90_000 },
    { name: 'zeros of which the last block is one byte', size: 512 * 9 + 1, next: 90_000 },
  ])('of $name has a copy a block at most, however many blocks are the same', async ({ size, next }) => {
    const delta = await proven(Buffer.alloc(size), Buffer.alloc(next))
    expect(delta.length).toBeLessThan(next / BLOCK)
    expect(inserted(delta)).toBeLessThan(BLOCK)
  })

  test('takes no block for another one that has the same rolling hash', async () => {
    const other = Buffer.from(old)
    // the powers of the hash's base repeat, so these changes cancel each other out (Thue-Morse sequence)
    for (const [at, by] of [1, -1, -1, 1, -1, 1, 1, -1].entries()) {
      const place = 5 * BLOCK + at * 64
      other[place] = 100 + by
      old[place] = 100
    }
    const { hashOf } = createRollingHash(BLOCK)
    expect(hashOf(other, 5 * BLOCK)).toBe(hashOf(old, 5 * BLOCK))
    expect(inserted(await proven(old, other))).toBe(BLOCK)
  })

  test('is given up if it inserts more than it may', async () => {
    const next = Buffer.concat([old, pseudoRandom(500, 3)])
    // the last block of the old content is incomplete, and is no longer at the end
    const tail = old.length % BLOCK
    expect(await deltaFrom(old, next, tail + 499)).toBeUndefined()
    expect(inserted((await deltaFrom(old, next, tail + 500)) ?? [])).toBe(tail + 500)
  })
})

describe('resembles()', () => {
  const old = pseudoRandom(200_000, 6)
  const noise = pseudoRandom(200_000, 7)
  test.each([
    { name: 'the same content', next: old, want: true },
    {
      name: 'one that begins with its second half',
      next: Buffer.concat([old.subarray(100_000), noise]),
      want: true,
    },
    {
      name: 'a third of it between other bytes',
      next: Buffer.concat([noise, old.subarray(50_001, 120_000)]),
      want: true,
    },
    { name: 'another content', next: noise, want: false },
    { name: 'a small one', next: noise.subarray(0, 100), want: false },
    { name: 'an empty one', next: Buffer.alloc(0), want: false },
  ])('$name: $want', async ({ next, want }) => {
    const deps = { memory: createIndexMemory() }
    expect(resembles(await signed(old), PagedBytes.of(next), deps)).toBe(want)
  })
})

describe('signatureOf()', () => {
  test('is the same, however the content is cut into pieces', async () => {
    const old = pseudoRandom(5_000, 4)
    const whole = await signatureOf(old.length, inPieces(old, 5_000))
    for (const piece of [1, 7, 511, 512, 513, 4_999])
      expect((await signatureOf(old.length, inPieces(old, piece))).equals(whole)).toBe(true)
  })

  test.each([
    { size: 0, block: 512, bytes: 8 },
    { size: 65_537, block: 512, bytes: 8 + 129 * 12 },
    { size: 21_000_000, block: 2_048, bytes: 8 + 10_254 * 12 },
    { size: 67_108_864, block: 4_096, bytes: 8 + 16_384 * 12 },
  ])('of $size bytes has blocks of $block, and takes $bytes bytes', async ({ size, block, bytes }) => {
    const signature = await signatureOf(size, inPieces(Buffer.alloc(size), 1 << 20))
    expect(signature).toHaveLength(bytes)
    expect(readSignature(signature)).toMatchObject({ size, block })
  })
})

describe('readSignature()', () => {
  test('refuses every truncation, what follows, and a form that it does not know', async () => {
    const old = pseudoRandom(2_000, 5)
    const bytes = await signatureOf(old.length, inPieces(old, 100))
    expect(readSignature(bytes)).toBeDefined()
    for (let length = 0; length < bytes.length; length++)
      expect(readSignature(bytes.subarray(0, length))).toBeUndefined()
    expect(readSignature(Buffer.concat([bytes, Buffer.alloc(12)]))).toBeUndefined()
    for (const [at, value] of [
      [0, 2],
      [1, 60],
      [1, 0],
    ] as const) {
      const other = Buffer.from(bytes)
      other[at] = value
      expect(readSignature(other)).toBeUndefined()
    }
  })
})
