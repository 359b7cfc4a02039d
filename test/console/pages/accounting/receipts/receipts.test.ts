/** Receipts on the console are sent, filled in, and registered once, whatever goes wrong in between. */
import { describe, expect, test } from 'vitest'
import { addDraft, removeDraft } from '../../../../../lib/console/pages/accounting/receipts/drafts.ts'
import { createReceiptsWorld, FILES, LUNCH } from './world.ts'

describe('a file', () => {
  test.each(Object.entries(FILES))(
    '%s is kept as it was sent, and offered as a download',
    async (name, content) => {
      const { signIn } = await createReceiptsWorld()
      const { send, text, open } = await signIn('Mei')
      const { status, row } = await send([name, content])
      expect(status).toBe(303)
      const page = await text(`/console/receipts/row?row=${row}`)
      const [, address = ''] = /href="(\/console\/receipts\/file\?file=[0-9a-f]{64})"/.exec(page) ?? []
      const { bytes, headers } = await open(address)
      expect(bytes).toEqual(Buffer.from(content, 'latin1'))
      expect(headers.get('content-disposition')).toBe(`attachment; filename*=UTF-8''${name}`)
      expect(headers.get('x-content-type-options')).toBe('nosniff')
      const type = { jpg: 'image/jpeg', png: 'image/png' }[name.slice(-3)]
      expect(headers.get('content-type')).toBe(type ?? 'application/octet-stream')
      expect(page.includes(`<img src="${address}"`)).toBe(type !== undefined)
    },
  )

  test('of another type, an empty one and a damaged form are refused with a sentence', async () => {
    const { signIn } = await createReceiptsWorld()
    const { send, open } = await signIn('Mei')
    const wrong = await send(['lunch.jpg', 'GIF89a of another type'])
    expect(wrong.status).toBe(400)
    expect(wrong.html).toContain('&quot;lunch.jpg&quot; is neither a picture (JPEG, PNG, HEIC) nor a PDF')
    expect((await send()).html).toContain('Choose a file first')
    const damaged = await open('/console/receipts', { method: 'POST', body: 'no form' })
    expect([damaged.status, String(damaged.bytes)]).toEqual([400, expect.stringContaining('arrived damaged')])
    const large = new Uint8Array(4_000_001)
    large.set(Buffer.from('%PDF'))
    expect((await send(['large.pdf', large])).html).toContain('with the app of the accounting service')
  })

  test.each([
    ['2026-04-07_2200_コピー用紙.pdf', ['2026-04-07', '2200', 'コピー用紙']],
    ['20260412_123456.pdf', ['', '', '']],
    ['2026-04-12_コピー用紙.pdf', ['', '', '']],
    ['1234.pdf', ['', '', '']],
  ])('named %s is filled in from the documented form only', async (name, want) => {
    const { signIn } = await createReceiptsWorld()
    const { send, text } = await signIn('Mei')
    const page = await text((await send([name, `%PDF-1.4 ${name}`])).to)
    const filledIn = (field: string) =>
      new RegExp(`<input id="${field}"[^>]* value="([^"]*)"`).exec(page)?.[1] ?? 'no field'
    expect(['date', 'line-0-amount', 'line-0-description'].map(filledIn)).toEqual(want)
  })

  test('is not kept while too much waits, or while acts are stopped', async () => {
    const { signIn, store } = await createReceiptsWorld()
    const { send } = await signIn('Mei')
    for (let row = 0; row < 500; row++)
      await addDraft(
        `row-${row}`,
        { case: `row ${row}`, lines: [{ date: '', amount: '1' }], by: 'Mei' },
        store,
      )
    expect((await send(['lunch.pdf', '%PDF-1.4'])).status).toBe(429)
  })

  test('of almost 4 MB comes back whole, and is one row however often it is sent', async () => {
    const { signIn } = await createReceiptsWorld()
    const { send, open, text } = await signIn('Mei')
    const content = new Uint8Array(3_999_999).fill(7)
    content.set(Buffer.from('%PDF-1.4'))
    const first = await send(['large.pdf', content])
    const second = await send(['the same.pdf', content])
    expect(second.row).toBe(first.row)
    expect(await text(first.to)).not.toContain('was sent before')
    expect(await text(second.to)).toMatch(/This file was sent before, by Mei on [^<]+\. This is its row\./)
    const table = [
      't.csv',
      Buffer.from('日付,科目,税率,適格,金額,摘要\n2026-04-07,会議費,10,はい,1,茶') as never,
    ] as const
    for (const known of ['One of the files was sent before', '2 of the files were sent before'])
      expect(await text((await send(['large.pdf', content], table)).to)).toContain(known)
    const [, address = ''] = /href="(\/console\/receipts\/file\?[^"]+)"/.exec(await text(first.to)) ?? []
    expect((await open(address)).bytes.equals(content)).toBe(true)
  })

  test('is for people who may register deals', async () => {
    const { signIn } = await createReceiptsWorld()
    const { open, send } = await signIn('Jun', ['accounting.read'] as never)
    expect((await open('/console/receipts')).status).toBe(403)
    expect((await send(['train.pdf', FILES['train.pdf']])).status).toBe(403)
    expect((await open(`/console/receipts/file?file=${'a'.repeat(64)}`)).status).toBe(403)
  })
})

