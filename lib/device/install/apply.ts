import { foldPath } from '../../core/release/path.ts'
import type { Manifest } from '../../core/release/schema.ts'
import type { Disk } from '../disk/disk.ts'
import { type DiskEntry, isHeldBackBy, type Obstacle, obstacleError } from '../disk/entry.ts'
import { ignoreHeld } from '../disk/held.ts'
import { UNDO, undoPath } from '../disk/layout.ts'
import type { ReplacedFile } from '../disk/personal-files.ts'
import { type ScannedEntry, scan } from '../disk/scan.ts'
import { readIndex } from '../index/disk.ts'
import type { Session } from '../session.ts'
import { type Counts, countRelease } from '../status.ts'
import { nextSequence, type State } from '../trust/state-file.ts'
import { pinnedDigest, type SignedRelease } from '../trust/trusted-state.ts'
import { isIndexUpToDate } from './index-change.ts'
import { install } from './installer.ts'
import type { Journal, Step } from './journal.ts'
import {
  type Changes,
  leavingFolders,
  leavingPaths,
  neededFolders,
  type Plan,
  type PlanFacts,
  planInstall,
} from './plan.ts'
import { joinWaiting, NOTHING_WAITS, settle, type Waiting, waitingSteps } from './waiting.ts'
import { readYielding } from './yielding.ts'

export interface Applied extends Changes {
  readonly counts: Counts
  readonly replaced: readonly ReplacedFile[]
  readonly changed: boolean
  readonly indexWritten: boolean
  readonly sequence?: number
  readonly waiting: Waiting
  /** Resolves when the installation is completely on the disk; absent if nothing was written. */
  readonly settled?: Promise<void>
}

const NOTHING = { added: [], updated: [], repaired: [], removed: [], kept: [], replaced: [] }

export function nothingApplied(counts: Counts, waiting: Waiting = NOTHING_WAITS): Applied {
  return { ...NOTHING, counts, changed: false, indexWritten: false, waiting }
}

/** Installs a release, unless nothing has to change. @throws AppError as `install`, or the reason of the signal */
export async function apply(
  session: Session,
  { release, scanned }: { release: SignedRelease; scanned: ReadonlyMap<string, ScannedEntry> },
): Promise<Applied> {
  const { disk, state, stamps } = session
  const plan = await planFor(session, { release, scanned })
  const obstacle = plan.obstacles.find(found => !isHeldBackBy(found))
  if (obstacle) throw obstacleError(obstacle.path, obstacle)
  const index = await lookAtIndex(disk, release.manifest.index.path)
  const blocked = [...plan.obstacles, ...obstacleAt(index)].map(({ at }) => at)
  const whole: Journal = {
    v: 1,
    steps: [...plan.steps],
    next: nextState(session, { release, plan }),
    ...(state && { previous: state }),
    makesIndex: index.kind === 'absent',
  }
  const held = new Set([...plan.unreadable, ...blocked, ...(await pathsLeftBehind(disk, plan.steps))])
  const waiting = { held, steps: waitingSteps(whole, held) }
  const journal = settle(whole, held)
  if (journal.steps.length === 0 && (await isUnchanged(session, journal)))
    return nothingApplied((await countRelease(disk, release.manifest, { stamps })).counts, waiting)
  session.signal?.throwIfAborted()
  const { next } = journal
  const sequence = session.silent ? next.sequence : nextSequence(next.sequence, session.now())
  const reported = session.silent ? {} : { sequence, node: session.node }
  const installed = await install({ ...journal, next: { ...next, ...reported } }, { disk, stamps })
  const all = joinWaiting(waiting, installed.waiting)
  return { ...plan, ...installed, ...changesBeside(plan, all), changed: true, sequence, waiting: all }
}

function obstacleAt(index: DiskEntry): Obstacle[] {
  return index.kind === 'blocked' && isHeldBackBy(index) ? [index] : []
}

