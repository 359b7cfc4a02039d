/** `kura log verify`: checks exports against their signatures, each other, and the entries still in the store. */
import { type Command, InvalidArgumentError } from '@commander-js/extra-typings'
import type { ChainEnd } from '../../services/activity/entry.ts'
import { type ExportFile, exportDigest } from '../../services/activity/export.ts'
import { type Evidence, inOrder, verifyExports } from '../../services/activity/verify.ts'
import type { Finding } from '../../services/activity/verify-file.ts'
import type { CliContext } from '../context.ts'
import { EXIT } from '../exit-status.ts'
import { type OptionsOf, withCallOptions } from '../operator/options.ts'
import { headOf, seenBy } from '../operator/seen.ts'
import type { Output } from '../terminal/output.ts'
import { type ArchiveFile, readArchive } from './archive.ts'
import { readRoots, withRootOptions } from './options.ts'
import { logClient, readStoredLog } from './stored.ts'

export const verifyCommand = (log: Command) =>
  withRootOptions(withCallOptions(log.command('verify')))
    .argument('<file...>', 'exports, or folders of them')
    .description('check that no entry of exports and store is missing or was changed')
    .option('--no-store', 'do not ask the host; compare the files only with each other')
    .option('--head <seq:digest>', 'an end of the log that was kept elsewhere', readHead)
    .addHelpText(
      'after',
      '\nExit status: 0 if all is whole, 1 if something is missing or was changed, 3 if something cannot be said.',
    )

export async function verifyLog(
  paths: readonly string[],
  options: OptionsOf<typeof verifyCommand>,
  context: CliContext,
): Promise<void> {
  const output = context.output(options)
  const archive = await readArchive(paths, context.cwd)
  const stored = options.store ? await readStoredLog(await logClient(context, options)) : undefined
  const seen = options.store ? await (await seenBy(context, options)).read() : undefined
  const heads = [seen && headOf(seen), options.head].filter(head => head !== undefined)
  const verified = verifyArchive(archive, { roots: await readRoots(context, options), stored, heads })
  output.result({ ...resultOf(verified), ...(!stored && { seen: lastOf(verified) }) })
  showVerified(verified, output)
  if (!stored)
    output.line(`seen up to entry ${lastOf(verified)}: the store was not asked for what came after it`)
  context.exit(exitStatusOf(verified.findings))
}

/**
 * Reads the end of the log from an option.
 * @throws InvalidArgumentError
 */
function readHead(text: string): ChainEnd {
  const [, seq, digest] = /^(\d{1,10}):([0-9a-f]{64})$/.exec(text) ?? []
  if (seq !== undefined && digest !== undefined) return { seq: Number(seq), digest }
  throw new InvalidArgumentError('expected SEQ:DIGEST, the number of an entry and 64 digits in hex')
}

function lastOf({ files }: Verified): number {
  return files.at(-1)?.statement.last.seq ?? 0
}

/** The verified exports, in the order of their entries, and the findings. */
export interface Verified {
  readonly files: readonly ExportFile[]
  readonly findings: readonly Finding[]
}

/** Verifies the exports in the files. A finding says what is wrong, or what could not be verified. */
export function verifyArchive(archive: readonly ArchiveFile[], evidence: Evidence): Verified {
  const files = archive.flatMap(({ file }) => (file ? [file] : []))
  const unreadable = archive
    .filter(({ file }) => file === undefined)
    .map(({ path }): Finding => ({ state: 'wrong', file: path, text: 'it is not an export, or is cut off' }))
  return { files: inOrder(files), findings: [...unreadable, ...verifyExports(files, evidence)] }
}

function exitStatusOf(findings: readonly Finding[]): number {
  if (findings.some(({ state }) => state === 'wrong')) return EXIT.failed
  return findings.length > 0 ? EXIT.review : EXIT.done
}

function resultOf({ files, findings }: Verified) {
  return {
    whole: findings.length === 0,
    files: files.map(({ name, envelope, statement }) => {
      const { month, first, last, count, root } = statement
      return { file: name, month, first, last, count, root, digest: exportDigest(envelope) }
    }),
    findings,
  }
}

/** Shows a row for each file, then the findings. */
export function showVerified({ files, findings }: Verified, output: Output): void {
  output.table(
    files.map(({ name, statement: { month, first, last, count } }) => [
      stateOf(findings.filter(({ file }) => file === name)),
      month,
      `${first.seq} to ${last.seq}`,
      String(count),
      name,
    ]),
    ['state', 'month', 'entries', 'count', 'file'],
  )
  for (const { state, file, text } of findings)
    output.line(`${state}: ${file === undefined ? '' : `${file}: `}${text}`)
  if (findings.length === 0) output.line('nothing is missing, and nothing was changed')
}

function stateOf(findings: readonly Finding[]): string {
  if (findings.some(({ state }) => state === 'wrong')) return 'wrong'
  return findings.length > 0 ? 'unknown' : 'whole'
}
