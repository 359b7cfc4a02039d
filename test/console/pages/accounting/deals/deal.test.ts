/** The page of one deal: its entry in the books, its file, its history and its approval. */
import { expect, test } from 'vitest'
import type { View } from '../../../../../lib/console/page.ts'
import { dealPage } from '../../../../../lib/console/pages/accounting/deals/deal.ts'
import { approversOf } from '../../../../../lib/console/pages/accounting/deals/month.ts'
import { CLAIM_REASONS } from '../../../../../lib/core/claims/words.ts'
import type { SaidReason } from '../../../../../lib/core/language/text.ts'
import type { CaseReport } from '../../../../../lib/services/accounting/deals/cases/report.ts'
import { HOSTILE, viewIn } from '../../../view.ts'
import { createDealsWorld } from './world.ts'

const DIGEST = 'ab'.repeat(32)
const OTHER = 'cd'.repeat(32)
const PNG = Uint8Array.from(Buffer.from('\x89PNG\r\n\x1a\n paper', 'latin1'))

const view = (scopes: readonly string[]) => ({ ...viewIn(), session: { scopes } }) as unknown as View
const names = { find: () => undefined, name: String, label: (_: string, id: number) => `${HOSTILE} (${id})` }
interface Step {
  readonly by: string
  readonly reason?: SaidReason
}
const report = (steps: readonly Step[]) =>
  ({
    case: HOSTILE,
    state: 'done',
    steps: steps.map(step => ({ state: 'review', at: '2026-04-08T01:02:03Z', ...step })),
  }) as unknown as CaseReport
const pageOf = (scopes: readonly string[], steps: readonly Step[]) => {
  const deal = {
    id: 5,
    issue_date: '2026-04-07',
    amount: 1100,
    status: 'settled',
    details: [],
    ref_number: HOSTILE,
  }
  const receipts = [{ id: 9001, status: 'confirmed', description: HOSTILE, mime_type: 'image/png' }]
  const data = { book: { id: 7, name: HOSTILE }, deal: { ...deal, receipts }, names, report: report(steps) }
  return String(dealPage(data, view(scopes)))
}

test('names each person who approved, with the proof for those who may read the log', () => {
  const steps = [
    { by: 'hana' },
    { by: `Mei (approval ${DIGEST})`, reason: { id: CLAIM_REASONS.firstApproved.id, text: '' } },
    { by: `Ken (approval ${OTHER})`, reason: { id: CLAIM_REASONS.released.id, text: '' } },
  ]
  const admin = pageOf(['accounting.read', 'admin'], steps)
  for (const digest of [DIGEST, OTHER])
    expect(admin).toContain(`href="/console/history/approval?digest=${digest}"`)
  expect(admin.match(/<li>\w+, /g)).toEqual(['<li>Mei, ', '<li>Ken, '])
  const reader = pageOf(['accounting.read'], steps)
  expect(reader).not.toContain('/console/history')
  expect(reader).toContain(`<code>${DIGEST.slice(0, 12)}</code>`)
  expect(pageOf([], [{ by: 'hana' }])).toContain('registered without a passkey')
  const inJapanese = { locale: { language: 'ja', timezone: 'Asia/Tokyo' } } as const
  expect(approversOf({ report: report(steps) }, inJapanese)).toBe('Mei、Ken')
})

test('shows texts from outside as data, whatever they are', () => {
  const page = pageOf(['accounting.read'], [{ by: HOSTILE, reason: { text: HOSTILE } }])
  expect(page).not.toContain('<b onclick')
  expect(page).not.toContain('\u202E')
  expect(page.match(/&lt;b onclick/g)?.length).toBeGreaterThanOrEqual(6)
})

test('has the deal of the books, its picture beside it, and what kura did, from the log too', async () => {
  const { text, open, service, signIn } = await createDealsWorld({}, ['accounting.read', 'admin'])
  const writer = await signIn('Ken')
  const { row } = await writer.send(['lunch.png', PNG])
  await writer.post({
    row,
    act: 'register',
    date: '2026-04-07',
    partner: '',
    qualified: 'はい',
    payment: '',
    'line-0-amount': '1,100',
    'line-0-rate': '10',
    'line-0-account_item': '会議費',
    'line-0-description': HOSTILE,
  })
  const [deal] = [...service.company.deals.values()]
  const [file] = [...service.company.receipts.values()]
  const page = await text(`/console/deals/deal?id=${deal?.id}`)
  expect(page).toContain(`<img src="/console/deals/file?company=1234567&amp;id=${file?.id}"`)
  expect(page).toContain(`>Download the file ${file?.id}</a>`)
  expect(page).not.toContain('sha256:')
  expect(page).toContain('会議費')
  expect(page).toContain(`Case console ${row}`)
  expect(page).toContain('registered without a passkey')
  expect(page).toContain('POST /api/accounting/imports')
  // the log entry of the upload has the same time, but is about another act
  expect(page).not.toContain('POST /api/accounting/receipts')
  expect(page).not.toContain('<b onclick')
  const download = await open(`/console/deals/file?company=1234567&id=${file?.id}`)
  expect(download.headers.get('content-type')).toBe('image/png')
  expect(download.headers.get('content-security-policy')).toContain('sandbox')
  expect(Buffer.compare(download.bytes, PNG)).toBe(0)
})

test('a deal that has only the reference number of a case has none of its history', async () => {
  const { text, write, add, service } = await createDealsWorld()
  const details = [{ account_item: '会議費', tax_code: 136, amount: 4321 }]
  const own = { company_id: 1_234_567, issue_date: '2026-06-14', details, case: 'lunch' }
  const { deal } = (await write('/deals?mode=write', own)).body
  service.company.deals.set(deal, { ...service.company.deals.get(deal), amount: 5 } as never)
  expect(await text(`/console/deals/deal?id=${deal}`)).toContain('The books were changed since')
  expect(await text('/console/deals/month?month=2026-06')).toContain('<mark>changed since</mark>')
  const copied = add({ amount: 999_999, ref_number: service.company.deals.get(deal)?.ref_number })
  expect(await text(`/console/deals/deal?id=${deal}`)).toContain('Case lunch')
  const page = await text(`/console/deals/deal?id=${copied.id}`)
  expect(page).toContain('kura did not register this deal')
  expect(page).toContain('not the deal of that case')
  expect(page).not.toContain('Approval')
  expect(page).not.toContain('Case lunch')
  expect(await text('/console/deals/month?month=2026-04')).toContain('<dt>Registered by kura</dt><dd>0</dd>')
})

test('says so of a deal that kura did not register, and of one that is gone', async () => {
  const { text, add, open } = await createDealsWorld()
  const page = await text(`/console/deals/deal?id=${add().id}`)
  expect(page).toContain('kura did not register this deal')
  expect(page).toContain('The deal has no file.')
  const gone = await open('/console/deals/deal?id=99')
  expect([gone.status, String(gone.bytes)]).toEqual([404, expect.stringContaining('There is no such deal')])
  expect(String(gone.bytes)).not.toContain('does not answer')
})
