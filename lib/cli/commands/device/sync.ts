import { homedir } from 'node:os'
import type { Command } from '@commander-js/extra-typings'
import type { ProtectionHeaders } from '../../../core/config/protection.ts'
import { type Message, phrase } from '../../../core/language/catalogue.ts'
import type { Phrase } from '../../../core/phrase.ts'
import { DEVICE_PROBLEMS, inPlaceProblem } from '../../../core/release/problems.ts'
import { readProblem } from '../../../core/release/read-problem.ts'
import { noProgress } from '../../../core/work/progress.ts'
import { machineFile as machineFileOf } from '../../../device/folder/machine-id.ts'
import type { RunningProgram } from '../../../device/install/self-update.ts'
import type { NetworkDeps } from '../../../device/network/transport.ts'
import { isWhole } from '../../../device/status.ts'
import type { SyncResult } from '../../../device/sync/result.ts'
import { sync } from '../../../device/sync/sync.ts'
import type { CliContext } from '../../context.ts'
import { EXIT } from '../../terminal/exit-status.ts'
import type { Output } from '../../terminal/output.ts'
import { SYNC } from './words.ts'

export interface SyncCommandDeps {
  readonly output: Output
  readonly signal: AbortSignal
  exit(status: number): void
  readonly program?: RunningProgram
  readonly protection?: ProtectionHeaders
  readonly network?: NetworkDeps
  readonly machineFile?: string
}

const LONGEST_LIST = 20

export function registerSync(command: Command, context: CliContext): void {
  command
    .description('fetch, verify and install the current release in a device directory')
    .option('--dir <dir>', 'the directory that has credentials.json', '.')
    .option('--json', 'print only the result, as JSON')
    .action(options => {
      const { signal, exit, config, env } = context
      const machineFile = machineFileOf({ platform: process.platform, home: homedir(), env })
      const deps = { signal, exit, protection: config.protection(), network: { env }, machineFile }
      return runSync(options.dir, { output: context.output(options), ...deps })
    })
}

/** The exit status is 0 only if the release and its index lines are complete on the disk. */
export async function runSync(dir: string, deps: SyncCommandDeps): Promise<void> {
  const { output, signal, exit, program, protection, network, machineFile } = deps
  const progress = output.json ? noProgress : output.progress
  const result = await sync(dir, { progress, signal, program, protection, network, machineFile })
  output.result(result)
  for (const text of summaryLines(result)) output.line(text)
  if (!output.json) for (const note of notesOf(result)) output.note(note)
  if (!isWhole(result)) exit(EXIT.failed)
}

/** Returns the notes for the person. The notes about files to close or to move away come first. */
function notesOf({ waiting, inPlace = [], warnings }: SyncResult): Phrase[] {
  const found = new Map(inPlace.map(entry => [entry.path, inPlaceProblem(entry)]))
  return [
    ...waiting.map(path => found.get(path) ?? phrase(DEVICE_PROBLEMS.waiting, { path })),
    ...warnings.map(text =>
      phrase(SYNC.warning, { warning: { items: readProblem(text), by: 'semicolon' } as const }),
    ),
  ]
}

export function summaryLines(result: SyncResult): Phrase[] {
  const { changes, replaced, recovered, program } = result
  return [
    countsOf(result),
    ...(recovered === 'none' ? [] : [phrase(SYNC[recovered])]),
    ...listOf(SYNC.added, changes.added),
    ...listOf(SYNC.updated, changes.updated),
    ...listOf(SYNC.repaired, changes.repaired),
    ...listOf(SYNC.removed, changes.removed),
    ...replaced.map(({ path, copy }) => phrase(SYNC.replaced, { path, copy })),
    ...changes.kept.map(path => phrase(SYNC.kept, { path })),
    ...(program.outcome === 'replaced' ? [phrase(SYNC.program, { previous: program.previous })] : []),
    ...(hasNews(result) ? [] : [phrase(result.indexWritten ? SYNC.index : SYNC.nothing)]),
  ]
}

export function countsOf({ installed, expected, indexed, release }: SyncResult): Phrase {
  return phrase(SYNC.counts, { installed, expected, indexed, release })
}

function hasNews({ changed, removed, changes, replaced, recovered, program }: SyncResult): boolean {
  const files = changed + removed + changes.kept.length + replaced.length
  return files > 0 || recovered !== 'none' || program.outcome === 'replaced'
}

function listOf(message: Message<{ path: string | Phrase }>, paths: readonly string[]): Phrase[] {
  const shown = paths.slice(0, LONGEST_LIST).map(path => phrase(message, { path }))
  const count = paths.length - shown.length
  return count > 0 ? [...shown, phrase(message, { path: phrase(SYNC.more, { count }) })] : shown
}
