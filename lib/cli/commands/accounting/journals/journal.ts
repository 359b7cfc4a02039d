import { type FileHandle, open, rename, rm, stat } from 'node:fs/promises'
import { resolve } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { setTimeout as delay } from 'node:timers/promises'
import { type Command, Option } from '@commander-js/extra-typings'
import { fileReason } from '../../../../core/disk/file-fault.ts'
import { catalogue, phrase } from '../../../../core/language/catalogue.ts'
import { phraseError } from '../../../../core/language/phrase-error.ts'
import type { AccountingContract } from '../../../../services/accounting/contract.ts'
import type { JournalFormat } from '../../../../services/accounting/journals/end.ts'
import { ENCODINGS, forPeople } from '../../../../services/accounting/journals/for-people.ts'
import { exportJournal, nameOf } from '../../../../services/accounting/journals/stream.ts'
import { reportText } from '../../../../services/accounting/journals/words.ts'
import type { CliContext } from '../../../context.ts'
import { operatorStream } from '../../../operator/client.ts'
import { filling } from '../../../operator/fills.ts'
import type { OptionsOf } from '../../../operator/options.ts'
import type { Output } from '../../../terminal/output.ts'
import { wholeNumber } from '../../../terminal/whole-number.ts'
import { TERMINAL } from '../../../terminal/words.ts'
import { ACCOUNTING_SCOPES, accountingApi, chooseCompany, withCompany } from '../call.ts'
import { readSpan } from '../days.ts'
import { HELP } from '../help.ts'
import { linesOf, proxiedJournals, wholeFile } from './source.ts'

const fills = filling<AccountingContract>()

const journalCommand = (accounting: Command) =>
  withCompany(
    accounting
      .command('journal')
      .description(HELP.journal.id)
      .addOption(fills.option('--from <date>', HELP.journalFrom.id, 'start_date').makeOptionMandatory())
      .addOption(fills.option('--until <date>', HELP.journalUntil.id, 'end_date').makeOptionMandatory())
      .addOption(new Option('--format <format>', HELP.journalFormat.id).choices(['csv', 'jsonl']))
      .addOption(
        fills.option('--encoding <encoding>', HELP.journalEncoding.id, 'encoding').choices(ENCODINGS),
      )
      .addOption(new Option('--raw', HELP.journalRaw.id).conflicts('format'))
      .option('--out <file>', HELP.journalOut.id)
      .addOption(
        new Option('--lines <n>', HELP.journalLines.id)
          .argParser(wholeNumber('--lines'))
          .conflicts(['raw', 'encoding', 'out', 'json']),
      )
      .addHelpText('after', HELP.journalAfter.id),
  )

const WORDS = catalogue('journal', {
  jsonIsUtf8: {
    en: 'Cannot use --encoding shift_jis for JSON: it is UTF-8',
    ja: 'JSONはUTF-8なので、「--encoding shift_jis」は使えません',
  },
  rawJson: {
    en: 'Cannot use --raw with --json: name the file with --out',
    ja: '--raw と --json を一緒に使うには、--out でファイルを指定してください',
  },
  wrote: { en: 'wrote {path}', ja: '書き込みました：{path}' },
})

type JournalOptions = OptionsOf<typeof journalCommand>

export function registerAccountingJournal(accounting: Command, context: CliContext): void {
  journalCommand(accounting).action(options => journal(options, context))
}

async function journal(options: JournalOptions, context: CliContext): Promise<void> {
  const { format, encoding, raw, out, json } = options
  if (encoding === 'shift_jis' && (format === 'jsonl' || (json && out === undefined)))
    throw phraseError('usage', phrase(WORDS.jsonIsUtf8))
  if (raw && json && out === undefined) throw phraseError('usage', phrase(WORDS.rawJson))
  const span = readSpan(options)
  const asked = { options, span, output: context.output(options) }
  if (out !== undefined) return writeJournal({ ...asked, path: resolve(context.cwd, out) }, context)
  const { body } = await fetchJournal(asked, context)
  return showJournal(body, asked)
}

