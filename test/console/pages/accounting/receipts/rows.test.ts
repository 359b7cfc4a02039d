/** A row of the page Receipts is filled in, and registered once with its file, whoever else works on it. */
import { describe, expect, test } from 'vitest'
import { addDraft, readDraft } from '../../../../../lib/console/pages/accounting/receipts/drafts.ts'
import { pictureOfCase } from '../../../../../lib/console/pages/accounting/receipts/file.ts'
import { stopActs } from '../../../../../lib/core/store/stopped.ts'
import { ALL_PERMISSIONS } from '../../../../services/accounting/deals/world.ts'
import { createReceiptsWorld, FILES, LUNCH } from './world.ts'

describe('a row', () => {
  test('of a refund needs no minus, which the number keys of a phone lack', async () => {
    const { signIn } = await createReceiptsWorld()
    const { send, post, text } = await signIn('Mei')
    const { row } = await send(['lunch.jpg', FILES['lunch.jpg']])
    await post({ row, act: 'save', ...LUNCH, 'line-0-amount-refund': 'on' })
    const page = await text(`/console/receipts/row?row=${row}`)
    expect(page).toMatch(/name="line-0-amount" value="-1100"/)
    expect(page).toContain('<p class="money">-¥1,100</p>')
  })

  test('is registered with its file, once, and then shows its deal', async () => {
    const { signIn, deals, receipts } = await createReceiptsWorld()
    const { send, post, text } = await signIn('Mei')
    const { row } = await send(['2026-04-07_1100_lunch.pdf', FILES['train.pdf']])
    expect(await text(`/console/receipts/row?row=${row}`)).toContain('value="2026-04-07"')
    const saved = await post({ row, act: 'save', ...LUNCH })
    expect(saved.html).toContain('chosen by the rate: a qualified invoice')
    expect(deals()).toEqual([])
    const results = await Promise.all([
      post({ row, act: 'register', ...LUNCH }),
      post({ row, act: 'register', ...LUNCH }),
    ])
    expect(results.map(({ status }) => status)).toContain(303)
    await post({ row, act: 'register' })
    expect(deals()).toMatchObject([{ issue_date: '2026-04-07', amount: 1100 }])
    expect(receipts()).toHaveLength(1)
    expect(deals()[0]?.receipts).toMatchObject(receipts().map(({ id }) => ({ id })))
    expect(await text(`/console/receipts/row?row=${row}`)).toContain('It is in the books')
    const list = await text('/console/receipts')
    expect(list).toContain('Nothing waits')
    expect(list).toContain('Files that you sent to the file box')
  })

  test('asks about a double, too, if the application may not read partners and wallets', async () => {
    const allowed = ALL_PERMISSIONS.filter(name => name !== 'partners' && name !== 'walletables')
    const { signIn, deals } = await createReceiptsWorld({}, allowed)
    const { send, post, text } = await signIn('Mei')
    const rows = [
      (await send(['lunch.jpg', FILES['lunch.jpg']])).row,
      (await send(['paper.png', FILES['paper.png']])).row,
    ]
    for (const row of rows) await post({ row, act: 'register', ...LUNCH })
    const page = await text(`/console/receipts/row?row=${rows[1]}`)
    expect(page).not.toContain('cannot be reached')
    expect(page).toContain('value="own"')
    const double = /name="double" value="(?<id>[^"]+)"/.exec(page)?.groups?.['id'] ?? ''
    await post({ row: rows[1] ?? '', act: 'own', double, ...LUNCH })
    expect(deals()).toHaveLength(2)
  })

  test('with faults keeps what was typed, and names each field', async () => {
    const { signIn, deals } = await createReceiptsWorld()
    const { send, post, text } = await signIn('Mei')
    const { row } = await send(['lunch.jpg', FILES['lunch.jpg']])
    const wrong = { ...LUNCH, 'line-0-amount': 'eleven', qualified: '', 'line-0-description': '<b>夕食' }
    const { status, html } = await post({ row, act: 'register', ...wrong })
    expect(status).toBe(400)
    for (const name of ['line-0-amount', 'qualified'])
      expect(html).toMatch(
        new RegExp(`id="${name}"[^>]* aria-invalid="true" aria-describedby="[^"]*${name}-fault"`),
      )
    expect(html.match(/id="[^"]*-fault"/g)).toHaveLength(2)
    expect(html.match(/ autofocus/g)).toHaveLength(1)
    expect(html).not.toContain('It was not registered')
    expect(html).toContain('value="&lt;b&gt;夕食"')
    expect(await text(`/console/receipts/row?row=${row}`)).toContain('value="eleven"')
    const unknown = await post({ row, act: 'register', ...LUNCH, 'line-0-account_item': '会議' })
    const fault = /id="line-0-account_item-fault"[^>]*>([^<]*)/.exec(unknown.html)?.[1]
    expect(fault, 'without the name of the case').toMatch(/^[^:]*&quot;会議&quot; is not an account item/)
    for (const act of ['save', 'add'])
      expect(html, 'half a row').toContain(`<button name="act" value="${act}" formnovalidate>`)
    expect(deals()).toEqual([])
  })

  test('has a line for each rate, and says why a category was chosen', async () => {
    const { signIn, deals } = await createReceiptsWorld()
    const { send, post } = await signIn('Mei')
    const { row } = await send(['lunch.jpg', FILES['lunch.jpg']])
    const added = await post({ row, act: 'add', ...LUNCH })
    expect(added.html).toContain('name="line-1-amount"')
    const second = {
      'line-1-amount': '108',
      'line-1-rate': '8',
      'line-1-account_item': '消耗品費',
      'line-1-description': 'tea',
    }
    const filled = { ...LUNCH, ...second, qualified: 'いいえ' }
    expect((await post({ row, act: 'save', ...filled })).html).toMatch(
      /chosen by the day of the receipt: 80 %/,
    )
    await post({ row, act: 'register', ...filled })
    expect(deals().map(({ details }) => details.map(({ amount }) => amount))).toEqual([[1100, 108]])
  })

  test('that looks double waits for a person, who says that it is a receipt of its own', async () => {
    const { signIn, deals } = await createReceiptsWorld()
    const { send, post } = await signIn('Mei')
    const [one, other] = [await send(['a.pdf', '%PDF a']), await send(['b.pdf', '%PDF b'])]
    await post({ row: one.row, act: 'register', ...LUNCH })
    const { html } = await post({ row: other.row, act: 'register', ...LUNCH })
    expect(html).toContain('It looks like a receipt that is there already')
    expect(deals()).toHaveLength(1)
    const [{ id = 0 } = {}] = deals()
    expect(html).toContain(`<a href="/console/deals/deal?id=${id}">`)
    expect(html).toMatch(/class="card"><h3>lunch, 1,100 yen, 2026-04-07<.*1,100 yen.*lunch.*>Open the file</s)
    expect(html).toContain(`href="/console/deals/deal?company=1234567&amp;id=${id}">Open lunch, 1,100 yen`)
    const [, double = ''] = /name="double" value="([0-9a-f]{8})"/.exec(html) ?? []
    expect((await post({ row: other.row, act: 'own', double, ...LUNCH })).status).toBe(303)
    expect(deals()).toHaveLength(2)
  })

  test('of the same receipt is left out', async () => {
    const { signIn, deals } = await createReceiptsWorld()
    const { send, post, text } = await signIn('Mei')
    const [one, other] = [await send(['a.pdf', '%PDF a']), await send(['b.pdf', '%PDF b'])]
    await post({ row: one.row, act: 'register', ...LUNCH })
    const { html } = await post({ row: other.row, act: 'register', ...LUNCH })
    const [, double = ''] = /name="double" value="([0-9a-f]{8})"/.exec(html) ?? []
    expect((await post({ row: other.row, act: 'leave', double, ...LUNCH })).to).toBe('/console/receipts')
    expect(await text('/console/receipts')).toContain('Nothing waits')
    expect(deals()).toHaveLength(1)
  })

  test('creates a partner that the books lack, after the person has pressed the button', async () => {
    const { signIn, deals, company } = await createReceiptsWorld()
    const { send, post } = await signIn('Mei')
    const { row } = await send(['a.pdf', '%PDF a'])
    const given = { ...LUNCH, partner: '山田食堂' }
    expect((await post({ row, act: 'register', ...given })).html).toContain('no partner &quot;山田食堂&quot;')
    expect(deals()).toEqual([])
    expect((await post({ row, act: 'partner', ...given })).status).toBe(303)
    expect([...company.partners.values()].map(({ name }) => name)).toContain('山田食堂')
    expect(deals()).toHaveLength(1)
  })

  test('with a refund waits for a release, links to it, and shows when it was released', async () => {
    const { signIn, deals, ask, post: release, store } = await createReceiptsWorld()
    const { send, post, text } = await signIn('Mei')
    const { row } = await send(['a.pdf', '%PDF a'])
    await post({ row, act: 'register', ...LUNCH, 'line-0-amount': '▲1,100' })
    expect(deals()).toEqual([])
    const address = `/console/receipts/row?row=${row}`
    expect(await text(address)).toContain('/console/item?kind=deal&amp;name=console')
    expect(await text('/console/receipts')).toContain('</a> needs a release</li>')
    const name = `console ${row}`
    const path = `/cases/${encodeURIComponent(name)}`
    const { operation } = (await ask(path)).body
    await release(`${path}/release?mode=write`, { person: 'Hana', operation })
    expect(deals()).toHaveLength(1)
    expect(await text('/console/receipts')).toContain('</a> registered</li>')
    expect(await text(address)).toContain('It is in the books')
    const view = { locale: { language: 'en', timezone: 'UTC' } } as never
    expect(String(await pictureOfCase(name, { store, view }))).toContain('/console/receipts/file?file=')
  })

  test('is shown, and can be filled in, while the books cannot be reached', async () => {
    const { signIn, cut, deals } = await createReceiptsWorld()
    const { send, post, text } = await signIn('Mei')
    const { row } = await send(['a.pdf', '%PDF a'])
    cut()
    const { html } = await post({ row, act: 'register', ...LUNCH })
    expect(html).toContain('value="1,100"')
    expect(html).toContain('It was not registered')
    expect(await text('/console/receipts')).toContain('cannot be reached now')
    expect(deals()).toEqual([])
  })

  test('is removed with what was filled in, and a row that is gone says so', async () => {
    const { signIn } = await createReceiptsWorld()
    const { send, post, open, text } = await signIn('Mei')
    const { row } = await send(['a.pdf', '%PDF a'])
    expect((await post({ row, act: 'remove' })).to).toBe('/console/receipts')
    expect(await text('/console/receipts')).toContain('Nothing waits')
    expect((await open(`/console/receipts/row?row=${row}`)).status).toBe(404)
  })
})

