import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { registerAccounting } from '../../../lib/cli/accounting/index.ts'
import { registerApi } from '../../../lib/cli/operator/api.ts'
import { answered, lostAnswer, lostRequest } from '../../../lib/sandbox/faults.ts'
import { COMPANY } from '../../accounting/deals/world.ts'
import { serveAccounting } from '../../helpers/remotes/accounting-function.ts'
import { startAccountingSandbox } from '../../helpers/remotes/accounting-sandbox.ts'
import { type CommandDeps, runCommand } from '../../helpers/run-command.ts'
import { temporaryDirectory } from '../../helpers/temporary-directory.ts'

const FIRST = `first-deal-${COMPANY}`
const LINE = ['--date', '2026-06-15', '--account-item', '消耗品費', '--amount', '1,100']
const DEAL = [...LINE, '--tax-code', '136']

let served: Awaited<ReturnType<typeof serveAccounting>>
let key: string

beforeEach(async () => {
  const permissions = [
    'companies',
    'users',
    'account_items',
    'taxes',
    'deals',
    'journals',
    'partners',
    'items',
    'walletables',
  ] as const
  served = await serveAccounting({}, await startAccountingSandbox({ permissions }))
  key = await served.keyFile()
})

/** One command against the function. */
function kura(words: readonly string[], deps: CommandDeps = {}) {
  return runCommand(registerAccounting, ['accounting', ...words, '--key', key], {
    now: Date.now(),
    ...deps,
  })
}

async function confirmFirst(): Promise<void> {
  const { body } = await served.post('/deals?mode=write', {
    case: FIRST,
    company_id: COMPANY,
    issue_date: '2026-06-15',
    details: [{ account_item: '消耗品費', tax_code: 136, amount: 1100 }],
  })
  await served.post('/first-deal', { company_id: COMPANY, deal: body.deal, person: 'Mei' })
}

describe('kura accounting companies', () => {
  test('shows both numbers of each company', async () => {
    const { out } = await kura(['companies'])
    expect(out).toMatch(/1234567 +8101234567 +admin/)
    expect(out).toMatch(/7654321 +0091234567 +read_only/)
  })
})

