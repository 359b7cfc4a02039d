/**
 * Files of the file box over HTTP: pictures and PDFs keep their content type, other files are sent as plain bytes.
 * Callers see the files that they uploaded lately, and no files of others.
 */
import { expect, test } from 'vitest'
import {
  hasTrailer,
  isReceiptName,
  leavingName,
  mediaTypeOf,
} from '../../../../lib/services/accounting/receipts/media-type.ts'
import { addOwn, readOwn } from '../../../../lib/services/accounting/routes/receipts.ts'
import { createMemoryStore } from '../../../helpers/memory-store.ts'
import { serveAccounting } from '../../../helpers/remotes/accounting-function.ts'

const COMPANY = 1_234_567
const HTML = '<script>alert(1)</script>'

test.each([
  ['image/png', 'image/png'],
  ['application/pdf', 'application/pdf'],
  ['text/html', 'application/octet-stream'],
  ['image/svg+xml', 'application/octet-stream'],
])('a file of type %s is sent as %s', async (mime_type, sent) => {
  const { call, service } = await serveAccounting()
  const bytes = Uint8Array.from(Buffer.from(HTML))
  const receipt = { id: 9001, mime_type, file: { name: 'a', size: bytes.length, sha256: '', bytes } }
  service.company.receipts.set(9001, receipt as never)
  const of = (id: number) =>
    call(`/api/accounting/files/${id}?company_id=${COMPANY}`, { scopes: ['accounting.read'] })
  const response = await of(9001)
  expect(response.status).toBe(200)
  expect(response.headers.get('content-type')).toBe(sent)
  expect(await response.text()).toBe(HTML)
  expect((await of(9002)).status).toBe(404)
})

const DAY = 86_400_000
const file = (id: number) => ({ receipt: `7-${id}`, id, name: `${id}.pdf`, size: 4 })

test('lists the newest first, each file once, at most 50, for 30 days', async () => {
  let now = Date.parse('2026-11-24T00:00:00Z')
  const store = createMemoryStore({ now: () => now })
  const ids = async (caller = 'Mei') => (await readOwn(caller, store)).map(({ id }) => id)
  for (const id of [1, 2, 1]) await addOwn('Mei', file(id), store)
  expect(await ids()).toEqual([1, 2])
  expect(await ids('Ken')).toEqual([])
  now += 29 * DAY
  for (let id = 3; id < 60; id++) await addOwn('Mei', file(id), store)
  expect(await ids()).toHaveLength(50)
  now += 30 * DAY
  expect(await ids()).toEqual([])
})

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
  // bytes before the PDF: from a mail program, from a printer
  ['Content-Type: application/pdf\r\n\r\n%PDF-1.4', 'application/pdf'],
  ['\x1b%-12345X@PJL\r\n%PDF-1.4', 'application/pdf'],
  // files that only contain a PDF
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
