import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { encodeContent, pack } from '../../../../lib/core/release/body/packing.ts'
import { sha256 } from '../../../../lib/core/release/envelope.ts'
import { BODY_BUDGET, PART_SIZE } from '../../../../lib/core/release/limits.ts'
import { blobOf, packed } from '../../../helpers/publishing/packed.ts'

describe('encodeContent()', () => {
  test.each([
    { name: 'text', content: Buffer.from('# 蔵\n'), want: { text: '# 蔵\n' } },
    { name: 'an empty file', content: Buffer.alloc(0), want: { text: '' } },
    { name: 'a byte order mark', content: Buffer.from([0xef, 0xbb, 0xbf, 0x41]), want: { text: '\ufeffA' } },
    { name: 'bytes that are no text', content: Buffer.from([0xff, 0xfe]), want: { base64: '//4=' } },
    {
      name: 'a character cut in the middle',
      content: Buffer.from('蔵').subarray(0, 2),
      want: { base64: '6JQ=' },
    },
    { name: 'a surrogate in UTF-8', content: Buffer.from([0xed, 0xa0, 0x80]), want: { base64: '7aCA' } },
    {
      name: 'text that escapes would make longer',
      content: Buffer.alloc(30),
      want: { base64: 'A'.repeat(40) },
    },
  ])('encodes $name', ({ content, want }) => {
    expect(encodeContent(content)).toEqual(want)
  })

  test('gives every content back through JSON', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.uint8Array(),
          fc.string({ unit: 'binary' }).map(text => Buffer.from(text)),
        ),
        bytes => {
          const content = JSON.parse(JSON.stringify(encodeContent(Buffer.from(bytes))))
          const back = 'text' in content ? Buffer.from(content.text) : Buffer.from(content.base64, 'base64')
          expect(back.equals(Buffer.from(bytes))).toBe(true)
        },
      ),
    )
  })
})

describe('pack()', () => {
  test('stores a content once, whatever the number of its paths', async () => {
    const { pages, places } = await packed(['a', 'b', 'a'].map(text => blobOf(Buffer.from(text))))
    expect(JSON.parse(pages[0] ?? '').files).toHaveLength(2)
    expect(places.size).toBe(2)
    expect(pages).toHaveLength(1)
  })

  test.each([
    { name: 'as large as a part', size: PART_SIZE, parts: [PART_SIZE] },
    { name: 'a byte larger', size: PART_SIZE + 1, parts: [PART_SIZE, 1] },
    { name: 'of three parts', size: 2 * PART_SIZE + 5, parts: [PART_SIZE, PART_SIZE, 5] },
  ])(
    'divides a binary file $name into parts, because as base64 it would be too large for a body',
    async ({ size, parts }) => {
      const content = Buffer.alloc(size, 0xff)
      const packing = await packed([blobOf(content)])
      expect(packing.pages).toEqual([])
      expect(packing.parts.get(sha256(content))?.map(part => part.length)).toEqual(parts)
      expect(packing.places.get(sha256(content))).toEqual({ parts: parts.length })
    },
  )

  test('never reads more of a file at once than a part, however large it is', async () => {
    const zeros = Buffer.alloc(PART_SIZE)
    const [size, hash] = [200 * PART_SIZE, createHash('sha256')]
    for (let part = 0; part < 200; part++) hash.update(zeros)
    const sha256 = hash.digest('hex')
    const reads: number[] = []
    const { bodies, places } = pack([
      {
        path: 'large.bin',
        size,
        sha256,
        async read(start, end) {
          reads.push(end - start)
          return zeros.subarray(0, end - start)
        },
      },
    ])
    let [ahead, parts] = [0, 0]
    for await (const { size } of bodies) {
      expect(size).toBe(PART_SIZE)
      ahead = Math.max(ahead, reads.length - ++parts)
    }
    expect(reads).toEqual(Array.from({ length: 200 }, () => PART_SIZE))
    expect(ahead).toBe(0)
    expect(places.get(sha256)).toEqual({ parts: 200 })
  })

  test.each([
    { name: 'a part is released before the next', held: 0, memories: 1 },
    { name: 'two parts are in use', held: 2, memories: 3 },
    { name: 'none is released', held: 10, memories: 10 },
  ])('reads into memory that was released: $name', async ({ held, memories }) => {
    const content = Buffer.alloc(10 * PART_SIZE, 0xff)
    const used = new Set<ArrayBufferLike>()
    const read = async (start: number, end: number, memory = Buffer.alloc(0)) => {
      used.add(memory.buffer)
      content.copy(memory, 0, start, end)
      return memory.subarray(0, end - start)
    }
    const inUse: (() => void)[] = []
    for await (const body of pack([{ ...blobOf(content), read }]).bodies) {
      if (body.kind === 'part') inUse.push(body.release)
      if (inUse.length > held) inUse.shift()?.()
    }
    expect(used.size).toBe(memories)
  })

  test.each([
    { name: 'in a page', size: 10 },
    { name: 'in parts', size: PART_SIZE + 1 },
  ])('refuses a file $name that has changed since it was hashed', async ({ size }) => {
    const blob = { ...blobOf(Buffer.alloc(size, 'a'), 'a.md'), sha256: sha256('before') }
    await expect(packed([blob])).rejects.toMatchObject({
      code: 'payload_invalid',
      message: 'Cannot publish "a.md": it changed while it was being published',
    })
  })

  test('keeps a text of the size of a part in a page, and a longer one in parts', async () => {
    const [fits, longer] = [Buffer.alloc(PART_SIZE, 'a'), Buffer.alloc(PART_SIZE + 1, 'b')]
    const packing = await packed([blobOf(fits), blobOf(longer)])
    expect(packing.places.get(sha256(fits))).toMatchObject({ page: 0 })
    expect(packing.places.get(sha256(longer))).toEqual({ parts: 2 })
  })

  test('begins a page when the one before is full, and none is over the budget', async () => {
    const blobs = Array.from({ length: 10 }, (_, index) => blobOf(Buffer.alloc(1_000_000, String(index))))
    const { pages } = await packed(blobs)
    expect(pages.map(page => JSON.parse(page).files.length)).toEqual([3, 3, 3, 1])
    for (const page of pages) expect(Buffer.byteLength(page)).toBeLessThanOrEqual(BODY_BUDGET)
  })
})
