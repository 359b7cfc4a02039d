import { join } from 'node:path'
import { phrase } from '../../../core/language/catalogue.ts'
import { deviceNameOf, parseKeyid } from '../../../core/signatures/keys.ts'
import { realDirectory } from '../../../device/disk/directory.ts'
import { openDisk } from '../../../device/disk/disk.ts'
import { refuseOtherMachine } from '../../../device/folder/machine-id.ts'
import { refuseOpenFolder } from '../../../device/folder/refuse-open.ts'
import { startFileOf } from '../../../device/program/start-file.ts'
import type { Machine } from '../../../device/schedule/machine.ts'
import { refuseOtherUser } from '../../../device/schedule/owner.ts'
import { scheduleSync, unscheduleSync } from '../../../device/schedule/schedule.ts'
import { clockTexts } from '../../../device/schedule/task.ts'
import { TASK } from '../../../device/schedule/words.ts'
import { readCredentials } from '../../../device/trust/credentials.ts'
import type { Output } from '../../terminal/output.ts'
import { runSync, type SyncCommandDeps } from './sync.ts'

export interface InstallDeps extends SyncCommandDeps {
  readonly machine: Machine
}

/**
 * Syncs, and sets up the task. A device with a key gets the task even if the sync fails, for a later run to succeed.
 * @throws AppError `conflict` if the folder was set up on another machine, or if another user's task syncs it;
 * `device_write` if another user can write into it, or if the task cannot be set up; the error of the failed sync
 */
export async function runInstall(dir: string, deps: InstallDeps): Promise<void> {
  const { output, machine, machineFile } = deps
  const folder = await realDirectory(dir)
  const disk = openDisk(folder, machine)
  if (machineFile !== undefined) await refuseOtherMachine(disk, machineFile)
  await refuseOtherUser(folder, machine)
  await refuseOpenFolder(disk, machine.run)
  const failure = await runSync(dir, deps).then(
    () => undefined,
    (error: unknown) => ({ error }),
  )
  const name = await enrolledName(folder).catch((error: unknown) => {
    throw failure?.error ?? error
  })
  const task = { name, dir: folder, startFile: join(folder, startFileOf(machine.platform)) }
  const scheduler = await scheduleSync(task, machine)
  output.line(phrase(TASK.scheduled, { times: { items: clockTexts(task), by: 'and' }, scheduler }))
  if (failure) throw failure.error
}

/** @throws AppError `credentials_invalid`; `conflict` if the task is another user's; `device_write` */
export async function runUninstall(
  dir: string,
  { output, machine }: { output: Output; machine: Machine },
): Promise<void> {
  const folder = await realDirectory(dir)
  const name = await enrolledName(folder)
  const scheduler = await unscheduleSync({ name, dir: folder }, machine)
  output.line(phrase(TASK.unscheduled, { name, scheduler }))
}

/** @throws AppError `credentials_invalid` */
async function enrolledName(folder: string): Promise<string> {
  const { credentials } = await readCredentials(openDisk(folder))
  return deviceNameOf(parseKeyid(credentials.keyid)?.name ?? 'device')
}