test('while acts are stopped no row is changed or removed', async () => {
  const { signIn, store } = await createReceiptsWorld()
  const { post } = await signIn('Mei')
  await addDraft('kept', { case: 'kept', lines: [{ date: '2026-04-07' }], by: 'Mei' }, store)
  const before = await readDraft('kept', store)
  await stopActs({ by: 'status', seq: 46, digest: 'd', at: '' }, store)
  for (const act of ['save', 'remove', 'leave', 'register'])
    expect([act, (await post({ ...LUNCH, row: 'kept', act })).status]).toEqual([act, 503])
  expect(await readDraft('kept', store)).toEqual(before)
})

test('a cell with characters that a page cannot show stays as it is, unless it is typed anew', async () => {
  const { signIn, store } = await createReceiptsWorld()
  const { post, text } = await signIn('Mei')
  const description = 'a\u202eb\u200d'
  const lines = [{ date: '2026-04-07', amount: '1', description }]
  await addDraft('hostile', { case: 'hostile', lines, by: 'Mei' }, store)
  expect(await text('/console/receipts/row?row=hostile')).toContain('value="a&lt;U+202E&gt;b&lt;U+200D&gt;"')
  const fields = { ...LUNCH, row: 'hostile', act: 'save', 'line-0-description': 'a<U+202E>b<U+200D>' }
  await post(fields)
  expect((await readDraft('hostile', store))?.lines).toMatchObject([{ amount: '1,100', description }])
  await post({ ...fields, 'line-0-description': 'tea' })
  expect((await readDraft('hostile', store))?.lines).toMatchObject([{ description: 'tea' }])
})

