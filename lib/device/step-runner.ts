/** Does what `journal.ts` decides: facts from the disk in, one change of the disk out, until nothing is left to do. */
import { AppError } from '../errors.ts'
import type { Disk } from './disk.ts'
import { diskError } from './disk-error.ts'
import { type Act, type Direction, type Journal, nextAct, type Step, type StepFacts } from './journal.ts'
import { stagedPath, undoPath } from './layout.ts'

export interface StepRunner {
  /** @throws AppError `device_write` */
  run(step: Step, direction: Direction): Promise<void>
}

/** No step needs more acts than this; one that does is a fault of kura. */
const MOST_ACTS = 6

export function createStepRunner(disk: Disk, { steps }: Pick<Journal, 'steps'>): StepRunner {
  const digest = createDigests(disk)
  const uses = countUses(steps)
  return {
    async run(step, direction) {
      const what = `${direction === 'forward' ? 'install' : 'put back'} "${step.path}"`
      try {
        for (let acts = 0; acts < MOST_ACTS; acts++) {
          const act = nextAct(step, await factsOf(step), direction)
          if (act === 'nothing') return
          await perform(step, act, what)
        }
      } catch (error) {
        throw diskError(what, error)
      }
      throw new AppError('internal', `Cannot ${what}: it does not come to an end`)
    },
  }

  async function factsOf(step: Step): Promise<StepFacts> {
    const target = await targetOf(step.path)
    const saved = await savedOf(undoPath(step.path))
    const staged = step.do === 'put' && (await digest(stagedPath(step.sha256))) === step.sha256
    return { target, saved, staged }
  }

  async function savedOf(path: string): Promise<string | undefined> {
    return (await disk.look(path)).kind === 'folder' ? 'folder' : digest(path)
  }

  async function targetOf(path: string): Promise<StepFacts['target']> {
    const found = await disk.look(path)
    if (found.kind === 'blocked') return { kind: 'blocked', at: found.at }
    if (found.kind === 'folder')
      return { kind: (await disk.list(path)).length === 0 ? 'empty-folder' : 'folder' }
    const sha256 = found.kind === 'file' ? await digest(path) : undefined
    return sha256 === undefined ? { kind: 'absent' } : { kind: 'file', sha256 }
  }

  async function perform(step: Step, act: Exclude<Act, 'nothing'>, what: string): Promise<void> {
    const { path } = step
    if (typeof act !== 'string') throw stuckError(what, act.stuck)
    switch (act) {
      case 'save':
        return disk.link(path, undoPath(path))
      case 'take':
        return disk.rename(path, undoPath(path))
      case 'place':
        return place(step)
      case 'restore':
        await giveBack(step)
        return disk.rename(undoPath(path), path)
      case 'withdraw':
        await giveBack(step)
        return disk.remove(path)
      case 'make-folder':
        return disk.makeFolder(path)
      case 'drop-folder':
        return disk.removeFolder(path)
    }
  }

  /** A content that several paths have is copied for all but the last of them. */
  async function place(step: Step): Promise<void> {
    if (step.do !== 'put') return
    const staged = stagedPath(step.sha256)
    const left = uses.get(step.sha256) ?? 1
    uses.set(step.sha256, left - 1)
    if (left === 1) return disk.rename(staged, step.path)
    await disk.copy(staged, `${staged}.copy`)
    await disk.rename(`${staged}.copy`, step.path)
  }

  /** Before new content is taken away again it returns to the staging folder: that only spares fetching it again. */
  async function giveBack(step: Step): Promise<void> {
    if (step.do !== 'put' || (await digest(step.path)) !== step.sha256) return
    if ((await digest(stagedPath(step.sha256))) === step.sha256) return
    await disk.link(step.path, stagedPath(step.sha256)).catch(() => undefined)
  }
}

/** How often each content is still to be put. */
function countUses(steps: readonly Step[]): Map<string, number> {
  const uses = new Map<string, number>()
  for (const step of steps) {
    if (step.do === 'put') uses.set(step.sha256, (uses.get(step.sha256) ?? 0) + 1)
  }
  return uses
}

/** Digests by what the file system tells of a file, so that a step does not read its files once an act. */
function createDigests(disk: Disk): (path: string) => Promise<string | undefined> {
  const known = new Map<string, string>()
  return async path => {
    const found = await disk.look(path)
    if (found.kind !== 'file') return undefined
    const sha256 = known.get(found.stamp) ?? (await disk.digest(path))
    if (sha256 !== undefined) known.set(found.stamp, sha256)
    return sha256
  }
}

function stuckError(what: string, reason: string): AppError {
  return new AppError('device_write', `Cannot ${what}: ${reason}`, {
    hint: 'move it away, then sync again',
  })
}
