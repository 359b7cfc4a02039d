import { brotliCompressSync } from 'node:zlib'
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

test('decompress() ends at the size that a body may have', async () => {
  const bomb = brotliCompressSync(Buffer.alloc(DECODED_LIMIT + 1))
  await expect(decompress(bomb)).rejects.toThrow()
  await expect(decompress(brotliCompressSync(Buffer.alloc(DECODED_LIMIT)))).resolves.toHaveLength(
    DECODED_LIMIT,
  )
})