test('what a colleague has filled in meanwhile stays, unless the person has typed something else', async () => {
  const { signIn, store } = await createReceiptsWorld()
  const [mei, hana] = [await signIn('Mei'), await signIn('Hana')]
  const { row } = await mei.send(['lunch.jpg', FILES['lunch.jpg']])
  const opened = await hana.text(`/console/receipts/row?row=${row}`)
  const [, shown = ''] = /name="shown" value="([^"]*)"/.exec(opened) ?? []
  const more = { 'line-1-amount': '540', 'line-1-rate': '8', 'line-1-account_item': '会議費' }
  await mei.post({ row, act: 'save', ...LUNCH, ...more })
  const empty = Object.fromEntries(Object.keys(LUNCH).map(name => [name, '']))
  await hana.post({ row, act: 'save', ...empty, shown, 'line-0-description': 'dinner', partner: 'shop' })
  expect((await readDraft(row, store))?.lines).toMatchObject([
    { date: '2026-04-07', amount: '1,100', description: 'dinner', partner: 'shop' },
    { date: '2026-04-07', amount: '540', rate: '8', partner: 'shop' },
  ])
  for (const damaged of ['x', 'W251bGwsMV0', 'bnVsbA'])
    expect((await hana.post({ row, act: 'save', ...LUNCH, shown: damaged })).status).toBe(200)
})
