/** The text layer of PDFs by several programs (test/vectors/receipts), and PDFs that cannot be read. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { linesOfPdf } from '../../../../../lib/services/accounting/receipts/reading/pdf.ts'
import { readReceiptText } from '../../../../../lib/services/accounting/receipts/reading/read.ts'

const VECTORS = join(import.meta.dirname, '../../../../vectors/receipts')
const fileOf = (name: string) => new Uint8Array(readFileSync(join(VECTORS, name)))

test.each([
  {
    name: 'chromium.pdf',
    what: 'embedded fonts',
    read: {
      date: '2026-10-31',
      total: 18_260,
      number: 'T7000012050002',
      issuer: '株式会社金山',
      rates: [
        { rate: '10', amount: 16_500 },
        { rate: '8', amount: 1_760 },
      ],
    },
  },
  {
    name: 'landscape.pdf',
    what: 'a page that is stored on its side',
    read: { date: '2026-10-31', total: 18_260, number: 'T7000012050002', rates: [] },
  },
  {
    name: 'libreoffice.pdf',
    what: 'a table, an imperial year, and full-width digits',
    read: {
      date: '2026-04-10',
      total: 18_260,
      number: 'T7000012050002',
      issuer: '株式会社金山',
      rates: [
        { rate: '10', amount: 16_500 },
        { rate: '8', amount: 1_760 },
      ],
    },
  },
  {
    name: 'reportlab.pdf',
    what: 'a CID font that is not embedded',
    read: {
      date: '2026-10-05',
      total: 3_300,
      number: 'T7000012050002',
      issuer: '株式会社青空サーバー',
      rates: [{ rate: '10', amount: 3_300 }],
    },
  },
  {
    name: 'wkhtmltopdf.pdf',
    what: 'bold letters that are printed twice',
    read: {
      date: '2026-10-05',
      total: 2_200,
      number: 'T7000012050002',
      issuer: '税理士法人青空',
      rates: [{ rate: '10', amount: 2_200 }],
    },
  },
])('$name: $what', async ({ name, read }) => {
  expect(readReceiptText(await linesOfPdf(fileOf(name)))).toEqual(read)
})

test.each([
  { what: 'no PDF behind its first bytes', bytes: Buffer.from('%PDF-1.4 train') },
  { what: 'a PDF that ends in the middle', bytes: fileOf('chromium.pdf').subarray(0, 3_000) },
  { what: 'nothing', bytes: new Uint8Array() },
])('a PDF that cannot be read has no lines: $what', async ({ bytes }) => {
  expect(await linesOfPdf(bytes)).toEqual([])
})

test('a PDF that takes longer than allowed has no lines, and its thread ends', async () => {
  const before = process.getActiveResourcesInfo().filter(kind => kind === 'MessagePort').length
  expect(await linesOfPdf(fileOf('chromium.pdf'), { longest: 0 })).toEqual([])
  await expect
    .poll(() => process.getActiveResourcesInfo().filter(kind => kind === 'MessagePort').length)
    .toBeLessThanOrEqual(before)
})
