/**
 * Retries an operation on a file while another program has the file open. On Windows, a virus scanner opens each new
 * file for some hundred milliseconds. Meanwhile Windows refuses to rename, remove, link or open the file.
 */
import { setTimeout as delay } from 'node:timers/promises'

/**
 * Runs `work`, which changes or opens the file at `path`, and runs it again while Windows refuses it.
 * @throws the last error of `work`
 */
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

/**
 * The error codes with which Windows refuses an operation, either because another program has the file open or because
 * the user lacks a right. The code does not say which.
 */
const REFUSALS: readonly string[] = ['EPERM', 'EBUSY', 'EACCES']

/** Whether Windows may accept the operation if it is tried again later. */
export function isRefusal(code: string | undefined): boolean {
  return code !== undefined && REFUSALS.includes(code)
}

export const once: Retry = async (_path, work) => work()

/**
 * The retries for one run of a program. If waiting for a file did not help, operations on that file are tried only once
 * until one succeeds, so that time is left for other files. Only Windows refuses operations because a file is open; on
 * other systems each operation is tried once.
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
