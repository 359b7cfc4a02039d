/**
 * Installs and removes the daily task of a device with the scheduler of its system, as the current user, without
 * administrator rights.
 */
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { writeFileAtomic } from '../../core/disk/atomic-file.ts'
import { createRetry } from '../../core/disk/retry.ts'
import { AppError } from '../../core/errors.ts'
import { changedCrontab, serviceUnit, timerUnit, unitName } from './linux.ts'
import { agentLabel, agentPlist } from './macos.ts'
import type { DailyTask } from './task.ts'
import { taskFile, taskName } from './windows.ts'

/** The result of a system command; its exit status is 127 if there is no such command. */
export interface Ended {
  readonly status: number
  readonly stdout: string
  readonly stderr: string
}

/** Facts about the machine, and how its commands are run. */
export interface Machine {
  readonly platform: NodeJS.Platform
  readonly home: string
  /** The user id; undefined on Windows. */
  readonly uid: number | undefined
  run(command: string, words: readonly string[], input?: string): Promise<Ended>
}

export type Scheduler = 'Task Scheduler' | 'launchd' | 'systemd' | 'cron'

/** Installs the task, or replaces it. @throws AppError `device_write` with what the system says */
export async function scheduleDaily(task: DailyTask, machine: Machine): Promise<Scheduler> {
  const { name } = task
  const scheduler = await schedulerOf(machine)
  if (scheduler === 'Task Scheduler') {
    const file = join(task.dir, '.kura', 'task.xml')
    await writeFileAtomic(file, taskFile(task), { retry: createRetry(machine) })
    await must(machine, 'schtasks', ['/Create', '/F', '/TN', taskName(name), '/XML', file])
  } else if (scheduler === 'launchd') {
    const file = plistPath(name, machine)
    await writeFileAtomic(file, agentPlist(task))
    await machine.run('launchctl', ['bootout', agentTarget(name, machine)])
    await must(machine, 'launchctl', ['bootstrap', `gui/${machine.uid}`, file])
  } else if (scheduler === 'systemd') {
    await writeFileAtomic(unitPath(`${unitName(name)}.service`, machine), serviceUnit(task))
    await writeFileAtomic(unitPath(`${unitName(name)}.timer`, machine), timerUnit(task))
    await must(machine, 'systemctl', ['--user', 'daemon-reload'])
    await must(machine, 'systemctl', ['--user', 'enable', '--now', `${unitName(name)}.timer`])
  } else await changeCrontab({ name, task }, machine)
  return scheduler
}

/** Removes the task, if there is one. @throws AppError `device_write` with what the system says */
export async function unscheduleDaily(name: string, machine: Machine): Promise<Scheduler> {
  const scheduler = await schedulerOf(machine)
  if (scheduler === 'Task Scheduler') {
    const { status } = await machine.run('schtasks', ['/Query', '/TN', taskName(name)])
    if (status === 0) await must(machine, 'schtasks', ['/Delete', '/F', '/TN', taskName(name)])
  } else if (scheduler === 'launchd') {
    await machine.run('launchctl', ['bootout', agentTarget(name, machine)])
    await rm(plistPath(name, machine), { force: true })
  } else if (scheduler === 'systemd') {
    await machine.run('systemctl', ['--user', 'disable', '--now', `${unitName(name)}.timer`])
    for (const kind of ['service', 'timer'])
      await rm(unitPath(`${unitName(name)}.${kind}`, machine), { force: true })
    await must(machine, 'systemctl', ['--user', 'daemon-reload'])
  } else await changeCrontab({ name, task: undefined }, machine)
  return scheduler
}

async function schedulerOf({ platform, run }: Machine): Promise<Scheduler> {
  if (platform === 'win32') return 'Task Scheduler'
  if (platform === 'darwin') return 'launchd'
  const { status } = await run('systemctl', ['--user', 'show-environment'])
  return status === 0 ? 'systemd' : 'cron'
}

function agentTarget(name: string, { uid }: Machine): string {
  return `gui/${uid}/${agentLabel(name)}`
}

function plistPath(name: string, { home }: Machine): string {
  return join(home, 'Library', 'LaunchAgents', `${agentLabel(name)}.plist`)
}

function unitPath(file: string, { home }: Machine): string {
  return join(home, '.config', 'systemd', 'user', file)
}

async function changeCrontab(
  change: { name: string; task: DailyTask | undefined },
  machine: Machine,
): Promise<void> {
  // if the user has no crontab, the command ends with 1 and prints nothing
  const { stdout } = await machine.run('crontab', ['-l'])
  const changed = changedCrontab(stdout, change)
  if (changed !== stdout) await must(machine, 'crontab', ['-'], changed)
}

async function must(
  { run }: Machine,
  command: string,
  words: readonly string[],
  input?: string,
): Promise<void> {
  const { status, stderr, stdout } = await run(command, words, input)
  if (status === 0) return
  const said = (stderr || stdout).trim().split('\n', 1)[0] || `status ${status}`
  throw new AppError('device_write', `Cannot set up the daily task: ${command} says "${said}"`, {
    hint: 'the files are synced all the same; run "node kura-device.mjs sync" once a day by other means, or tell the operator',
  })
}