describe('a table', () => {
  const HEADER = '日付,科目,税率,適格,金額,摘要,番号'
  const ROWS = [
    HEADER,
    '2026-04-07,消耗品費,10,はい,1100,紙,7',
    '2026-04-07,会議費,8,はい,108,茶,7',
    '2026-04-08,会議費,10,,500,,',
  ]

  test('is a row for each receipt, with the cases of the import; a second time nothing is added', async () => {
    const { signIn, deals } = await createReceiptsWorld()
    const { send, text, post } = await signIn('Mei')
    for (const at of [1, 2])
      expect((await send([`${at}.csv`, Buffer.from(ROWS.join('\n')) as never])).status).toBe(303)
    const list = await text('/console/receipts')
    expect(list.match(/class="card"/g)).toHaveLength(2)
    const [, ready = ''] = /data-row><input type="hidden" name="row" value="([0-9a-f]+)"/.exec(list) ?? []
    await post({ row: ready, act: 'register' })
    expect(deals()).toMatchObject([{ amount: 1208 }])
  })

  test('that was corrected replaces the cells of a row, but not those that a person filled in', async () => {
    const { signIn } = await createReceiptsWorld()
    const { send, text, post } = await signIn('Mei')
    const table = (amount: number, item = '') =>
      send(['a.csv', Buffer.from(`${HEADER}\n2026-04-07,${item},10,はい,${amount},紙,7`) as never])
    const { row } = await table(1100)
    await post({ row, act: 'save', 'line-0-account_item': '消耗品費', date: '2026-04-07' })
    const address = `/console/receipts/row?row=${row}`
    await table(1100)
    expect(await text(address)).toContain('value="消耗品費"')
    await table(1200, '会議費')
    const shown = await text(address)
    expect(shown).toContain('value="1200"')
    expect(shown).toContain('value="会議費"')
  })

  test('with a corrected row whose deal waits says so, and links to the correction', async () => {
    const { signIn, deals } = await createReceiptsWorld()
    const { send, text, post } = await signIn('Mei')
    const table = (amount: string) =>
      send(['a.csv', Buffer.from(`${HEADER}\n2026-04-07,消耗品費,10,はい,${amount},紙,7`) as never])
    const { row } = await table('▲1100')
    await post({ row, act: 'register' })
    const { status, html } = await table('1200')
    expect([status, deals()]).toEqual([200, []])
    expect(html).toContain('The corrected cells were not taken')
    expect(html).toMatch(/href="\/console\/item\?kind=deal&amp;name=[^"]*&amp;act=correct"/)
    expect(await text(`/console/receipts/row?row=${row}`)).toContain('&amp;act=correct"')
  })

  test('of many rows is shown in pages', async () => {
    const { signIn } = await createReceiptsWorld()
    const { send, text } = await signIn('Mei')
    const rows = Array.from({ length: 25 }, (_, at) => `2026-04-07,会議費,10,はい,${1000 + at},,R-${at}`)
    await send(['many.csv', Buffer.from([HEADER, ...rows].join('\n')) as never])
    const first = await text('/console/receipts')
    const [, next = ''] = /href="(\/console\/receipts\?after=[0-9a-f]+)"/.exec(first) ?? []
    const counts = [first, await text(next)].map(page => page.match(/class="card"/g)?.length)
    expect(counts).toEqual([20, 5])
  })

  test('that cannot be read is refused with the reason', async () => {
    const { signIn } = await createReceiptsWorld()
    const { send } = await signIn('Mei')
    const { status, html } = await send(['a.csv', 'x,y\n1,2'])
    expect(status).toBe(400)
    expect(html).toContain('The table &quot;a.csv&quot; cannot be read')
    const bank = '年月日,お引出し,お預入れ,お取り扱い内容,残高\n2026/4/7,1100,,ATM,5000'
    const statement = await send(['a.csv', Buffer.from(bank) as never])
    expect(statement.html).toContain('the accounting service fetches statements itself')
  })
})

