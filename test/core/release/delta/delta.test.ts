import fc from 'fast-check'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { applyDelta, readerOf } from '../../../../lib/core/release/delta/apply.ts'
import { compose } from '../../../../lib/core/release/delta/compose.ts'
import { leastCopy, withoutShortCopies } from '../../../../lib/core/release/delta/copies.ts'
import { diff } from '../../../../lib/core/release/delta/diff.ts'
import { decodeDelta, encodeDelta, readDelta } from '../../../../lib/core/release/delta/format.ts'
import { type Delta, lengthOf } from '../../../../lib/core/release/delta/operations.ts'
import { PagedBytes } from '../../../../lib/core/release/delta/paged-bytes.ts'
import { runs } from '../../../helpers/run/sampled.ts'

async function apply(delta: Delta, old: Uint8Array): Promise<Buffer> {
  const pieces: Uint8Array[] = []
  for await (const piece of applyDelta(delta, async (offset, length) =>
    old.subarray(offset, offset + length),
  ))
    pieces.push(piece)
  return Buffer.concat(pieces)
}

/** Bytes with repeated parts, so that copies are found. */
const content = fc
  .array(fc.uint8Array({ maxLength: 80 }), { maxLength: 12 })
  .chain(words =>
    fc.array(fc.nat(Math.max(0, words.length - 1)), { maxLength: 30 }).map(at => pick(words, at)),
  )

function pick(words: readonly Uint8Array[], at: readonly number[]): Buffer {
  return Buffer.concat(at.flatMap(index => words[index] ?? []))
}

/** An edit of a file: a range is replaced, removed, moved or repeated. */
const edit = fc.record({
  from: fc.nat(3_000),
  length: fc.nat(200),
  to: fc.nat(3_000),
  insert: fc.uint8Array({ maxLength: 60 }),
})

function edited(
  old: Buffer,
  { from, length, to, insert }: { from: number; length: number; to: number; insert: Uint8Array },
) {
  const start = Math.min(from, old.length)
  const moved = old.subarray(start, start + length)
  const rest = Buffer.concat([old.subarray(0, start), insert, old.subarray(start + length)])
  const place = Math.min(to, rest.length)
  return Buffer.concat([rest.subarray(0, place), moved, rest.subarray(place)])
}

describe('a delta', () => {
  test('of any two files makes the second from the first, also as bytes', async () => {
    await fc.assert(
      fc.asyncProperty(content, content, async (old, next) => {
        const delta = diff(old, next)
        expect(await apply(delta, old)).toEqual(next)
        const sizes = { oldSize: old.length, newSize: next.length }
        expect(await apply(await decodeDelta(encodeDelta(delta), sizes), old)).toEqual(next)
      }),
      { numRuns: runs(1_000) },
    )
  })

  test('of an edited file makes it, after insertions, deletions, moves and repetitions', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.uint8Array({ maxLength: 3_000 }),
        fc.array(edit, { maxLength: 5 }),
        async (bytes, edits) => {
          const old = Buffer.from(bytes)
          const next = edits.reduce(edited, old)
          expect(await apply(diff(old, next), old)).toEqual(next)
        },
      ),
      { numRuns: runs(500) },
    )
  })

  test.each([
    { name: 'two empty files', old: '', next: '' },
    { name: 'a file that becomes empty', old: 'a'.repeat(100), next: '' },
    { name: 'a file that was empty', old: '', next: 'a'.repeat(100) },
    { name: 'one byte changed', old: 'x'.repeat(500), next: `${'x'.repeat(250)}y${'x'.repeat(249)}` },
    { name: 'every byte changed', old: 'x'.repeat(500), next: 'y'.repeat(500) },
    { name: 'the same file', old: 'abc'.repeat(500), next: 'abc'.repeat(500) },
  ])('of $name', async ({ old, next }) => {
    expect(String(await apply(diff(Buffer.from(old), Buffer.from(next)), Buffer.from(old)))).toBe(next)
  })

  test('composed of two is the delta over both', async () => {
    await fc.assert(
      fc.asyncProperty(content, content, content, async (one, two, three) => {
        const both = compose(diff(one, two), diff(two, three))
        const kept = withoutShortCopies(both, PagedBytes.of(three))
        expect(await apply(both, one)).toEqual(three)
        expect(await apply(kept, one)).toEqual(three)
        const sizes = { oldSize: one.length, newSize: three.length }
        expect(await apply(await decodeDelta(encodeDelta(kept), sizes), one)).toEqual(three)
      }),
      { numRuns: runs(1_000) },
    )
  })

  test('of a large dictionary with one changed line is short, and so is one composed of five', () => {
    const lines = Array.from(
      { length: 40_000 },
      (_, line) => `読み${line}\t表記${(line * 7919) % 40_000}\t${line % 13}`,
    )
    const files = Array.from({ length: 6 }, (_, version) => {
      const changed = [...lines]
      for (let edit = 0; edit < version; edit++) changed[edit * 5_003] = `変更${edit}\t新しい表記`
      return Buffer.from(changed.join('\n'))
    })
    const steps = files.slice(1).map((next, at) => diff(files[at] as Buffer, next))
    expect(encodeDelta(steps[0] as Delta).length).toBeLessThan(60)
    const whole = steps.reduce((composed, step) => compose(composed, step))
    expect(encodeDelta(whole).length).toBeLessThan(300)
  })
})

