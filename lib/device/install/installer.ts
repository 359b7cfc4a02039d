/** A failed installation is undone. The next run completes an interrupted one or, if that fails, undoes it. */
import { AppError, hasCode, messageOf } from '../../core/errors.ts'
import { phrase } from '../../core/language/catalogue.ts'
import type { Phrase } from '../../core/phrase.ts'
import { together } from '../../core/work/concurrency.ts'
import type { Disk } from '../disk/disk.ts'
import { diskError } from '../disk/error.ts'
import { heldPath } from '../disk/held.ts'
import {
  folderOf,
  NEXT_INDEX,
  NEXT_JOURNAL,
  NEXT_STATE,
  OWN,
  STAGING,
  STATE,
  UNDO,
  undoPath,
} from '../disk/layout.ts'
import { keepPersonalFile, type ReplacedFile } from '../disk/personal-files.ts'
import { DISK_ACTS, OBSTACLES } from '../disk/words.ts'
import { type Counts, countRelease } from '../status.ts'
import { commitState, readState, type State, stageState, writeState } from '../trust/state-file.ts'
import {
  indexFolders,
  type Releases,
  releasesOf,
  undoIndex,
  withWaitingIndex,
  writeIndex,
} from './index-change.ts'
import type { Journal, Step } from './journal.ts'
import { readJournal, removeJournal, startRemoval, writeJournal } from './journal-file.ts'
import { createStepRunner, type StepDeps } from './step-runner.ts'
import { keptNames, settle, type Waiting, waitingSteps, waits } from './waiting.ts'
import { INSTALL_HINTS, withHint } from './words.ts'

export interface Installed {
  readonly counts: Counts
  readonly replaced: readonly ReplacedFile[]
  readonly indexWritten: boolean
  readonly waiting: Waiting
}

/** An ended installation. `settled` resolves when a power cut can no longer bring its journal back. */
export interface Finished extends Installed {
  readonly settled: Promise<void>
}

export type Recovery =
  | { readonly outcome: 'none' }
  | { readonly outcome: 'completed'; readonly replaced: readonly ReplacedFile[]; readonly waiting: Waiting }
  | { readonly outcome: 'undone'; readonly reason: string }

interface InstallerDeps extends StepDeps {
  readonly releases: Releases
}

/** The journal that is on the disk. It is written again if a step or the change of the index has to wait. */
interface Goal {
  journal: Journal
}

const UNFINISHED: readonly string[] = [NEXT_INDEX, NEXT_JOURNAL, NEXT_STATE]

/**
 * Carries out a journal whose contents are all staged already.
 * @throws AppError `device_write`, `index_unreadable`: the files are as before or, if undoing fails too, the next run
 * restores them. `device_busy`: another run completes or undoes the journal. `device_write` for a held file of kura's
 * own: the next run completes the journal
 */
export async function install(journal: Journal, deps: StepDeps): Promise<Finished> {
  const { disk } = deps
  const releases = releasesOf(journal)
  const act = phrase(DISK_ACTS.installRelease, { version: releases.after?.version ?? 0 })
  const goal = { journal }
  try {
    await writeJournal(disk, journal)
    const installed = await complete(goal, { ...deps, releases })
    return { ...installed, ...(await startRemoval(disk, act)) }
  } catch (error) {
    refuseUndo(error)
    await undo(goal.journal, diskError(act, error), { ...deps, releases })
    throw withHint(diskError(act, error), phrase(INSTALL_HINTS.asBefore))
  }
}

/** @throws `error` if the installation must not be undone: another run has the directory, or a path is held */
function refuseUndo(error: unknown): void {
  if (hasCode(error, 'device_busy')) throw error
  if (error instanceof AppError && heldPath(error) !== undefined)
    throw withHint(error, phrase(INSTALL_HINTS.continues))
}

/**
 * Completes or undoes an interrupted installation, and removes temporary files of earlier runs.
 * @throws AppError `device_write` if neither is possible, `device_busy`
 */
export async function recover(disk: Disk): Promise<Recovery> {
  const journal = await readJournal(disk)
  const recovery = journal
    ? await resume(journal, { disk, stamps: new Map() })
    : ({ outcome: 'none' } as const)
  if (recovery.outcome === 'completed') await clear(disk, [UNDO, STAGING], keptNames(recovery.waiting))
  else await clear(disk, [UNDO])
  for (const name of await disk.list(OWN)) {
    const path = `${OWN}/${name}`
    if (UNFINISHED.includes(path) || /^\..*\.tmp$/.test(name)) await disk.remove(path).catch(() => undefined)
  }
  return recovery
}

async function resume(journal: Journal, stepDeps: StepDeps): Promise<Recovery> {
  const deps = { ...stepDeps, releases: releasesOf(journal) }
  const goal = { journal }
  try {
    await stageState(deps.disk, journal.next)
    const { replaced, waiting } = await complete(goal, deps)
    await removeJournal(deps.disk)
    return { outcome: 'completed', replaced, waiting }
  } catch (error) {
    refuseUndo(error)
    await undo(goal.journal, diskError(phrase(DISK_ACTS.complete), error), deps)
    return { outcome: 'undone', reason: messageOf(error) }
  }
}

