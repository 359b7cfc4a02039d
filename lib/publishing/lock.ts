/** Allows one publisher at a time: two of them would remove each other's files before either release is current. */
import { mkdir } from 'node:fs/promises'
import { takeLock } from '../disk/lock.ts'
import { AppError } from '../errors.ts'

/** Runs `work` while no other process publishes into `releaseDir`. @throws AppError `conflict` if one does */
export async function withPublishLock<T>(releaseDir: string, work: () => Promise<T>): Promise<T> {
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
