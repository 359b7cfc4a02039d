/** The text of pages that are stored on their side, and of crooked scans. */
import { expect, test } from 'vitest'
import { linesOfPage } from '../../../../../lib/services/accounting/receipts/reading/text.ts'
import { upright } from '../../../../../lib/services/accounting/receipts/reading/upright.ts'

const QUARTER = Math.PI / 2
type Row = readonly [text: string, x: number, y: number, width: number, angle?: number]
const read = (rows: readonly Row[]) =>
  linesOfPage(
    upright(rows.map(([text, x, y, width, angle = 0]) => ({ text, x, y, width, height: 12, angle }))),
  )

test.each<{ what: string; rows: readonly Row[]; lines: readonly string[] }>([
  {
    // R 4.2.2, postscript(horizontal = TRUE), through ps2pdf of Ghostscript 10.00.0: the page has /Rotate 90
    what: 'a page in landscape that is stored on its side',
    rows: [
      ['Invoice date 2026−10−31', 136, 103, 135, QUARTER],
      ['Total JPY 18,260', 214, 103, 91, QUARTER],
      ['T7000012050002', 214, 300, 94, QUARTER],
    ],
    lines: ['Invoice date 2026−10−31', 'Total JPY 18,260  T7000012050002'],
  },
  {
    what: 'a page that is stored on its other side',
    rows: [
      ['合計 18,260円', 100, 700, 90, -QUARTER],
      ['発行日 2026/10/31', 140, 700, 110, -QUARTER],
    ],
    lines: ['発行日 2026/10/31', '合計 18,260円'],
  },
  {
    what: 'a page that is stored upside down',
    rows: [
      ['18,260円', 300, 100, 50, -Math.PI],
      ['合計', 400, 100, 24, Math.PI],
    ],
    lines: ['合計  18,260円'],
  },
  {
    // the text that ocrmypdf 14.0.1 with tesseract 5.3.0 found on a scan that was two degrees off
    what: 'a crooked scan',
    rows: [
      ['合計', 60, 700, 24, -0.035],
      ['18,260円', 460, 686, 50, -0.035],
      ['登録番号', 60, 690, 48, -0.03],
      ['T7000012050002', 460, 676, 94, -0.04],
    ],
    lines: ['合計  18,260円', '登録番号  T7000012050002'],
  },
  {
    what: 'a text beside the margin, and a stamp across the page',
    rows: [
      ['合計 18,260円', 60, 700, 90],
      ['No. 12', 20, 300, 40, QUARTER],
      ['写し', 200, 400, 40, 0.8],
    ],
    lines: ['合計 18,260円'],
  },
  { what: 'nothing', rows: [], lines: [] },
])('upright() reads $what', ({ rows, lines }) => {
  expect(read(rows)).toEqual(lines)
})
