import { Readable } from 'node:stream'
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { decodeText, isHtml, isText, readBody } from '../../../lib/move/visit/read-body.ts'

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

describe('decodeText()', () => {
  const japanese = Buffer.from([0x93, 0xfa, 0x96, 0x7b])
  const rows = [
    { name: 'UTF-8 by default', bytes: Buffer.from('日本'), type: 'text/html' },
    { name: 'the header', bytes: japanese, type: 'text/html; charset=Shift_JIS' },
    {
      name: 'the meta',
      bytes: Buffer.concat([Buffer.from('<meta charset="shift_jis">'), japanese]),
      type: 'text/html',
    },
    {
      name: 'the byte order mark',
      bytes: Buffer.from('\ufeff日本', 'utf16le'),
      type: 'text/html; charset=utf-8',
    },
    { name: 'an unknown name is UTF-8', bytes: Buffer.from('日本'), type: 'text/html; charset=klingon' },
  ]
  test.each(rows)('$name', ({ bytes, type }) => {
    expect(decodeText(bytes, type)).toContain('日本')
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
