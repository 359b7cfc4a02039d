/**
 * Making the delta between a stored content and a file: only the changed part is searched, and little of it is in
 * memory.
 */
import { readdir } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { Readable } from 'node:stream'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { applyDelta, readerOf } from '../../../../lib/core/release/delta/apply.ts'
import { createIndexMemory } from '../../../../lib/core/release/delta/block-index.ts'
import { encodeDelta } from '../../../../lib/core/release/delta/format.ts'
import type { Delta } from '../../../../lib/core/release/delta/operations.ts'
import { type CompareDeps, deltaBetween } from '../../../../lib/publishing/build/deltas/compare.ts'
import { openScratch, type Scratch } from '../../../../lib/publishing/build/deltas/scratch.ts'
import { blobOf } from '../../../helpers/publishing/packed.ts'
import { runs } from '../../../helpers/run/sampled.ts'
import { temporaryDirectory } from '../../../helpers/temporary-directory.ts'

let scratch: { old: Scratch; next: Scratch }

beforeAll(() => {
  const dir = tmpdir()
  scratch = { old: openScratch(dir), next: openScratch(dir) }
})

afterAll(() => {
  scratch.old.close()
  scratch.next.close()
})

const deps = () => ({ scratch, memory: createIndexMemory(), mostInserted: Number.POSITIVE_INFINITY })

/** Compares a stored content, read in pieces of this size, with a file. */
async function compare(
  old: Buffer,
  next: Buffer,
  { piece = 7, ...given }: { piece?: number } & Partial<CompareDeps> = {},
): Promise<Delta> {
  const stored = async function* () {
    for (let start = 0; start < old.length; start += piece) yield old.subarray(start, start + piece)
  }
  const made = await deltaBetween(blobOf(old, 'a'), blobOf(next, 'a'), { stored, ...deps(), ...given })
  return made?.delta ?? []
}

async function applied(delta: Delta, old: Buffer): Promise<Buffer> {
  const made: Uint8Array[] = []
  for await (const bytes of applyDelta(delta, readerOf(old))) made.push(bytes)
  return Buffer.concat(made)
}

const bytes = fc.uint8Array({ maxLength: 120, max: 2 }).map(array => Buffer.from(array))

describe('deltaBetween()', () => {
  test('makes the next content, wherever the two agree, however it is cut, with any context', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.record({ head: bytes, tail: bytes, before: bytes, after: bytes }),
        fc.record({ piece: fc.integer({ min: 1, max: 90 }), context: fc.nat(50) }),
        async ({ head, tail, before, after }, cut) => {
          const old = Buffer.concat([head, before, tail])
          const next = Buffer.concat([head, after, tail])
          expect(await applied(await compare(old, next, cut), old)).toEqual(next)
        },
      ),
      { numRuns: runs(2_000) },
    )
  })

  test.each([
    { name: 'one byte changed', at: 30_000, insert: 'x', removed: 1 },
    { name: 'bytes inserted', at: 30_000, insert: 'inserted', removed: 0 },
    { name: 'bytes removed', at: 30_000, insert: '', removed: 500 },
    { name: 'a new first byte', at: 0, insert: 'x', removed: 0 },
    { name: 'a new last byte', at: 60_000, insert: 'x', removed: 0 },
    { name: 'nothing changed', at: 0, insert: '', removed: 0 },
  ])('searches only the change and its context: $name', async ({ at, insert, removed }) => {
    const old = Buffer.from(Array.from({ length: 60_000 }, (_, index) => (index * index) % 251))
    const next = Buffer.concat([old.subarray(0, at), Buffer.from(insert), old.subarray(at + removed)])
    const asked: number[] = []
    const memory = createIndexMemory()
    const delta = await compare(old, next, {
      piece: 4_000,
      context: 100,
      memory: {
        ...memory,
        index(searched) {
          asked.push(searched.length)
          return memory.index(searched)
        },
      },
    })
    expect(await applied(delta, old)).toEqual(next)
    expect(Math.max(...asked)).toBeLessThan(1_000)
    expect(encodeDelta(delta).length).toBeLessThan(40)
  })

  test('finds what is inserted again within the context', async () => {
    const words = Buffer.from(Array.from({ length: 500 }, (_, index) => `word ${index * 7919} `).join(''))
    const next = Buffer.concat([words, words.subarray(1_000, 3_000)])
    expect(encodeDelta(await compare(words, next)).length).toBeLessThan(20)
    expect(encodeDelta(await compare(words, next, { context: 100 })).length).toBeGreaterThan(1_500)
  })

  test('works with an index whose memory grew, or was given back', async () => {
    const memory = createIndexMemory()
    const text = (length: number) => Buffer.from(Array.from({ length }, (_, at) => (at * at) % 251))
    for (const old of [text(2_000), text(60_000), text(1_000)]) {
      const next = Buffer.concat([old.subarray(500), old.subarray(0, 500)])
      const delta = await compare(old, next, { memory })
      expect(await applied(delta, old)).toEqual(next)
      expect(encodeDelta(delta).length).toBeLessThan(30)
      if (old.length === 60_000) memory.free()
    }
  })

  test('refuses an old content that is not what its digest says', async () => {
    const old = Buffer.from('the old content')
    const stored = () => Readable.from([Buffer.from('the odd content')])
    await expect(compare(old, Buffer.from('new'), { stored })).rejects.toMatchObject({
      code: 'release_invalid',
    })
  })

  test('refuses a file that has changed since its digest was taken', async () => {
    const old = Buffer.from('the old content')
    const next = { ...blobOf(Buffer.from('the new content'), 'a'), read: async () => Buffer.from('other') }
    const stored = () => Readable.from([old])
    await expect(deltaBetween(blobOf(old, 'a'), next, { stored, ...deps() })).rejects.toMatchObject({
      code: 'payload_invalid',
    })
  })

  test('gives up a delta that inserts more than it may', async () => {
    const old = Buffer.alloc(5_000, 'old ')
    const next = Buffer.concat([
      old,
      Buffer.from(Array.from({ length: 500 }, (_, index) => (index * 7) % 251)),
    ])
    const stored = () => Readable.from([old])
    const between = (mostInserted: number) =>
      deltaBetween(blobOf(old, 'a'), blobOf(next, 'a'), { stored, ...deps(), mostInserted })
    expect(await between(499)).toBeUndefined()
    expect(await applied((await between(500))?.delta ?? [], old)).toEqual(next)
  })
})

test.skipIf(process.platform === 'win32')('a scratch file has no name', async () => {
  const dir = await temporaryDirectory()
  const file = openScratch(dir)
  expect(await readdir(dir)).toEqual([])
  file.close()
})