/** An index that is not text ends the run with an error. An index that another program has open is changed later. */
async function lookAtIndex(disk: Disk, path: string): Promise<DiskEntry> {
  const entry = await disk.look(path)
  // if a file is in the place of the index's folder, the plan handles it
  if (entry.kind === 'blocked' && entry.by === 'file') return entry
  await readIndex(disk, path).catch(ignoreHeld)
  return entry
}

/** Removes second names that an earlier installation left and the steps need. Returns the paths of those still held. */
async function pathsLeftBehind(disk: Disk, steps: readonly Step[]): Promise<string[]> {
  const names = new Set(await disk.list(UNDO))
  const left =
    names.size === 0 ? [] : steps.filter(({ path }) => names.has(undoPath(path).slice(UNDO.length + 1)))
  const held: string[] = []
  for (const { path } of left) {
    await disk.remove(undoPath(path)).catch((error: unknown) => {
      ignoreHeld(error)
      held.push(path)
    })
  }
  return held
}

function changesBeside(plan: Plan, { steps }: Waiting) {
  const left = new Set(steps.map(({ path }) => path))
  const done = (paths: readonly string[]) => paths.filter(path => !left.has(path))
  const { added, updated, repaired, removed } = plan
  return { added: done(added), updated: done(updated), repaired: done(repaired), removed: done(removed) }
}

async function isUnchanged({ disk, state }: Session, journal: Journal): Promise<boolean> {
  return JSON.stringify(journal.next) === JSON.stringify(state) && isIndexUpToDate(disk, journal)
}

async function planFor(
  { disk, state, stamps }: Session,
  { release, scanned }: { release: SignedRelease; scanned: ReadonlyMap<string, ScannedEntry> },
): Promise<Plan> {
  const target = release.manifest
  const before = { installed: new Map(state?.installed), folders: state?.folders ?? [] }
  const { installed, folders } = respell(before, target, { disk })
  const leaving = await scan(disk, leavingPaths(installed, target), { stamps })
  const entries = new Map<string, DiskEntry>()
  for (const folder of neededFolders(target)) entries.set(folder, await disk.look(folder))
  const yielding = await readYielding(target, { folders, scanned }, disk)
  const all = new Map([...scanned, ...leaving])
  return planInstall({ target, installed, folders, scanned: all, entries, yielding })
}

/** Spells paths as the release does: on most disks of Windows and macOS `Docs/a.md` and `docs/a.md` are one file. */
function respell(
  { installed, folders }: Pick<PlanFacts, 'installed' | 'folders'>,
  target: Manifest,
  { disk }: { readonly disk: Pick<Disk, 'isSame'> },
): Pick<PlanFacts, 'installed' | 'folders'> {
  const needed = neededFolders(target)
  const leaving = [...leavingPaths(installed, target), ...leavingFolders(folders, needed)]
  // in most installations no file leaves the release
  if (leaving.length === 0) return { installed, folders }
  const names = [...target.files.map(({ path }) => path), ...needed]
  const byFold = new Map(names.map(name => [foldPath(name), name]))
  const others = leaving.flatMap(path => {
    const other = byFold.get(foldPath(path))
    return other !== undefined && disk.isSame(path, other) ? [[path, other] as const] : []
  })
  const spelled = new Map(others)
  return {
    installed: new Map([...installed].map(([path, sha256]) => [spelled.get(path) ?? path, sha256])),
    folders: folders.map(folder => spelled.get(folder) ?? folder),
  }
}

function nextState(
  { credentials, trusted, state }: Session,
  { release, plan }: { release: SignedRelease; plan: Plan },
): State {
  return {
    v: 1,
    pinned: pinnedDigest(credentials.root),
    root: trusted.root.envelope,
    release: release.envelope,
    installed: release.manifest.files.map(({ path, sha256 }): [string, string] => [path, sha256]),
    folders: [...plan.folders],
    sequence: state?.sequence ?? 0,
    ...(state?.node !== undefined && { node: state.node }),
  }
}