/** Does first what may need disk space, and the index last. After a power cut, the next run completes the journal. */
async function complete(goal: Goal, deps: InstallerDeps): Promise<Installed> {
  const { disk, releases } = deps
  const held = await runForward(goal.journal, deps)
  const steps = waitingSteps(goal.journal, held)
  // steps that wait are included, because such a step may have moved a person's file away before the run died
  const replaced = await keepPersonalFiles(disk, goal.journal)
  await changeGoal(goal, settle(goal.journal, held), disk)
  const index = await writeIndex(disk, goal.journal, { releases, held })
  if (index.held !== undefined) {
    if (!waits(index.held, held)) held.add(index.held)
    await changeGoal(goal, withWaitingIndex(goal.journal, releases), disk)
  }
  await commitState(disk)
  const [, { counts }] = await together([
    () => disk.sync([...changedFolders(goal.journal, releases), OWN]),
    () => countRelease(disk, releases.after, deps),
  ])
  return { counts, replaced, indexWritten: index.written, waiting: { held, steps } }
}

async function changeGoal(goal: Goal, journal: Journal, disk: Disk): Promise<void> {
  if (journal === goal.journal) return
  await writeJournal(disk, journal)
  goal.journal = journal
}

/** Undoes a journal. If that fails, the journal remains. @throws AppError `failure` with a further hint if it fails */
async function undo(journal: Journal, failure: AppError, deps: InstallerDeps): Promise<void> {
  const { disk, releases } = deps
  try {
    // the files are restored even if restoring the index fails
    const index = await undoIndex(disk, journal, releases).catch((error: unknown) => ({ error }))
    await runBackward(journal, deps)
    if (index) throw index.error
    await keepPersonalFiles(disk, journal)
    await disk.sync([STAGING, ...changedFolders(journal, releases)])
    await restoreState(disk, journal.previous)
    await removeJournal(disk)
    await clear(disk, [UNDO])
  } catch (cause) {
    throw withHint(failure, await whyNotRestored(heldPath(cause), disk), cause)
  }
}

async function whyNotRestored(held: string | undefined, disk: Disk): Promise<Phrase> {
  if (held === undefined) return phrase(INSTALL_HINTS.notRestored)
  const found = await disk.look(held).catch(() => undefined)
  if (found?.kind !== 'blocked') return phrase(INSTALL_HINTS.heldBack, { path: held })
  return phrase(INSTALL_HINTS.inPlace, { path: found.at, obstacle: phrase(OBSTACLES[found.by]) })
}

/** Does the steps, and returns the held paths. Steps of held paths, and of paths above and below these, wait. */
async function runForward(journal: Journal, deps: StepDeps): Promise<Set<string>> {
  const runner = createStepRunner(journal, deps)
  const held = new Set<string>()
  const unlessHeld = async <T>(step: Step, work: () => Promise<T>): Promise<T | undefined> => {
    if (waits(step.path, held)) return undefined
    try {
      return await work()
    } catch (error) {
      const path = heldPath(error)
      if (path === undefined) throw error
      // if the second name in kura's own folder is held, the path of the step waits
      held.add(path.startsWith(`${OWN}/`) ? step.path : path)
      return undefined
    }
  }
  await saveAll(journal, step => unlessHeld(step, () => runner.save(step)), deps)
  for (const step of journal.steps) await unlessHeld(step, () => runner.run(step, 'forward'))
  return held
}

async function runBackward(journal: Journal, deps: StepDeps): Promise<void> {
  const runner = createStepRunner(journal, deps)
  for (const step of journal.steps.toReversed()) await runner.run(step, 'backward')
}

function changedFolders({ steps }: Journal, releases: Releases): string[] {
  return [...steps.map(({ path }) => folderOf(path)), ...indexFolders(releases)]
}

/** Gives files second names, which are all on the disk before the first file is replaced. */
async function saveAll(
  { steps }: Journal,
  save: (step: Step) => Promise<boolean | undefined>,
  { disk }: StepDeps,
): Promise<void> {
  let saved = 0
  for (const step of steps) {
    // most files are new, and replace no file
    const replaces = step.do === 'put' && (await disk.look(step.path)).kind === 'file'
    if (replaces && (await save(step))) saved++
  }
  if (saved > 0) await disk.sync([UNDO])
}

/** Keeps the files that are a person's: kura has not installed them, and their content is not at the path now. */
async function keepPersonalFiles(disk: Disk, { steps }: Journal): Promise<ReplacedFile[]> {
  const replaced: ReplacedFile[] = []
  if ((await disk.list(UNDO)).length === 0) return replaced
  // written first, so that a power cut loses no moved file when its former folder is written
  await disk.sync([UNDO])
  for (const step of steps) {
    if (step.do !== 'put' && step.do !== 'remove') continue
    const from = undoPath(step.path)
    const sha256 = await disk.digest(from)
    if (sha256 === undefined || sha256 === step.installed) continue
    if (sha256 === (await disk.digest(step.path))) continue
    replaced.push(await keepPersonalFile(disk, { path: step.path, from }))
  }
  return replaced
}

async function restoreState(disk: Disk, previous: State | undefined): Promise<void> {
  await disk.remove(NEXT_STATE)
  const present = await readState(disk)
  if (JSON.stringify(present) === JSON.stringify(previous)) return
  if (previous) await writeState(disk, previous)
  else await disk.remove(STATE)
}

/** Empties kura's own `folders` except for the `kept` paths. The next run removes what cannot be removed now. */
export async function clear(
  disk: Disk,
  folders: readonly string[],
  kept: ReadonlySet<string> = new Set(),
): Promise<void> {
  for (const folder of folders) {
    for (const name of await disk.list(folder)) {
      const path = `${folder}/${name}`
      if (kept.has(path)) continue
      const isFolder = (await disk.look(path)).kind === 'folder'
      await (isFolder ? disk.removeFolder(path) : disk.remove(path)).catch(() => undefined)
    }
  }
}
