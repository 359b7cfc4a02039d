import { type Command, InvalidArgumentError } from '@commander-js/extra-typings'
import { SERVICES } from '../../../app/contracts/services.ts'
import type { Entry } from '../../../services/activity/contract-schemas.ts'
import { type ChainEnd, digestOf, parseEntry } from '../../../services/activity/entry.ts'
import { type Contents, type ExportFile, exportDigest } from '../../../services/activity/export.ts'
import { readApprovalsOf } from '../../../services/activity/history/approvals.ts'
import {
  type Approvals,
  type ApprovedAct,
  checkApprovals,
  type PlacedEntry,
} from '../../../services/activity/verify/approvals.ts'
import { archivedApprovals } from '../../../services/activity/verify/archive.ts'
import { type Evidence, inOrder, verifyExports } from '../../../services/activity/verify/exports.ts'
import type { Finding } from '../../../services/activity/verify/file.ts'
import type { CliContext } from '../../context.ts'
import { type OptionsOf, withCallOptions } from '../../operator/options.ts'
import { headOf, seenBy } from '../../operator/seen.ts'
import { EXIT } from '../../terminal/exit-status.ts'
import type { Output } from '../../terminal/output.ts'
import { type ArchiveFile, readArchive } from './archive.ts'
import { readTrusted, withRootOptions } from './options.ts'
import { logClient, readStoredLog } from './stored.ts'

export const verifyCommand = (log: Command) =>
  withRootOptions(withCallOptions(log.command('verify')))
    .argument('<file...>', 'exports, or folders of them')
    .description(
      'check that no entry of exports and store is missing or was changed, and prove each approval',
    )
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
  const loose = looseContents(archive)
  const admin = options.store ? await logClient(context, options) : undefined
  const stored = admin && (await readStoredLog(admin))
  const seen = options.store ? await (await seenBy(context, options)).read() : undefined
  const kept = loose.entries.map(entry => ({ seq: entry.seq, digest: digestOf(entry) }))
  const heads = [seen && headOf(seen), options.head, ...kept].filter(head => head !== undefined)
  const trusted = await readTrusted(context, options)
  const found = verifyArchive(archive, { roots: trusted.roots, stored, heads })
  const later = stored?.entries.filter(({ seq }) => seq > lastOf(found)) ?? []
  const fromStore = admin ? await readApprovalsOf(later, admin) : []
  const approvals = checkApprovals(placedEntries(found.files, [...later, ...loose.entries]), {
    ...trusted,
    ...archivedApprovals(found.files, [...loose.approvals, ...fromStore]),
    acts: approvedActs(),
  })
  const verified = { ...found, findings: [...found.findings, ...approvals.findings] }
  const { proved, without } = approvals
  output.result({
    ...resultOf(verified),
    approvals: { proved, without: without.map(aboutEntry) },
    ...(!stored && { seen: lastOf(verified) }),
  })
  showVerified(verified, output)
  showApprovals(approvals, output)
  if (!stored)
    output.line(`seen up to entry ${lastOf(verified)}: the store was not asked for what came after it`)
  context.exit(exitStatusOf(verified.findings))
}

function looseContents(archive: readonly ArchiveFile[]): Contents {
  const loose = archive.flatMap(({ contents }) => contents ?? [])
  return {
    entries: loose.flatMap(({ entries }) => entries),
    approvals: loose.flatMap(({ approvals }) => approvals),
  }
}

/** Returns each entry once, in the order of the numbers. An exported entry has the name of its file. */
function placedEntries(files: readonly ExportFile[], others: readonly Entry[]): PlacedEntry[] {
  const exported = files.flatMap(({ name, lines }) =>
    lines.flatMap(line => {
      const entry = parseEntry(line)
      return entry ? [{ entry, file: name }] : []
    }),
  )
  const placed = [...others.map(entry => ({ entry })), ...exported]
  return [...new Map(placed.map(one => [digestOf(one.entry), one])).values()].sort(
    (one, other) => one.entry.seq - other.entry.seq,
  )
}

/** Returns the acts that need an approval, by endpoint, such as `POST /api/accounting/deals`. */
function approvedActs(): Map<string, ApprovedAct> {
  const endpoints = SERVICES.flatMap(({ contract }) => Object.values(contract.endpoints))
  return new Map(
    endpoints
      .filter(({ approval }) => approval)
      .map(({ method, path, scope, writeScope, logged = [] }) => [
        `${method} ${path}`,
        { scope: writeScope ?? scope, logged },
      ]),
  )
}

function aboutEntry({ seq, at, by, person, endpoint, what }: Entry) {
  return { seq, at, by, ...(person !== undefined && { person }), endpoint, what }
}

function showApprovals({ proved, without }: Approvals, output: Output): void {
  if (proved > 0) output.line(`acts with an approval that was proved from the publisher's key: ${proved}`)
  if (without.length === 0) return
  output.line(`acts without an approval by a passkey: ${without.length}`)
  output.table(
    without.map(({ seq, at, by, person = '', endpoint }) => [String(seq), at, by, person, endpoint]),
    ['entry', 'at', 'by', 'person', 'act'],
  )
}

function readHead(text: string): ChainEnd {
  const [, seq, digest] = /^(\d{1,10}):([0-9a-f]{64})$/.exec(text) ?? []
  if (seq !== undefined && digest !== undefined) return { seq: Number(seq), digest }
  throw new InvalidArgumentError('expected SEQ:DIGEST, the number of an entry and 64 digits in hex')
}

function lastOf({ files }: Verified): number {
  return files.at(-1)?.statement.last.seq ?? 0
}

export interface Verified {
  readonly files: readonly ExportFile[]
  readonly findings: readonly Finding[]
}

function verifyArchive(archive: readonly ArchiveFile[], evidence: Evidence): Verified {
  const files = archive.flatMap(({ file }) => (file ? [file] : []))
  const unreadable = archive
    .filter(({ file, contents }) => file === undefined && contents === undefined)
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

function showVerified({ files, findings }: Verified, output: Output): void {
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
