import { phrase } from '../../core/language/catalogue.ts'
import { english } from '../../core/language/text.ts'
import { DEVICE_PROBLEMS, type InPlace, inPlaceProblem } from '../../core/release/problems.ts'
import type { Disk } from '../disk/disk.ts'
import type { ReplacedFile } from '../disk/personal-files.ts'
import type { Traffic } from '../fetch/exchange.ts'
import type { Applied } from '../install/apply.ts'
import type { Recovery } from '../install/installer.ts'
import type { Changes } from '../install/plan.ts'
import type { ProgramOutcome } from '../install/self-update.ts'
import { waitingPaths } from '../install/waiting.ts'
import type { Session } from '../session.ts'
import { type Counts, statusLine } from '../status.ts'
import { expiryProblems, type SignedRelease } from '../trust/trusted-state.ts'

export interface SyncResult extends Counts {
  readonly release: number
  readonly changed: number
  readonly removed: number
  readonly unchanged: number
  /** The bytes of the bodies as they were sent. */
  readonly bytes: number
  readonly requests: number
  readonly line: string
  readonly changes: Changes
  readonly indexWritten: boolean
  /** The person's files that were replaced, with the paths of their copies. */
  readonly replaced: readonly ReplacedFile[]
  readonly recovered: Recovery['outcome']
  readonly program: ProgramOutcome
  /** The paths that are open in another program, or blocked by something else. The rest of the release is installed. */
  readonly waiting: readonly string[]
  readonly inPlace?: readonly InPlace[]
  readonly warnings: readonly string[]
}

export interface Outcome {
  readonly applied: Applied
  readonly release: SignedRelease
  readonly recovery: Recovery
  readonly program: ProgramOutcome
  readonly inPlace: readonly InPlace[]
  /** The milliseconds by which the host's clock is ahead; undefined if the device's clock was not corrected. */
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

/** The warnings for a person about a run that succeeded. */
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

/** The longest path in characters that most programs on Windows can open. */
const LONGEST_PATH = 259

/** Warns on Windows about paths that are too long for most programs. */
export function longPathWarnings(
  files: readonly { readonly path: string }[],
  { dir, platform }: Pick<Session['disk'], 'dir' | 'platform'>,
): string[] {
  if (platform !== 'win32') return []
  const long = files.filter(({ path }) => dir.length + 1 + path.length > LONGEST_PATH)
  const [first] = long
  return first ? [english(phrase(DEVICE_PROBLEMS.longPaths, { count: long.length, path: first.path }))] : []
}

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
