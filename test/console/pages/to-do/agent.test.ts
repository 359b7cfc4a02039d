/** A deal that an agent has proposed is corrected by a person, with its file and reasons in sight, and then released. */
import { expect, test } from 'vitest'
import { signedBy } from '../../signed-in.ts'
import { fileInBox, proposed, servedConsole } from './world.ts'

const hidden = (text: string, name: string) =>
  new RegExp(`name="${name}" value="([^"]*)"`).exec(text)?.[1] ?? ''

const SAID = '<q>the &lt;b&gt;mail&lt;/b&gt; of a</q>'
const DIFFERS = 'the file box has other data for its file: 999 yen'

test('a flagged proposal is corrected from its file, keeps what was said of it, and is sent once', async () => {
  const world = await servedConsole()
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
  const done = await world.send('/console/approve', signedBy(world.key, { text: waits.text, url: world.url }))
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
