import iconv from 'iconv-lite'
import { beforeEach, describe, expect, test } from 'vitest'
import type { JournalRow } from '../../../../lib/services/accounting/journals/rows.ts'
import {
  exportJournal,
  type JournalSource,
  journalRows,
  journalStream,
} from '../../../../lib/services/accounting/journals/stream.ts'
import type { JournalEncoding } from '../../../../lib/services/accounting/remote/schema.ts'
import { testClient } from '../../../helpers/remotes/accounting-client.ts'
import { type RunningSandbox, startAccountingSandbox } from '../../../helpers/remotes/accounting-sandbox.ts'

const COMPANY = 1_234_567
const filter = { companyId: COMPANY, from: '2026-04-01', until: '2026-04-30' }

let running: RunningSandbox
beforeEach(async () => {
  running = await startAccountingSandbox()
})

/** A sleep that returns at once, and a list of the times that it was asked for. */
function createSleep() {
  const slept: number[] = []
  const sleep = async (milliseconds: number) => void slept.push(milliseconds)
  return { slept, sleep }
}

async function rowsOf({ file, encoding }: { file: Response; encoding: JournalEncoding }) {
  const rows: JournalRow[] = []
  for await (const row of journalRows(file.body ?? new ReadableStream(), { company: COMPANY, encoding }))
    rows.push(row)
  return rows
}

describe('exportJournal()', () => {
  test('asks until the file is uploaded, and gives it', async () => {
    const { slept, sleep } = createSleep()
    const statuses: string[] = []
    const client = testClient(running)
    const journal = await exportJournal(filter, {
      source: client,
      sleep,
      report: status => statuses.push(status),
    })
    expect(statuses).toEqual(['enqueued', 'working', 'uploaded'])
    expect(slept).toHaveLength(2)
    const rows = await rowsOf(journal)
    expect(rows.map(row => [row['取引ID'], row['借方金額'], row['借方税区分']])).toEqual([
      [String([...running.company.deals.keys()][0]), '1100', '課対仕入10%'],
      [String([...running.company.deals.keys()][1]), '540', '課対仕入8%（軽）'],
      [String([...running.company.deals.keys()][2]), '2200', '課対仕入（控80）10%'],
    ])
    expect(rows[2]?.['借方取引先名']).toBe('①㈱髙﨑商店')
    expect(rows[1]?.['借方備考']).toBe('会議の茶菓\n"差し入れ", ほか')
  })

  test.each(['all', 'needed'] as const)('reads both encodings, quotes: $0', async quotes => {
    running.sandbox.state.journal.quotes = quotes
    const { sleep } = createSleep()
    const client = testClient(running)
    const read = async (encoding: JournalEncoding) =>
      rowsOf(await exportJournal({ ...filter, encoding }, { source: client, sleep }))
    expect(await read('utf-8')).toEqual(await read('sjis'))
  })

  test('asks for a failed report again', async () => {
    const answers = [0, 0.5]
    running = await startAccountingSandbox({ random: () => answers.shift() ?? 0.5 })
    const { sleep } = createSleep()
    const statuses: string[] = []
    const client = testClient(running)
    await exportJournal(filter, { source: client, sleep, report: status => statuses.push(status) })
    expect(statuses).toEqual(['enqueued', 'working', 'failed', 'enqueued', 'working', 'uploaded'])
  })

  test('gives up after three failed reports', async () => {
    running.sandbox.state.journal.failureRate = 1
    const exported = exportJournal(filter, { source: testClient(running), ...createSleep() })
    await expect(exported).rejects.toMatchObject({
      code: 'remote_answer',
      message: expect.stringContaining('3 reports failed'),
    })
  })

  test('waits through a status that is not known, and not for ever', async () => {
    const { slept, sleep } = createSleep()
    const report = { id: 5, status: 'archiving', encoding: 'sjis' } as const
    const source: JournalSource = {
      requestJournal: async () => report,
      journalStatus: async () => report,
      journalFile: async () => new Response(),
    }
    await expect(exportJournal(filter, { source, sleep })).rejects.toThrow(
      /report 5 is "archiving" after 60 polls, expected "uploaded"/,
    )
    const minutes = slept.reduce((sum, milliseconds) => sum + milliseconds, 0) / 60_000
    expect(minutes).toBeGreaterThan(3)
    expect(minutes).toBeLessThan(6)
  })
})

describe('journalStream()', () => {
  const text = '取引日,借方備考\r\n2026-04-01,"①㈱髙﨑\r\n二行目, ""引用"""\r\n'
  const fileOf = (bytes: Uint8Array, size = 1) =>
    ReadableStream.from(
      (function* () {
        for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size)
      })(),
    )
  const read = (stream: ReadableStream<Uint8Array>) => new Response(stream).text()

  test('is the same CSV in UTF-8', async () => {
    const file = fileOf(iconv.encode(text, 'cp932'))
    expect(await read(journalStream(file, { company: COMPANY, encoding: 'sjis', format: 'csv' }))).toBe(text)
  })

  test('is a line of JSON a row', async () => {
    const file = fileOf(iconv.encode(text, 'cp932'))
    const lines = (
      await read(journalStream(file, { company: COMPANY, encoding: 'sjis', format: 'jsonl' }))
    ).split('\n')
    expect(lines).toHaveLength(2)
    expect(JSON.parse(lines[0] ?? '')).toEqual({
      取引日: '2026-04-01',
      借方備考: '①㈱髙﨑\r\n二行目, "引用"',
    })
  })

  test.each(['csv', 'jsonl'] as const)(
    'fails as %s if the bytes are not what they are said to be',
    async format => {
      const file = fileOf(iconv.encode(text, 'cp932'))
      await expect(
        read(journalStream(file, { company: COMPANY, encoding: 'utf-8', format })),
      ).rejects.toMatchObject({
        code: 'remote_answer',
        message: expect.stringMatching(/^Cannot read the journal of company 1234567: it is not valid UTF-8/),
      })
    },
  )

  test('fails if the connection breaks, and does not look like a shorter journal', async () => {
    const broken = ReadableStream.from(
      (function* () {
        yield iconv.encode('取引日\r\n2026-04-01\r\n', 'cp932')
        throw new TypeError('terminated')
      })(),
    )
    await expect(
      read(journalStream(broken, { company: COMPANY, encoding: 'sjis', format: 'csv' })),
    ).rejects.toMatchObject({
      code: 'remote_silent',
      message: expect.stringMatching(/^Cannot read the journal of company 1234567: the connection broke/),
    })
  })

  test.each([
    { name: 'is malformed', record: '"1"x,2', what: 'has text after a closing quote' },
    { name: 'has another length', record: '1,2,3', what: 'has 3 fields, its header 2' },
  ])('names the company and the record if one $name', async ({ record, what }) => {
    const file = ReadableStream.from([Buffer.from(`a,b\n${record}\n`)])
    await expect(
      read(journalStream(file, { company: COMPANY, encoding: 'utf-8', format: 'jsonl' })),
    ).rejects.toThrow(`Cannot read the journal of company 1234567: its record 2 ${what}`)
  })

  test('lets go of the file if its reader goes away', async () => {
    const left = Promise.withResolvers<void>()
    const endless = new ReadableStream<Uint8Array>({
      pull: controller => controller.enqueue(Buffer.from('a,b\n')),
      cancel: () => left.resolve(),
    })
    const reader = journalStream(endless, {
      company: COMPANY,
      encoding: 'utf-8',
      format: 'jsonl',
    }).getReader()
    await reader.read()
    await reader.cancel()
    await left.promise
  })
})
