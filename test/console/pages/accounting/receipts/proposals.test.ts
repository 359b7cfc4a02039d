/** A PDF with text fills its row: each value with its source, and none is a cell before the person sends the form. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { addDraft, readDraft } from '../../../../../lib/console/pages/accounting/receipts/drafts.ts'
import { createActivityLog } from '../../../../../lib/services/activity/log.ts'
import { createReceiptsWorld, FILES, LUNCH } from './world.ts'

const VECTORS = join(import.meta.dirname, '../../../../vectors/receipts')
const PDF = new Uint8Array(readFileSync(join(VECTORS, 'reportlab.pdf')))

/** The value of a field on a page, and the hint under its label. */
function fieldOf(html: string, name: string): { value: string; hint: string } {
  const value = new RegExp(`id="${name}" name="${name}" value="([^"]*)"`).exec(html)?.[1] ?? ''
  const hint = new RegExp(`id="${name}-hint">([^<]*)<`).exec(html)?.[1] ?? ''
  return { value, hint }
}

/** The form as the page shows it, with the fields that the person fills in. */
function shownForm(html: string, filled: Record<string, string>): Record<string, string> {
  const inputs = [...html.matchAll(/ id="([\w-]+)" name="\1" value="([^"]*)"/g)]
  const shown = inputs.map(([, name = '', value = '']) => [name, value])
  const rate = /<select id="line-0-rate"[^>]*>.*?<option value="(\w*)" selected/s.exec(html)?.[1] ?? ''
  return { ...Object.fromEntries(shown), 'line-0-rate': rate, ...filled }
}

describe('a PDF with text', () => {
  test('fills its row with the source of each value, and registers nothing by itself', async () => {
    const { signIn, store, deals } = await createReceiptsWorld()
    const { send, text } = await signIn('Mei')
    const { row } = await send(['scan.pdf', PDF])
    const html = await text(`/console/receipts/row?row=${row}`)
    const fields = {
      date: '2026-10-05',
      partner: '株式会社青空サーバー',
      qualified: 'T7000012050002',
      'line-0-amount': '3300',
    }
    for (const [name, value] of Object.entries(fields))
      expect(fieldOf(html, name)).toEqual({ value, hint: expect.stringContaining('from the file') })
    expect(html).toMatch(/<option value="10" selected/)
    expect((await readDraft(row, store))?.lines).toEqual([{}])
    const list = await text('/console/receipts')
    expect(list).toContain('to fill in')
    expect(list).toMatch(
      /<p>2026-10-05　株式会社青空サーバー　¥3,300 <span class="soft">Proposed: from the file/,
    )
    expect(deals()).toEqual([])
  })

  test('is registered by a press, and the activity log says who confirmed which value', async () => {
    const { signIn, deals, store } = await createReceiptsWorld()
    const { send, post, text } = await signIn('Mei')
    const { row } = await send(['scan.pdf', PDF])
    const shown = shownForm(await text(`/console/receipts/row?row=${row}`), {
      'line-0-account_item': '会議費',
      date: '2026-04-07',
      partner: '',
      qualified: 'はい',
    })
    await post({ row, act: 'register', ...shown })
    expect(deals()).toMatchObject([{ issue_date: '2026-04-07', amount: 3300 }])
    const confirmed = (await readDraft(row, store))?.confirmed ?? []
    expect(confirmed.map(({ column, source }) => `${column} ${source}`)).toEqual(['rate file', 'amount file'])
    const log = createActivityLog({ store: () => store, now: Date.now })
    const { entries } = await log.page({ limit: 20 })
    expect(entries).toContainEqual(
      expect.objectContaining({
        person: 'Mei',
        what: expect.objectContaining({ confirmed: 'rate (file), amount (file)' }),
      }),
    )
  })

  test('whose name says another day shows both, and proposes neither', async () => {
    const { signIn, store } = await createReceiptsWorld()
    const { send, post, text } = await signIn('Mei')
    const { row } = await send(['2026-10-06_3,300_server.pdf', PDF])
    const html = await text(`/console/receipts/row?row=${row}`)
    const date = fieldOf(html, 'date')
    expect(date.value).toBe('')
    expect(date.hint).toContain('2026-10-05')
    expect(date.hint).toContain('2026-10-06')
    expect(fieldOf(html, 'line-0-amount').value).toBe('3,300')
    await post({ row, act: 'save', ...shownForm(html, {}) })
    expect(fieldOf(await text(`/console/receipts/row?row=${row}`), 'date').hint).toContain('2026-10-06')
    await post({ row, act: 'save', ...shownForm(html, { date: '2026-10-05' }) })
    expect((await readDraft(row, store))?.proposed).toEqual([])
  })

  test('whose number has a wrong check digit says so at the field, which stays empty', async () => {
    const { signIn, store } = await createReceiptsWorld()
    const { text } = await signIn('Mei')
    const number = { line: 0, column: 'qualified', value: 'T8000012050002', source: 'file' as const }
    await addDraft('b'.repeat(24), { case: 'c', lines: [{}], by: 'Mei', proposed: [number] }, store)
    const { value, hint } = fieldOf(await text(`/console/receipts/row?row=${'b'.repeat(24)}`), 'qualified')
    expect(value).toBe('')
    expect(hint).toMatch(/^The number T8000012050002 \(from the file\) has a wrong check digit/)
  })

  test('that is broken is a receipt without proposals', async () => {
    const { signIn, store } = await createReceiptsWorld()
    const { send } = await signIn('Mei')
    const { row } = await send(['broken.pdf', PDF.slice(0, 900)])
    expect(await readDraft(row, store)).toMatchObject({ lines: [{}], proposed: [] })
  })
})

