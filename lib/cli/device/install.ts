/** `kura-device.mjs install`, run by the start files of an enrolled folder: syncs, and sets up a daily sync. */

import { deviceNameOf, parseKeyid } from '../../core/signatures/keys.ts'
import { realDirectory } from '../../device/disk/directory.ts'
import { openDisk } from '../../device/disk/disk.ts'
import type { RunningProgram } from '../../device/install/self-update.ts'
import { type Machine, scheduleDaily, unscheduleDaily } from '../../device/schedule/schedule.ts'
import { clockText } from '../../device/schedule/task.ts'
import { readCredentials } from '../../device/trust/credentials.ts'
import type { Output } from '../terminal/output.ts'
import { runSync, type SyncCommandDeps } from './sync.ts'

export interface InstallDeps extends SyncCommandDeps {
  readonly program: RunningProgram
  readonly machine: Machine
}

/**
 * Syncs, then sets up the daily task. If the device has its key, the task is set up even if the sync fails (host down,
 * nothing published), so that a later run succeeds.
 * @throws AppError of the failed sync, or `device_write` if the task cannot be set up
 */
export async function runInstall(dir: string, deps: InstallDeps): Promise<void> {
  const { output, machine, program } = deps
  const failure = await runSync(dir, deps).then(
    () => undefined,
    (error: unknown) => ({ error }),
  )
  const name = await enrolledName(dir).catch((error: unknown) => {
    throw failure?.error ?? error
  })
  const task = { name, node: process.execPath, program: program.file, dir: await realDirectory(dir) }
  const scheduler = await scheduleDaily(task, machine)
  output.line(`syncs every day at ${clockText(task)} from now on (${scheduler})`)
  if (failure) throw failure.error
}

/**
 * Removes the daily task.
 * @throws AppError `credentials_invalid`, or `device_write` if the task cannot be removed
 */
export async function runUninstall(
  dir: string,
  { output, machine }: { output: Output; machine: Machine },
): Promise<void> {
  const name = await enrolledName(dir)
  const scheduler = await unscheduleDaily(name, machine)
  output.line(`${name} does not sync daily any more (${scheduler}); its files and its key are still here`)
}

/**
 * Returns the name of the device whose key is in `dir`. @throws AppError `credentials_invalid`
 */
async function enrolledName(dir: string): Promise<string> {
  const { credentials } = await readCredentials(openDisk(await realDirectory(dir)))
  return deviceNameOf(parseKeyid(credentials.keyid)?.name ?? 'device')
}
