/** The values of a deal are shown beside those in its file, and each difference is marked. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import {
  comparedFacts,
  type Facts,
  type Reading,
  readingOfService,
} from '../../../../lib/console/pages/to-do/file-facts.ts'
import { ALL_PERMISSIONS, COMPANY } from '../../../services/accounting/deals/world.ts'
import { createReceiptsWorld, FILES, LUNCH } from '../accounting/receipts/world.ts'
import { fileInBox, inReview, servedConsole } from './world.ts'

const DEAL: Facts = { day: '2026-06-01', amount: 1100, partner: '山田食堂', number: 'T7000012050002' }

describe('a fact of a file', () => {
  const rows: readonly (readonly [string, Facts, readonly Reading[], string])[] = [
    ['agrees', DEAL, [{ source: 'file', amount: 1100 }], 'amount 1100: 1100 file'],
    ['differs', DEAL, [{ source: 'service', amount: 999 }], 'amount 1100: 999 service, differs'],
    [
      'has two sources that agree',
      DEAL,
      [
        { source: 'file', day: '2026-06-01' },
        { source: 'service', day: '2026-06-01' },
      ],
      'day 2026-06-01: 2026-06-01 file+service',
    ],
    ['is the uploader’s', DEAL, [{ source: 'box', amount: 999 }], 'amount 1100: 999 box, differs'],
    [
      'has two sources that differ',
      DEAL,
      [
        { source: 'file', day: '2026-06-01' },
        { source: 'service', day: '2026-06-03' },
      ],
      'day 2026-06-01: 2026-06-01 file, 2026-06-03 service, differs',
    ],
    [
      'names the shop of a chain',
      DEAL,
      [{ source: 'file', partner: '山田食堂　本店' }],
      'partner 山田食堂: 山田食堂　本店 file',
    ],
    [
      'names another partner',
      DEAL,
      [{ source: 'file', partner: '川口' }],
      'partner 山田食堂: 川口 file, differs',
    ],
    [
      'is a number as people write it',
      DEAL,
      [{ source: 'service', number: 'Ｔ７００００１２０５０００２' }],
      'number T7000012050002: Ｔ７００００１２０５０００２ service',
    ],
    ['is not proposed', {}, [{ source: 'file', partner: '川口' }], 'partner -: 川口 file'],
    ['is missing', DEAL, [{ source: 'file' }], ''],
    ['is empty', DEAL, [{ source: 'service', partner: '' }], ''],
  ]
  test.each(rows)('%s', (_, proposed, readings, want) => {
    const shown = comparedFacts(proposed, readings).map(row => {
      const said = row.said.map(({ value, by }) => `${value} ${by.join('+')}`).join(', ')
      return `${row.fact} ${row.proposed ?? '-'}: ${said}${row.differs ? ', differs' : ''}`
    })
    expect(shown.join('\n')).toBe(want)
  })
})

test('what the service has read on a file is compared, not what a person has typed since', () => {
  const said = ['date 2026-06-01', 'amount 2,200', 'qualified はい', 'document 領収書'].map(text => {
    const [column = '', value = ''] = text.split(' ')
    return { line: 0, column, value, source: 'service' as const }
  })
  const read = readingOfService({ said })
  expect(read).toEqual({ source: 'service', day: '2026-06-01', amount: 2200 })
})

const PDF = new Uint8Array(readFileSync(join(import.meta.dirname, '../../../vectors/receipts/reportlab.pdf')))

test('an approval shows what its PDF says beside the deal, and what differs', async () => {
  const { signIn } = await createReceiptsWorld()
  const { send, post, text } = await signIn('Mei')
  const { row } = await send(['scan.pdf', PDF])
  await post({ row, act: 'register', ...LUNCH, 'line-0-amount': '▲3,300' })
  const page = await text(`/console/item?${new URLSearchParams({ kind: 'deal', name: `console ${row}` })}`)
  const cells = [...page.matchAll(/<td data-name="[^"]*">(.*?)<\/td>/gs)].map(([, cell]) => cell)
  expect(cells).toEqual(
    expect.arrayContaining([
      'Amount <span class="tag bad">differs</span>',
      '-3,300 yen',
      '3,300 yen (from the file)',
      '2026-10-05 (from the file)',
      'T7000012050002 (from the file)',
    ]),
  )
})

test('an approval of many deals shows the picture of each, and only what differs', async () => {
  const { signIn } = await createReceiptsWorld()
  const { send, post, open } = await signIn('Mei')
  const files = [
    ['scan.pdf', PDF, '2026-10-05', '▲3,300'],
    ['lunch.jpg', FILES['lunch.jpg'], '2026-10-04', '▲900'],
  ] as const
  const picks: Record<string, string> = {}
  for (const [name, bytes, date, amount] of files) {
    const { row } = await send([name, bytes])
    await post({ row, act: 'register', ...LUNCH, date, 'line-0-amount': amount })
    picks[`pick-${name}`] = encodeURIComponent(`console ${row}`)
  }
  const body = new URLSearchParams({ kind: 'deal', act: 'free', ...picks })
  const page = String((await open('/console/item', { method: 'POST', body })).bytes)
  const differing = [...page.matchAll(/differs<\/span> ([^<]*)/g)].map(([, text]) => text)
  expect(differing).toEqual(['Amount: -3,300 yen is proposed, the file says 3,300 yen (from the file)'])
  expect(page).toMatch(/<img src="\/console\/receipts\/file\?file=\w+" alt="[^"]*" loading="lazy">/)
})

test.each([
  ['expense', ['Amount', 'Partner']],
  ['income', ['Amount']],
])('the issuer of a file is compared with the partner of an expense only: %s', async (type, want) => {
  const world = await servedConsole({ permissions: ALL_PERMISSIONS })
  await world.post('/partners?mode=write', { company_id: COMPANY, name: '山田商店' })
  const file = await fileInBox(world, { partner: 'AFF株式会社' })
  await inReview(world, 'd', { receipt_ids: [file], type, partner: '山田商店' })
  const { text: page } = await world.open('/console/item?kind=deal&name=d')
  expect([...page.matchAll(/>(\w+) <span class="tag bad">differs/g)].map(([, fact]) => fact)).toEqual(want)
  expect(page.includes('AFF株式会社')).toBe(type === 'expense')
})

test('an approval of many deals says which PDF it did not read', async () => {
  const world = await servedConsole()
  const file = await fileInBox(world)
  const picks: Record<string, string> = {}
  for (let at = 0; at < 13; at++) {
    await inReview(world, `d${at}`, { receipt_ids: [file], issue_date: `2027-06-${at + 10}` })
    picks[`pick-${at}`] = `d${at}`
  }
  const { text } = await world.send('/console/item', { kind: 'deal', act: 'free', ...picks })
  const said = (words: string) => text.split(words).length - 1
  expect(said('the file says 999 yen (in the file box)')).toBe(13)
  expect(said('The text of this PDF was not read for this page')).toBe(1)
})
