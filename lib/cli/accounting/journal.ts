/** `kura accounting journal`: exports the journal of a span of days, waits for it, and writes it in UTF-8. */
import { createWriteStream } from 'node:fs'
import { rename, rm } from 'node:fs/promises'
import { resolve } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { setTimeout as delay } from 'node:timers/promises'
import { type Command, Option } from 'commander'
import type { AccountingContract } from '../../accounting/contract.ts'
import { type JournalFormat, withoutEnd } from '../../accounting/journals/end.ts'
import { exportJournal, type JournalSource, nameOf } from '../../accounting/journals/stream.ts'
import { journalsContract } from '../../accounting/journals-contract.ts'
import { requestFor } from '../../http/client.ts'
import type { ReplyOf } from '../../http/contract.ts'
import type { CliContext } from '../context.ts'
import { type OperatorStream, operatorStream, readReplyBytes } from '../operator/client.ts'
import { wholeNumber } from '../terminal/whole-number.ts'
import {
  ACCOUNTING_SCOPES,
  type AccountingApi,
  type AccountingOptions,
  accountingApi,
  chooseCompany,
  withCompany,
} from './call.ts'

interface JournalOptions extends AccountingOptions {
  readonly from: string
  readonly until: string
  readonly format: JournalFormat
  readonly out?: string
  readonly lines?: number
}

export function registerAccountingJournal(accounting: Command, context: CliContext): void {
  const command = accounting
    .command('journal')
    .description('export the journal in UTF-8, as CSV or as JSON lines by header name')
    .requiredOption('--from <date>', 'the first day, YYYY-MM-DD')
    .requiredOption('--until <date>', 'the last day, YYYY-MM-DD')
    .addOption(
      new Option('--format <format>', 'the format of the file').choices(['csv', 'jsonl']).default('csv'),
    )
    .option('--out <file>', 'the file to write (default: standard output)')
    .option('--lines <n>', 'show only the first lines', wholeNumber('--lines'))
  withCompany(command).action((options: JournalOptions) => journal(options, context))
}

async function journal(options: JournalOptions, context: CliContext): Promise<void> {
  const output = context.output({})
  const api = await accountingApi(options, context)
  const stream = await operatorStream({ ...options, scopes: ACCOUNTING_SCOPES }, context)
  const companyId = await chooseCompany(options, { api })
  const { file } = await exportJournal(
    { companyId, from: options.from, until: options.until },
    {
      source: proxiedJournals(options.format, { api, stream }),
      sleep: milliseconds => delay(milliseconds),
      report: status => output.note(`the report is ${status}`),
    },
  )
  const body = wholeFile(file, { company: companyId, format: options.format })
  if (options.out === undefined)
    return showLines(body, { most: options.lines, write: line => output.line(line) })
  const path = resolve(context.cwd, options.out)
  await writeWhole(path, body, context.signal)
  output.line(`wrote ${path}`)
}

/** The bytes of a journal, without its end line. @throws AppError `remote_silent` if it is not whole */
export function wholeFile(
  response: Response,
  { company, format }: { company: number; format: JournalFormat },
): AsyncGenerator<Uint8Array> {
  const journal = nameOf({ company })
  const hint = 'its log says why; export it again, or for fewer days'
  return withoutEnd(readReplyBytes(response, { what: journal, hint }), { format, journal })
}

/** Journals through the host, which replies with the file in UTF-8, in the given format, with its end line. */
export function proxiedJournals(
  format: JournalFormat,
  { api, stream }: { api: AccountingApi; stream: OperatorStream },
): JournalSource {
  const query = ({ companyId }: { companyId: number }) => ({ company_id: String(companyId) })
  return {
    requestJournal: async filter =>
      reportOf(
        await api.requestJournal({
          query: { ...query(filter), start_date: filter.from, end_date: filter.until },
        }),
      ),
    journalStatus: async record =>
      reportOf(await api.journalStatus({ params: { id: String(record.id) }, query: query(record) })),
    journalFile: record =>
      stream(
        requestFor(journalsContract, 'journalFile', {
          params: { id: String(record.id) },
          query: { ...query(record), format, end: '1' },
        }),
      ),
  }
}

function reportOf({ journals: { id, status } }: ReplyOf<AccountingContract, 'journalStatus'>) {
  return { id, status, encoding: 'utf-8' } as const
}

/** Gives `write` the lines as they are, at most `most`. */
export async function showLines(
  body: AsyncIterable<Uint8Array>,
  { most = Number.POSITIVE_INFINITY, write }: { most?: number | undefined; write: (line: string) => void },
): Promise<void> {
  const decoder = new TextDecoder()
  let rest = ''
  let shown = 0
  for await (const bytes of body) {
    const lines = (rest + decoder.decode(bytes, { stream: true })).split('\n')
    rest = lines.pop() ?? ''
    for (const line of lines) {
      if (shown >= most) return
      shown += 1
      write(line)
    }
  }
  if (rest !== '' && shown < most) write(rest)
}

/** Writes the file whole or not at all. @throws the reason of `signal` if that ends it */
export async function writeWhole(
  path: string,
  body: AsyncIterable<Uint8Array>,
  signal: AbortSignal,
): Promise<void> {
  const partial = `${path}.part`
  try {
    await pipeline(body, createWriteStream(partial), { signal })
    await rename(partial, path)
  } catch (error) {
    throw signal.aborted ? signal.reason : error
  } finally {
    await rm(partial, { force: true })
  }
}