interface Asked {
  readonly options: JournalOptions
  readonly span: { readonly from: string; readonly until: string }
  readonly output: Output
}

/** Checks the path before the export, because the export may take minutes. */
async function writeJournal(
  { path, ...asked }: Asked & { path: string },
  context: CliContext,
): Promise<void> {
  const { span, output } = asked
  const destination = await openDestination(path)
  try {
    const { company, body } = await fetchJournal(asked, context)
    const bytes = await destination.write(body, context.signal)
    output.result({ company, ...span, path, bytes })
    output.line(phrase(WORDS.wrote, { path }))
  } finally {
    await destination[Symbol.asyncDispose]()
  }
}

async function showJournal(
  body: AsyncIterable<Uint8Array>,
  { options: { lines }, output }: Asked,
): Promise<void> {
  if (output.json) return showRows(body, output)
  if (lines === undefined) {
    for await (const bytes of body) await output.bytes(bytes)
    return
  }
  let left = lines
  for await (const line of linesOf(body)) {
    if (left-- === 0) return
    output.verbatim(line.replace(/\r$/, ''))
  }
}

async function showRows(body: AsyncIterable<Uint8Array>, output: Output): Promise<void> {
  const shown = output.list('rows', [])
  for await (const line of linesOf(body)) shown.add([JSON.parse(line)], [])
  shown.end()
}

async function fetchJournal({ options, span, output }: Asked, context: CliContext) {
  const { raw, encoding, out } = options
  const api = await accountingApi(options, context)
  const stream = await operatorStream({ ...options, scopes: ACCOUNTING_SCOPES }, context)
  const { id: company } = await chooseCompany(options, { api })
  const format = formatOf(options)
  const { file } = await exportJournal(
    { companyId: company, ...span, ...(raw && { encoding: encoding === 'utf-8' ? encoding : 'sjis' }) },
    {
      source: proxiedJournals(format, { api, stream }),
      sleep: milliseconds => delay(milliseconds),
      report: status => output.note(reportText(status)),
    },
  )
  const whole = wholeFile(file, { company, format })
  if (format !== 'csv') return { company, body: whole }
  const people = { journal: nameOf({ company }), encoding: encoding ?? 'utf-8', mark: out !== undefined }
  return { company, body: forPeople(whole, people) }
}

function formatOf({ raw, format = 'csv', json, out }: JournalOptions): JournalFormat {
  if (raw) return 'raw'
  return json && out === undefined ? 'jsonl' : format
}

interface Destination extends AsyncDisposable {
  /**
   * Writes the file and returns its size in bytes.
   * @throws the reason of `signal` if the signal is aborted
   */
  write(body: AsyncIterable<Uint8Array>, signal: AbortSignal): Promise<number>
}

/**
 * Opens the destination. If the destination is disposed of before the file is complete, the incomplete file is removed.
 * @throws AppError `usage` if the file cannot be written
 */
export async function openDestination(path: string): Promise<Destination> {
  const partial = `${path}.part`
  const handle = await openPartial({ path, partial })
  return {
    async write(body, signal) {
      const stream = handle.createWriteStream()
      try {
        await pipeline(body, stream, { signal })
        await rename(partial, path)
        return stream.bytesWritten
      } catch (error) {
        throw signal.aborted ? signal.reason : error
      }
    },
    async [Symbol.asyncDispose]() {
      await handle.close()
      await rm(partial, { force: true })
    },
  }
}

async function openPartial({ path, partial }: { path: string; partial: string }): Promise<FileHandle> {
  try {
    await checkExisting(path)
    return await open(partial, 'w')
  } catch (cause) {
    const message = phrase(TERMINAL.unwritable, { path, why: fileReason(cause) })
    throw phraseError('usage', message, { hint: phrase(TERMINAL.otherFile), cause })
  }
}

/** Checks that an existing file may be written, because a read-only file must not be replaced. */
async function checkExisting(path: string): Promise<void> {
  const existing = await stat(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined
    throw error
  })
  if (existing) await (await open(path, 'r+')).close()
}
