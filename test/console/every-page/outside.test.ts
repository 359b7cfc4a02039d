/**
 * Every page shows markup and bidirectional characters as text, in every field with text from outside. The test follows
 * links to all pages.
 */
import { expect, test } from 'vitest'
import { lostRequest } from '../../../sandbox/faults.ts'
import { ALL_PERMISSIONS } from '../../services/accounting/deals/world.ts'
import { DEAL, inReview, servedConsole, unknown } from '../pages/to-do/world.ts'
import { crawl } from './crawl.ts'

const OUTSIDE = '"><b onclick=x>\u202e\u2066'
const RAW = /<b onclick|[\u202a-\u202e\u2066-\u2069]/

/** Puts such a text into every name and text of the books, and into the texts of people, programs and files. */
async function soiled() {
  const world = await servedConsole({
    permissions: ALL_PERMISSIONS,
    env: { ACCOUNTING_SCHEDULE: 'document-1' },
  })
  const { company } = world.service
  const soil = <T extends { readonly name: string }>(list: readonly T[]) =>
    list.map(one => ({ ...one, name: one.name + OUTSIDE }))
  const details = [{ ...DEAL.details[0], description: `text ${OUTSIDE}` }]
  for (const name of ['1', '2']) await inReview(world, `receipt ${name} ${OUTSIDE}`, { details })
  await unknown(world, `receipt 3 ${OUTSIDE}`)
  await world.call('/api/accounting/deals?mode=propose', {
    method: 'POST',
    scopes: ['accounting.read', 'propose'],
    name: 'agent',
    body: JSON.stringify({ ...DEAL, case: `receipt 4 ${OUTSIDE}`, reason: `the mail says ${OUTSIDE}` }),
  })
  const body = new FormData()
  body.append('file', new File(['%PDF 1'], `lunch ${OUTSIDE}.pdf`))
  const cells = ['2026-06-02', '会議費', '10', 'はい', '700', `tea ${OUTSIDE}`, `shop ${OUTSIDE}`]
  const quoted = cells.map(cell => `"${cell.replaceAll('"', '""')}"`).join(',')
  body.append('file', new File([`日付,科目,税率,適格,金額,摘要,取引先\n${quoted}\n`], 'table.csv'))
  await world.open('/console/receipts', {
    method: 'POST',
    body,
    headers: { 'sec-fetch-site': 'same-origin' },
  })
  Object.assign(company, {
    display_name: company.display_name + OUTSIDE,
    accountItems: soil(company.accountItems),
    walletables: soil(company.walletables),
  })
  for (const [id, partner] of company.partners)
    company.partners.set(id, { ...partner, name: partner.name + OUTSIDE })
  return world
}

const TRIES = [
  {
    how: 'answers',
    most: 50,
    paths: ['/console', '/console/item', '/console/receipts', '/console/receipts/row'],
  },
  { how: 'does not answer', most: 10, paths: ['/console', '/console/item', '/console/receipts'] },
]

test.each(TRIES)(
  'markup and direction characters are text on every page, while the service $how',
  async ({ how, most, paths }) => {
    const world = await soiled()
    if (how !== 'answers')
      world.sandbox.sandbox.faults.arm('* /*', lostRequest(), { times: Number.POSITIVE_INFINITY })
    const pages = await crawl(world, most)
    expect([...pages].filter(([, text]) => RAW.test(text)).map(([path]) => path)).toEqual([])
    const shown = [...pages].filter(([, text]) => text.includes('&lt;b onclick=x&gt;&lt;U+202E&gt;'))
    expect(shown.map(([path]) => path.replace(/\?.*/, ''))).toEqual(expect.arrayContaining(paths))
  },
)
