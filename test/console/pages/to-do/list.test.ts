/** The open items in the list, in the table, and on the page of an item. */
import { beforeEach, describe, expect, test } from 'vitest'
import { lostRequest } from '../../../../sandbox/faults.ts'
import { fileInBox, incorrect, inReview, proposed, servedConsole, unknown } from './world.ts'

const HOSTILE = 'a <b onclick=x>\u202e"'
const HOSTILE_SHOWN = 'a &lt;b onclick=x&gt;&lt;U+202E&gt;&quot;'

let world: Awaited<ReturnType<typeof servedConsole>>
beforeEach(async () => {
  world = await servedConsole()
})

/** A deal whose line has a description. */
const said = (description: string) => ({
  details: [{ account_item: '消耗品費', tax_code: 136, amount: 1100, description }],
})
const LOOK = { kind: 'deal', act: 'look', form: 'a-number-of-a-form' }
const page = (name: string) => `/console/item?${new URLSearchParams({ kind: 'deal', name })}`

describe('the list', () => {
  test('says that nothing needs a person', async () => {
    expect((await world.open('/console')).text).toContain('Nothing needs a person')
  })

  test('has a card an item: what, why, the amount, the day, and the button to its page', async () => {
    await inReview(world, HOSTILE, said(HOSTILE))
    const { status, text } = await world.open('/console')
    expect(status).toBe(200)
    expect(text).toContain('1 item needs a person')
    const title = `${HOSTILE_SHOWN}, 1,100 yen, 2027-06-15`
    const link = `href="${page(HOSTILE).replaceAll('&', '&amp;')}" aria-label="Open: ${title}, ${HOSTILE_SHOWN}"`
    expect(text).toContain(`<h3>${title}</h3>`)
    expect(text).toContain(`<a class="button whole" ${link}>Open</a>`)
    expect(text).toContain('It is not in the books until a person has reviewed it.')
    expect(text).toContain('no setting lets such a deal into the books without a person')
    expect(text).toContain('is after today')
    expect(text).toContain('<p class="money">1,100 yen</p>')
    expect(text).toMatch(
      /act=release&amp;seen=[^"]*" aria-label="Register this deal: [^"]*">Register this deal</,
    )
    expect(text).not.toMatch(/kura settle|\u202e|<b onclick/)
  })

  test('is shown while the accounting service does not answer', async () => {
    await inReview(world, 'receipt 1')
    world.sandbox.sandbox.faults.arm('* /*', lostRequest(), { times: Number.POSITIVE_INFINITY })
    const { status, text } = await world.open('/console')
    expect(status).toBe(200)
    expect(text).toContain('1,100 yen')
  })

  test('offers one table for many of a kind', async () => {
    await inReview(world, 'receipt 1')
    expect((await world.open('/console')).text).not.toContain('show=deal_review')
    await inReview(world, 'receipt 2')
    expect((await world.open('/console')).text).toContain('href="/console?show=deal_review"')
  })
})

