import { Readable } from 'node:stream'
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { isHtml, isText, readBody } from '../../../lib/move/visit/read-body.ts'

const TEXT = 'old.example '.repeat(1000)

describe('readBody()', () => {
  const rows = [
    { encoding: '', bytes: Buffer.from(TEXT) },
    { encoding: 'identity', bytes: Buffer.from(TEXT) },
    { encoding: 'GZIP', bytes: gzipSync(TEXT) },
    { encoding: 'deflate', bytes: deflateSync(TEXT) },
    { encoding: 'br', bytes: brotliCompressSync(TEXT) },
  ]
  test.each(rows)('reads "$encoding"', async ({ encoding, bytes }) => {
    const body = await readBody(Readable.from([bytes]), encoding, 100_000)
    expect({ text: Buffer.from(body.bytes).toString(), complete: body.complete }).toEqual({
      text: TEXT,
      complete: true,
    })
  })

  test('reads no more than the limit, of a bomb neither', async () => {
    const bomb = gzipSync(Buffer.alloc(50_000_000))
    const body = await readBody(Readable.from([bomb]), 'gzip', 1000)
    expect({ length: body.bytes.length, complete: body.complete }).toEqual({ length: 1000, complete: false })
  })

  test('reads no more of a long body', async () => {
    let given = 0
    function* chunks() {
      while (given < 5000) {
        given += 1
        yield Buffer.alloc(1000)
      }
    }
    const body = await readBody(Readable.from(chunks()), '', 5000)
    expect(body.complete).toBe(false)
    expect(given).toBeLessThan(100)
  })

  test('a body of exactly the limit is complete', async () => {
    const body = await readBody(Readable.from([Buffer.from('abc')]), '', 3)
    expect(body).toMatchObject({ complete: true })
  })

  test('rejects what is no such encoding', async () => {
    await expect(readBody(Readable.from([Buffer.from('plain')]), 'gzip', 1000)).rejects.toThrow()
  })
})

test('isText() and isHtml() know the types that hold addresses', () => {
  const rows = [
    ['text/html; charset=utf-8', true, true],
    ['application/xhtml+xml', true, true],
    ['', true, false],
    ['text/plain', true, false],
    ['application/ld+json', true, false],
    ['application/rss+xml', true, false],
    ['image/svg+xml', true, false],
    ['image/png', false, false],
    ['application/pdf', false, false],
  ] as const
  expect(rows.map(([type]) => [type, isText(type), isHtml(type)])).toEqual(rows)
})
