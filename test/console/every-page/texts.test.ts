/**
 * Every page shows markup and bidirectional characters as text, in every field with text from outside. The test follows
 * links to all pages. What people read on every page, in both languages: no ids, digests or codes outside the folded
 * details, no half-width comma or colon in Japanese, and no size of 0.
 */
import { expect, test } from 'vitest'
import { LANGUAGES } from '../../../lib/core/language/language.ts'
import { lostRequest } from '../../../sandbox/faults.ts'
import { ALL_PERMISSIONS } from '../../services/accounting/deals/world.ts'
import { DEAL, fileInBox, inReview, proposed, servedConsole, unknown } from '../pages/to-do/world.ts'
import { crawl } from './crawl.ts'
import { furnished } from './furnished.ts'

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
  await world.open('/console/receipts', { method: 'POST', body })
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

/** A digest, an id, a word of a program; the exact text of a statement, in `pre`, may have them. */
const CODE = /sha256:|[0-9a-f]{16}|[0-9a-f]{8}-[0-9a-f]{4}-|\b[a-z]+_[a-z]+|\b\d{9,}/
/** How many pages are read in each language: those of one item or row look like those of another. */
const MOST = 45
const HALF_WIDTH = /[ぁ-んァ-ヶ一-龠]\s?[,:;] |\b0\.0\b/

/** Returns the lines of a page's text, without what is folded. */
function plainLines(page: string): string[] {
  let text = page.slice(page.indexOf('<main')).replaceAll(/<(script|style|pre|q)\b.*?<\/\1>/gs, '')
  for (let before = ''; before !== text; ) {
    before = text
    text = text.replaceAll(/<details[^>]*>(?:(?!<details).)*?<\/details>/gs, '')
  }
  return text.split(/<[^>]*>/).map(line => line.trim())
}

test('every page is in words, and in those of its language', async () => {
  const world = await furnished()
  await proposed(world, 'receipt 9', { receipt_ids: [await fileInBox(world)] })
  for (const language of LANGUAGES) {
    const headers = { cookie: `__Host-kura-session=${world.session}; __Host-kura-language=${language}` }
    const pages = await crawl({ open: path => world.open(path, { headers }) }, MOST)
    const wrong = [...pages].flatMap(([path, page]) =>
      plainLines(page)
        .filter(line => CODE.test(line) || (language === 'ja' && HALF_WIDTH.test(line)))
        .map(line => `${path.replace(/\?.*/s, '')}: ${line}`),
    )
    expect([...new Set(wrong)]).toEqual([])
    expect(pages.size).toBeGreaterThan(20)
  }
})
