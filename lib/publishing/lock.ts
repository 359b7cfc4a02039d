/** Allows one publisher at a time: two of them would remove each other's files before either release is current. */
import { mkdir } from 'node:fs/promises'
import { takeLock } from '../core/disk/lock.ts'
import { AppError } from '../core/errors.ts'

/** Runs `work` while no other process publishes into `releaseDir`. @throws AppError `conflict` if one does, `release_invalid` if the system refuses what has to be done */
export function withPublishLock<T>(releaseDir: string, work: () => Promise<T>): Promise<T> {
  return locked(releaseDir, work).catch((error: NodeJS.ErrnoException) => {
    if (error.code === undefined || error.syscall === undefined) throw error
    throw new AppError('release_invalid', `Cannot work on "${releaseDir}": ${error.message}`, {
      hint: 'give a folder that can be written, on a disk with room, with --release or KURA_RELEASE_DIR; what is there is unchanged',
      cause: error,
    })
  })
}

async function locked<T>(releaseDir: string, work: () => Promise<T>): Promise<T> {
  await mkdir(releaseDir, { recursive: true })
  const lock = await takeLock(releaseDir)
  if (!lock.held) {
    throw new AppError(
      'conflict',
      `Cannot work on "${releaseDir}": process ${lock.holder.pid} is publishing there`,
      {
        hint: 'wait until it ends, then try again',
      },
    )
  }
  try {
    return await work()
  } finally {
    await lock.release()
  }
}
