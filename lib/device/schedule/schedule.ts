import { mkdir, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { writeFileAtomic } from '../../core/disk/atomic-file.ts'
import { createRetry } from '../../core/disk/retry.ts'
import type { AppError } from '../../core/errors.ts'
import { phrase } from '../../core/language/catalogue.ts'
import { phraseError } from '../../core/language/phrase-error.ts'
import { startCommand } from '../program/start-file.ts'
import { type Ended, saidBy } from '../system-program.ts'
import { type CrontabChange, changedCrontab, serviceUnit, timerUnit, unitName } from './linux.ts'
import type { Machine } from './machine.ts'
import { agentLabel, agentPlist } from './macos.ts'
import { forgetUser, recordUser, refuseOtherUser } from './owner.ts'
import type { SyncTask } from './task.ts'
import { taskFile, taskName } from './windows.ts'
import { TASK } from './words.ts'

export type Scheduler = 'Task Scheduler' | 'launchd' | 'systemd' | 'cron'

/**
 * Installs or replaces the task with the system's scheduler, as the current user, without administrator rights.
 * @throws AppError `conflict` if the folder has the task of another user; `device_write` with what the system says
 */
export async function scheduleSync(task: SyncTask, machine: Machine): Promise<Scheduler> {
  const { name, dir } = task
  await refuseOtherUser(dir, machine)
  const scheduler = await schedulerOf(machine)
  await recordUser(dir, machine)
  if (scheduler === 'Task Scheduler') {
    const file = join(dir, '.kura', 'task.xml')
    await writeFileAtomic(file, taskFile(task), { retry: createRetry(machine) })
    await must(machine, 'schtasks', ['/Create', '/F', '/TN', taskName(name), '/XML', file])
  } else if (scheduler === 'launchd') await loadAgent(task, machine)
  else if (scheduler === 'systemd') {
    await writeFileAtomic(unitPath(`${unitName(name)}.service`, machine), serviceUnit(task))
    await writeFileAtomic(unitPath(`${unitName(name)}.timer`, machine), timerUnit(task))
    await must(machine, 'systemctl', ['--user', 'daemon-reload'])
    await must(machine, 'systemctl', ['--user', 'enable', '--now', `${unitName(name)}.timer`])
    await removeCronLine(name, machine)
  } else {
    await changeCrontab({ name, task }, machine)
    await removeUnits(name, machine)
  }
  return scheduler
}

/** @throws AppError as `scheduleSync` */
export async function unscheduleSync(
  { name, dir }: Pick<SyncTask, 'name' | 'dir'>,
  machine: Machine,
): Promise<Scheduler> {
  await refuseOtherUser(dir, machine)
  const scheduler = await schedulerOf(machine)
  if (scheduler === 'Task Scheduler') {
    const { status } = await machine.run('schtasks', ['/Query', '/TN', taskName(name)])
    if (status === 0) await must(machine, 'schtasks', ['/Delete', '/F', '/TN', taskName(name)])
  } else if (scheduler === 'launchd') {
    await machine.run('launchctl', ['bootout', agentTarget(name, machine)])
    for (const file of [plistPath(name, machine), logPath(name, machine)]) await rm(file, { force: true })
  } else if (scheduler === 'systemd') {
    await machine.run('systemctl', ['--user', 'disable', '--now', `${unitName(name)}.timer`])
    await removeUnits(name, machine)
    await must(machine, 'systemctl', ['--user', 'daemon-reload'])
    await removeCronLine(name, machine)
  } else {
    await changeCrontab({ name, task: undefined }, machine)
    await removeUnits(name, machine)
  }
  await forgetUser(dir, machine)
  return scheduler
}

async function schedulerOf({ platform, run }: Machine): Promise<Scheduler> {
  if (platform === 'win32') return 'Task Scheduler'
  if (platform === 'darwin') return 'launchd'
  const { status } = await run('systemctl', ['--user', 'show-environment'])
  return status === 0 ? 'systemd' : 'cron'
}

const LOAD_TRIES = 10
const LOAD_PAUSE = 500

/** Loads the agent. `bootout` returns before the old agent has ended, and until then launchd refuses the new one. */
async function loadAgent(task: SyncTask, machine: Machine): Promise<void> {
  const plist = plistPath(task.name, machine)
  const log = logPath(task.name, machine)
  await mkdir(dirname(log), { recursive: true })
  await writeFileAtomic(plist, agentPlist(task, log))
  await machine.run('launchctl', ['bootout', agentTarget(task.name, machine)])
  const load = ['bootstrap', `gui/${machine.uid}`, plist]
  for (let tried = 1; tried < LOAD_TRIES; tried++) {
    if ((await machine.run('launchctl', load)).status === 0) return
    await machine.sleep(LOAD_PAUSE)
  }
  await must(machine, 'launchctl', load)
}

function agentTarget(name: string, { uid }: Machine): string {
  return `gui/${uid}/${agentLabel(name)}`
}

function plistPath(name: string, { home }: Machine): string {
  return join(home, 'Library', 'LaunchAgents', `${agentLabel(name)}.plist`)
}

/** The log of the agent. It is outside the device's folder, which the task may have no right to read. */
function logPath(name: string, { home }: Machine): string {
  return join(home, 'Library', 'Logs', `${agentLabel(name)}.log`)
}

function unitPath(file: string, { home }: Machine): string {
  return join(home, '.config', 'systemd', 'user', file)
}

/** Removes the units even if systemd does not run for this user now, because a later login would start the timer. */
async function removeUnits(name: string, machine: Machine): Promise<void> {
  const [service, timer] = [`${unitName(name)}.service`, `${unitName(name)}.timer`]
  for (const file of [service, timer, join('timers.target.wants', timer)])
    await rm(unitPath(file, machine), { force: true })
}

/** Removes the line of the crontab, which exists if systemd did not run at the installation. */
async function removeCronLine(name: string, machine: Machine): Promise<void> {
  const listed = await machine.run('crontab', ['-l'])
  if (listed.status === 0) await replaceCrontab(listed.stdout, { name, task: undefined }, machine)
}

async function changeCrontab(change: CrontabChange, machine: Machine): Promise<void> {
  const listed = await machine.run('crontab', ['-l'])
  // a crontab that cannot be read must not be replaced
  if (listed.status !== 0 && !isWithoutCrontab(listed)) throw notChanged('crontab', listed, machine)
  await replaceCrontab(listed.stdout, change, machine)
}

async function replaceCrontab(crontab: string, change: CrontabChange, machine: Machine): Promise<void> {
  const changed = changedCrontab(crontab, change)
  if (changed !== crontab) await must(machine, 'crontab', ['-'], changed)
}

/** Whether the user has no crontab: the command exits with 1, and prints a message about this or nothing. */
function isWithoutCrontab({ status, stdout, stderr }: Ended): boolean {
  return status === 1 && stdout === '' && /^\s*$|\bno crontab\b/i.test(stderr)
}

async function must(
  machine: Machine,
  command: string,
  words: readonly string[],
  input?: string,
): Promise<void> {
  const ended = await machine.run(command, words, input)
  if (ended.status !== 0) throw notChanged(command, ended, machine)
}

function notChanged(command: string, ended: Ended, { platform }: Pick<Machine, 'platform'>): AppError {
  return phraseError('device_write', phrase(TASK.notChanged, { command, said: saidBy(ended) }), {
    hint: phrase(TASK.notChangedHint, { start: startCommand('sync', platform) }),
  })
}
