import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { answered } from '../../../../../sandbox/faults.ts'
import { temporaryDirectory } from '../../../../helpers/temporary-directory.ts'
import { type Books, serveBooks } from '../books.ts'

let served: Books['served']
let kura: Books['kura']

beforeEach(async () => {
  ;({ served, kura } = await serveBooks())
  // the command really waits between two queries, so the report is ready at the first one
  served.service.sandbox.state.journal.stages = []
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
    expect(csv).toMatch(/^\ufeffNo,取引日,/)
    expect(csv).toMatch(/[^}]\r\n$/)
  })

  test('writes Shift_JIS without a byte order mark', async () => {
    const cwd = await temporaryDirectory()
    await kura([...words, '--encoding', 'shift_jis', '--out', 'journal.csv'], { cwd })
    const bytes = await readFile(join(cwd, 'journal.csv'))
    const text = new TextDecoder('shift_jis', { fatal: true }).decode(bytes)
    expect(text).toMatch(/^No,取引日,[\s\S]*①㈱髙﨑商店/)
  })

  test('a cell that would be a formula is inert, unless the file is raw', async () => {
    const [deal] = served.service.company.deals.values()
    const [line] = deal?.details ?? []
    if (!deal || !line) throw new Error('the sandbox has no deal')
    const details = [{ ...line, description: '=HYPERLINK("https://example.com")', amount: -5 }]
    served.service.company.deals.set(deal.id, { ...deal, details })
    const cwd = await temporaryDirectory()
    const read = async (...options: string[]) => {
      await kura([...words, ...options, '--out', 'journal.csv'], { cwd })
      return readFile(join(cwd, 'journal.csv'))
    }
    const safe = (await read()).toString()
    expect(safe).toContain(`"'=HYPERLINK(""https://example.com"")"`)
    expect(safe).toContain(',-5,')
    const raw = await read('--raw')
    expect(new TextDecoder('shift_jis', { fatal: true }).decode(raw)).toContain('"=HYPERLINK(""https')
    expect((await read('--raw', '--encoding', 'utf-8')).toString()).toMatch(/^No,取引日,[\s\S]*①㈱髙﨑商店/)
  })

  test('--raw gives the bytes of the service, whatever they are', async () => {
    // a character that has two codes, a line feed in a field, and a byte that is not Shift_JIS
    const bytes = Buffer.concat([
      Buffer.from('No,x\n1,"=1"\r\n2,'),
      Buffer.from([0xed, 0x40, 0x0a, 0x80, 0xff]),
    ])
    served.service.sandbox.faults.arm(
      'GET /api/1/journals/reports/{id}/download',
      answered(() => new Response(bytes, { headers: { 'content-type': 'text/csv' } })),
    )
    const cwd = await temporaryDirectory()
    await kura([...words, '--raw', '--out', 'journal.csv'], { cwd })
    expect(await readFile(join(cwd, 'journal.csv'))).toEqual(bytes)
  })

  test('--json prints the rows, and with --out what was written', async () => {
    const { out } = await kura([...words, '--json'])
    expect(JSON.parse(out).rows).toMatchObject([
      { 借方金額: '1100', 借方税区分: '課対仕入10%' },
      { 借方金額: '540' },
      { 借方金額: '2200' },
    ])
    const cwd = await temporaryDirectory()
    const written = JSON.parse((await kura([...words, '--json', '--out', 'journal.csv'], { cwd })).out)
    const { length } = await readFile(join(cwd, 'journal.csv'))
    expect(written).toMatchObject({ from: '2026-04-01', path: join(cwd, 'journal.csv'), bytes: length })
  })

  test('a place that cannot be written is refused before anything is asked of the service', async () => {
    const before = served.service.requests.length
    const error = await kura([...words, '--out', 'no/journal.csv']).catch((thrown: unknown) => thrown)
    expect(error).toMatchObject({ code: 'usage', message: expect.stringContaining('no/journal.csv') })
    expect(served.service.requests.length).toBe(before)
  })

  const refused = [
    { name: 'a day that does not exist', words: ['--from', '2026-02-30'], want: /--from: .* does not exist/ },
    {
      name: 'days in the wrong order',
      words: ['--from', '2026/5/1'],
      want: /the first day is after the last$/,
    },
    {
      name: 'JSON in Shift_JIS',
      words: ['--format', 'jsonl', '--encoding', 'shift_jis'],
      want: /it is UTF-8$/,
    },
    { name: 'raw rows', words: ['--raw', '--json'], want: /name the file with --out$/ },
    { name: 'raw JSON lines', words: ['--raw', '--format', 'jsonl'], want: /cannot be used with option/ },
    {
      name: 'lines of a file',
      words: ['--lines', '2', '--out', 'x.csv'],
      want: /cannot be used with option/,
    },
  ]
  test.each(refused)('refuses $name', async ({ words: more, want }) => {
    await expect(kura([...words, ...more])).rejects.toThrow(want)
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
  /** The network of the command line; it does not deliver the last `missing` bytes of a file. */
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
