import { createHash } from 'node:crypto'
import { brotliCompressSync, constants } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import {
  acceptsBrotli,
  compressNow,
  compressOnce,
  createPartCompressor,
  decompress,
} from '../../../../lib/core/release/body/compression.ts'
import { DECODED_LIMIT } from '../../../../lib/core/release/limits.ts'

describe('acceptsBrotli()', () => {
  test.each([
    { header: null, want: false },
    { header: '', want: false },
    { header: 'br', want: true },
    { header: 'gzip, deflate, br', want: true },
    { header: 'gzip;q=1.0, BR ; Q=0.5', want: true },
    { header: 'br;q=1', want: true },
    { header: 'br;q=0.001', want: true },
    { header: 'br;q=0', want: false },
    { header: 'br; q=0.000, gzip', want: false },
    { header: 'gzip, deflate', want: false },
    { header: 'brotli', want: false },
    { header: 'x-br', want: false },
    { header: '*', want: false },
  ])('"$header": $want', ({ header, want }) => {
    expect(acceptsBrotli(header)).toBe(want)
  })
})

test.each([
  { name: 'small', body: 'a'.repeat(100) },
  { name: 'large', body: '蔵'.repeat(200_000) },
  { name: 'empty', body: '' },
])('a $name body comes back as it was', async ({ body }) => {
  expect((await decompress(await compressOnce(body))).toString()).toBe(body)
  expect((await decompress(await compressNow(body))).toString()).toBe(body)
})

const far = brotliOf({ quality: 9 })
const near = brotliOf({ quality: 5, windowBits: 18 })
/** A text that repeats at a large distance. */
const repeated = hexText(300_000).repeat(2)
/** Words without an order. */
const words = wordText(110_000)

describe('a large body is compressed in two ways, and the smaller one is kept', () => {
  test.each([
    { name: 'text that repeats what is far away', body: repeated, smaller: far, larger: near },
    { name: 'words without an order', body: words, smaller: near, larger: far },
  ])('$name', async ({ body, smaller, larger }) => {
    const { length } = await compressOnce(body)
    expect(length).toBe(smaller(body))
    expect(length).toBeLessThan(larger(body))
  })
})

describe('createPartCompressor()', () => {
  /** Compresses the parts at the same time, and returns the sizes. */
  const lengths = async (parts: readonly string[], count = parts.length) => {
    const compress = createPartCompressor(count)
    const results = await Promise.all(parts.map(part => compress(Buffer.from(part))))
    return results.map(({ length }) => length)
  }

  test.each([
    { name: 'the far way', first: repeated, other: words, way: far, not: near },
    { name: 'the near way', first: words, other: repeated, way: near, not: far },
  ])(
    'of many parts, compresses eight in $name, which is better for the first',
    async ({ first, other, way, not }) => {
      const parts = [first, ...Array.from({ length: 6 }, () => other), first, other, other]
      const most = Array.from({ length: 6 }, () => way(other))
      expect(await lengths(parts)).toEqual([way(first), ...most, way(first), not(other), not(other)])
      expect(not(other)).toBeLessThan(way(other))
    },
  )

  test('of a few parts, compresses each in the better way', async () => {
    expect(await lengths([words, repeated, words], 7)).toEqual([near(words), far(repeated), near(words)])
  })

  test('takes the near way if the far one makes the first part less than a hundredth smaller', async () => {
    const part = `${hexText(600_000)}${hexText(4_000)}`
    expect(far(part)).toBeLessThan(near(part))
    expect(await lengths([part, part], 8)).toEqual([far(part), near(part)])
  })

  test('compresses a short last part best', async () => {
    const short = hexText(1_000).repeat(20)
    const { length } = await compressOnce(short)
    expect(await lengths([words, short], 8)).toEqual([near(words), length])
  })
})

/** Returns the number of bytes to which brotli compresses a body. */
function brotliOf({
  quality,
  windowBits = constants.BROTLI_DEFAULT_WINDOW,
}: {
  quality: number
  windowBits?: number
}) {
  return (body: string) =>
    brotliCompressSync(body, {
      params: {
        [constants.BROTLI_PARAM_QUALITY]: quality,
        [constants.BROTLI_PARAM_LGWIN]: windowBits,
        [constants.BROTLI_PARAM_SIZE_HINT]: body.length,
      },
    }).length
}

/** Returns digits that do not repeat. */
function hexText(length: number): string {
  let text = ''
  for (let number = 0; text.length < length; number++)
    text += createHash('sha256').update(String(number)).digest('hex')
  return text
}

/** Returns a text of some thousand words, in which the first words are more frequent. */
function wordText(count: number): string {
  const words = hexText(40_000).match(/.{10}/g) ?? []
  const draws = hexText(count * 8).match(/.{8}/g) ?? []
  return draws
    .map(draw => words[Math.floor((Number.parseInt(draw, 16) / 2 ** 32) ** 2 * words.length)])
    .join(' ')
}

test('decompress() ends at the size that a body may have', async () => {
  const zeros = (length: number) =>
    brotliCompressSync(Buffer.alloc(length), { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } })
  await expect(decompress(zeros(DECODED_LIMIT + 1))).rejects.toThrow()
  await expect(decompress(zeros(DECODED_LIMIT))).resolves.toHaveLength(DECODED_LIMIT)
})
