import { join } from 'node:path'
import { type LockHolder, takeLock } from '../../core/disk/lock.ts'
import type { AppError } from '../../core/errors.ts'
import { phrase } from '../../core/language/catalogue.ts'
import { phraseError } from '../../core/language/phrase-error.ts'
import { type Disk, wrapChanges } from './disk.ts'
import { obstacleError } from './entry.ts'
import { diskError } from './error.ts'
import { JOURNAL, LOCK, NEXT_JOURNAL, NEXT_STATE, ROOT, STAGING, STATE, UNDO } from './layout.ts'
import { DISK_ACTS, DISK_FAILURES, DISK_HINTS } from './words.ts'

/**
 * Does `work` under the directory's lock. A run that loses the lock, because another took it for dead, cannot change
 * the disk.
 * @throws `device_busy`, `device_write`
 */
export async function withLock<T>(disk: Disk, work: (disk: Disk) => Promise<T>): Promise<T> {
  const lock = await prepare(disk).catch((error: unknown) => {
    throw diskError(phrase(DISK_ACTS.write, { dir: disk.dir }), error)
  })
  if (!lock.held) throw busy(disk, lock.holder)
  try {
    const guarded = wrapChanges(disk, change => async (...given) => {
      if (!lock.isHeld()) throw lost(disk)
      return change(...given)
    })
    return await work({ ...disk, ...guarded })
  } finally {
    await lock.release()
  }
}

/** Refuses a link or a folder in the place of kura's own files, because it would stop an installation halfway. */
async function prepare(disk: Disk) {
  for (const folder of [LOCK, STAGING, UNDO]) await disk.makeFolder(folder)
  for (const file of [STATE, NEXT_STATE, ROOT, JOURNAL, NEXT_JOURNAL]) {
    const found = await disk.look(file)
    if (found.kind === 'blocked') throw obstacleError(file, found)
    if (found.kind === 'folder') throw obstacleError(file, { at: file, by: 'folder' })
  }
  return takeLock(join(disk.dir, ...LOCK.split('/')), { retry: disk.retry })
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
