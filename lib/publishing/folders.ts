/** Keeps the payload apart from the release folder and from the keys, and locks the release folder. */
import { existsSync, realpathSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { basename, dirname, isAbsolute, join, relative, resolve, sep } from 'node:path'
import { takeLock } from '../core/disk/lock.ts'
import { AppError } from '../core/errors.ts'
import { invalid } from './payload/file.ts'

/** The path of `dir` relative to `outer`, with links resolved: empty for `outer` itself, undefined outside of it. */
export function pathWithin(dir: string, outer: string): string | undefined {
  const within = relative(realPath(outer), realPath(dir))
  return within.startsWith(`..${sep}`) || within === '..' || isAbsolute(within) ? undefined : within
}

/** The path with links resolved in the part of it that exists. */
function realPath(path: string): string {
  const whole = resolve(path)
  if (existsSync(whole) || dirname(whole) === whole) return realpathSync(whole)
  return join(realPath(dirname(whole)), basename(whole))
}

/**
 * Refuses a payload that contains the release keys or the release folder, because every device would get them; and a
 * payload inside the release folder.
 * @throws AppError `release_key`, `payload_invalid`
 */
export function refuseOverlap({
  payloadDir,
  releaseDir,
  keyDir,
}: {
  payloadDir: string
  releaseDir: string
  keyDir: string
}): void {
  if (pathWithin(keyDir, payloadDir) !== undefined)
    throw new AppError(
      'release_key',
      `Cannot publish "${payloadDir}": it contains the folder of the release keys, "${keyDir}"`,
      { hint: 'publish a folder that has no keys in it, or move the keys and give their folder with --keys' },
    )
  const hint = 'keep the payload and the release folder apart; --release names another release folder'
  if (pathWithin(releaseDir, payloadDir) !== undefined)
    throw invalid('', `it contains the release folder "${releaseDir}"`, { hint })
  if (pathWithin(payloadDir, releaseDir) !== undefined)
    throw invalid('', `it is inside the release folder "${releaseDir}"`, { hint })
}

/**
 * Runs `work` while no other process publishes into `releaseDir`: two processes would remove each other's files before
 * either release is current.
 * @throws AppError `conflict` if another process publishes, `release_invalid` if the system refuses the lock or an
 * operation of `work`
 */
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
