import { expect, test } from 'vitest'
import { isReceiptName, mediaTypeOf } from '../../../../lib/services/accounting/receipts/media-type.ts'

const rows = [
  ['%PDF-1.7', 'application/pdf'],
  ['\xef\xbb\xbf\n%PDF-1.4', 'application/pdf'],
  ['\xff\xd8\xff\xe0JFIF', 'image/jpeg'],
  ['\x89PNG\r\n\x1a\n', 'image/png'],
  ['GIF89a', 'image/gif'],
  ['BM6', 'image/bmp'],
  ['II*\0', 'image/tiff'],
  ['RIFF0000WEBPVP8 ', 'image/webp'],
  ['\0\0\0\x18ftypheic', 'image/heic'],
  ['PK\x03\x04', undefined],
  ['MZ', undefined],
  ['<html>', undefined],
  ['', undefined],
] as const
test.each(rows)('mediaTypeOf(%j) is %s', (head, type) => {
  expect(mediaTypeOf(Buffer.from(head, 'latin1'))).toBe(type)
})

test('mediaTypeOf() reads no more than the beginning', () => {
  expect(mediaTypeOf(Buffer.from(`${' '.repeat(1024)}%PDF`))).toBeUndefined()
})

test.each([
  ['a.PDF', true],
  ['a.jpeg', true],
  ['a.zip', false],
  ['pdf', false],
])('isReceiptName(%j) is %s', (name, is) => {
  expect(isReceiptName(name)).toBe(is)
})