describe('the page of a deal', () => {
  test('shows what would be sent: names beside numbers, what is unusual first, the exact text', async () => {
    await inReview(world, 'receipt 1')
    const { text } = await world.open(page('receipt 1'))
    const parts = [
      '<h1>消耗品費, 1,100 yen, 2027-06-15</h1>',
      'no setting lets such a deal',
      'Check this first',
      'is after today',
      'What will be sent',
      '<dt>Line 1</dt><dd>消耗品費, 課対仕入10%, 1,100 yen</dd>',
      '<summary>Details</summary>',
      '消耗品費 (501)',
      'Register this deal',
    ]
    const places = parts.map(part => text.indexOf(part))
    expect(places).toEqual(places.toSorted((one, other) => one - other))
    expect(places[0]).toBeGreaterThan(0)
    expect(text).toContain('&quot;account_item_id&quot;: 501')
  })

  test('shows numbers while the service does not answer', async () => {
    await inReview(world, 'receipt 1')
    world.sandbox.sandbox.faults.arm('* /*', lostRequest(), { times: Number.POSITIVE_INFINITY })
    const { status, text } = await world.open(page('receipt 1'))
    expect(status).toBe(200)
    expect(text).toContain('The accounting service does not answer')
    expect(text).toContain('account item 501')
  })

  test('of unknown outcome offers to look again, which settles it', async () => {
    await unknown(world, 'receipt 5')
    const { text } = await world.open(page('receipt 5'))
    expect(text).toContain('<span class="tag bad">unknown</span>')
    expect(text).toContain('Let it be registered again')
    const looked = await world.send('/console/item', { ...LOOK, name: 'receipt 5' })
    expect(looked.text).toContain('The service has it: the item is settled.')
    expect((await world.ask('/cases/receipt%205')).body).toMatchObject({ state: 'done' })
  })

  test('asks for the reason before it lets a deal be registered again', async () => {
    await unknown(world, 'receipt 5')
    expect((await world.open(`${page('receipt 5')}&act=free`)).text).toContain(
      '<label for="reason">Your reason <small>required</small></label>',
    )
    const given = { kind: 'deal', name: 'receipt 5', act: 'free', reason: 'not there' }
    expect((await world.send('/console/item', given)).text).not.toContain('<label for="reason">')
  })

  test('says once, at the field, that the reason is missing, for one item and for many', async () => {
    for (const [name, amount] of [
      ['receipt 5', 500],
      ['receipt 6', 600],
    ] as const)
      await unknown(world, name, amount)
    const given = { kind: 'deal', act: 'free', reason: '  ' }
    for (const names of [{ name: 'receipt 5' }, { 'pick-0': 'receipt 5', 'pick-1': 'receipt 6' }]) {
      const { status, text } = await world.send('/console/item', { ...given, ...names })
      expect(status).toBe(400)
      expect(text.split('Your reason: fill this in.')).toHaveLength(2)
      expect(text).toContain('<p class="bad" id="reason-fault">Your reason: fill this in.</p>')
    }
  })

  test('that must be corrected says so, and has its form', async () => {
    await incorrect(world, 'receipt 4')
    const { text } = await world.open(page('receipt 4'))
    expect(text).toContain('must be corrected')
    expect(text).toContain('act=correct')
  })

  test.each([
    ['a deal that does not exist', page('no such'), 404],
    ['an unknown kind', '/console/item?kind=x&name=a', 404],
    ['no name', '/console/item?kind=deal', 400],
  ])('is an error for %s', async (_, path, status) => {
    const answer = await world.open(path)
    expect(answer.status).toBe(status)
    expect(answer.text).toContain('Open “To do”')
  })
})

test('what a person states is shown above the button that signs it, and no address can state it', async () => {
  await unknown(world, 'receipt 5')
  expect((await world.open(`${page('receipt 5')}&act=free&reason=words`)).status).toBe(400)
  const given = { kind: 'deal', name: 'receipt 5', act: 'free', reason: 'words of <b>another' }
  const { text } = await world.send('/console/item', given)
  const block = text.slice(text.indexOf('<h2>Let it be registered again'), text.indexOf('data-passkey'))
  expect(block).toContain('<dt>Your reason</dt><dd>words of &lt;b&gt;another</dd>')
})

test('a proposal is quoted with its reason, and can be released or declined', async () => {
  await proposed(world, 'receipt 9', { receipt_ids: [await fileInBox(world)] })
  const { text } = await world.open(page('receipt 9'))
  expect(text).toContain('A program proposed this deal')
  expect(text).toContain('<q>the &lt;b&gt;mail&lt;/b&gt; of receipt 9</q>')
  expect(text).toMatch(/1,100 yen<\/td><td data-name="The file says">999 yen \(in the file box\)/)
  expect(text).toContain('Register this deal')
  expect(text).toContain('Decline')
})

