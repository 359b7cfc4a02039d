import { phrase } from '../../core/language/catalogue.ts'
import { english } from '../../core/language/text.ts'
import { DEVICE_PROBLEMS, type InPlace, inPlaceProblem } from '../../core/release/problems.ts'
import type { Disk } from '../disk/disk.ts'
import type { ReplacedFile } from '../disk/personal-files.ts'
import type { Traffic } from '../fetch/exchange.ts'
import type { Applied } from '../install/apply.ts'
import type { Recovery } from '../install/installer.ts'
import type { ProgramOutcome } from '../install/self-update.ts'
import { waitingPaths } from '../install/waiting.ts'
import type { Session } from '../session.ts'
import { type Counts, statusLine } from '../status.ts'
import { expiryProblems, type SignedRelease } from '../trust/trusted-state.ts'

export interface Changes {
  readonly added: readonly string[]
  /** The files with new content in the release. */
  readonly updated: readonly string[]
  /** Files that were missing or changed on this device and were repaired. */
  readonly repaired: readonly string[]
  /** Files that were removed because they are no longer in the release. */
  readonly removed: readonly string[]
  /** Files that are no longer in the release but stay, because a person has changed or replaced them. */
  readonly kept: readonly string[]
}

export interface SyncResult extends Counts {
  readonly release: number
  /** How many files were installed, removed, and left unchanged. */
  readonly changed: number
  readonly removed: number
  readonly unchanged: number
  /** The size in bytes of the bodies as they were sent, and the number of requests. */
  readonly bytes: number
  readonly requests: number
  readonly line: string
  readonly changes: Changes
  readonly indexWritten: boolean
  /** A person's files that were replaced, with the paths of their copies. */
  readonly replaced: readonly ReplacedFile[]
  readonly recovered: Recovery['outcome']
  readonly program: ProgramOutcome
  /**
   * The paths that wait because another program has the file open, or something else is in its place; the rest of the
   * release is installed.
   */
  readonly waiting: readonly string[]
  /** The waiting paths that are a link or a special file; absent if there are none. */
  readonly inPlace?: readonly InPlace[]
  readonly warnings: readonly string[]
}

export interface Outcome {
  readonly applied: Applied
  readonly release: SignedRelease
  readonly recovery: Recovery
  readonly program: ProgramOutcome
  readonly inPlace: readonly InPlace[]
  /** Milliseconds by which the host's clock is ahead of the device's; undefined if the clock was not corrected. */
  readonly clockOffset: number | undefined
}

export function resultOf(
  outcome: Outcome,
  { traffic, warnings }: { traffic: Readonly<Traffic>; warnings: readonly string[] },
): SyncResult {
  const { applied, release, program, recovery, inPlace } = outcome
  const { counts, added, updated, repaired, removed, kept, indexWritten } = applied
  const changed = added.length + updated.length + repaired.length
  return {
    release: release.manifest.version,
    ...counts,
    changed,
    removed: removed.length,
    unchanged: counts.expected - changed,
    ...traffic,
    line: statusLine(counts, true),
    changes: { added, updated, repaired, removed, kept },
    indexWritten,
    replaced: replacedIn(outcome),
    recovered: recovery.outcome,
    program,
    waiting: waitingPaths(applied.waiting),
    ...(inPlace.length > 0 && { inPlace }),
    warnings,
  }
}

/** The waiting paths that are a link or a special file. */
export async function findInPlace(waiting: readonly string[], disk: Pick<Disk, 'look'>): Promise<InPlace[]> {
  const found: InPlace[] = []
  for (const path of waiting) {
    const entry = await disk.look(path)
    if (entry.kind === 'blocked' && entry.by !== 'file') found.push({ path, by: entry.by })
  }
  return found
}

/** The warnings for a person, about a run that succeeded. */
export function warningsOf({ recovery, program, clockOffset, release }: Outcome, session: Session): string[] {
  const { disk, trusted, now } = session
  return [
    ...(recovery.outcome === 'undone'
      ? [english(phrase(DEVICE_PROBLEMS.undone, { reason: recovery.reason }))]
      : []),
    ...expiryProblems(trusted, now()).map(english),
    ...longPathWarnings(release.manifest.files, disk),
    ...(clockOffset === undefined ? [] : [clockWarning(clockOffset)]),
    ...(program.outcome === 'failed'
      ? [english(phrase(DEVICE_PROBLEMS.programKept, { reason: program.reason }))]
      : []),
  ]
}

/** The longest path, in characters, that programs on Windows open unless they are made for longer ones. */
const LONGEST_PATH = 259

/** The warning that whole paths are too long for other programs on Windows; none on other systems. */
export function longPathWarnings(
  files: readonly { readonly path: string }[],
  { dir, platform }: Pick<Session['disk'], 'dir' | 'platform'>,
): string[] {
  if (platform !== 'win32') return []
  const long = files.filter(({ path }) => dir.length + 1 + path.length > LONGEST_PATH)
  const [first] = long
  return first ? [english(phrase(DEVICE_PROBLEMS.longPaths, { count: long.length, path: first.path }))] : []
}

/**
 * The problems in the report to the host: what is in the place of a file, the warnings, and the files that had been
 * changed on the device.
 */
export function problemsOf(outcome: Outcome, warnings: readonly string[]): string[] {
  const { repaired, kept } = outcome.applied
  return [
    ...outcome.inPlace.map(found => english(inPlaceProblem(found))),
    ...warnings,
    ...repaired.map(path => english(phrase(DEVICE_PROBLEMS.repaired, { path }))),
    ...replacedIn(outcome).map(({ path, copy }) => english(phrase(DEVICE_PROBLEMS.replaced, { path, copy }))),
    ...kept.map(path => english(phrase(DEVICE_PROBLEMS.kept, { path }))),
  ]
}

function replacedIn({ applied, recovery }: Outcome): ReplacedFile[] {
  return [...(recovery.outcome === 'completed' ? recovery.replaced : []), ...applied.replaced]
}

function clockWarning(offset: number): string {
  const minutes = Math.round(Math.abs(offset) / 60_000)
  const hours = Math.floor(minutes / 60)
  const span =
    hours > 0
      ? phrase(DEVICE_PROBLEMS.hours, { hours, minutes: minutes % 60 })
      : phrase(DEVICE_PROBLEMS.minutes, { minutes })
  return english(phrase(offset > 0 ? DEVICE_PROBLEMS.clockBehind : DEVICE_PROBLEMS.clockAhead, { span }))
}
