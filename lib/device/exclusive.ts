/** One run at a time in a device's directory. */
import { join } from 'node:path'
import { takeLock } from '../disk/lock.ts'
import { AppError } from '../errors.ts'
import type { Disk } from './disk.ts'
import { diskError } from './disk-error.ts'
import { LOCK, STAGING, UNDO } from './layout.ts'

/** Runs `work` while this process holds the directory. @throws AppError `device_busy`, `device_write` */
export async function withLock<T>(disk: Disk, work: () => Promise<T>): Promise<T> {
  const lock = await prepare(disk).catch((error: unknown) => {
    throw diskError(`write in "${disk.dir}"`, error)
  })
  if (!lock.held) throw busy(disk, lock.holder)
  try {
    return await work()
  } finally {
    await lock.release()
  }
}

async function prepare(disk: Disk) {
  for (const folder of [LOCK, STAGING, UNDO]) await disk.makeFolder(folder)
  return takeLock(join(disk.dir, ...LOCK.split('/')))
}

function busy(disk: Disk, { pid, here }: { pid: number; here: boolean }): AppError {
  const who = here ? `process ${pid}` : `process ${pid} on another machine`
  return new AppError('device_busy', `Cannot sync "${disk.dir}": another run is at work there, ${who}`, {
    hint: 'wait until it ends, then sync again; a run that died is noticed by itself',
  })
}