describe('the table', () => {
  test('shows all of a kind, and asks once for those that are ticked', async () => {
    for (const name of ['receipt 1', 'receipt 2', HOSTILE]) await inReview(world, name, said(name))
    const { text } = await world.open('/console?show=deal_review')
    expect(text.match(/type="checkbox"/g)).toHaveLength(3)
    expect(text).toContain(
      '<a class="button" href="/console?show=deal_review&amp;all=1">Choose all 3: 3,300 yen in all</a>',
    )
    const all = await world.open('/console?show=deal_review&all=1')
    expect(all.text.match(/ checked /g)).toHaveLength(3)
    expect(text).toContain(HOSTILE_SHOWN)
    expect(text).toContain(`value="${encodeURIComponent(HOSTILE)}"`)
    const chosen = await world.send('/console/item', {
      kind: 'deal',
      act: 'release',
      'pick-0': 'receipt%201',
      'pick-2': encodeURIComponent(HOSTILE),
    })
    expect(chosen.text).toContain('<h1>Register this deal: 2 items, 2,200 yen</h1>')
    // the two deals, and those that look like doubles of each
    expect(chosen.text.match(/class="money"/g)).toHaveLength(6)
  })

  test('shows of each proposal its category, its files, what looks double, and the quoted reason', async () => {
    const file = await fileInBox(world)
    await proposed(world, 'receipt 8')
    await proposed(world, 'receipt 9', { receipt_ids: [file] })
    const { text } = await world.open('/console?show=deal_proposed')
    expect(text).toMatch(/<td data-name="Booked as">消耗品費 課対仕入10%<\/td>/)
    expect(text).toContain('<q>the &lt;b&gt;mail&lt;/b&gt; of receipt 9</q>')
    expect(text).toMatch(
      /<mark>[^<]*the open case &quot;receipt 8&quot; has the same day, amount and partner/,
    )
  })

  test('looks again for all that are ticked', async () => {
    await unknown(world, 'receipt 5', 500)
    await unknown(world, 'receipt 6', 600)
    const { text } = await world.send('/console/item', {
      ...LOOK,
      'pick-0': 'receipt 5',
      'pick-1': 'receipt 6',
    })
    expect(text.match(/the item is settled/g)).toHaveLength(2)
  })

  test('leaves out what is not there any more, and says so', async () => {
    for (const name of ['receipt 1', 'receipt 2']) await inReview(world, name)
    const picks = { 'pick-0': 'receipt 1', 'pick-1': 'receipt 2', 'pick-2': 'solved meanwhile' }
    const { status, text } = await world.send('/console/item', { kind: 'deal', act: 'release', ...picks })
    expect(status).toBe(200)
    expect(text).toContain('2 items')
    expect(text).toContain('1 item is not there any more')
    expect(text).toContain('data-passkey="get"')
    const gone = await world.send('/console/item', { kind: 'deal', act: 'release', name: 'solved meanwhile' })
    expect([gone.status, gone.text.includes('not there any more')]).toEqual([404, true])
  })

  test('says of each item that the service could not be asked, and that it stays open', async () => {
    await unknown(world, 'receipt 5', 500)
    await unknown(world, 'receipt 6', 600)
    world.sandbox.sandbox.faults.arm('* /*', lostRequest(), { times: Number.POSITIVE_INFINITY })
    const picks = { 'pick-0': 'receipt 5', 'pick-1': 'receipt 6' }
    const { status, text } = await world.send('/console/item', { ...LOOK, ...picks })
    expect(status).toBe(200)
    expect(text.match(/The service does not answer\. It stays open/g)).toHaveLength(2)
  })

  test('says so if nothing is ticked', async () => {
    const { status, text } = await world.send('/console/item', { kind: 'deal', act: 'release' })
    expect([status, text.includes('Nothing is chosen')]).toEqual([400, true])
  })
})

test('a person who may only read sees no decision', async () => {
  world = await servedConsole({ scopes: ['accounting.read', 'today.read'] })
  await inReview(world, 'receipt 1')
  expect((await world.open(page('receipt 1'))).text).not.toContain('Register this deal')
  expect((await world.open(page('receipt 1'))).text).toContain('You can read this.')
})
