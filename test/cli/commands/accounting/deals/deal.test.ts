import { beforeEach, describe, expect, test } from 'vitest'
import { errorLines } from '../../../../../lib/cli/terminal/output.ts'
import { temporaryDirectory } from '../../../../helpers/temporary-directory.ts'
import { COMPANY } from '../../../../services/accounting/deals/world.ts'
import { type Books, DEAL, LINE, serveBooks } from '../books.ts'

let served: Books['served']
let kura: Books['kura']
let confirmFirst: Books['confirmFirst']

beforeEach(async () => {
  ;({ served, kura, confirmFirst } = await serveBooks())
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

  const typed = [
    { words: ['--tax-code', '１３６'], code: 136 },
    { words: ['--tax-code', ' 136 '], code: 136 },
    { words: ['--rate', '１０', '--qualified', 'はい'], code: 136 },
    { words: ['--rate', '１０％', '--qualified', 'ＹＥＳ'], code: 136 },
    { words: ['--rate', '８%', '--qualified', 'ｙ'], code: 163 },
    { words: ['--tax-code', '136', '--company', '８１０１２３４５６７'], code: 136 },
    { words: ['--tax-code', '136', '--date', '２０２６／６／１５'], code: 136 },
  ]
  test.each(typed)('reads $words as they are typed in Japanese', async ({ words, code }) => {
    const { body } = JSON.parse((await kura(['deal', ...LINE, ...words, '--json'])).out)
    expect(body).toMatchObject({
      company_id: COMPANY,
      issue_date: '2026-06-15',
      details: [{ tax_code: code, amount: 1100 }],
    })
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
        'Cannot use what was typed: expected either --tax-code, or --tax-category, or --rate and --qualified',
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

  const ofLine = [
    { option: '--account-item', value: '消耗品費' },
    { option: '--amount', value: '2200' },
    { option: '--tax-code', value: '136' },
    { option: '--tax-category', value: '課対仕入10%' },
    { option: '--rate', value: '10' },
    { option: '--qualified', value: 'yes' },
    { option: '--description', value: 'tea' },
  ]
  test.each(ofLine)('refuses $option beside a file, which has the lines', async ({ option, value }) => {
    const details = [{ account_item_id: 501, tax_code: 136, amount: 5 }]
    const cwd = await temporaryDirectory({
      'deal.json': JSON.stringify({ issue_date: '2026-06-14', details }),
    })
    await expect(kura(['deal', 'deal.json', option, value], { cwd })).rejects.toMatchObject({
      code: 'usage',
      message: `Cannot use ${option} with a file: the file has the lines of the deal`,
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

  test("an error of the host is in the company's language, in the words of the command line", async () => {
    const words = ['deal', ...LINE, '--tax-code', '136', '--account-item', '消耗費']
    const error: unknown = await kura(words).catch(thrown => thrown)
    expect(errorLines(error, { language: 'ja', timezone: 'Asia/Tokyo' })).toEqual([
      'kura: この取引は登録できません：--account-item「消耗費」は、この事業所の勘定科目にありません',
      expect.stringMatching(/^ {2}対処：似た名前：消耗品費/),
    ])
    expect(errorLines(error)[0]).toBe(
      'kura: Cannot use the deal: --account-item "消耗費" is not an account item of the company',
    )
  })

  test('says so if a deal waits for a person, with a status of its own', async () => {
    await confirmFirst()
    const { out, status } = await kura(['deal', '--write', '--case', 'receipt 1', ...DEAL, '--date', '4/31'])
    expect(out).toMatch(
      /waits for a person, nothing was sent:\n.*4\/31.*\ncorrect it and register it again\n$/,
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
