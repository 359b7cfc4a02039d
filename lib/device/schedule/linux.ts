import { shellWord } from '../program/start-file.ts'
import { clockTexts, HOURS, minuteOf, type SyncTask } from './task.ts'

export function unitName(name: string): string {
  return `kura-${name}`
}

/** The shell is named, because the file may have lost its right to be executed. */
function wordsOf({ startFile }: SyncTask): string[] {
  return ['/bin/sh', startFile, 'sync']
}

/** systemd.service(5): `%` and `$` are doubled, a quoted word keeps its spaces. */
function unitWord(word: string): string {
  return `"${word.replace(/[\\"]/g, '\\$&').replaceAll('%', '%%').replaceAll('$', '$$$$')}"`
}

export function serviceUnit(task: SyncTask): string {
  return [
    '[Unit]',
    `Description=kura sync of ${task.name}`,
    '',
    '[Service]',
    'Type=oneshot',
    `ExecStart=${wordsOf(task).map(unitWord).join(' ')}`,
    '',
  ].join('\n')
}

/** systemd.timer(5): `Persistent` makes up for a run that was missed while the machine was off. */
export function timerUnit(task: SyncTask): string {
  return [
    '[Unit]',
    `Description=kura sync of ${task.name}, three times a day`,
    '',
    '[Timer]',
    ...clockTexts(task).map(time => `OnCalendar=*-*-* ${time}:00`),
    'Persistent=true',
    '',
    '[Install]',
    'WantedBy=timers.target',
    '',
  ].join('\n')
}

/** crontab(5): `%` ends a command unless it is escaped. */
function cronWord(word: string): string {
  return shellWord(word).replaceAll('%', '\\%')
}

/** Without a task, the device's line is removed. */
export interface CrontabChange {
  readonly name: string
  readonly task: SyncTask | undefined
}

export function changedCrontab(crontab: string, { name, task }: CrontabChange): string {
  const mark = ` # ${unitName(name)}`
  const lines = crontab.replace(/\n$/, '').split('\n')
  const kept = crontab === '' ? [] : lines.filter(line => !line.endsWith(mark))
  const next = task ? [...kept, `${cronLine(task)}${mark}`] : kept
  return next.map(line => `${line}\n`).join('')
}

function cronLine(task: SyncTask): string {
  return `${minuteOf(task)} ${HOURS.join(',')} * * * ${wordsOf(task).map(cronWord).join(' ')}`
}
