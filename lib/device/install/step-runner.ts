import { AppError } from '../../core/errors.ts'
import { phrase } from '../../core/language/catalogue.ts'
import { phraseError } from '../../core/language/phrase-error.ts'
import { english } from '../../core/language/text.ts'
import type { Phrase } from '../../core/phrase.ts'
import type { Disk } from '../disk/disk.ts'
import { type DiskEntry, isHeldBackBy, keepStamps, obstacleError } from '../disk/entry.ts'
import { diskError } from '../disk/error.ts'
import { folderOf, stagedPath, undoPath } from '../disk/layout.ts'
import { DISK_ACTS, DISK_FAILURES, DISK_HINTS } from '../disk/words.ts'
import {
  type Act,
  type Direction,
  decisiveFacts,
  type Journal,
  nextAct,
  type Step,
  type StepFacts,
} from './journal.ts'

export interface StepRunner {
  /** Gives a second name to the file that a `put` will replace. Returns false if it needs none. @throws as `run` */
  save(step: Step): Promise<boolean>
  /** @throws AppError `device_write` */
  run(step: Step, direction: Direction): Promise<void>
}

/** The most acts of a step; a step that needs more shows a bug of kura. */
const MOST_ACTS = 6

export interface StepDeps {
  readonly disk: Disk
  /** The SHA-256 of each file that this run has written or read, by both stamps. The step runner adds to it. */
  readonly stamps: Map<string, string>
}

/** Carries out what `nextAct` decides, one change at a time. */
export function createStepRunner({ steps }: Pick<Journal, 'steps'>, { disk, stamps }: StepDeps): StepRunner {
  const digest = createDigests(disk, stamps)
  const facts = { disk, digest }
  const uses = countUses(steps)
  return {
    async save(step) {
      try {
        const saves = nextAct(step, await factsOf(step, 'forward', facts), 'forward') === 'save'
        if (saves) await perform(step, 'save')
        return saves
      } catch (error) {
        throw diskError(phrase(DISK_ACTS.install, { path: step.path }), error)
      }
    },
    async run(step, direction) {
      const what = phrase(direction === 'forward' ? DISK_ACTS.install : DISK_ACTS.restore, {
        path: step.path,
      })
      try {
        for (let acts = 0; acts < MOST_ACTS; acts++) {
          const act = nextAct(step, await factsOf(step, direction, facts), direction)
          if (act === 'nothing') return
          if (typeof act !== 'string') throw await stuckError(step, { what, why: act.stuck }, disk)
          await perform(step, act)
        }
      } catch (error) {
        throw diskError(what, error)
      }
      throw new AppError('internal', `Cannot ${english(what)}: it needs more than ${MOST_ACTS} acts`)
    },
  }

  async function perform(step: Step, act: Exclude<Act, object | 'nothing'>): Promise<void> {
    const { path } = step
    switch (act) {
      case 'save':
        return disk.link(path, undoPath(path))
      case 'take':
        return disk.rename(path, undoPath(path))
      case 'place':
        return place(step, uses, disk)
      case 'restore':
        await giveBack(step, digest, disk)
        return restore(path, disk)
      case 'withdraw':
        await giveBack(step, digest, disk)
        return disk.remove(path)
      case 'make-folder':
        return disk.makeFolder(path)
      case 'drop-folder':
        return disk.removeFolder(path)
    }
  }
}

/** Moves the saved file back, into a new folder if a person has removed the folder meanwhile. */
async function restore(path: string, disk: Disk): Promise<void> {
  const folder = folderOf(path)
  if ((await disk.look(folder)).kind === 'absent') await disk.makeFolder(folder)
  return disk.rename(undoPath(path), path)
}

/** Moves the staged content to the path. `uses` counts its remaining paths; all but the last get a copy. */
async function place(step: Step, uses: Map<string, number>, disk: Disk): Promise<void> {
  if (step.do !== 'put') return
  const staged = stagedPath(step.sha256)
  const left = uses.get(step.sha256) ?? 1
  uses.set(step.sha256, left - 1)
  if (left === 1) return disk.rename(staged, step.path)
  await disk.copy(staged, `${staged}.copy`)
  await disk.rename(`${staged}.copy`, step.path)
}

/** Links new content into the staging folder before it leaves its path, so that it need not be downloaded again. */
async function giveBack(step: Step, digest: Digest, disk: Disk): Promise<void> {
  if (step.do !== 'put' || (await digest(step.path)) !== step.sha256) return
  if ((await digest(stagedPath(step.sha256))) === step.sha256) return
  await disk.link(step.path, stagedPath(step.sha256)).catch(() => undefined)
}

/** Returns a file's SHA-256, or undefined if there is no file. `entry` is the entry at the path, if it is known. */
type Digest = (path: string, entry?: DiskEntry) => Promise<string | undefined>

async function factsOf(
  step: Step,
  direction: Direction,
  { disk, digest }: { disk: Disk; digest: Digest },
): Promise<StepFacts> {
  const target = await targetOf(step.path, disk, digest)
  const { saved, staged } = decisiveFacts(step, target, direction)
  return {
    target,
    saved: saved ? await savedOf(step.path, disk, digest) : undefined,
    staged: staged && step.do === 'put' && (await digest(stagedPath(step.sha256))) === step.sha256,
  }
}

async function savedOf(path: string, disk: Disk, digest: Digest): Promise<StepFacts['saved']> {
  const kept = undoPath(path)
  const entry = await disk.look(kept)
  return entry.kind === 'folder' ? 'folder' : digest(kept, entry)
}

async function targetOf(path: string, disk: Disk, digest: Digest): Promise<StepFacts['target']> {
  const entry = await disk.look(path)
  if (entry.kind === 'blocked') return { kind: 'blocked', at: entry.at }
  if (entry.kind === 'folder')
    return { kind: (await disk.list(path)).length === 0 ? 'empty-folder' : 'folder' }
  const sha256 = await digest(path, entry)
  return sha256 === undefined ? { kind: 'absent' } : { kind: 'file', sha256 }
}

function countUses(steps: readonly Step[]): Map<string, number> {
  const uses = new Map<string, number>()
  for (const step of steps) {
    if (step.do === 'put') uses.set(step.sha256, (uses.get(step.sha256) ?? 0) + 1)
  }
  return uses
}

/** A step asks for the same file several times, so digests are cached by stamps. */
function createDigests(disk: Disk, known: Map<string, string>): Digest {
  return async (path, found) => {
    const entry = found ?? (await disk.look(path))
    if (entry.kind !== 'file') return undefined
    const kept = known.get(entry.stamp) ?? known.get(entry.exact ?? '')
    const sha256 = kept ?? (await disk.digest(path, entry))
    if (sha256 !== undefined) keepStamps(known, entry, sha256)
    return sha256
  }
}

/** The error for a step that is stuck. If a link or a special file is in the way, only this path waits. */
async function stuckError(
  { path }: Step,
  { what: act, why }: { what: Phrase; why: Phrase },
  disk: Disk,
): Promise<AppError> {
  const found = await disk.look(path)
  if (found.kind === 'blocked' && isHeldBackBy(found)) return obstacleError(path, found)
  return phraseError('device_write', phrase(DISK_FAILURES.failed, { act, why }), {
    hint: phrase(DISK_HINTS.moveItAway),
  })
}
