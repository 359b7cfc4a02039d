/**
 * A deal that waits can be corrected, declined and released; what looks the same is shown beside it. A deal that an
 * agent has proposed is corrected by a person, with its file and reasons in sight, and then released.
 */
import { beforeEach, expect, test } from 'vitest'
import { DEAL, fileInBox, inReview, proposed, servedConsole } from './world.ts'

let world: Awaited<ReturnType<typeof servedConsole>>
beforeEach(async () => {
  world = await servedConsole()
})

const page = (name: string, more = '') => world.open(`/console/item?kind=deal&name=${name}${more}`)
const caseOf = async (name: string) => (await world.ask(`/cases/${name}`)).body
const hidden = (text: string, name: string) =>
  new RegExp(`name="${name}" value="([^"]*)"`).exec(text)?.[1] ?? ''
const LINE = { account_item: '消耗品費', rate: 10, qualified: true, amount: 1100, description: 'pens' }
const FIELDS = { kind: 'deal', act: 'correct', company: '1234567', type: 'expense', day: '2026-06-15' }
const FIRST = { amount: '1,200', account: '消耗品費', rate: '10 yes', text: 'pens' }

test.each([
  ['one that waits', inReview, 'Nothing is sent. It leaves the list'],
  ['a proposed one', proposed, 'The proposal ends'],
])('%s can be declined with a reason', async (_, prepare, effect) => {
  await prepare(world, 'a')
  const { text } = await page('a', '&act=free')
  expect(text).toContain(effect)
  expect(text).toContain('Your reason')
  expect(text).toContain('Correct it')
})

test('the form is filled in, with the file, the reasons and the history of the deal', async () => {
  const file = await fileInBox(world)
  await inReview(world, 'a', { details: [LINE, { ...LINE, rate: 8, description: '' }], receipt_ids: [file] })
  const { text } = await page('a', '&act=correct')
  expect(text).toContain('is after today')
  expect(text).toContain(`/console/deals/file?company=1234567&amp;id=${file}`)
  expect(text).toContain('What happened')
  expect(text).toMatch(/<input id="day" name="day" value="2027-06-15" type="date"/)
  expect(text).toMatch(/<input id="amount-2" name="amount-2" value="1100"/)
  expect(text).toContain('<option value="8 yes" selected>')
  expect(text).toContain('value="pens"')
})

test('a correction keeps the file and the other lines, and replaces the attempt that waited', async () => {
  const file = await fileInBox(world)
  await inReview(world, 'a', { details: [LINE, { ...LINE, amount: 90 }], receipt_ids: [file] })
  const before = await caseOf('a')
  const second = { 'amount-2': '90', 'account-2': '消耗品費', 'rate-2': '10 yes' }
  const { operation } = before
  const checked = await world.send('/console/item', { ...FIELDS, ...FIRST, ...second, operation, name: 'a' })
  const typed = { kind: 'deal', act: 'correct', name: 'a', step: 'register' }
  const posted = { ...typed, typed: hidden(checked.text, 'typed'), form: hidden(checked.text, 'form') }
  expect((await world.send('/console/item', posted)).status).toBe(303)
  const after = await caseOf('a')
  expect(after).toMatchObject({ state: 'done', body: { issue_date: '2026-06-15', receipt_ids: [file] } })
  expect(after.body.details.map(({ amount }: { amount: number }) => amount)).toEqual([1200, 90])
  expect(after.steps.map(({ state }: { state: string }) => state)).toEqual(['review', 'claimed', 'done'])
  // the page of another browser still shows the attempt that was replaced
  const stale = await world.send('/console/item', { ...FIELDS, ...FIRST, operation, name: 'a' })
  const form = hidden(stale.text, 'form')
  const late = { ...typed, typed: hidden(stale.text, 'typed'), form }
  expect((await world.send('/console/item', late)).status).toBe(409)
  expect((await caseOf('a')).deal).toBe(after.deal)
})

test('a person who may not write is offered no correction', async () => {
  world = await servedConsole({ scopes: ['accounting.read', 'approve'] })
  await inReview(world, 'a')
  expect((await page('a')).text).not.toContain('Correct it')
})

