import { join } from 'node:path'
import { type LockHolder, takeLock } from '../../core/disk/lock.ts'
import type { AppError } from '../../core/errors.ts'
import { phrase } from '../../core/language/catalogue.ts'
import { phraseError } from '../../core/language/phrase-error.ts'
import type { Disk, DiskChanges } from './disk.ts'
import { obstacleError } from './entry.ts'
import { diskError } from './error.ts'
import { JOURNAL, LOCK, NEXT_JOURNAL, NEXT_STATE, ROOT, STAGING, STATE, UNDO } from './layout.ts'
import { DISK_ACTS, DISK_FAILURES, DISK_HINTS } from './words.ts'

/**
 * Runs `work` while this process holds the directory's lock. A run that has lost the lock (another run took it for dead
 * while it was suspended) cannot change the disk any more.
 * @throws AppError `device_busy`, `device_write`
 */
export async function withLock<T>(disk: Disk, work: (disk: Disk) => Promise<T>): Promise<T> {
  const lock = await prepare(disk).catch((error: unknown) => {
    throw diskError(phrase(DISK_ACTS.write, { dir: disk.dir }), error)
  })
  if (!lock.held) throw busy(disk, lock.holder)
  try {
    return await work(
      guarded(disk, () => {
        if (!lock.isHeld()) throw lost(disk)
      }),
    )
  } finally {
    await lock.release()
  }
}

/**
 * Takes the lock, after checking that no link and no folder is in the place of kura's own files: either would stop an
 * installation halfway.
 */
async function prepare(disk: Disk) {
  for (const folder of [LOCK, STAGING, UNDO]) await disk.makeFolder(folder)
  for (const file of [STATE, NEXT_STATE, ROOT, JOURNAL, NEXT_JOURNAL]) {
    const found = await disk.look(file)
    if (found.kind === 'blocked') throw obstacleError(file, found)
    if (found.kind === 'folder') throw obstacleError(file, { at: file, by: 'folder' })
  }
  return takeLock(join(disk.dir, ...LOCK.split('/')), { retry: disk.retry })
}

function guarded(disk: Disk, check: () => void): Disk {
  const after =
    <Given extends unknown[]>(change: (...given: Given) => Promise<void>) =>
    async (...given: Given) => {
      check()
      return change(...given)
    }
  const changes: DiskChanges = {
    write: after(disk.write),
    replace: after(disk.replace),
    extend: after(disk.extend),
    link: after(disk.link),
    copy: after(disk.copy),
    rename: after(disk.rename),
    makeFolder: after(disk.makeFolder),
    removeFolder: after(disk.removeFolder),
    remove: after(disk.remove),
  }
  return { ...disk, ...changes }
}

function busy({ dir }: Disk, { pid, here }: LockHolder): AppError {
  const message = phrase(here ? DISK_FAILURES.busy : DISK_FAILURES.busyElsewhere, { dir, pid })
  return phraseError('device_busy', message, { hint: phrase(DISK_HINTS.wait) })
}

function lost({ dir }: Disk): AppError {
  return phraseError('device_busy', phrase(DISK_FAILURES.lost, { dir }), {
    hint: phrase(DISK_HINTS.suspended),
  })
}
