/** Parts of pages: the faults of each form, at their fields, and the link to the service. */
import { expect, test } from 'vitest'
import { dealAtService } from '../../../lib/console/frame/at-service.ts'
import { type FieldFaults, fieldsOf } from '../../../lib/console/frame/parts.ts'
import { searchForm } from '../../../lib/console/pages/accounting/deals/search.ts'
import { journalPage } from '../../../lib/console/pages/accounting/journals/report.ts'
import { rowForm } from '../../../lib/console/pages/accounting/receipts/row-form.ts'
import { orderForm } from '../../../lib/console/pages/chat/order-form.ts'
import { enrolForm } from '../../../lib/console/pages/devices/enrol.ts'
import { termsForm } from '../../../lib/console/pages/registrar/terms-form.ts'
import { viewIn } from '../view.ts'

const VIEW = viewIn('ja')
const names = { accountItems: [], partners: [], walletables: [] }
const draft = { name: 'row', case: 'receipt 1', at: '2026-06-15T00:00:00Z', by: 'Mei', lines: [{}, {}] }

/** Each form, and two of its fields in the order of the form. */
const FORMS: readonly (readonly [string, readonly string[], (faults: FieldFaults) => unknown])[] = [
  ['a domain', ['domain', 'zip'], faults => termsForm({ faults, fields: {} }, VIEW, { asks: true })],
  ['a message', ['name', 'people'], faults => orderForm({ faults, fields: {} }, VIEW)],
  [
    'a search',
    ['from', 'partner'],
    faults => searchForm({ faults, fields: {}, company: undefined, isOpen: true }, VIEW),
  ],
  [
    'a journal',
    ['from', 'until'],
    faults => journalPage({ faults, book: { id: '1' }, from: '', until: '' }, VIEW),
  ],
  [
    'a receipt',
    ['partner', 'line-1-amount', 'line-1-account_item'],
    faults => rowForm(draft, { faults, names, adds: false, decision: '', fills: 0 }, VIEW),
  ],
  ['a device', ['name'], faults => enrolForm('', faults, VIEW)],
]

test.each(FORMS)('the form for %s shows each fault once, at its field', (_, fields, form) => {
  const faults = Object.fromEntries(fields.toReversed().map(name => [name, `wrong ${name}`]))
  const text = String(form(faults))
  for (const name of fields) {
    expect(text.split(`wrong ${name}`)).toHaveLength(2)
    expect(text).toContain(`<p class="bad" id="${name}-fault">wrong ${name}</p>`)
    expect(text).toMatch(new RegExp(` id="${name}"[^>]*aria-invalid="true"[^>]*${name}-fault"`))
  }
  expect(text.match(/ id="[^"]*"[^>]*autofocus/g)).toEqual([expect.stringContaining(` id="${fields[0]}"`)])
})

test('a fault of no field stands above the fields', () => {
  const given = [{ name: 'day', label: 'Day', value: '' }]
  const [head, field] = fieldsOf(given, { other: 'closed month', day: 'no day' }, VIEW).map(String)
  expect(head).toContain('closed month')
  expect(field).toMatch(/no day.*autofocus/s)
})

test('dealAtService() links to the deal in the list of the service, if there is one', () => {
  expect(String(dealAtService(42, { ...VIEW, books: 'https://secure.freee.co.jp' }))).toMatch(
    /^<a href="https:\/\/secure\.freee\.co\.jp\/deals#deal_id=42" target="_blank" rel="noreferrer">[^<]+<\/a>$/,
  )
  expect([dealAtService(undefined, VIEW), dealAtService(42, VIEW)]).toEqual(['', ''])
})
