import { beforeEach, describe, expect, test } from 'vitest'
import { temporaryDirectory } from '../../../../helpers/temporary-directory.ts'
import { COMPANY } from '../../../../services/accounting/deals/world.ts'
import { type Books, DEAL, FIRST, LINE, serveBooks } from '../books.ts'

let served: Books['served']
let kura: Books['kura']

beforeEach(async () => {
  ;({ served, kura } = await serveBooks())
})

describe('kura accounting first-deal', () => {
  test('creates it, shows it, records who confirmed, and deletes it', async () => {
    const before = served.service.company.deals.size
    const { out, asked } = await kura(['first-deal', ...DEAL], { answers: ['はい', 'y', 'Mei', 'yes'] })
    expect(asked).toEqual([
      expect.stringContaining('create this deal'),
      expect.stringContaining('is it as it should be?'),
      'your name: ',
      expect.stringContaining('delete deal'),
    ])
    expect(asked[0]).toContain('in 開発用テスト事業所 (1234567)?')
    expect(out).toMatch(/as the service has it now:\ndeal +\d+\n/)
    expect(out).toMatch(/line 1 +消耗品費 \(501\), 課対仕入10% \(136\), 1,100 yen\n/)
    expect(out).toMatch(/confirmed by Mei/)
    expect(served.service.company.deals.size).toBe(before)
    expect(JSON.parse((await kura(['list', 'cases', '--json'])).out), 'nobody has to look at it').toEqual({
      cases: [],
    })
    expect((await kura(['first-deal'])).out).toMatch(/confirmed by Mei on .*: there is nothing to do/)
    expect((await kura(['deal', '--write', '--case', 'receipt 1', ...DEAL])).status).toBe(0)
  })

  test('shows what a person judges on standard error with --json, and the result is JSON', async () => {
    const { out, err } = await kura(['first-deal', ...DEAL, '--json'], { answers: ['y', 'y', 'Mei', 'n'] })
    expect(err).toMatch(/as the service has it now:"}\n{"note":"deal: \d+"}\n[\s\S]*消耗品費 \(501\)/)
    expect(JSON.parse(out)).toMatchObject({ company: COMPANY, confirmed: true })
    expect(JSON.parse((await kura(['first-deal', '--json'])).out)).toMatchObject({ confirmedBy: 'Mei' })
  })

  test('writes nothing if the person does not want the deal', async () => {
    const before = served.service.company.deals.size
    const { out } = await kura(['first-deal', ...DEAL], { answers: ['no'] })
    expect(out).toMatch(/nothing was written\n$/)
    expect(served.service.company.deals.size).toBe(before)
  })

  test('says so if the deal waits for a person, and goes on once it was released', async () => {
    const flagged = ['first-deal', ...LINE, '--tax-code', '190']
    const { out, status } = await kura(flagged, { answers: ['yes'] })
    expect(out).toMatch(/waits for a person, nothing was sent:\n.*\nrelease it: kura settle "first-deal-/)
    expect(status).toBe(3)
    await kura(['settle', FIRST, '--by', 'Mei'], { answers: ['yes'] })
    expect((await kura(flagged, { answers: ['yes', 'Mei', 'yes'] })).out).toMatch(/confirmed by Mei/)
  })

  test('continues an interrupted first deal, and one that is not confirmed may be made again', async () => {
    const before = served.service.company.deals.size
    await expect(kura(['first-deal', ...DEAL], { answers: ['yes'] })).rejects.toMatchObject({ code: 'usage' })
    const { asked } = await kura(['first-deal'], { answers: ['no', 'yes', 'Mei'] })
    expect(asked[0]).toContain('is it as it should be?')
    expect(served.service.company.deals.size).toBe(before)
    expect((await served.ask(`/cases/${FIRST}`)).body).toMatchObject({
      state: 'refused',
      by: 'Mei (key hana)',
    })
    const { out } = await kura(['first-deal', ...DEAL], { answers: ['yes', 'yes', 'Mei', 'no'] })
    expect(out).toMatch(/confirmed by Mei/)
  })

  const details = [{ account_item: '消耗品費', tax_code: 136, amount: 5 }]
  const theirs = [{ account_item: '消耗品費', tax_code: 1136, amount: 5 }]
  const OTHER = /none of the user's companies/
  const companies = [
    { name: 'the only one of an admin', file: { details }, words: [], want: `(${COMPANY})` },
    {
      name: 'that of the file',
      file: { details: theirs, company_id: 7_654_321 },
      words: [],
      want: '(7654321)',
    },
    {
      name: 'that of the file, by its office number',
      file: { details: theirs, company_id: '009-123-4567' },
      words: [],
      want: '(7654321)',
    },
    {
      name: 'that of --company before that of the file',
      file: { details, company_id: 7_654_321 },
      words: ['--company', String(COMPANY)],
      want: `(${COMPANY})`,
    },
    {
      name: 'none, if that of the file is unknown',
      file: { details, company_id: 999 },
      words: [],
      want: OTHER,
    },
  ]
  test.each(companies)('the company is $name', async ({ file, words, want }) => {
    const deal = { issue_date: '2026-06-14', ...file }
    const cwd = await temporaryDirectory({ 'deal.json': JSON.stringify(deal) })
    const run = kura(['first-deal', 'deal.json', ...words], { cwd, answers: ['no'] })
    if (want instanceof RegExp) await expect(run).rejects.toThrow(want)
    else expect((await run).asked[0]).toContain(want)
  })

  test('says that it does not use the case of the file', async () => {
    const deal = { case: 'receipt 17', issue_date: '2026-06-14', details }
    const cwd = await temporaryDirectory({ 'deal.json': JSON.stringify(deal) })
    const { err } = await kura(['first-deal', 'deal.json'], { cwd, answers: ['no'] })
    expect(err).toContain(`the case of this test deal is "${FIRST}": the case "receipt 17" stays free`)
  })
})