describe('the last deal with the partner', () => {
  async function createRememberingWorld() {
    const world = await createReceiptsWorld()
    const partner = { id: 900, name: '株式会社青空サーバー', available: true }
    world.company.partners.set(partner.id, {
      ...partner,
      invoice_registration_number: 'T7000012050002',
    } as never)
    const mei = await world.signIn('Mei')
    const { row } = await mei.send(['first.png', FILES['paper.png']])
    const sent = await mei.post({ row, act: 'register', ...LUNCH, partner: partner.name, payment: '現金' })
    expect(sent.html).toBe('')
    // the form asks for a section only if the last deal has one
    for (const deal of world.deals()) Object.assign(deal.details[0] ?? {}, { section_id: 701 })
    return { ...world, ...mei }
  }
  test('completes a double, which is asked about when its row is opened', async () => {
    const { text, post, own, deals } = await createRememberingWorld()
    const row = 'c'.repeat(24)
    const said = { date: '2026-04-07', partner: '株式会社青空サーバー', amount: '1100' }
    const proposed = Object.entries(said).map(
      ([column, value]) => ({ line: 0, column, value, source: 'file' }) as const,
    )
    await addDraft(row, { case: `console ${row}`, lines: [{}], by: 'Mei', proposed }, own)
    const html = await text(`/console/receipts/row?row=${row}`)
    expect(html).toContain('It looks like a receipt that is there already')
    const [, double = ''] = /name="double" value="([^"]+)"/.exec(html) ?? []
    await post({ row, act: 'own', double, ...shownForm(html, {}) })
    expect(deals().map(({ amount }) => amount)).toEqual([1100, 1100])
  })

  const REMEMBERED = {
    'line-0-account_item': '会議費',
    'line-0-section': '営業部',
    'line-0-description': 'lunch',
    payment: '現金',
  }

  test('fills what the file does not say, by its name or number, and is logged when a person confirms it', async () => {
    const { send, text, post, store, deals } = await createRememberingWorld()
    const { row } = await send(['scan.pdf', PDF])
    const html = await text(`/console/receipts/row?row=${row}`)
    for (const [name, value] of Object.entries(REMEMBERED))
      expect(fieldOf(html, name)).toEqual({ value, hint: expect.stringContaining('as last time') })
    expect(fieldOf(html, 'line-0-amount').hint).toContain('from the file')
    // the registration number says that the invoice is qualified, as last time
    expect(fieldOf(html, 'qualified')).toMatchObject({ value: 'T7000012050002' })
    await post({ row, act: 'register', ...shownForm(html, { date: '2026-04-08' }) })
    expect(deals()[1]).toMatchObject({
      issue_date: '2026-04-08',
      amount: 3300,
      details: [{ section_id: 701 }],
    })
    const confirmed = (await readDraft(row, store))?.confirmed ?? []
    const last = confirmed.filter(({ source }) => source === 'last').map(({ column }) => column)
    expect(last.toSorted()).toEqual(['account_item', 'description', 'partner', 'payment', 'rate', 'section'])
  })

  test('is proposed for a partner that the person has typed, and a conflict with the file is shown', async () => {
    const { send, post, text, store } = await createRememberingWorld()
    const { row } = await send(['photo.png', `${FILES['paper.png']} 2`])
    await post({
      row,
      act: 'save',
      date: '2026-04-09',
      partner: '株式会社 青空サーバー',
      'line-0-amount': '',
    })
    const html = await text(`/console/receipts/row?row=${row}`)
    for (const [name, value] of Object.entries(REMEMBERED)) expect(fieldOf(html, name).value).toBe(value)
    const proposed = [{ line: 0, column: 'rate', value: '8', source: 'file' as const }]
    const cells = { partner: '株式会社青空サーバー' }
    await addDraft('c', { case: 'console c', lines: [cells], by: 'Mei', proposed }, store)
    const other = await text('/console/receipts/row?row=c')
    expect(fieldOf(other, 'line-0-rate').hint).toContain('Two sources differ')
    expect(other).toMatch(/<option value="" selected/)
  })
})

