/** `kura log remove`: verifies exports and removes their entries from the store. */

import type { Command } from '@commander-js/extra-typings'
import { AppError } from '../../../core/errors.ts'
import type { Client } from '../../../core/http/client.ts'
import type { activityContract } from '../../../services/activity/contract.ts'
import { type ExportFile, exportDigest } from '../../../services/activity/export.ts'
import type { StoredLog } from '../../../services/activity/verify/exports.ts'
import type { CliContext } from '../../context.ts'
import { filling } from '../../operator/fills.ts'
import { type OptionsOf, personOf, withCallOptions } from '../../operator/options.ts'
import type { Output } from '../../terminal/output.ts'
import { readArchive } from './archive.ts'
import { readTrusted, withRootOptions } from './options.ts'
import { logClient, readStoredLog } from './stored.ts'
import { showVerified, type Verified, verifyArchive } from './verify.ts'

const fills = filling<typeof activityContract>()

export const removeCommand = (log: Command) =>
  withRootOptions(withCallOptions(log.command('remove')))
    .addArgument(fills.argument('<file...>', 'exports, or folders of them', 'export'))
    .description('verify exports, and remove from the store what they have; needs the scope approve')
    .addOption(fills.option('--by <name>', 'your name; asked for if not given', 'person'))
    .option('--write', 'remove it; without this nothing changes')

export async function removeFromLog(
  paths: readonly string[],
  options: OptionsOf<typeof removeCommand>,
  context: CliContext,
): Promise<void> {
  const output = context.output(options)
  const admin = await logClient(context, options)
  const { roots } = await readTrusted(context, options)
  const stored = await readStoredLog(admin)
  // a file without a signed statement proves nothing, so its entries are not removed
  const archive = (await readArchive(paths, context.cwd)).map(({ path, file }) => ({ path, file }))
  const verified = verifyArchive(archive, { roots, stored })
  refuseUnverified(verified, { versions: roots.map(({ version }) => version), output })
  const files = verified.files.filter(file => isLeft(file, stored.anchor))
  const person = options.write && files.length > 0 ? await personOf(context, options) : undefined
  for (const file of person === undefined ? [] : files)
    await removeExport(file, { admin, person, output, context })
  const { write = false } = options
  output.result({ mode: write ? 'write' : 'dry-run', removed: files.map(rangeOf) })
  for (const { month, first, last } of files.map(rangeOf))
    output.line(
      `${write ? 'removed' : 'would remove'} entries ${first} to ${last} of ${month} from the store`,
    )
  if (files.length === 0) return output.line('the store has none of these entries any more')
  if (!write) output.line('nothing was removed; --write removes them')
}

/**
 * Refuses to remove anything unless every export is complete and verified.
 * @throws AppError `conflict`
 */
function refuseUnverified(
  verified: Verified,
  { versions, output }: { versions: readonly number[]; output: Output },
): void {
  const unsigned = verified.files.find(({ statement }) => !versions.includes(statement.root))
  // a finding that names a file is about an export; other findings, such as missing entries, are about the store
  const wrong = verified.findings.find(({ state, file }) => state === 'wrong' && file !== undefined)
  if (!unsigned && !wrong) return
  showVerified(verified, output)
  throw new AppError('conflict', 'Cannot remove entries of the log: an export is not whole', {
    hint: 'kura log verify shows the same; restore the file from its copy, or export the month again',
  })
}

/** Whether the store still has entries of the export, or a removal of the export is unfinished. */
function isLeft(
  { statement, envelope }: ExportFile,
  anchor: (NonNullable<StoredLog['anchor']> & { readonly pending?: number | undefined }) | undefined,
): boolean {
  if (anchor === undefined || statement.last.seq > anchor.seq) return true
  return anchor.pending !== undefined && anchor.export === exportDigest(envelope)
}

interface Removal {
  readonly admin: Client<typeof activityContract>
  readonly person: string | undefined
  readonly output: Output
  readonly context: CliContext
}

/** Removes the entries of an export. Repeats the request until the host has removed all of them. */
async function removeExport(
  { statement, envelope }: ExportFile,
  { admin, person = '', output, context }: Removal,
): Promise<void> {
  const { count, content, last, month } = statement
  const body = { last: last.digest, count, content, export: exportDigest(envelope), person }
  for (let left = count; left > 0; ) {
    context.signal.throwIfAborted()
    ;({ left } = await admin.removeActivity({ body }))
    output.progress({ what: `removing ${month}`, done: count - left, total: count, unit: 'entries' })
  }
  output.endProgress()
}

function rangeOf({ statement, envelope }: ExportFile) {
  const { month, first, last, count } = statement
  return { month, first: first.seq, last: last.seq, count, export: exportDigest(envelope) }
}