test('the list shows what is chosen, also while the books cannot be reached', async () => {
  const { signIn, cut } = await createReceiptsWorld()
  const [mei, jun] = [await signIn('Mei'), await signIn('Jun')]
  const { row } = await mei.send(['a.pdf', '%PDF a'])
  const { row: filled } = await jun.send(['b.pdf', '%PDF b'])
  const { row: done } = await jun.send(['c.pdf', '%PDF c'])
  await jun.post({ row: done, act: 'register', ...LUNCH, 'line-0-amount': '900' })
  await jun.post({ row: filled, act: 'save', ...LUNCH })
  const shown = async (show: string) => {
    const list = await mei.text(`/console/receipts?show=${show}`)
    const rows = [row, filled, done].filter(name => list.includes(`/console/receipts/row?row=${name}`))
    return [rows.map(name => [row, filled, done].indexOf(name)), list.includes(`value="${show}" selected`)]
  }
  const expected = { fill: [0], filled: [1], own: [0], registered: [2] }
  for (const [show, rows] of Object.entries(expected))
    expect([show, await shown(show)]).toEqual([show, [rows, true]])
  cut()
  expect(await shown('filled')).toEqual([[1], true])
  expect((await shown('constructor'))[0]).toEqual([0, 1, 2])
})

test('a file that a person has put into the file box is chosen, filled in, and registered once with its deal', async () => {
  const { signIn, deals, service, company, receipts, store } = await createReceiptsWorld()
  const { post, text } = await signIn('Mei')
  const file = { name: 'large.pdf', size: 9_000_000, sha256: 'f'.repeat(64) }
  company.receipts.set(77, {
    id: 77,
    status: 'confirmed',
    description: 'dinner <b>',
    created_at: '2026-06-14T12:00:00+09:00',
    mime_type: 'application/pdf',
    origin: 'mobile_camera',
    user: service.sandbox.state.user,
    file,
    receipt_metadatum: { partner_name: null, issue_date: '2026-04-07', amount: 1100 },
    document_type: null,
    qualified_invoice: null,
  } as never)
  const list = await text('/console/receipts?show=box')
  expect(list).toContain('77: dinner &lt;b&gt;')
  const { to } = await post({ act: 'choose', id: '77' })
  expect((await post({ act: 'choose', id: '77' })).to).toBe(to)
  const page = await text(to)
  expect(page).toContain('value="2026-04-07"')
  expect(page).toContain(`/console/deals/file?company=${company.id}&amp;id=77`)
  expect(await text('/console/receipts?show=box')).not.toContain('77: dinner')
  const row = new URL(to, 'https://k').searchParams.get('row') ?? ''
  for (const _ of ['once', 'again']) await post({ row, act: 'register', ...LUNCH })
  expect(deals()).toMatchObject([{ amount: 1100, receipts: [{ id: 77 }] }])
  expect(receipts()).toHaveLength(1)
  expect((await post({ act: 'choose', id: '999' })).status).toBe(404)
  await removeDraft(row, store)
  // the page was opened before the file belonged to a deal
  expect((await post({ act: 'choose', id: '77' })).status).toBe(404)
})

/** A PDF with its end mark, so that a browser opens it. */
const WHOLE = `${FILES['train.pdf']} startxref 9 %%EOF`

test('only the pages that send files, or ask what is proposed, may send requests; a frame is only for a PDF', async () => {
  const { signIn } = await createReceiptsWorld()
  const { open, send, post } = await signIn('Mei')
  const { to, row } = await send(['train.pdf', FILES['train.pdf']])
  const whole = await send(['whole.pdf', WHOLE])
  const pages = [await open('/console/receipts'), await open(to), await open(whole.to)]
  await post({ row, act: 'register', ...LUNCH })
  const policies = [...pages, await open(to)].map(({ headers }) =>
    ["connect-src 'self'", "frame-src 'self'"].map(part =>
      headers.get('content-security-policy')?.includes(part),
    ),
  )
  expect(policies).toEqual([
    [true, false],
    [true, false],
    [true, true],
    [false, false],
  ])
})

test('a PDF is shown in a frame of this site only, closed by a sandbox; opened as a page, it is a download', async () => {
  const { signIn } = await createReceiptsWorld()
  const { open, send, text } = await signIn('Mei')
  const { to } = await send(['whole.pdf', WHOLE])
  const [, address = ''] = /<iframe src="([^"#]+)#page=1/.exec(await text(to)) ?? []
  const headersOf = async (headers: Record<string, string>) => {
    const answer = await open(address, { headers })
    return ['content-type', 'content-disposition', 'content-security-policy'].map(name =>
      answer.headers.get(name),
    )
  }
  const policy = "default-src 'none'; frame-ancestors 'self'; sandbox"
  const framed = { 'sec-fetch-dest': 'iframe', 'sec-fetch-site': 'same-origin' }
  expect(await headersOf(framed)).toEqual(['application/pdf', 'inline', policy])
  for (const other of [
    {},
    { 'sec-fetch-dest': 'document' },
    { 'sec-fetch-dest': 'iframe', 'sec-fetch-site': 'same-site' },
  ])
    expect(await headersOf(other)).toEqual([
      'application/octet-stream',
      expect.stringMatching(/^attachment/),
      policy,
    ])
})