test('rows of last month are copied once, with all proposed as last time, and nothing is registered', async () => {
  const world = await createReceiptsWorld()
  const { send, post } = await world.signIn('Mei')
  const { row: first } = await send(['rent.pdf', FILES['train.pdf']])
  await post({ row: first, act: 'register', ...LUNCH, payment: '現金' })
  const [deal] = world.deals()
  world.service.clock.now = Date.parse('2026-05-20T03:00:00Z')
  const mei = await world.signIn('Mei')
  const list = await mei.text('/console/receipts?show=last')
  expect(list).toContain(`name="copy-${deal?.id}"`)
  const { to } = await mei.post({ act: 'copy', [`copy-${deal?.id}`]: 'yes' })
  const html = await mei.text(to)
  const shown = {
    date: '2026-05-07',
    qualified: 'yes',
    payment: '現金',
    'line-0-amount': '1100',
    'line-0-account_item': '会議費',
    'line-0-description': 'lunch',
  }
  for (const [name, value] of Object.entries(shown))
    expect(fieldOf(html, name)).toEqual({ value, hint: expect.stringContaining('as last time') })
  expect(await mei.text('/console/receipts?show=last')).not.toContain(`name="copy-${deal?.id}"`)
  expect(world.deals()).toHaveLength(1)
  const row = new URL(to, 'https://k').searchParams.get('row') ?? ''
  await mei.post({ row, act: 'register', ...shownForm(html, {}) })
  expect(world.deals()[1]).toMatchObject({ issue_date: '2026-05-07', amount: 1100 })
})

test('a value that the person has emptied is not proposed again', async () => {
  const { signIn, store } = await createReceiptsWorld()
  const { post, text } = await signIn('Mei')
  const proposed = [{ line: 0, column: 'partner', value: '株式会社青空サーバー', source: 'file' as const }]
  await addDraft('a', { case: 'console a', lines: [{}], by: 'Mei', proposed }, store)
  await post({ row: 'a', act: 'save', ...LUNCH })
  expect(fieldOf(await text('/console/receipts/row?row=a'), 'partner').value).toBe('')
  expect((await readDraft('a', store))?.confirmed).toEqual([])
})