test('a deal that looks the same stands beside it, and the release says that these are two', async () => {
  await inReview(world, 'a', { issue_date: '2027-06-15' })
  await world.post('/deals?mode=write', { ...DEAL, case: 'b', issue_date: '2027-06-15' })
  const { operation } = await caseOf('b')
  const both = await page('a')
  expect(both.text).toContain('These look the same')
  expect(both.text).toContain('Open b')
  await world.post('/cases/b/release?mode=write', { person: 'Mei', operation })
  const { deal } = await caseOf('b')
  const shown = await page('a')
  expect(shown.text).toContain(`/console/deals/deal?company=1234567&amp;id=${deal}`)
  expect(shown.text).toContain('These are two: register this one, too')
  expect(shown.text).not.toContain('data-passkey="get"')
  const chosen = await page('a', '&act=release')
  expect(chosen.text).toContain('You state that this deal and those beside it are different receipts')
  expect(chosen.text).toContain('&quot;apart&quot;:[&quot;kura-')
})

test('the page of several ticked deals shows what each looks like, and the approval names them', async () => {
  await world.post('/deals?mode=write', { ...DEAL, case: 'sent' })
  for (const name of ['a', 'b']) await world.post('/deals?mode=write', { ...DEAL, case: name })
  await inReview(world, 'other', { details: [{ ...LINE, amount: 4000 }] })
  const picks = { 'pick-0': 'a', 'pick-1': 'b', 'pick-2': 'other' }
  const { text } = await world.send('/console/item', { kind: 'deal', act: 'release', ...picks })
  const [, a = '', b = '', other = ''] = text.split('<article class="card"><h2>')
  const { deal } = await caseOf('sent')
  for (const [card, twin] of [
    [a, 'b'],
    [b, 'a'],
  ] as const) {
    expect(card).toContain(`/console/deals/deal?company=1234567&amp;id=${deal}`)
    expect(card).toContain(`>Open ${twin}<`)
  }
  expect(other).not.toContain('These look the same')
  const statements = [...text.matchAll(/&quot;apart&quot;:\[([^\]]*)\]/g)].map(([, ids]) => ids?.split(','))
  expect(new Set(statements.map(ids => ids?.length))).toEqual(new Set([2]))
})

const SAID = '<q>the &lt;b&gt;mail&lt;/b&gt; of a</q>'
const DIFFERS = 'the file box has other data for its file: 999 yen'

test('a flagged proposal is corrected from its file, keeps what was said of it, and is sent once', async () => {
  const file = await fileInBox(world)
  await proposed(world, 'a', { receipt_ids: [file], issue_date: '2027-06-15' })
  const page = (act: string) => world.open(`/console/item?kind=deal&name=a&act=${act}`)
  const form = await page('correct')
  for (const shown of [SAID, DIFFERS, `/console/deals/file?company=1234567&amp;id=${file}`, 'value="1100"'])
    expect(form.text).toContain(shown)

  const item = { kind: 'deal', name: 'a', act: 'correct' }
  const typed = {
    company: '1234567',
    type: 'expense',
    day: '2027-06-15',
    account: '消耗品費',
    rate: '10 yes',
  }
  const operation = hidden(form.text, 'operation')
  const checked = await world.send('/console/item', { ...item, ...typed, operation, amount: '999' })
  expect(checked.text).toContain('is after today')
  expect(checked.text).not.toContain(DIFFERS)
  const again = { typed: hidden(checked.text, 'typed'), form: hidden(checked.text, 'form') }
  await world.send('/console/item', { ...item, ...again, step: 'register' })

  const waits = await page('release')
  expect(waits.text).toContain('999 yen (in the file box)')
  expect(waits.text).toMatch(/<li>[^<]*review, agent says &quot;the &lt;b&gt;mail&lt;\/b&gt; of a&quot;; /)
  const done = await world.send('/console/approve', world.signed(waits.text))
  expect(done.text).toContain('</strong>: done')
  const { state, deal, steps } = (await world.ask('/cases/a')).body
  expect(state).toBe('done')
  expect(world.service.company.deals.get(deal)).toMatchObject({ amount: 999, receipts: [{ id: file }] })
  expect(steps.map(({ by }: { by: string }) => by.split(' ')[0])).toEqual([
    'agent',
    'Mei',
    'Mei',
    'Mei',
    'Mei',
  ])
})