test('the shortest copy has 32 bytes, and in a large file there are at most 200,000 copies', () => {
  expect([0, 6_400_000, 6_400_001, 1e9].map(leastCopy)).toEqual([32, 32, 33, 5000])
})

describe('decodeDelta()', () => {
  const old = Buffer.from('0123456789'.repeat(20))
  const next = Buffer.concat([old.subarray(40), Buffer.from('new'), old.subarray(0, 90)])
  const bytes = encodeDelta(diff(old, next))
  const sizes = { oldSize: old.length, newSize: next.length }

  test('refuses every truncation', async () => {
    for (let length = 0; length < bytes.length; length++)
      await expect(decodeDelta(bytes.subarray(0, length), sizes)).rejects.toThrow('Cannot read the delta')
  })

  test('refuses every flipped bit, or makes as many bytes, which their hash then refuses', async () => {
    for (let bit = 0; bit < bytes.length * 8; bit++) {
      const flipped = Uint8Array.from(bytes)
      flipped[bit >> 3] = (flipped[bit >> 3] ?? 0) ^ (1 << (bit & 7))
      let delta: Delta
      try {
        delta = await decodeDelta(flipped, sizes)
      } catch (error) {
        expect(error).toMatchObject({ code: 'content_mismatch' })
        continue
      }
      const made = await apply(delta, old)
      expect(made).toHaveLength(next.length)
      expect(made.equals(next)).toBe(false)
    }
  })

  test.each([
    { name: 'a copy that makes more than the release says', bytes: [0, 255, 255, 255, 127, 0] },
    { name: 'a copy from before the old file', bytes: [0, 10, 1] },
    { name: 'a copy from behind the old file', bytes: [0, 100, 254, 3] },
    { name: 'a number without an end', bytes: [255, 255, 255, 255, 255, 255, 255, 255] },
    { name: 'a number without an end that is 0', bytes: [...Array(200).fill(128), 0, 10, 0] },
    { name: 'a step that makes nothing', bytes: [0, 0, 0, 200, 1, 0, 0, 50, 143, 3] },
    { name: 'an insert that is longer than the delta', bytes: [200, 1, 1] },
    { name: 'a copy of 31 bytes', bytes: [0, 31, 0, 0, 219, 1, 61] },
    { name: 'an insert without a copy before the end', bytes: [1, 7, 0, 0, 249, 1, 0] },
  ])('refuses $name', async ({ bytes }) => {
    const decoded = decodeDelta(Uint8Array.from(bytes), { oldSize: 200, newSize: 250 })
    await expect(decoded).rejects.toMatchObject({ code: 'content_mismatch' })
  })

  /** Bytes that a hostile host could send: steps as in a delta, and numbers in forms that are too long. */
  const hostile = fc
    .array(
      fc.oneof(
        fc.constantFrom([0, 100, 0], [0, 100, 199, 1], [0, 32, 1], [0, 1, 1], [1, 7, 0], [0, 0]),
        fc.nat(400).map(length => [...Array(length).fill(128), 0]),
        fc.array(fc.nat(255), { maxLength: 4 }),
      ),
      { maxLength: 60 },
    )
    .map(steps => Uint8Array.from(steps.flat()))

  test('makes at most as many bytes as the release says, whatever a host sends', async () => {
    await fc.assert(
      fc.asyncProperty(hostile, async bytes => {
        const sizes = { size: bytes.length, oldSize: 100, newSize: 250 }
        let made = 0
        try {
          for await (const operation of readDelta(readerOf(bytes), sizes)) {
            expect(lengthOf(operation)).toBeGreaterThan(0)
            made += lengthOf(operation)
          }
        } catch (error) {
          expect(error).toMatchObject({ code: 'content_mismatch' })
        }
        expect(made).toBeLessThanOrEqual(250)
      }),
      { numRuns: runs(2_000) },
    )
  })

  test('lets other work have its turn, however many steps there are', async () => {
    let time = 0
    const clock = vi.spyOn(process, 'uptime').mockImplementation(() => (time += 0.1))
    onTestFinished(() => clock.mockRestore())
    let turns = 0
    const count = () => {
      turns += 1
      waiting = setImmediate(count)
    }
    let waiting = setImmediate(count)
    onTestFinished(() => clearImmediate(waiting))
    const steps = Uint8Array.from(Array(50).fill([0, 32, 0]).flat())
    await decodeDelta(steps, { oldSize: 1600, newSize: 1600 })
    expect(turns).toBeGreaterThan(40)
  })
})