describe('kura accounting deal', () => {
  test('is a dry run that shows the exact body, for the only company of an admin', async () => {
    const before = served.service.company.deals.size
    const { out } = await kura(['deal', '--case', 'receipt 1', ...LINE, '--rate', '10', '--qualified', 'no'])
    expect(out).toMatch(/^dry run: nothing was written\n/)
    expect(out).toMatch(/189 課対仕入（控80）10%, 1,100 yen, 80 % by schedule "document-1"/)
    expect(out).toMatch(/a write would be refused: .*kura accounting first-deal/)
    expect(JSON.parse(out.slice(out.indexOf('{')))).toMatchObject({
      company_id: COMPANY,
      details: [{ account_item_id: 501, tax_code: 189, amount: 1100 }],
    })
    expect(served.service.company.deals.size).toBe(before)
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
    await expect(kura(words)).rejects.toMatchObject({
      code: 'conflict',
      message: expect.stringMatching(/as deal \d+$/),
    })
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
    { name: 'a file that is not there', words: ['deal', 'no.json'], want: /Cannot read the deal/ },
    { name: 'an amount in words', words: ['deal', ...DEAL, '--amount', 'many'], want: /--amount "many"/ },
    {
      name: 'neither yes nor no',
      words: ['deal', ...LINE, '--rate', '10', '--qualified', 'maybe'],
      want: /--qualified/,
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
    const { out, asked } = await kura(['first-deal', ...DEAL], { answers: ['yes', 'yes', 'Mei', 'yes'] })
    expect(asked).toEqual([
      expect.stringContaining('create this deal'),
      expect.stringContaining('is it as it should be?'),
      'your name: ',
      expect.stringContaining('delete deal'),
    ])
    expect(out).toMatch(/as the service has it now:\ndeal +\d+\n/)
    expect(out).toMatch(/confirmed by Mei/)
    expect(served.service.company.deals.size).toBe(before)
    expect((await kura(['first-deal'])).out).toMatch(/confirmed by Mei on .*: there is nothing to do/)
    expect((await kura(['deal', '--write', '--case', 'receipt 1', ...DEAL])).status).toBe(0)
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
    expect(refused.out).toMatch(/"tax_code": 190[\s\S]*nothing was sent\n$/)
    const { out } = await kura(['release', 'receipt 1', '--by', 'Mei'], { answers: ['yes'] })
    expect(out).toMatch(/registered the case "receipt 1" as deal \d+\n$/)
  })

  test('a release without a question names the operation that was shown, and sends no other', async () => {
    await confirmFirst()
    const flagged = ['deal', '--write', '--case', 'receipt 1', ...LINE, '--tax-code', '190']
    await kura(flagged)
    const show = () => kura(['release', 'receipt 1'], { answers: ['no'] })
    const operationOf = ({ out }: { out: string }) => /^operation (\S+)$/m.exec(out)?.[1] ?? ''
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
    const deletion = ['api', 'DELETE', `accounting/deals/${deal}?company_id=${COMPANY}&mode=write`]
    const { out: reply } = await runCommand(registerApi, [...deletion, '--key', key], { now: Date.now() })
    expect(reply).toContain('remote_silent')
    expect((await kura(['resolve', 'receipt 1'])).out).toBe(
      `the deal ${deal} of the case "receipt 1" is being deleted, and is still at the service\n` +
        'its deletion may still arrive: resolve the case again, a quarter of an hour after it was sent\n',
    )
  })

  test('a case is freed by name and with a reason', async () => {
    await confirmFirst()
    await kura(['deal', '--write', '--case', 'receipt 1', ...DEAL, '--date', 'some day'])
    await expect(kura(['free', 'receipt 1', '--by', 'Mei'])).rejects.toMatchObject({ code: 'usage' })
    const { out } = await kura(['free', 'receipt 1', '--by', 'Mei', '--reason', 'by hand'])
    expect(out).toMatch(/it may be registered again\n$/)
  })

  test('of nothing', async () => {
    expect((await kura(['cases'])).out).toBe('no case needs anybody\n')
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

describe('kura accounting journal', () => {
  const words = ['journal', '--from', '2026-04-01', '--until', '2026-04-30']

  test('shows the first lines in UTF-8', async () => {
    const { out, err } = await kura([...words, '--lines', '2'])
    expect(out.split('\n')).toEqual([
      expect.stringMatching(/^No,取引日,/),
      expect.stringContaining('①㈱髙﨑商店'),
      '',
    ])
    expect(err).toMatch(/the report is uploaded/)
  })

  test('writes a file, whole', async () => {
    const cwd = await temporaryDirectory()
    await kura([...words, '--format', 'jsonl', '--out', 'journal.jsonl'], { cwd })
    const lines = (await readFile(join(cwd, 'journal.jsonl'), 'utf8')).trim().split('\n')
    expect(lines.map(line => JSON.parse(line)['借方金額'])).toEqual(['1100', '540', '2200'])
    await kura([...words, '--out', 'journal.csv'], { cwd })
    const csv = await readFile(join(cwd, 'journal.csv'), 'utf8')
    expect(csv).toMatch(/^No,取引日,/)
    expect(csv).toMatch(/[^}]\r\n$/)
  })
})

describe('a journal that cannot be read to its end', () => {
  test.each([{ words: [] }, { words: ['--out', 'journal.csv'] }])(
    'is told as such: $words',
    async ({ words }) => {
      const line = Buffer.from('No,1\n'.repeat(10_000))
      const broken = Buffer.concat([line, Buffer.from([0x82, 0x00]), line])
      served.service.sandbox.faults.arm(
        'GET /api/1/journals/reports/{id}/download',
        answered(() => new Response(broken, { headers: { 'content-type': 'text/csv' } })),
      )
      const cwd = await temporaryDirectory()
      const span = ['--from', '2026-04-01', '--until', '2026-04-30']
      await expect(kura(['journal', ...span, ...words], { cwd })).rejects.toMatchObject({
        code: 'remote_silent',
        message: expect.stringContaining('to its end'),
      })
      expect(await readdir(cwd)).toEqual([])
    },
  )
})

describe('a journal whose connection ends cleanly and early', () => {
  /** The network of the command line: it delivers a file without its last `missing` bytes. */
  function cutShort(missing: number): void {
    const network = fetch
    vi.stubGlobal('fetch', async (...request: Parameters<typeof fetch>) => {
      const response = await network(...request)
      if (!String(request[0]).startsWith(`${served.url}/api/journals/`)) return response
      const bytes = await response.bytes()
      return new Response(bytes.subarray(0, bytes.length - missing), response)
    })
    onTestFinished(() => void vi.unstubAllGlobals())
  }
  const rows = ['csv', 'jsonl'].flatMap(format =>
    [0, 1, 50, 120, 400].map(missing => ({ format, missing, fails: missing > 0 })),
  )
  test.each(rows)('$format without $missing bytes is refused: $fails', async ({ format, missing, fails }) => {
    cutShort(missing)
    const cwd = await temporaryDirectory()
    const span = ['--from', '2026-04-01', '--until', '2026-04-30', '--format', format]
    const run = kura(['journal', ...span, '--out', 'journal'], { cwd })
    if (fails) await expect(run).rejects.toMatchObject({ code: 'remote_silent' })
    else await run
    expect(await readdir(cwd)).toEqual(fails ? [] : ['journal'])
  })
})

describe('kura accounting partners and items', () => {
  beforeEach(confirmFirst)

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
