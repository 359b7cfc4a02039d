/**
 * On Windows, a virus scanner opens each new file for some hundred milliseconds. Meanwhile Windows refuses to rename,
 * remove, link or open the file, so kura tries again.
 */
import { setTimeout as delay } from 'node:timers/promises'

/** Runs `work` again while Windows refuses to change or open the file at `path`. @throws the last error of `work` */
export type Retry = <T>(path: string, work: () => T | Promise<T>) => Promise<T>

export interface RetryDeps {
  readonly platform?: NodeJS.Platform | undefined
  readonly sleep?: ((milliseconds: number) => Promise<unknown>) | undefined
}

const PAUSE = 50
/** The longest wait for one file, in milliseconds. */
const LONGEST_WAIT = 2_000
/** The longest wait for all files of one run, in milliseconds. */
const LONGEST_IN_ALL = 30_000

/** The codes if another program has the file open, or if the user lacks a right. Windows does not say which. */
const REFUSALS: readonly string[] = ['EPERM', 'EBUSY', 'EACCES']

export function isRefusal(code: string | undefined): boolean {
  return code !== undefined && REFUSALS.includes(code)
}

export const once: Retry = async (_path, work) => work()

/**
 * Returns the retries for one run of a program. A file for which waiting was in vain is tried only once until an
 * operation on it succeeds, so that time is left for other files. Systems other than Windows need no retries.
 */
export function createRetry({ platform = process.platform, sleep }: RetryDeps = {}): Retry {
  if (platform !== 'win32') return once
  const inVain = new Set<string>()
  let left = LONGEST_IN_ALL
  const isWorthAPause = (path: string, { waited, error }: { waited: number; error: unknown }) => {
    if (!isRefusal((error as NodeJS.ErrnoException).code)) return false
    if (waited >= LONGEST_WAIT || left <= 0) inVain.add(path)
    return !inVain.has(path)
  }
  return async (path, work) => {
    for (let waited = 0; ; waited += PAUSE) {
      try {
        const result = await work()
        inVain.delete(path)
        return result
      } catch (error) {
        if (!isWorthAPause(path, { waited, error })) throw error
      }
      left -= PAUSE
      await (sleep ?? delay)(PAUSE)
    }
  }
}
