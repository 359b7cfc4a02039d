import { beforeEach, describe, expect, test } from 'vitest'
import { lostAnswer, lostRequest } from '../../../lib/sandbox/faults.ts'
import { COMPANY } from '../../accounting/deals/world.ts'
import { temporaryDirectory } from '../../helpers/temporary-directory.ts'
import { type Books, FIRST, serveBooks } from './books.ts'

const LINE = ['--date', '2026-06-15', '--account-item', '消耗品費', '--amount', '1,100']
const DEAL = [...LINE, '--tax-code', '136']

let served: Books['served']
let kura: Books['kura']
let confirmFirst: Books['confirmFirst']

beforeEach(async () => {
  ;({ served, kura, confirmFirst } = await serveBooks())
})

describe('kura accounting companies', () => {
  test('shows both numbers of each company', async () => {
    const { out } = await kura(['companies'])
    expect(out).toMatch(/開発用テスト事業所 +1234567 +8101234567 +admin/)
    expect(out).toMatch(/株式会社ことなる番号 +7654321 +0091234567 +read_only/)
  })
})

describe('kura accounting deal', () => {
  test('is a dry run that shows the exact body, for the only company of an admin', async () => {
    const before = served.service.company.deals.size
    const { out } = await kura(['deal', '--case', 'receipt 1', ...LINE, '--rate', '10', '--qualified', 'no'])
    expect(out).toMatch(/^dry run: nothing was written\n/)
    expect(out).toMatch(
      /消耗品費 \(501\), 課対仕入（控80）10% \(189\), 1,100 yen, 80 % by schedule "document-1"/,
    )
    expect(out).toMatch(/a write would be refused: .*kura accounting first-deal/)
    expect(JSON.parse(out.slice(out.indexOf('{')))).toMatchObject({
      company_id: COMPANY,
      details: [{ account_item_id: 501, tax_code: 189, amount: 1100 }],
    })
    expect(served.service.company.deals.size).toBe(before)
  })

  const amounts = ['1100', '1,100', '¥1,100', '￥１，１００', '1,100円']
  test.each(amounts)('reads the amount "%s"', async amount => {
    const words = ['deal', ...DEAL, '--amount', amount, '--json']
    expect(JSON.parse((await kura(words)).out)).toMatchObject({ body: { details: [{ amount: 1100 }] } })
  })

  const dates = [
    { date: '令和8年6月15日', want: /issue date +2026-06-15, read from "令和8年6月15日"\n/ },
    {
      date: '2026-02-30',
      want: /issue date +"2026-02-30" was not read\n.*\nflag +"2026-02-30" does not exist/,
    },
  ]
  test.each(dates)('says how it read the date "$date"', async ({ date, want }) => {
    expect((await kura(['deal', ...DEAL, '--date', date])).out).toMatch(want)
  })

  test('says that it read the date of a deal that waits for a person', async () => {
    const company = served.service.company
    company.taxCodes = company.taxCodes.filter(({ code }) => code !== 189)
    const { out } = await kura(['deal', ...LINE, '--rate', '10%', '--qualified', 'いいえ'])
    expect(out).toMatch(/issue date +2026-06-15\n[\s\S]*flag +the company's table has no category/)
  })

  test('shows the partner of a file by name', async () => {
    const [partner] = served.service.company.partners.keys()
    const details = [{ account_item: '消耗品費', tax_code: 136, amount: 5 }]
    const deal = { issue_date: '2026-06-14', partner_id: partner, details }
    const cwd = await temporaryDirectory({ 'deal.json': JSON.stringify(deal) })
    expect((await kura(['deal', 'deal.json'], { cwd })).out).toContain(`①㈱髙﨑商店 (${partner})`)
  })

  test('an error of a hint is in the words of the command line too', async () => {
    await expect(kura(['deal', ...LINE])).rejects.toMatchObject({
      message:
        'Cannot use the options: expected either --tax-code, or --tax-category, or --rate and --qualified',
    })
  })

  test('an error about a file is in the words of the file', async () => {
    const deal = { issue_date: '2026-06-14', details: [{ account_item: 'x', tax_code: 136, amount: 5 }] }
    const cwd = await temporaryDirectory({ 'deal.json': JSON.stringify(deal) })
    await expect(kura(['deal', 'deal.json'], { cwd })).rejects.toThrow(
      /^Cannot use the deal: "details\.0\.account_item" of "deal\.json" "x" is not an account item/,
    )
  })

  test('reads a file, with the options over it', async () => {
    const details = [{ account_item_id: 501, tax_code: 136, amount: 5 }]
    const cwd = await temporaryDirectory({
      'deal.json': JSON.stringify({ case: 'x', issue_date: '2026-06-14', company_id: '8101234567', details }),
    })
    const { out } = await kura(['deal', 'deal.json', '--date', '2026-06-13', '--json'], { cwd })
    expect(JSON.parse(out)).toMatchObject({
      mode: 'dry-run',
      case: { name: 'x', state: 'new' },
      body: { issue_date: '2026-06-13', company_id: COMPANY },
    })
  })

  test('registers a case once with --write', async () => {
    await confirmFirst()
    const words = ['deal', '--write', '--case', 'receipt 1', ...DEAL]
    const { out, status } = await kura(words)
    expect(out).toMatch(/^registered the case "receipt 1" as deal \d+\n$/)
    expect(status).toBe(0)
    let shown = ''
    await expect(kura(words, { wrote: text => (shown += text) })).rejects.toMatchObject({
      code: 'conflict',
      message: expect.stringMatching(/as deal \d+$/),
    })
    expect(shown).toMatch(/^deal +\d+\nissue date +2026-06-15\n/)
    expect(shown).toMatch(/line 1 +消耗品費 \(501\), 課対仕入10% \(136\), 1,100 yen\n/)
  })

  test('says so if a deal waits for a person, with a status of its own', async () => {
    await confirmFirst()
    const { out, status } = await kura([
      'deal',
      '--write',
      '--case',
      'receipt 1',
      ...DEAL,
      '--date',
      '03/04/05',
    ])
    expect(out).toMatch(
      /waits for a person, nothing was sent:\n.*03\/04\/05.*\ncorrect it and register it again\n$/,
    )
    expect(status).toBe(3)
  })

  const refused = [
    { name: 'no deal', words: ['deal'], want: /expected a file/ },
    {
      name: 'a file that is not there',
      words: ['deal', 'no.json'],
      want: /Cannot read the deal "no.json": there is no such file/,
    },
    { name: 'an amount in words', words: ['deal', ...DEAL, '--amount', 'many'], want: /--amount "many"/ },
    {
      name: 'neither yes nor no',
      words: ['deal', ...LINE, '--rate', '10', '--qualified', 'maybe'],
      want: /--qualified/,
    },
    {
      name: 'a name that does not exist, in the words of the command line',
      words: ['deal', ...LINE, '--tax-code', '136', '--account-item', '消耗費'],
      want: /^Cannot use the deal: --account-item "消耗費" is not an account item of the company$/,
    },
    {
      name: 'a tax code that does not exist, in the words of the command line',
      words: ['deal', ...LINE, '--tax-code', '999'],
      want: /^Cannot use the deal: --tax-code 999 is not a tax code of the company$/,
    },
    {
      name: 'a description that is too long, in the words of the command line',
      words: ['deal', ...DEAL, '--description', 'x'.repeat(251)],
      want: /^Cannot use --description: expected at most 250 characters$/,
    },
    {
      name: 'another rate',
      words: ['deal', ...LINE, '--rate', '12', '--qualified', 'yes'],
      want: /^Cannot use --rate "12": expected 10, or 8/,
    },
    {
      name: 'a case with a slash, in the words of the command line',
      words: ['deal', ...DEAL, '--case', 'a/b'],
      want: /^Cannot use --case: expected 1 to 100 characters without slashes$/,
    },
    {
      name: 'too many codes, in the words of the command line',
      words: ['learn-tax-codes', '--codes', Array.from({ length: 200 }, (_, code) => code + 1).join()],
      want: /^Cannot use --codes: expected at most 100 entries$/,
    },
    { name: 'another company', words: ['deal', ...DEAL, '--company', '999'], want: /none of the user/ },
  ]
  test.each(refused)('refuses $name', async ({ words, want }) => {
    await expect(kura(words)).rejects.toThrow(want)
  })
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
    expect(JSON.parse((await kura(['cases', '--json'])).out), 'nobody has to look at it').toEqual({
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
    expect(out).toMatch(
      /waits for a person, nothing was sent:\n.*\nrelease it: kura accounting release "first-deal-/,
    )
    expect(status).toBe(3)
    await kura(['release', FIRST, '--by', 'Mei'], { answers: ['yes'] })
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
})

describe('kura accounting cases, resolve, release, free', () => {
  test('a flagged case is released by name', async () => {
    await confirmFirst()
    await kura(['deal', '--write', '--case', 'receipt 1', ...LINE, '--tax-code', '190'])
    expect((await kura(['cases', '--state', 'review'])).out).toMatch(/receipt 1 +review +1,100 yen/)
    const refused = await kura(['release', 'receipt 1'], { answers: ['no'] })
    expect(refused.out).toMatch(/line 1 +消耗品費 \(501\), 課対仕入（控50）10% \(190\), 1,100 yen\n/)
    expect(refused.out).toMatch(/"tax_code": 190[\s\S]*nothing was sent\n$/)
    const { out } = await kura(['release', 'receipt 1', '--by', 'Mei'], { answers: ['yes'] })
    expect(out).toMatch(/registered the case "receipt 1" as deal \d+\n$/)
  })

  test('a release without a question names the operation that was shown, and sends no other', async () => {
    await confirmFirst()
    const flagged = ['deal', '--write', '--case', 'receipt 1', ...LINE, '--tax-code', '190']
    await kura(flagged)
    const show = () => kura(['release', 'receipt 1'], { answers: ['no'] })
    const operationOf = ({ out }: { out: string }) => /^operation +(\S+)$/m.exec(out)?.[1] ?? ''
    const seen = operationOf(await show())
    await kura([...flagged, '--description', 'corrected'])
    const release = (operation: string) =>
      kura(['release', 'receipt 1', '--by', 'Mei', '--operation', operation])
    await expect(release(seen)).rejects.toMatchObject({ code: 'conflict' })
    const { out } = await release(operationOf(await show()))
    expect(out).toMatch(/registered the case "receipt 1" as deal \d+\n$/)
  })

  test('an unknown case is looked up', async () => {
    await confirmFirst()
    served.service.sandbox.faults.arm('POST /api/1/deals', lostAnswer())
    await expect(kura(['deal', '--write', '--case', 'receipt 1', ...DEAL])).rejects.toMatchObject({
      code: 'remote_silent',
      hint: expect.stringContaining('kura accounting resolve "receipt 1"'),
    })
    expect((await kura(['resolve', 'receipt 1'])).out).toMatch(/^the case "receipt 1" is deal \d+\n$/)
  })

  test('a case whose deletion may still arrive is looked up again later', async () => {
    await confirmFirst()
    const { out } = await kura(['deal', '--write', '--case', 'receipt 1', ...DEAL])
    const deal = /as deal (\d+)/.exec(out)?.[1] ?? ''
    served.service.sandbox.faults.arm(`DELETE /api/1/deals/${deal}`, lostRequest())
    await expect(kura(['deals', 'delete', deal, '--write'])).rejects.toMatchObject({ code: 'remote_silent' })
    expect((await kura(['resolve', 'receipt 1'])).out).toBe(
      `the deal ${deal} of the case "receipt 1" is being deleted, and is still at the service\n` +
        'its deletion may still arrive: resolve the case again, a quarter of an hour after it was sent\n',
    )
  })

  describe('a case is freed by name, with a reason,', () => {
    const free = ['free', 'receipt 1', '--by', 'Mei']
    const reason = ['--reason', 'by hand']
    const review = async () => {
      await confirmFirst()
      await kura(['deal', '--write', '--case', 'receipt 1', ...DEAL, '--date', 'some day'])
      return (await served.ask('/cases/receipt%201')).body.operation
    }

    test('after it was shown and confirmed', async () => {
      const operation = await review()
      await expect(kura(free, { answers: ['yes', ''] })).rejects.toMatchObject({ code: 'usage' })
      await expect(kura([...free, '--reason', 'x'.repeat(201)], { answers: ['yes'] })).rejects.toThrow(
        /^Cannot use --reason: expected at most 200 characters$/,
      )
      expect((await kura([...free, ...reason], { answers: ['no'] })).out).toMatch(/nothing was freed\n$/)
      const { out, asked } = await kura([...free, ...reason], { answers: ['yes'] })
      expect(asked).toEqual(['let it be registered again? (yes/no) '])
      expect(out).toMatch(/^the case "receipt 1" is review:\n/)
      expect(out).toContain(operation)
      expect(out).toMatch(/it may be registered again\n$/)
    })

    test('or as the operation that was shown, and no other', async () => {
      const operation = await review()
      await expect(kura([...free, ...reason, '--operation', 'another'])).rejects.toMatchObject({
        code: 'conflict',
      })
      const { out, asked } = await kura([...free, ...reason, '--operation', operation])
      expect(asked).toEqual([])
      expect(out).toMatch(/it may be registered again\n$/)
    })
  })

  test('of nothing', async () => {
    const nothing = async (...state: string[]) => (await kura(['cases', ...state])).out
    expect(await nothing()).toBe('no case needs anybody: --state all lists those that are done\n')
    expect(await nothing('--state', 'all')).toContain('kura accounting deal --write registers one')
    expect(await nothing('--state', 'review')).toBe('no case is review: --state all lists every case\n')
    await expect(kura(['resolve', 'x'])).rejects.toMatchObject({ code: 'not_found' })
  })
})

describe('kura accounting learn-tax-codes', () => {
  const words = ['learn-tax-codes', '--codes', '136,999', '--account-item', '会議費', '--date', '2026-06-15']

  test('shows the test deals in a dry run', async () => {
    const { out } = await kura(words)
    expect(out).toMatch(/^dry run: nothing was written; 2 test deals of 2026-06-15, 会議費:/)
    expect(out).toMatch(/136 +1,001 yen\n999 +1,002 yen\n/)
  })

  test('learns, with a person who confirms the first deal, and reports what was refused', async () => {
    const before = served.service.company.deals.size
    const { out } = await kura([...words, '--write'], { answers: ['yes', 'Mei'] })
    expect(out).toMatch(/confirmed by Mei/)
    expect(out).toMatch(/136 +課対仕入10% +learned\n999 +refused +.*tax_code/)
    expect(served.service.company.deals.size).toBe(before)
  })

  test('deletes its deal if the person says no', async () => {
    const before = served.service.company.deals.size
    await kura([...words, '--write'], { answers: ['no'] })
    expect(served.service.company.deals.size).toBe(before)
  })
})

describe('kura accounting partners and items', () => {
  beforeEach(() => confirmFirst())

  test('a partner is stopped and deleted', async () => {
    const json = { company_id: COMPANY, name: '新しい商店' }
    const { body } = await served.service.call('POST', '/api/1/partners', { json })
    const { id } = body.partner
    const words = ['partners', 'stop-and-delete', String(id)]
    expect((await kura(words)).out).toMatch(
      new RegExp(
        `^dry run: .*\n  PUT /api/1/partners/${id} \\{"company_id":${COMPANY},.*"available":false\\}\n` +
          `  DELETE /api/1/partners/${id}\\?company_id=${COMPANY}\n$`,
      ),
    )
    expect(served.service.company.partners.get(id)?.available).toBe(true)
    expect((await kura([...words, '--write'])).out).toBe(`partner ${id}: use stopped, deleted\n`)
    expect(served.service.company.partners.has(id)).toBe(false)
  })

  test('a dry run says what keeps it from being done', async () => {
    served.service.company.role = 'simple_accounting'
    const { out } = await kura(['items', 'delete', '1', '--company', String(COMPANY)])
    expect(out).toMatch(
      /DELETE \/api\/1\/items\/1\?company_id=1234567\na write would be refused: .* not an admin/,
    )
  })

  test('an item that deals use stays, and the service says why', async () => {
    const [used, unused] = served.service.company.items.keys()
    const remove = (id: number | undefined) => kura(['items', 'delete', String(id), '--write'])
    await expect(remove(used)).rejects.toMatchObject({ code: 'remote_refused' })
    expect((await remove(unused)).out).toBe(`item ${unused}: deleted\n`)
  })
})
