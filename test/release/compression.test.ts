import { createHash } from 'node:crypto'
import { brotliCompressSync, constants } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { acceptsBrotli, compressNow, compressOnce, decompress } from '../../lib/release/compression.ts'
import { DECODED_LIMIT } from '../../lib/release/limits.ts'

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

describe('a large body is compressed in two ways, and the smaller one is kept', () => {
  const far = brotliOf({ quality: 9 })
  const near = brotliOf({ quality: 5, windowBits: 18 })

  test.each([
    {
      name: 'text that repeats what is far away',
      body: hexText(400_000).repeat(2),
      smaller: far,
      larger: near,
    },
    { name: 'words without an order', body: wordText(120_000), smaller: near, larger: far },
  ])('$name', async ({ body, smaller, larger }) => {
    const { length } = await compressOnce(body)
    expect(length).toBe(smaller(body))
    expect(length).toBeLessThan(larger(body))
  })
})

/** How many bytes brotli makes of a body. */
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

/** Digits that do not repeat. */
function hexText(length: number): string {
  let text = ''
  for (let number = 0; text.length < length; number++)
    text += createHash('sha256').update(String(number)).digest('hex')
  return text
}

/** Some thousand words, the first ones more often. */
function wordText(count: number): string {
  const words = hexText(40_000).match(/.{10}/g) ?? []
  const draws = hexText(count * 8).match(/.{8}/g) ?? []
  return draws
    .map(draw => words[Math.floor((Number.parseInt(draw, 16) / 2 ** 32) ** 2 * words.length)])
    .join(' ')
}

test('decompress() ends at the size that a body may have', async () => {
  const bomb = brotliCompressSync(Buffer.alloc(DECODED_LIMIT + 1))
  await expect(decompress(bomb)).rejects.toThrow()
  await expect(decompress(brotliCompressSync(Buffer.alloc(DECODED_LIMIT)))).resolves.toHaveLength(
    DECODED_LIMIT,
  )
})
