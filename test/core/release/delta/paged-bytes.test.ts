/** Comparing contents of which only some pages are in memory. */
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createIndexMemory } from '../../../../lib/core/release/delta/block-index.ts'
import { diff, diffPaged } from '../../../../lib/core/release/delta/diff.ts'
import { PagedBytes } from '../../../../lib/core/release/delta/paged-bytes.ts'
import {
  commonEnd,
  commonStart,
  sharedAfter,
  sharedBefore,
} from '../../../../lib/core/release/delta/shared.ts'
import { runs } from '../../../helpers/run/sampled.ts'

const PAGE = 65_536

/** Reads `bytes` with at most `most` pages in memory; `memory` gets each page when it is filled. */
function paged(bytes: Uint8Array, most: number, memory = new Set<ArrayBufferLike>()): PagedBytes {
  const source = {
    size: bytes.length,
    fill(page: Uint8Array, start: number) {
      memory.add(page.buffer)
      page.set(bytes.subarray(start, start + page.length))
    },
  }
  return PagedBytes.read(source, most)
}

/** Bytes that do not repeat. */
function bytesOf(length: number, seed = 1): Uint8Array {
  let state = seed
  return Uint8Array.from({ length }, () => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) | 0
    return state >>> 16
  })
}

const edit = fc.record({
  at: fc.nat(300_000),
  removed: fc.nat(2_000),
  inserted: fc.nat(2_000),
  seed: fc.nat(),
})

describe('diffPaged()', () => {
  test('finds what is found in memory, with two pages of each content in memory', () => {
    const old = Buffer.from(bytesOf(300_000))
    fc.assert(
      fc.property(fc.array(edit, { maxLength: 6 }), edits => {
        const next = edits.reduce(
          (bytes, { at, removed, inserted, seed }) =>
            Buffer.concat([bytes.subarray(0, at), bytesOf(inserted, seed), bytes.subarray(at + removed)]),
          old,
        )
        const memory = new Set<ArrayBufferLike>()
        const deps = { memory: createIndexMemory(), mostInserted: Number.POSITIVE_INFINITY }
        const found = diffPaged(paged(old, 2, memory), paged(next, 2, memory), deps)
        expect(found).toEqual(diff(old, next))
        expect(memory.size).toBeLessThanOrEqual(6)
      }),
      { numRuns: runs(30) },
    )
  })
})

describe('PagedBytes', () => {
  const bytes = bytesOf(3 * PAGE + 100)

  test.each([
    { what: 'the first', index: 0 },
    { what: 'the last of a page', index: PAGE - 1 },
    { what: 'the first of a page', index: PAGE },
    { what: 'the last', index: bytes.length - 1 },
    { what: 'one behind the last', index: bytes.length },
    { what: 'one on a page behind the last', index: 5 * PAGE },
  ])('has the byte at an index: $what', ({ index }) => {
    for (const read of [paged(bytes, 1), PagedBytes.of(bytes)]) {
      expect(read.at(index)).toBe(bytes[index] ?? 0)
      expect(read.from(index)[0]).toBe(bytes[index])
      if (index <= bytes.length) expect(read.before(index).at(-1)).toBe(bytes[index - 1])
    }
  })

  test('copies bytes of several pages, and zeros behind the last', () => {
    const copy = paged(bytes, 1).slice(PAGE - 10, bytes.length + 5)
    expect(Buffer.from(copy).equals(Buffer.concat([bytes.subarray(PAGE - 10), Buffer.alloc(5)]))).toBe(true)
  })
})

test.each([0, 1, 1023, 1024, 1025, PAGE - 1, PAGE, PAGE + 1, 150_000])(
  'two contents that share %d bytes at their beginning and at their end',
  shared => {
    const [head, tail] = [bytesOf(shared, 3), bytesOf(shared, 4)]
    const one = Buffer.concat([head, Buffer.from('one'), tail])
    const other = Buffer.concat([head, Buffer.from('and another'), tail])
    expect(commonStart(one, other)).toBe(shared)
    expect(commonEnd(one, other)).toBe(shared)
    const [left, right] = [paged(one, 1), paged(other, 1)]
    expect(sharedAfter([left, 0], [right, 0])).toBe(shared)
    expect(sharedBefore([left, one.length], [right, other.length], 200_000)).toBe(shared)
    expect(sharedBefore([left, one.length], [right, other.length], 700)).toBe(Math.min(shared, 700))
  },
)
