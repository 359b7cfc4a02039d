import { expect, test } from 'vitest'
import {
  hasTrailer,
  isReceiptName,
  leavingName,
  mediaTypeOf,
} from '../../../../lib/services/accounting/receipts/media-type.ts'

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
  ...['heix', 'heim', 'heis', 'hevc', 'hevx', 'hevm', 'hevs', 'mif1', 'mif2', 'msf1'].map(
    brand => [`\0\0\0\x18ftyp${brand}`, 'image/heic'] as const,
  ),
  ['\0\0\0\x18ftypavif', 'image/avif'],
  ['\0\0\0\x18ftypmp42', undefined],
  // a mail program's bytes, a printer's
  ['Content-Type: application/pdf\r\n\r\n%PDF-1.4', 'application/pdf'],
  ['\x1b%-12345X@PJL\r\n%PDF-1.4', 'application/pdf'],
  // what only holds a PDF
  ['PK\x03\x04\x14\0\0\0a.pdf%PDF-1.7', undefined],
  ['MZ\x90\0%PDF-1.7', undefined],
  ['\x7fELF\x02%PDF-1.7', undefined],
  ['\xcf\xfa\xed\xfe%PDF-1.7', undefined],
  ['#!/bin/sh\n#%PDF-1.7', undefined],
  ['\xef\xbb\xbf\r\n#!/bin/sh\n#%PDF-1.7', undefined],
  ['<script>//%PDF-1.7', undefined],
  ['@Echo off\r\nrem %PDF-1.7', undefined],
  ['\xd0\xcf\x11\xe0%PDF-1.7', undefined],
  ['\xff\xd8\xff\xe0JFIF %PDF-1.7', 'image/jpeg'],
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
  ['a.avif', true],
  ['a.zip', false],
  ['pdf', false],
])('isReceiptName(%j) is %s', (name, is) => {
  expect(isReceiptName(name)).toBe(is)
})

// Chromium 156 shows the first three, and not the others
test.each([
  ['its end', 'startxref\n116\n%%EOF\n', true],
  ['zeros that a scanner adds', `startxref\r\n116\r\n%%EOF${'\0'.repeat(9000)}`, true],
  ['a page that a server adds', `startxref\n116\n%%EOF\n<p>${'x'.repeat(3000)}</p>`, true],
  ['an end that is cut off', '1 0 obj <<>> endobj xref 0 1', false],
  ['the beginning for the web alone', 'startxref\n0\n%%EOF\n1 0 obj <<>>', false],
])('hasTrailer() of a PDF with %s', (_, end, want) => {
  expect(hasTrailer(Buffer.from(`%PDF-1.7\n${end}`))).toBe(want)
})

const [pdf, jpeg, zip] = ['%PDF-1.7', '\xff\xd8\xff\xe0', 'PK\x03\x04'].map(text =>
  Buffer.from(text, 'latin1'),
)
test.each([
  ['領収書.pdf', pdf, '領収書.pdf'],
  ['領収書.PDF', pdf, '領収書.pdf'],
  ['photo.jpeg', jpeg, 'photo.jpeg'],
  ['photo.png', jpeg, 'photo.jpg'],
  ['invoice.exe', pdf, 'invoice.exe.pdf'],
  ['invoice\u202efdp.exe', pdf, 'invoicefdp.exe.pdf'],
  ['re\u200bceipt\u2066.pdf\u2069', pdf, 'receipt.pdf'],
  ['\u{e0041}.pdf', pdf, 'receipt.pdf'],
  ['領収書', pdf, '領収書.pdf'],
  ['v1.2', pdf, 'v1.2.pdf'],
  ['a.pdf', zip, 'a.bin'],
  [`${'あ'.repeat(198)}.x`, pdf, `${'あ'.repeat(196)}.pdf`],
] as const)('leavingName(%j) has the extension of its type: %#', (name, bytes = Buffer.alloc(0), want) => {
  expect(leavingName(name, bytes)).toBe(want)
})
