/** One `npm start` at a time in a project: a second one would take over the settings of the first. */
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { type HeldLock, takeLock } from '../../core/disk/lock.ts'
import { AppError } from '../../core/errors.ts'
import { DEVELOPMENT, readDevelopmentSettings } from '../development.ts'

/** Takes the lock of `project`. @throws AppError `conflict` that says where the other one serves */
export async function onlyStart(project: string): Promise<HeldLock> {
  const folder = join(project, DEVELOPMENT.lock)
  await mkdir(folder, { recursive: true })
  const lock = await takeLock(folder)
  if (lock.held) return lock
  const { pid, here } = lock.holder
  const who = here ? `process ${pid}` : `process ${pid} of another machine`
  const url = readDevelopmentSettings(project)['KURA_URL']
  throw new AppError('conflict', `Cannot start: ${who} already serves this project at ${url}`, {
    hint: 'use that one, or stop it with Ctrl-C first',
  })
}
