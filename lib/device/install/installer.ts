/**
 * Installs a release: writes the journal, runs the steps, writes the index, counts, saves the state, removes the
 * journal. An installation that fails is undone. The next run completes an interrupted installation or, if that fails,
 * undoes it.
 */
import { together } from '../../core/concurrency.ts'
import { AppError, hasCode, messageOf } from '../../core/errors.ts'
import { parseJson } from '../../core/json.ts'
import type { Disk } from '../disk/disk.ts'
import { diskError } from '../disk/error.ts'
import {
  folderOf,
  JOURNAL,
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
import { moveIndex } from '../index/disk.ts'
import { type Counts, countRelease } from '../status.ts'
import { commitState, readState, type State, stageState, writeState } from '../trust/state-file.ts'
import { indexFolders, indexMove, type Releases, releasesOf, undoIndex } from './index-change.ts'
import { type Direction, type Journal, journalSchema } from './journal.ts'
import { createStepRunner, type StepDeps, type StepRunner } from './step-runner.ts'

export interface Installed {
  readonly counts: Counts
  readonly replaced: readonly ReplacedFile[]
  /** Whether the index file was written. */
  readonly indexWritten: boolean
}

/** The outcome for an interrupted installation of an earlier run. */
export type Recovery =
  | { readonly outcome: 'none' }
  | { readonly outcome: 'completed'; readonly replaced: readonly ReplacedFile[] }
  | { readonly outcome: 'undone'; readonly reason: string }

interface InstallerDeps extends StepDeps {
  readonly releases: Releases
}

/** The temporary files that an interrupted run can leave. */
const UNFINISHED: readonly string[] = [NEXT_INDEX, NEXT_JOURNAL, NEXT_STATE]

/**
 * Carries out a journal. All contents that it installs are staged.
 * @throws AppError `device_write`, `index_unreadable`; the files are then as they were before. `device_busy`: another
 * run has the directory, and completes or undoes the journal
 */
export async function install(journal: Journal, deps: StepDeps): Promise<Installed> {
  const { disk } = deps
  const releases = releasesOf(journal)
  const action = `install release ${releases.after?.version ?? ''}`.trim()
  try {
    await writeJournal(disk, journal)
    const installed = await complete(journal, { ...deps, releases })
    await removeJournal(disk)
    return installed
  } catch (error) {
    if (hasCode(error, 'device_busy')) throw error
    await undo(journal, diskError(action, error), { ...deps, releases })
    throw withHint(diskError(action, error), 'the files on this device are as they were before')
  }
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
  await clear(disk, recovery.outcome === 'completed' ? [UNDO, STAGING] : [UNDO])
  for (const name of await disk.list(OWN)) {
    const path = `${OWN}/${name}`
    if (UNFINISHED.includes(path) || /^\..*\.tmp$/.test(name)) await disk.remove(path).catch(() => undefined)
  }
  return recovery
}

async function resume(journal: Journal, stepDeps: StepDeps): Promise<Recovery> {
  const deps = { ...stepDeps, releases: releasesOf(journal) }
  try {
    await stageState(deps.disk, journal.next)
    const { replaced } = await complete(journal, deps)
    await removeJournal(deps.disk)
    return { outcome: 'completed', replaced }
  } catch (error) {
    if (hasCode(error, 'device_busy')) throw error
    await undo(journal, diskError('complete the interrupted installation', error), deps)
    return { outcome: 'undone', reason: messageOf(error) }
  }
}

/**
 * Everything that may need disk space is done before the index is written; after that only names change. All changes
 * are on the disk when this returns; if power fails earlier, the next run completes the journal. While the disk syncs,
 * the files are counted.
 */
async function complete(journal: Journal, deps: InstallerDeps): Promise<Installed> {
  const { disk, releases } = deps
  await run(journal, 'forward', deps)
  const replaced = await keepPersonalFiles(disk, journal)
  const indexWritten = await moveIndex(disk, indexMove(journal, 'forward', releases))
  await commitState(disk)
  const [, { counts }] = await together([
    () => disk.sync([...changedFolders(journal, releases), OWN]),
    () => countRelease(disk, releases.after),
  ])
  return { counts, replaced, indexWritten }
}

/** Undoes all steps. @throws AppError `failure` with a hint if undoing fails too; the journal then remains */
async function undo(journal: Journal, failure: AppError, deps: InstallerDeps): Promise<void> {
  const { disk, releases } = deps
  try {
    // the files are restored even if restoring the index fails
    const index = await undoIndex(disk, journal, releases).catch((error: unknown) => ({ error }))
    await run(journal, 'backward', deps)
    if (index) throw index.error
    await keepPersonalFiles(disk, journal)
    await disk.sync([STAGING, ...changedFolders(journal, releases)])
    await restoreState(disk, journal.previous)
    await removeJournal(disk)
    await clear(disk, [UNDO])
  } catch (cause) {
    const later = 'kura could not restore everything yet and continues at the next sync'
    throw withHint(failure, later, cause)
  }
}

async function run(journal: Journal, direction: Direction, deps: StepDeps): Promise<void> {
  const runner = createStepRunner(journal, deps)
  if (direction === 'forward') await saveAll(journal, runner, deps)
  const steps = direction === 'forward' ? journal.steps : journal.steps.toReversed()
  for (const step of steps) await runner.run(step, direction)
}

/** The folders in which the steps and the index change names. */
function changedFolders({ steps }: Journal, releases: Releases): string[] {
  return [...steps.map(({ path }) => folderOf(path)), ...indexFolders(releases)]
}

/**
 * Gives the files that will be replaced a second name. All second names are on the disk before the first file is
 * replaced.
 */
async function saveAll({ steps }: Journal, runner: StepRunner, { disk }: StepDeps): Promise<void> {
  let saved = 0
  for (const step of steps) {
    // most files are new, and replace no file
    const replaces = step.do === 'put' && (await disk.look(step.path)).kind === 'file'
    if (replaces && (await runner.save(step))) saved++
  }
  if (saved > 0) await disk.sync([UNDO])
}

/**
 * Keeps the files that the steps have moved away, unless kura had installed them or the same content is at the path
 * now.
 */
async function keepPersonalFiles(disk: Disk, { steps }: Journal): Promise<ReplacedFile[]> {
  const replaced: ReplacedFile[] = []
  if ((await disk.list(UNDO)).length === 0) return replaced
  // the moved names are on the disk before their former folders are synced
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

/** Empties kura's own folders. Files that cannot be removed now are removed by the next run. */
export async function clear(disk: Disk, folders: readonly string[]): Promise<void> {
  for (const folder of folders) {
    for (const name of await disk.list(folder)) {
      const path = `${folder}/${name}`
      const isFolder = (await disk.look(path)).kind === 'folder'
      await (isFolder ? disk.removeFolder(path) : disk.remove(path)).catch(() => undefined)
    }
  }
}

function withHint(error: AppError, more: string, cause: unknown = error.cause): AppError {
  const hint = error.hint === undefined ? more : `${error.hint}; ${more}`
  return new AppError(error.code, error.message, { hint, cause })
}

/**
 * Writes the journal; from then on the installation is completed or undone. Everything that is needed to complete it is
 * on the disk before the journal.
 */
async function writeJournal(disk: Disk, journal: Journal): Promise<void> {
  await together([
    () => disk.sync([STAGING]),
    () => stageState(disk, journal.next),
    () => disk.write(NEXT_JOURNAL, JSON.stringify(journal)),
  ])
  await disk.rename(NEXT_JOURNAL, JOURNAL)
  await disk.sync([OWN])
}

/** The journal of an interrupted installation, undefined if there is none. @throws AppError `device_write` if it is damaged */
async function readJournal(disk: Disk): Promise<Journal | undefined> {
  if ((await disk.look(JOURNAL)).kind === 'absent') return undefined
  const journal = journalSchema.safeParse(parseJson(Buffer.from(await disk.read(JOURNAL)).toString('utf8')))
  if (journal.success) return journal.data
  throw new AppError('device_write', `Cannot read "${JOURNAL}": it is damaged`, {
    hint: `move "${JOURNAL}" and "${UNDO}" away, then sync again; files of yours may be in that folder`,
    cause: journal.error,
  })
}

/** Removes the journal: after that the installation cannot be undone. */
async function removeJournal(disk: Disk): Promise<void> {
  await disk.remove(JOURNAL)
  await disk.sync([OWN])
}
