import { existsSync, realpathSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { basename, dirname, isAbsolute, join, relative, resolve, sep } from 'node:path'
import { takeLock } from '../core/disk/lock.ts'
import { AppError } from '../core/errors.ts'
import { invalid } from './payload/file.ts'

/** The path of `dir` in `outer`, with links resolved; empty for `outer` itself, undefined outside of `outer`. */
export function pathWithin(dir: string, outer: string): string | undefined {
  const within = relative(realPath(outer), realPath(dir))
  return within.startsWith(`..${sep}`) || within === '..' || isAbsolute(within) ? undefined : within
}

/** The path with resolved links in the part that exists. */
function realPath(path: string): string {
  const whole = resolve(path)
  if (existsSync(whole) || dirname(whole) === whole) return realpathSync(whole)
  return join(realPath(dirname(whole)), basename(whole))
}

interface Folders {
  readonly payloadDir: string
  readonly releaseDir: string
  readonly keyDir: string
}

/**
 * Refuses a payload that contains the release keys or the release folder, because every device would get them.
 * @throws AppError `release_key`, `payload_invalid`, also for a payload inside the release folder
 */
export function refuseOverlap({ payloadDir, releaseDir, keyDir }: Folders): void {
  if (pathWithin(keyDir, payloadDir) !== undefined) {
    const message = `Cannot publish "${payloadDir}": it contains the folder of the release keys, "${keyDir}"`
    throw new AppError('release_key', message, {
      hint: 'publish a folder that has no keys in it, or move the keys and give their folder with --keys',
    })
  }
  const hint = 'keep the payload and the release folder apart; --release names another release folder'
  if (pathWithin(releaseDir, payloadDir) !== undefined)
    throw invalid('', `it contains the release folder "${releaseDir}"`, { hint })
  if (pathWithin(payloadDir, releaseDir) !== undefined)
    throw invalid('', `it is inside the release folder "${releaseDir}"`, { hint })
}

/**
 * Lets only one process publish at a time. Two processes would remove each other's files.
 * @throws AppError `conflict` if another process publishes; `release_invalid` if the system refuses an operation
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
    const message = `Cannot work on "${releaseDir}": process ${lock.holder.pid} is publishing there`
    throw new AppError('conflict', message, { hint: 'wait until it ends, then try again' })
  }
  try {
    return await work()
  } finally {
    await lock.release()
  }
}
