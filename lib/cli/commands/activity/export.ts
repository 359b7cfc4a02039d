import { existsSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import type { Command } from '@commander-js/extra-typings'
import { writeFileAtomic } from '../../../core/disk/atomic-file.ts'
import { fileFault } from '../../../core/disk/file-fault.ts'
import { AppError } from '../../../core/errors.ts'
import { createCalendar, monthOf } from '../../../core/language/calendar.ts'
import { signEnvelope } from '../../../core/release/envelope.ts'
import type { Root } from '../../../core/release/schema.ts'
import {
  type Exported,
  exportDigest,
  exportedUntil,
  exportText,
  type Month,
  monthsOver,
  readExport,
  type Statement,
  statementText,
} from '../../../services/activity/export.ts'
import { readApprovalsOf } from '../../../services/activity/history/approvals.ts'
import { verifyFile } from '../../../services/activity/verify/file.ts'
import type { CliContext } from '../../context.ts'
import { type OptionsOf, withCallOptions } from '../../operator/options.ts'
import { openSigner } from '../publish/release-keys.ts'
import { exportsIn, fileNameOf, isFolder } from './archive.ts'
import { withRootOptions } from './options.ts'
import { logClient, readStoredLog } from './stored.ts'

export const exportCommand = (log: Command) =>
  withRootOptions(withCallOptions(log.command('export')))
    .description('write each month that is over into a signed file')
    .requiredOption('--out <path>', 'a folder, which gets a file for each month; or one file, *.jsonl')
    .option('--month <month>', 'only this month, YYYY-MM')
    .option('--keys <dir>', 'the folder of the release keys (default: ~/.config/kura/keys)')

type ExportOptions = OptionsOf<typeof exportCommand>

interface Written extends Pick<Statement, 'month' | 'first' | 'last' | 'count' | 'root'> {
  readonly file: string
  readonly digest: string
}

export async function exportLog(context: CliContext, options: ExportOptions): Promise<void> {
  const output = context.output(options)
  const place = await placeOf(context, options)
  const admin = await logClient(context, options)
  const stored = await readStoredLog(admin)
  const exported = exportedUntil(stored.anchor, await exportsIn(place.folder))
  const waiting = stored.entries.filter(({ seq }) => seq > exported.seq)
  const calendar = createCalendar(context.config.locale().timezone)
  const over = monthsOver(waiting, { calendar, now: context.now() })
  const months = chosenMonths(over, { options, place, thisMonth: monthOf(calendar(context.now())) })
  const written =
    months.length === 0 ? [] : await writeMonths(months, { exported, place, options, admin }, context)
  output.result({ exports: written })
  for (const { month, count, first, last, root, file } of written)
    output.line(
      `${month}: entries ${first.seq} to ${last.seq} (${count}), signed with root ${root}, in ${file}`,
    )
  if (written.length === 0)
    return output.line('no month waits to be exported: one does when it is over, and has entries')
  output.line('next: keep a copy in another place')
}

interface Place {
  readonly folder: string
  readonly file?: string
}

async function placeOf(context: CliContext, { out }: ExportOptions): Promise<Place> {
  const path = resolve(context.cwd, out)
  if (!out.endsWith('.jsonl') || (await isFolder(path))) return { folder: path }
  return { folder: dirname(path), file: path }
}

/** @throws AppError `usage` if `--month` is not the next month to export */
function chosenMonths(
  over: readonly Month[],
  { options: { month }, place, thisMonth }: { options: ExportOptions; place: Place; thisMonth: string },
): readonly Month[] {
  if (month === undefined) return place.file === undefined ? over : over.slice(0, 1)
  const [next] = over
  if (next?.month === month) return [next]
  if (!/^\d{4}-\d{2}$/.test(month)) throw usage(month, 'expected a month such as 2026-10')
  if (month >= thisMonth) throw usage(month, 'it is not over')
  if (next && next.month < month) throw usage(month, `${next.month} has to be exported first`)
  throw usage(month, 'it has no entry that waits: nothing was recorded, or it was exported')
}

function usage(month: string, why: string): AppError {
  return new AppError('usage', `Cannot export the month "${month}": ${why}`, {
    hint: 'without --month every month that waits is exported',
  })
}

interface Exporting {
  readonly exported: Exported
  readonly place: Place
  readonly options: ExportOptions
  readonly admin: Awaited<ReturnType<typeof logClient>>
}

async function writeMonths(
  months: readonly Month[],
  { exported, place, options, admin }: Exporting,
  context: CliContext,
): Promise<Written[]> {
  const { root, keys } = await openSigner(context, options)
  const written: Written[] = []
  let previous = exported.export
  for (const { month, entries } of months) {
    context.signal.throwIfAborted()
    const { timezone } = context.config.locale()
    const created = new Date(context.now()).toISOString()
    const contents = { entries, approvals: await readApprovalsOf(entries, admin) }
    const signed = statementText(contents, { month, timezone, created, root: root.version, previous })
    const privateKeys = keys.map(({ privateKey }) => privateKey)
    const envelope = signEnvelope('activity', signed, privateKeys)
    const file = place.file ?? join(place.folder, fileNameOf(month))
    const statement = await writeExport(file, { text: exportText(contents, envelope), root })
    previous = exportDigest(envelope)
    const { first, last, count } = statement
    written.push({ file, month, first, last, count, digest: previous, root: root.version })
  }
  return written
}

/** @throws AppError `usage`; `internal` if the export cannot be verified before it is written */
async function writeExport(path: string, { text, root }: { text: string; root: Root }): Promise<Statement> {
  if (existsSync(path)) {
    const message = `Cannot write the export "${path}": the file exists and does not follow the log`
    throw new AppError('usage', message, {
      hint: 'if the store still has its entries, move it away, and the whole month is exported again',
    })
  }
  const file = readExport(path, text)
  const [finding] = file ? verifyFile(file, [root]).filter(({ state }) => state === 'wrong') : []
  if (!file || finding)
    throw new AppError('internal', `Cannot export "${path}": ${finding?.text ?? 'unreadable'}`)
  await writeFileAtomic(path, text, { mode: 0o600 }).catch((cause: unknown) => {
    throw new AppError('usage', `Cannot write the export "${path}": ${fileFault(cause)}`, { cause })
  })
  return file.statement
}
